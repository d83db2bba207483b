"""What the box of Infinite Gulfs of Darkness is known to hold, as checks of a whole deck.

Sources: its rulebook and, as warnings, what is likely or told by a review; docs/decks.md numbers
them. That letters, numbers and other sides agree is the deck file's form (`cards.py`).
"""

from collections.abc import Iterator

from casecracker.engine.boxfacts import (
    Check,
    Finding,
    Severity,
    attributes_occur,
    links_exist,
    scorable,
    types_occur,
)
from casecracker.engine.cards import CaseCard, Clue, Deck, Words
from casecracker.engine.games import (
    CASE_ONGOINGS,
    KEY_EFFECT,
    MENACE_DECKS,
    MENACE_ONGOINGS,
    PURPLE,
    Game,
)

FACES_ON_CASES = 4
FACES_ON_MENACES = 1
OPEN_AT_START = (1, 2)
CASES = range(1, 7)
"""Numbers of the case cards that begin a case; the Haunter of the Dark has another."""

IMMEDIATES = ("access-3", "remove-aurora", "shuffle-all")
"""The immediate effects that the rulebook lists for menaces."""

_ACCESS = "access-"


def case_faces(deck: Deck) -> dict[str, CaseCard]:
    """Clue cards on the other sides of case cards, with those cards."""
    return {card.clue: card for card in deck.case if card.clue}


def _number_of_faces(deck: Deck, game: Game) -> Iterator[Finding]:
    menaces = sum(bool(menace.clue) for menace in deck.menace)
    for found, wanted, what in (
        (len(case_faces(deck)), FACES_ON_CASES, "case cards have"),
        (menaces, FACES_ON_MENACES, "menace card has"),
    ):
        if found != wanted:
            message = f"{wanted} {what} a clue card on the other side; in this deck {found}"
            yield Finding("error", "", "clue", message)


def _faces_turn_up(deck: Deck, game: Game) -> Iterator[Finding]:
    cards = [("case", card.id, card.clue, card.on_close) for card in deck.case]
    cards += [("menace", card.id, card.clue, card.icons) for card in deck.menace]
    for kind, card, clue, icons in cards:
        if clue and not {"flip", f"{PURPLE}flip"}.intersection(icons):
            message = f"no icon 'flip' turns this card over, so '{clue}' never comes into play"
            yield Finding("warning", f"{kind} '{card}'", "clue", message)


def _case_numbers(deck: Deck, game: Game) -> Iterator[Finding]:
    numbers = {card.number for card in deck.case}
    for number in CASES:
        if number not in numbers:
            yield Finding("error", "", "", f"no case card has the number {number}")
    if "1A" not in {card.id for card in deck.case}:
        yield Finding("error", "", "", "case card 1 has two case sides, 1A and 1B")
    for card in deck.case:
        if card.side and card.number != 1:
            message = "case card 1 alone has two case sides"
            yield Finding("error", _entry(card), "side", message)
        if card.side and card.clue:
            message = "both sides of this card are cases: no clue card can be on it"
            yield Finding("error", _entry(card), "clue", message)


def _entry(card: CaseCard) -> str:
    return f"case '{card.id}'"


def _opening(deck: Deck, game: Game) -> Iterator[Finding]:
    numbers = " and ".join(map(str, OPEN_AT_START))
    for card in deck.case:
        if card.is_case and card.start != (card.number in OPEN_AT_START):
            message = f"cases {numbers} are open at the start, on any side, and no others"
            yield Finding("error", _entry(card), "start", message)
        if card.is_case and set(card.ongoing) != set(CASE_ONGOINGS if card.id == "1B" else ()):
            message = "side 1B raises the time limit by 1, and no other case does"
            yield Finding("error", _entry(card), "ongoing", message)


def _haunter(deck: Deck, game: Game) -> Iterator[Finding]:
    haunters = [card for card in deck.case if not card.is_case]
    if len(haunters) != 1:
        message = "one case card, the Haunter of the Dark, has no techniques"
        yield Finding("error", "", "right", f"{message}; in this deck {len(haunters)}")
    for card in haunters:
        plain = [icon for icon in card.on_close if not icon.startswith(PURPLE)]
        if not card.on_close or plain:
            message = f"the Haunter of the Dark has icons, and all are purple: '{PURPLE}flip', ..."
            yield Finding("error", _entry(card), "on-close", message)
        if card.number in CASES:
            yield Finding("error", _entry(card), "right", "cases 1 to 6 have techniques")


