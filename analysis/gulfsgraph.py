"""What the dependency graph of Infinite Gulfs of Darkness has beside: cases, menaces, the Machine.

A case card opens at the start, or when an icon of a closed case, of a menace or of a card like the
Haunter accesses its number. Some clue cards lie on the other side of such cards and turn up by an
icon. Purple icons and edges need Tillinghast's Machine.
"""

from collections.abc import Iterator

from casecracker.analysis.graphparts import (
    GOAL,
    MACHINE,
    OPENS,
    YIELDS,
    Builder,
    add_fetches,
    add_staying,
    at_hand,
    card_node,
    clue_label,
    item_node,
    items_with,
    purple_offer,
    puzzles_by_type,
    source_node,
)
from casecracker.analysis.truth import ALL, ANY, true_nodes
from casecracker.engine.cards import CaseCard, Clue, Menace
from casecracker.engine.deals import case_cards_of, equipment_of
from casecracker.engine.games import ANY as ANY_TECHNIQUE
from casecracker.engine.printed import CLASSIC_TYPES, CLOSING_EFFECTS, Icon, icons_of


def case_node(number: int) -> str:
    """The node of a case card: true if it can be accessed."""
    return f"case:{number}"


def closing_node(number: int) -> str:
    """The node that a case is closed."""
    return f"closing:{number}"


def cases_of(build: Builder) -> list[CaseCard]:
    """The case cards on the sides that are in the game, by number."""
    cards = case_cards_of(build.subject.deck, build.subject.settings)
    return [cards[number] for number in sorted(cards)]


def menaces_of(build: Builder) -> list[Menace]:
    """The menaces that may enter play, in the order of the deck file."""
    return [card for card in build.subject.deck.menace if card.id in build.subject.menaces]


def add_cases(build: Builder) -> None:
    """Case cards, menaces, equipment and the Machine; the ways to them follow in `add_ways`."""
    for card in cases_of(build):
        label = f"case {card.id} {card.name}".strip()
        join = ALL if card.start else ANY
        build.node(case_node(card.number), "case", label, join, number=card.number)
    for menace in menaces_of(build):
        build.node(menace_node(menace), "menace", f"{menace.id} {menace.name}".strip())
    equipment = equipment_of(build.subject.deck, build.subject.settings)
    if equipment is not None:
        name, sides = f"equipment:{equipment.id}", " ".join(equipment.sides)
        build.node(name, "equipment", equipment.name or equipment.id, sides=sides)
        add_fetches(build, name, equipment.sides)
    for clue in build.subject.deck.clue:
        if clue.sides:
            _add_item(build, clue)
    machines = [clue for clue in build.subject.deck.clue if "machine" in clue.attributes]
    build.node(MACHINE, "requirement", "Tillinghast's Machine in play", ANY)
    build.need_any(MACHINE, [_held(build, clue) for clue in machines])


def menace_node(menace: Menace) -> str:
    """The node of a menace card."""
    return f"menace:{menace.id}"


def _add_item(build: Builder, clue: Clue) -> None:
    label = f"{clue_label(clue)} in the briefcase"
    sides = " ".join(clue.sides)
    name = build.node(item_node(clue.id), "item", label, card=card_node(clue.id), sides=sides)
    add_fetches(build, name, clue.sides)
    build.need_all(name, at_hand(build, clue))


def _held(build: Builder, clue: Clue) -> str:
    """The Machine is in play in hand already."""
    name, label = f"held:{clue.id}", f"{clue_label(clue)} at hand"
    build.node(name, "item", label, card=card_node(clue.id))
    build.need_all(name, at_hand(build, clue))
    return name


def add_ways(build: Builder) -> None:
    """Closings, and what their icons open and turn over."""
    staying = add_staying(build)
    faces = sorted(build.subject.deck.faces())
    names = {clue.id: clue_label(clue) for clue in build.subject.deck.clue}
    for face in faces:
        label = f"{names[face]} turns up"
        build.node(source_node(face), "source", label, ANY, card=card_node(face))
    for card in cases_of(build):
        if card.is_case:
            _add_closing(build, card, staying)
            _add_case_icons(build, card)
        else:
            _add_haunter_icons(build, card)
    for menace in menaces_of(build):
        _add_menace_icons(build, menace)
    _drop_late_icons(build)


def _add_closing(build: Builder, card: CaseCard, staying: str) -> None:
    name = build.node(closing_node(card.number), "closing", f"case {card.id} is closed")
    closers = [
        card_node(clue.id)
        for clue in build.subject.deck.clue
        for effect, number in CLOSING_EFFECTS.items()
        if number == card.number and effect in clue.effects
    ]
    way = staying
    if closers:
        label = f"case {card.id}: five types, or an effect"
        way = build.any_of(f"requirement:close:{card.number}", label, [staying, *closers])
    build.need_all(name, [case_node(card.number), way])


def _add_case_icons(build: Builder, card: CaseCard) -> None:
    closing = closing_node(card.number)
    for icon in icons_of(card.on_close):
        by = _purple_icon(build, closing, f"case {card.id}", icon) if icon.is_purple else closing
        _add_effect(build, by, icon, card.on_close, card.clue)


def _add_haunter_icons(build: Builder, card: CaseCard) -> None:
    """All icons of a card like the Haunter wait for the Machine, black or purple."""
    for icon in icons_of(card.on_close):
        by = _purple_icon(build, case_node(card.number), f"case {card.id}", icon)
        _add_effect(build, by, icon, card.on_close, card.clue)


