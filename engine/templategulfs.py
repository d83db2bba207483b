"""What a deck file to fill in asks for in Infinite Gulfs of Darkness alone (`template.py`)."""

from collections.abc import Iterator, Mapping

from casecracker.engine.boxgulfs import FACES_ON_CASES, FACES_ON_MENACES, OPEN_AT_START
from casecracker.engine.games import (
    CASE_ONGOINGS,
    MENACE_ONGOINGS,
    PURPLE,
    Game,
)
from casecracker.engine.tomltext import toml_value

GULFS_MEANINGS: Mapping[str, str] = {
    "key": "opens a lock",
    "lock": "needs a key in the line",
    "skeleton-key": "opens both kinds of lock",
    "skeleton-lock": "needs a skeleton key in the line",
    "darkness": "some menaces give these cards more icons or effects",
    "equipment": "may lie in the briefcase; what it does from there is in 'sides'",
    "machine": "Tillinghast's Machine, which makes purple icons count; equipment too",
    "no-discard": "slash over a crossed-out card: discarded only if no other can be",
    "search-menace": "may search the menace deck for 1 menace, which enters play",
    "close-5": "folder 5: closes case 5 if the card lies there",
    "close-6": "folder 6: closes case 6 if the card lies there",
    "prevent-next": "slash: the effects of the next card played to this case do not happen",
    "draw-menace": "the top menace enters play",
}
_SIDE_MEANINGS: Mapping[str, str] = {
    "key": "opens one lock of either kind",
    "...": "or an effect from above: one of those that may be used, or prevent-next",
}
_ICON_MEANINGS: Mapping[str, str] = {
    "flip": "curved arrow: the card is turned over",
    "add-to-hand": "its other side goes to hand; stands right after flip",
    "take-stability": "detective: may take 1 card of the stability area",
    "access-3": "disk 3: case card 3 comes into play; likewise access-1 to access-7",
    f"{PURPLE}access-3": "the same icon in purple; every icon may have purple- before it",
}
_IMMEDIATE_MEANINGS: Mapping[str, str] = {
    "remove-aurora": "crossed-out creature I: all Aurora Borealis menaces leave the game",
    "shuffle-all": "time area, discard area and stack become a new stack",
    "access-3": "disk 3: case card 3 comes into play",
}
_ONGOING_MEANINGS: Mapping[str, str] = {
    "darkness-time": "Darkness cards have the hourglass",
    "darkness-discard-lead": "Darkness cards make you discard 1 lead",
    "darkness-stability-check": "Darkness cards make a stability check",
    "hand-limit-plus-1": "hand with +1",
    "time-limit-minus-1": "hourglass with -1",
    "time-limit-plus-1": "hourglass with +1, on case card 1B",
}

GULFS_WORDS: tuple[tuple[str, tuple[str, ...], Mapping[str, str]], ...] = (
    ("sides (contact, equipment): effects used from the briefcase", ("key", "..."), _SIDE_MEANINGS),
    (
        "on-close (cases), icons (Nyarlathotep): the icons from top to bottom",
        tuple(_ICON_MEANINGS),
        _ICON_MEANINGS,
    ),
    (
        "immediate (menaces)",
        tuple(_IMMEDIATE_MEANINGS),
        _IMMEDIATE_MEANINGS,
    ),
    (
        "ongoing (menaces, the Haunter of the Dark, case card 1B)",
        (*MENACE_ONGOINGS, *CASE_ONGOINGS),
        _ONGOING_MEANINGS,
    ),
)


def gulfs_notes() -> Iterator[str]:
    """What to know before filling in the entries of this game."""
    yield "# Purple icons of an edge go to left-purple and right-purple, not to left and right."
    yield "# Elder Sign is equipment, like Tillinghast's Machine: give it a line sides, too."


