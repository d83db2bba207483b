"""What the dependency graphs of all games share: cards, techniques, locks, minimums, closings.

Node ids are words like `card:c09`, `type:person`, `requirement:key:c09`; docs/graph.md lists kinds,
edges and attributes. Edges go from what depends to what it depends on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import networkx as nx

from casecracker.analysis.truth import ALL, ANY, COUNT, FETCHES, Graph
from casecracker.engine.cards import Clue
from casecracker.engine.games import ANY as ANY_TECHNIQUE
from casecracker.engine.games import KEY_EFFECT, VISITING_CONTACTS, find_game
from casecracker.engine.printed import KEYS, contact_of
from casecracker.engine.rules import TYPES_TO_CLOSE
from casecracker.engine.targets import Subject

NEEDS_ALL, NEEDS_ANY, OPENS, YIELDS = "needs-all", "needs-any", "opens", "yields"
GOAL = "goal"
MACHINE = "requirement:machine"
STAYING = "requirement:staying"

AREAS = {
    "take-lead": ("leads",),
    "take-discard": ("discard",),
    "take-closed": ("closed",),
    "take-stability": ("stability",),
    "take-time": ("time",),
    "search-stack": ("stack",),
    "exchange-penalty": ("stability", "time"),
    "search-menace": ("menaces",),
}
"""Areas from which an effect fetches cards."""


@dataclass
class Builder:
    """A graph that is being made of a subject's cards."""

    subject: Subject
    graph: Graph = field(default_factory=nx.DiGraph)

    def node(self, name: str, kind: str, label: str, join: str = ALL, **extra: object) -> str:
        """Give a node its attributes, unless it has them; its name."""
        if "kind" not in self.graph.nodes.get(name, {}):
            self.graph.add_node(name, kind=kind, label=label, join=join, **extra)
        return name

    def need_all(self, node: str, others: Iterable[str]) -> None:
        """`node` needs every one of the others."""
        for other in others:
            self.graph.add_edge(node, other, kind=NEEDS_ALL)

    def need_any(self, node: str, others: Iterable[str], kind: str = NEEDS_ANY) -> None:
        """`node` needs one of the others, or as many as it counts."""
        for other in others:
            self.graph.add_edge(node, other, kind=kind)

    def any_of(self, name: str, label: str, others: Iterable[str], kind: str = NEEDS_ANY) -> str:
        """A requirement that any of the others meets."""
        self.node(name, "requirement", label, ANY)
        self.need_any(name, others, kind)
        return name

    def count_of(self, name: str, label: str, count: int, others: Iterable[str]) -> str:
        """A requirement that so many of the others meet."""
        self.node(name, "requirement", label, COUNT, count=count)
        self.need_any(name, others)
        return name


def card_node(card: str) -> str:
    """The node of a clue card: true if it can be laid in a line."""
    return f"card:{card}"


def source_node(card: str) -> str:
    """The node that a clue card not in the stack turns up."""
    return f"source:{card}"


def clue_label(clue: Clue) -> str:
    """Id and name."""
    return f"{clue.id} {clue.name}".strip()


def add_clues(build: Builder) -> None:
    """A node for each clue card, in the order of the deck file, without what it needs."""
    for clue in build.subject.deck.clue:
        build.node(
            card_node(clue.id),
            "card",
            clue_label(clue),
            card_id=clue.id,
            types=" ".join(clue.types),
            attributes=" ".join(clue.attributes),
            letter=clue.letter,
        )


def add_needs(build: Builder) -> None:
    """What each clue card needs to be laid, and the areas from which its effects fetch."""
    for clue in build.subject.deck.clue:
        needed = [
            *at_hand(build, clue),
            *_left_edge(build, clue),
            *_locks(build, clue),
            *_minimums(build, clue),
        ]
        build.need_all(card_node(clue.id), needed)
        _fetches(build, clue)


def at_hand(build: Builder, clue: Clue) -> list[str]:
    """What has to come about before a card can be in hand: nothing if it lies in the stack."""
    return [source_node(clue.id)] if clue.id in build.subject.deck.faces() else []


# Edges.


def _left_edge(build: Builder, clue: Clue) -> list[str]:
    """A card with Any on its left edge follows every card."""
    if ANY_TECHNIQUE in clue.left:
        return []
    ways = [technique_node(build, technique) for technique in clue.left]
    ways += _purple_ways(build, clue)
    if len(ways) == 1:
        return ways
    name = f"requirement:left:{clue.id}"
    return [build.any_of(name, f"{clue.id}: one of its left edge's techniques", ways)]


def _purple_ways(build: Builder, clue: Clue) -> list[str]:
    if not clue.left_purple:
        return []
    name = build.node(f"requirement:purple:{clue.id}", "requirement", f"{clue.id}: purple edge")
    ways = [technique_node(build, word) for word in clue.left_purple if word != ANY_TECHNIQUE]
    build.need_all(name, [MACHINE])
    if ANY_TECHNIQUE not in clue.left_purple:
        words = " or ".join(clue.left_purple)
        need = ways
        if len(ways) > 1:
            need = [build.any_of(f"requirement:purple-left:{clue.id}", words, ways)]
        build.need_all(name, need)
    return [name]


def technique_node(build: Builder, technique: str) -> str:
    """The node of a technique: some card of a line can offer it on its right edge."""
    return build.node(f"technique:{technique}", "technique", technique, ANY)