def _add_menace_icons(build: Builder, menace: Menace) -> None:
    node = menace_node(menace)
    for icon in icons_of(menace.immediate):
        _add_effect(build, node, icon, (), "")
    for icon in icons_of(menace.icons):
        by = _purple_icon(build, node, menace.id, icon) if icon.is_purple else node
        _add_effect(build, by, icon, menace.icons, menace.clue)


def _purple_icon(build: Builder, holder: str, name: str, icon: Icon) -> str:
    """An icon that needs the Machine beside its card."""
    node, label = f"icon:{holder}:{icon.place}", f"{name}: {icon.word} (purple)"
    build.node(node, "icon", label, holder=holder, place=icon.place)
    build.need_all(node, [holder, MACHINE])
    return node


def _add_effect(build: Builder, by: str, icon: Icon, words: tuple[str, ...], clue: str) -> None:
    """What an icon opens, or turns over. A card turned over last lies in the closed cases."""
    if icon.word.startswith("access-"):
        number = int(icon.word.removeprefix("access-"))
        # A case that is open at the start needs nothing, and is never accessed again.
        if build.graph.nodes.get(case_node(number), {}).get("join") == ANY:
            build.need_any(case_node(number), [by], OPENS)
    elif icon.word == "flip" and icon.place + 1 < len(words):
        build.need_any(source_node(clue), [by], YIELDS)
    elif icon.word == "flip":
        name = build.node(
            f"requirement:back:{clue}", "requirement", f"{clue} from the closed cases"
        )
        build.need_all(name, [by, _taking_closed(build)])
        build.need_any(source_node(clue), [name], YIELDS)


def _taking_closed(build: Builder) -> str:
    cards = [
        card_node(clue.id) for clue in build.subject.deck.clue if "take-closed" in clue.effects
    ]
    ways = [*cards, *items_with(build, "take-closed")]
    return build.any_of("requirement:take-closed", "a card is taken from the closed cases", ways)


def _drop_late_icons(build: Builder) -> None:
    """Take the purple icons away for which the Machine always comes too late.

    A case is closed once. If the Machine cannot be had without that very closing, its purple icons
    count only where the closing itself turns the Machine up, above them.
    """
    icons = [name for name, data in build.graph.nodes.items() if data["kind"] == "icon"]
    dropped = True
    while dropped:
        dropped = False
        for name in icons:
            if _is_late(build, name):
                late = build.node("requirement:too-late", "requirement", "the Machine before", ANY)
                build.graph.remove_edge(name, MACHINE)
                build.need_all(name, [late])
                dropped = True


def _is_late(build: Builder, icon: str) -> bool:
    holder = str(build.graph.nodes[icon]["holder"])
    if not holder.startswith("closing:") or not build.graph.has_edge(icon, MACHINE):
        return False
    if MACHINE in true_nodes(build.graph, [holder]) or MACHINE not in true_nodes(build.graph):
        return False
    card = next(card for card in cases_of(build) if closing_node(card.number) == holder)
    return not _turns_the_machine(build, card, int(build.graph.nodes[icon]["place"]))


def _turns_the_machine(build: Builder, card: CaseCard, before: int) -> bool:
    """Whether the icons of a case card above a place may bring the Machine."""
    machines = {clue.id for clue in build.subject.deck.clue if "machine" in clue.attributes}
    above = icons_of(card.on_close)[:before]
    return any(
        icon.word == "flip" and not icon.is_purple and card.clue in machines for icon in above
    )


# Goals.


def add_objectives(build: Builder) -> None:
    """Hardboiled mode: all objectives, each with all its letters."""
    build.node(GOAL, GOAL, "all objectives complete")
    holders = {clue.letter: clue for clue in build.subject.deck.clue if clue.letter}
    for objective in build.subject.deck.objective:
        label = f"objective {objective.id} {objective.name}".strip()
        name = build.node(f"objective:{objective.id}", "objective", label)
        build.need_all(GOAL, [name])
        for letter in objective.letters:
            label = f"letter {letter} is scored"
            build.need_all(name, [build.node(f"letter:{letter}", "letter", label)])
    for letter, clue in holders.items():
        if f"letter:{letter}" in build.graph:
            build.need_all(f"letter:{letter}", [card_node(clue.id), _scoring(build)])


def _scoring(build: Builder) -> str:
    closings = [closing_node(card.number) for card in cases_of(build) if card.is_case]
    return build.any_of("requirement:scoring", "a case is closed", closings)


def add_classic_goal(build: Builder) -> None:
    """Classic mode: puzzle cards of five types."""
    build.node(GOAL, GOAL, f"{CLASSIC_TYPES} puzzle cards of different types")
    types = puzzles_by_type(build, f"{CLASSIC_TYPES} types", CLASSIC_TYPES)
    build.need_all(GOAL, [types, _scoring(build)])


def case_offers(build: Builder, technique: str) -> Iterator[str]:
    """The cases at whose card a line may begin with a technique."""
    for card in cases_of(build):
        if technique in card.right or ANY_TECHNIQUE in card.right:
            yield case_node(card.number)
        elif technique in card.right_purple or ANY_TECHNIQUE in card.right_purple:
            yield purple_offer(build, case_node(card.number), f"case-{card.id}")