def _cases_open(deck: Deck, game: Game) -> Iterator[Finding]:
    reached = _reached(deck)
    for card in deck.case:
        if card.number not in reached:
            message = "nothing leads to this case: no menace, and no icon of a case that opens"
            yield Finding("error", _entry(card), "number", message)
    if 3 not in _accessed_by_menaces(deck):
        yield Finding("error", "", "immediate", "no menace accesses case 3")
    early = [card for card in deck.case if card.number in OPEN_AT_START]
    if not any(4 in _accessed(card.on_close) for card in early):
        message = "a review reaches case 4 by closing an earlier case; here neither 1 nor 2 does it"
        yield Finding("warning", "", "on-close", message)


def _accessed(icons: Words) -> set[int]:
    """Numbers of the case cards that these icons access, purple ones included."""
    words = [icon.removeprefix(PURPLE) for icon in icons]
    return {int(word.removeprefix(_ACCESS)) for word in words if word.startswith(_ACCESS)}


def _accessed_by_menaces(deck: Deck) -> set[int]:
    return {n for menace in deck.menace for n in _accessed((*menace.immediate, *menace.icons))}


def _reached(deck: Deck) -> set[int]:
    """Numbers of the case cards that are open at the start or can be accessed."""
    reached = {card.number for card in deck.case if card.start} | _accessed_by_menaces(deck)
    for _ in deck.case:
        found = [card for card in deck.case if card.number in reached]
        reached |= {number for card in found for number in _accessed(card.on_close)}
    return reached


def _menace_decks(deck: Deck, game: Game) -> Iterator[Finding]:
    for part in MENACE_DECKS:
        if not deck.menace_ids(part):
            yield Finding("error", "", "deck", f"no menace card belongs to the deck '{part}'")
    aurora = [menace for menace in deck.menace if menace.deck == "aurora"]
    if len(aurora) == 1:
        message = "the rulebook speaks of several Aurora Borealis cards; this deck has 1"
        yield Finding("warning", "", "deck", message)
    if aurora and not any("hand-limit-plus-1" in menace.ongoing for menace in aurora):
        message = "a review has an Aurora Borealis card with 'hand-limit-plus-1'; here none"
        yield Finding("warning", "", "ongoing", message)
    for menace in deck.menace:
        if "aurora" in menace.name.lower() and menace not in aurora:
            message = "Aurora Borealis cards belong to the deck 'aurora'"
            yield Finding("error", f"menace '{menace.id}'", "deck", message)


def _menace_effects(deck: Deck, game: Game) -> Iterator[Finding]:
    immediate = {word for menace in deck.menace for word in menace.immediate}
    ongoing = {word for menace in deck.menace for word in menace.ongoing}
    ongoing |= {word for card in deck.case for word in card.ongoing}
    for key, wanted, found in (
        ("immediate", IMMEDIATES, immediate),
        ("ongoing", MENACE_ONGOINGS, ongoing),
    ):
        for word in wanted:
            if word not in found:
                yield Finding("error", "", key, f"no menace has the effect '{word}'")
    for menace in deck.menace:
        for word in menace.immediate:
            if word not in IMMEDIATES:
                message = f"'{word}' is no effect of a menace; known: {', '.join(IMMEDIATES)}"
                yield Finding("error", f"menace '{menace.id}'", "immediate", message)
        if not (menace.immediate or menace.ongoing or menace.icons):
            message = "this menace does nothing; is it filled in?"
            yield Finding("warning", f"menace '{menace.id}'", "", message)


def _menace_icons(deck: Deck, game: Game) -> Iterator[Finding]:
    bearers = [menace for menace in deck.menace if menace.icons]
    if not bearers:
        message = "one menace, Nyarlathotep, has icons like a case card; in this deck none"
        yield Finding("error", "", "icons", message)
    for menace in deck.menace:
        if "nyarlathotep" in menace.name.lower() and menace not in bearers:
            message = "Nyarlathotep has icons like a case card"
            yield Finding("error", f"menace '{menace.id}'", "icons", message)
    for menace in bearers[1:]:
        message = "the rulebook gives icons to one menace, Nyarlathotep; a menace before has them"
        yield Finding("warning", f"menace '{menace.id}'", "icons", message)


def _effects_occur(deck: Deck, game: Game) -> Iterator[Finding]:
    on_clues = {effect for clue in deck.clue for effect in clue.effects}
    anywhere = on_clues.union(
        *(clue.sides for clue in deck.clue),
        *(contact.sides for contact in deck.contact),
        *(card.sides for card in deck.equipment),
    )
    for effect in (*game.effects, KEY_EFFECT):
        if effect not in anywhere:
            yield Finding("error", "", "effects", f"no card has the effect '{effect}'")
    if "search-menace" in anywhere - on_clues:
        message = "a review has a clue card with 'search-menace'; in this deck none"
        yield Finding("warning", "", "effects", message)