def add_offers(build: Builder, technique: str) -> None:
    """The clue cards that offer a technique on their right edge, where some card asks for it."""
    node = f"technique:{technique}"
    if node not in build.graph:
        return
    for clue in build.subject.deck.clue:
        if technique in clue.right or ANY_TECHNIQUE in clue.right:
            build.need_any(node, [card_node(clue.id)])
        elif technique in clue.right_purple or ANY_TECHNIQUE in clue.right_purple:
            build.need_any(node, [purple_offer(build, card_node(clue.id), clue.id)])


def purple_offer(build: Builder, holder: str, name: str) -> str:
    """A purple right edge: its card or case, and the Machine."""
    node = build.node(f"requirement:purple-right:{name}", "requirement", f"{name}: purple edge")
    build.need_all(node, [holder, MACHINE])
    return node


# Locks and minimums.


def _locks(build: Builder, clue: Clue) -> list[str]:
    marks = set(clue.attributes)
    needed = []
    if marks & {"lock", "yellow-sign-lock"}:
        needed.append(_key(build, clue, "key", "a Key", KEYS))
    if "skeleton-lock" in marks:
        needed.append(_key(build, clue, "skeleton", "a Skeleton Key", frozenset({"skeleton-key"})))
    if "yellow-sign-lock" in marks:
        signs = [card_node(other.id) for other in _others(build, clue, {"yellow-sign"})]
        label = f"{clue.id}: a Yellow sign in its line"
        needed.append(build.any_of(f"requirement:sign:{clue.id}", label, signs))
    return needed


def _key(build: Builder, clue: Clue, word: str, what: str, kinds: frozenset[str]) -> str:
    """A key in the line, not the card itself, or an item with a key side."""
    ways = [card_node(other.id) for other in _others(build, clue, kinds)]
    ways += [item for item in key_items(build) if item != item_node(clue.id)]
    return build.any_of(f"requirement:{word}:{clue.id}", f"{clue.id}: {what} in its line", ways)


def _others(build: Builder, clue: Clue, marks: Iterable[str]) -> list[Clue]:
    wanted = set(marks)
    return [
        other
        for other in build.subject.deck.clue
        if other.id != clue.id and wanted & set(other.attributes)
    ]


def _minimums(build: Builder, clue: Clue) -> list[str]:
    needed = []
    others = [other for other in build.subject.deck.clue if other.id != clue.id]
    if clue.minimum:
        name, label = f"requirement:minimum:{clue.id}", f"{clue.id}: {clue.minimum} cards before it"
        cards = [card_node(other.id) for other in others]
        needed.append(build.count_of(name, label, clue.minimum, cards))
    if clue.yellow_minimum:
        name = f"requirement:yellow-minimum:{clue.id}"
        label = f"{clue.id}: {clue.yellow_minimum} Colour cards before it"
        cards = [card_node(other.id) for other in _others(build, clue, {"colour"})]
        needed.append(build.count_of(name, label, clue.yellow_minimum, cards))
    return needed


# Items: contact, equipment cards, equipment among the clue cards.


def item_node(card: str) -> str:
    """The node of a clue card as an item in the briefcase: it needs not be laid."""
    return f"item:{card}"


def add_contact(build: Builder) -> None:
    """The professional contact, if one helps."""
    contact = contact_of(build.subject.deck, build.subject.settings)
    if contact is not None:
        name, sides = contact
        label = "professional contact"
        if name in VISITING_CONTACTS:
            label = f"{label} of {find_game(name).title}"
        build.node(f"contact:{name}", "contact", label, card_id=name, sides=" ".join(sides))
        add_fetches(build, f"contact:{name}", sides)


def items_with(build: Builder, side: str) -> list[str]:
    """Contact, equipment cards and items that have a side, in the order of the graph."""
    return [
        name for name, data in build.graph.nodes.items() if side in str(data.get("sides")).split()
    ]


def key_items(build: Builder) -> list[str]:
    """Contact, equipment cards and items with a key effect."""
    return items_with(build, KEY_EFFECT)


# Fetching.


def _fetches(build: Builder, clue: Clue) -> None:
    add_fetches(build, card_node(clue.id), clue.effects)


def add_fetches(build: Builder, node: str, effects: Iterable[str]) -> None:
    """Edges to the areas from which effects fetch cards. Nothing depends on them."""
    for effect in dict.fromkeys(effects):
        for area in AREAS.get(effect, ()):
            name = build.node(f"area:{area}", "area", f"{area} area")
            words = build.graph.edges.get((node, name), {}).get("effects", "")
            build.graph.add_edge(node, name, kind=FETCHES, effects=f"{words} {effect}".strip())


# Types and closing.


def puzzles_by_type(build: Builder, label: str, count: int) -> str:
    """So many puzzle cards of different types, one card for each."""
    name = build.node("requirement:types", "requirement", label, COUNT, count=count, distinct=True)
    for word in find_game(build.subject.game).types:
        node = build.node(f"type:{word}", "type", word, ANY)
        build.need_any(name, [node])
        marked = [
            clue
            for clue in build.subject.deck.clue
            if word in clue.types and "puzzle" in clue.attributes
        ]
        build.need_any(node, [card_node(clue.id) for clue in marked])
    return name


def add_staying(build: Builder) -> str:
    """What closing by the action asks for: five types of cards that stay behind."""
    label = f"{TYPES_TO_CLOSE} types stay in the line"
    name = build.node(STAYING, "requirement", label, COUNT, count=TYPES_TO_CLOSE)
    for word in find_game(build.subject.game).types:
        node = build.node(f"shown:{word}", "shown-type", f"a card of type {word}", ANY)
        build.need_any(name, [node])
        cards = [card_node(clue.id) for clue in build.subject.deck.clue if word in clue.types]
        build.need_any(node, cards)
    return name