def gulfs_entries(game: Game) -> Iterator[str]:
    """All entries, in the order in which the cards lie in the box."""
    yield from (
        "",
        f"# The {game.cases_in_box} case cards. clue = the clue card on the other side,",
    )
    yield f"# one of {_span(game)}, in quotes; it stays empty where there is none."
    for card in ("1A", "1B", *map(str, range(2, game.cases_in_box))):
        yield from _case(card)
    yield from _haunter(game.cases_in_box)
    for number in range(1, game.menaces_in_box + 1):
        yield from _menace(number, game)
    for number in range(1, game.objectives_in_box + 1):
        yield from _objective(number)
    yield from ("", "[[contact]]", 'id = "p1"', 'name = ""', "sides = []")
    for choice in game.setting("equipment").choices:
        yield from _equipment(str(choice))
    for number in range(1, game.clues_in_box + 1):
        yield from _clue(number, game)


def _first_face(game: Game) -> int:
    """Number of the first clue entry that is kept for a card on a case card."""
    return game.clues_in_box - FACES_ON_MENACES - FACES_ON_CASES + 1


def _span(game: Game) -> str:
    first = _first_face(game)
    return f"c{first} to c{first + FACES_ON_CASES - 1}"


def _case(card: str) -> Iterator[str]:
    number, side = card[:1], card[1:]
    yield from ("", f"[[case]]  # {card}", f"number = {number}")
    if side:
        yield f"side = {toml_value(side)}"
    yield 'name = ""'
    if int(number) in OPEN_AT_START:
        yield "start = true"
    yield from ("right = []", "right-purple = []", "on-close = []")
    if card == "1B":
        yield f"ongoing = {toml_value(CASE_ONGOINGS)}"
    if not side:
        yield 'clue = ""'


def _haunter(number: int) -> Iterator[str]:
    yield from ("", "[[case]]  # the Haunter of the Dark, which has no techniques")
    yield from (f"number = {number}", 'name = "Haunter of the Dark"')
    yield "on-close = []  # its purple icons"
    yield "ongoing = []   # the effects at the bottom"
    yield 'clue = ""'


def _menace(number: int, game: Game) -> Iterator[str]:
    yield from ("", f"[[menace]]  # {number} of {game.menaces_in_box}", f'id = "m{number}"')
    yield 'name = ""'
    yield 'deck = ""       # "aurora" (marked I) or "standard"'
    yield from ("immediate = []", "ongoing = []")
    yield "icons = []      # of Nyarlathotep"
    yield f'clue = ""       # "c{game.clues_in_box}" on the one with a clue card on the other side'


def _objective(number: int) -> Iterator[str]:
    yield from ("", "[[objective]]", f"number = {number}", 'name = ""')
    yield "letters = []    # of the puzzles it asks for, each in quotes"


def _equipment(card: str) -> Iterator[str]:
    name = card.replace("-", " ").title()
    yield from ("", "[[equipment]]", f"id = {toml_value(card)}", f"name = {toml_value(name)}")
    yield "sides = []"


def _clue(number: int, game: Game) -> Iterator[str]:
    first = _first_face(game)
    headings = {
        1: f"# The {first - 1} cards of the clue deck.",
        first: f"# The {FACES_ON_CASES} clue cards on the other sides of case cards.",
        first + FACES_ON_CASES: "# The clue card on the other side of a menace card.",
    }
    if number in headings:
        yield from ("", headings[number])
    yield from ("", f"[[clue]]  # {number} of {game.clues_in_box}", f'id = "c{number:02}"')
    # One of the cards on case cards is known: Tillinghast's Machine.
    is_machine = number == first
    yield 'name = "Tillinghast\'s Machine"' if is_machine else 'name = ""'
    yield from ("types = []", "left = []", "left-purple = []", "right = []", "right-purple = []")
    yield f"attributes = {toml_value(('equipment', 'machine') if is_machine else ())}"
    yield 'letter = ""        # of a puzzle card'
    yield "minimum = 0        # the card minimum"
    yield "effects = []"
    if is_machine:
        yield "sides = []"
    yield "time = false       # the hourglass"
    yield "stability = false  # the stability-penalty icon"