def _machine(deck: Deck, game: Game) -> Iterator[Finding]:
    for clue in deck.clue:
        is_machine = "machine" in clue.attributes
        if is_machine and "equipment" not in clue.attributes:
            message = "Tillinghast's Machine has the attributes 'equipment' and 'machine'"
            yield Finding("error", _clue_entry(clue), "attributes", message)
        if is_machine:
            yield from _machine_found(clue, case_faces(deck).get(clue.id))
        if "tillinghast" in clue.name.lower() and not is_machine:
            message = "Tillinghast's Machine has the attribute 'machine'"
            yield Finding("error", _clue_entry(clue), "attributes", message)


def _clue_entry(clue: Clue) -> str:
    return f"clue '{clue.id}'"


def _machine_found(clue: Clue, case: CaseCard | None) -> Iterator[Finding]:
    if case is None:
        message = "Tillinghast's Machine is the other side of a case card; here no case names it"
        yield Finding("error", _clue_entry(clue), "id", message)
    elif f"{PURPLE}flip" in case.on_close:
        message = "Tillinghast's Machine would be needed to find Tillinghast's Machine"
        yield Finding("error", _entry(case), "on-close", message)


def _equipment(deck: Deck, game: Game) -> Iterator[Finding]:
    bearers = [clue for clue in deck.clue if "equipment" in clue.attributes]
    if len(bearers) != 2:
        message = "two clue cards, Tillinghast's Machine and Elder Sign, have 'equipment'"
        severity: Severity = "error" if len(bearers) < 2 else "warning"
        yield Finding(severity, "", "attributes", f"{message}; in this deck {len(bearers)}")
    for clue in deck.clue:
        if "elder sign" in clue.name.lower() and clue not in bearers:
            message = "Elder Sign has the attribute 'equipment'"
            yield Finding("error", _clue_entry(clue), "attributes", message)
    ids = {card.id for card in deck.equipment}
    for choice in game.setting("equipment").choices:
        if choice not in ids:
            yield Finding("error", "", "id", f"no equipment card has the id '{choice}'")


def _purple(deck: Deck, game: Game) -> Iterator[Finding]:
    if not any(clue.left_purple or clue.right_purple for clue in deck.clue):
        message = "no clue card has a purple technique (left-purple, right-purple)"
        yield Finding("error", "", "left-purple", message)
    icons = {icon for card in deck.case for icon in card.on_close}
    icons |= {icon for menace in deck.menace for icon in menace.icons}
    if not any(icon.startswith(f"{PURPLE}{_ACCESS}") for icon in icons):
        message = (
            f"the rulebook has purple icons that access a case ('{PURPLE}access-7'); here none"
        )
        yield Finding("warning", "", "on-close", message)
    asked = {letter for card in deck.objective for letter in card.letters}
    if not any(clue.letter in asked and _needs_machine(clue, deck) for clue in deck.clue):
        message = "some puzzle of an objective needs Tillinghast's Machine; here none does"
        yield Finding("warning", "", "letter", message)


def _needs_machine(clue: Clue, deck: Deck) -> bool:
    """Whether the card can be played, or found, with Tillinghast's Machine alone."""
    case = case_faces(deck).get(clue.id)
    return not clue.left or (case is not None and f"{PURPLE}flip" in case.on_close)


def _objectives(deck: Deck, game: Game) -> Iterator[Finding]:
    numbers = {card.number for card in deck.objective}
    for number in range(1, game.objectives_in_box + 1):
        if number not in numbers:
            yield Finding("error", "", "number", f"no objective has the number {number}")


def _classic(deck: Deck, game: Game) -> Iterator[Finding]:
    reach = max(map(len, scorable(deck, game)), default=0)
    if reach < 5:
        message = f"puzzles of {reach} different types can be scored; mode=classic needs 5"
        yield Finding("error", "", "attributes", message)


def _limits_bite(deck: Deck, game: Game) -> Iterator[Finding]:
    hourglasses = sum(clue.time or "darkness" in clue.attributes for clue in deck.clue)
    icons = sum(clue.stability for clue in deck.clue)
    for key, count, what in (
        ("time", hourglasses, "hourglass or Darkness"),
        ("stability", icons, "stability icon"),
    ):
        if count < 5:
            message = f"{count} cards with {what}; with fewer than 5 the limit cannot be reached"
            yield Finding("warning", "", key, message)


GULFS_CHECKS: tuple[Check, ...] = (
    _number_of_faces,
    _faces_turn_up,
    _case_numbers,
    _opening,
    _haunter,
    _cases_open,
    _menace_decks,
    _menace_effects,
    _menace_icons,
    types_occur,
    attributes_occur,
    _effects_occur,
    _machine,
    _equipment,
    _purple,
    _objectives,
    _classic,
    links_exist,
    _limits_bite,
)
