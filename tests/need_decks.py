"""Ten small decks by hand whose requirements are known, for the tests of the dependency graph.

Cards called `all-1`, `all-2`, ... show all types and fit everywhere, so that one of them is enough
to close a case. Case 1 and case 2 are open at the start and take every card.
"""

from casecracker.engine.cards import Clue, Deck
from casecracker.engine.games import KING_IN_YELLOW, WITCH_CULT, find_game
from tests.decks import Printed, make_clue, make_deck
from tests.gulfs import TYPES, make_case, make_gulfs_clue, make_gulfs_deck

EVERY = " ".join(TYPES)


def _fillers(count: int = 8) -> list[Clue]:
    return [make_gulfs_clue(f"all-{n}", EVERY) for n in range(1, count + 1)]


def chain_of_keys() -> Deck:
    """The goal's skeleton lock needs `skeleton`, whose lock needs `key`."""
    return make_gulfs_deck(
        [
            make_gulfs_clue("goal", letter="A", attributes="skeleton-lock"),
            make_gulfs_clue("skeleton", attributes="skeleton-key lock"),
            make_gulfs_clue("key", attributes="key"),
            *_fillers(),
        ]
    )


def purple_letter() -> Deck:
    """The goal has purple techniques alone; closing case 2 brings the Machine."""
    return make_gulfs_deck(
        [
            make_gulfs_clue("goal", letter="A", left_purple="research"),
            make_gulfs_clue("machine", attributes="machine"),
            *_fillers(),
        ],
        cases=[make_case(2, start=True, on_close="flip add-to-hand", clue="machine")],
    )


def shared_key() -> Deck:
    """Two letters with a lock each, and one key that opens one of them."""
    return make_gulfs_deck(
        [
            make_gulfs_clue("one", letter="A", attributes="lock"),
            make_gulfs_clue("two", letter="B", attributes="lock"),
            make_gulfs_clue("key", attributes="key"),
            *_fillers(),
        ],
        objectives=["A", "B", "A B"],
    )


def impossible_letter() -> Deck:
    """The goal lies on case 5, which nothing accesses."""
    return make_gulfs_deck(
        [make_gulfs_clue("goal", letter="A"), *_fillers(5)],
        cases=[make_case(5, on_close="flip add-to-hand", clue="goal")],
    )


def ring_of_keys(*, with_way_out: bool = False) -> Deck:
    """Two keys, each locked so that the other has to come first; perhaps a third without a lock."""
    spare = [make_gulfs_clue("spare", attributes="key")] if with_way_out else []
    return make_gulfs_deck(
        [
            make_gulfs_clue("goal", letter="A", attributes="lock"),
            make_gulfs_clue("first", attributes="skeleton-key lock"),
            make_gulfs_clue("second", attributes="key skeleton-lock"),
            *spare,
            *_fillers(5),
        ]
    )


def either_key() -> Deck:
    """The goal's lock is opened by either of two keys."""
    return make_gulfs_deck(
        [
            make_gulfs_clue("goal", letter="A", attributes="lock"),
            make_gulfs_clue("key-1", attributes="key"),
            make_gulfs_clue("key-2", attributes="skeleton-key"),
            *_fillers(),
        ]
    )


def _puzzles(count: int, last: str = "", game: str = WITCH_CULT.id) -> list[Clue]:
    """Puzzle cards of so many different types; the last one has other attributes too."""
    types = find_game(game).types[:count]
    marks: list[Printed] = [{"attributes": "puzzle"} for _ in types]
    marks[-1] = {"attributes": f"puzzle {last}"}
    return [make_clue(f"p-{word}", word, **mark) for word, mark in zip(types, marks, strict=True)]


def _staying(game: str) -> list[Clue]:
    """Two cards of each type that are no puzzles."""
    types = find_game(game).types
    return [make_clue(f"{word}-{n}", word) for n in (1, 2) for word in types]


def five_puzzles() -> Deck:
    """Puzzle cards of exactly five types, one of each."""
    return make_deck([*_puzzles(5), *_staying(WITCH_CULT.id)])


def locked_fifth() -> Deck:
    """The only puzzle card of the fifth type is locked; there is one key."""
    key = make_clue("key", "monster", attributes="key")
    return make_deck([*_puzzles(5, "lock"), key, *_staying(WITCH_CULT.id)])


def king_behind_sign() -> Deck:
    """The King has a Yellow sign lock; there are two keys and one Yellow sign."""
    return make_deck(
        [
            *_puzzles(5, "king yellow-sign-lock", KING_IN_YELLOW.id),
            make_clue("p-spare", "evidence", attributes="puzzle"),
            make_clue("p-passion", "passion", attributes="puzzle"),
            make_clue("key-1", "artifact", attributes="key"),
            make_clue("key-2", "evidence", attributes="key"),
            make_clue("sign", "artifact", attributes="yellow-sign"),
            *_staying(KING_IN_YELLOW.id),
        ],
        game=KING_IN_YELLOW.id,
    )


def great_minimum() -> Deck:
    """The only puzzle card of the fifth type asks for more cards before it than there are."""
    cards = _puzzles(5)
    cards[-1] = cards[-1].model_copy(update={"minimum": 17})
    return make_deck([*cards, *_staying(WITCH_CULT.id)])


def greatest_minimum() -> Deck:
    """The same with a minimum that all other cards together just reach."""
    cards = _puzzles(5)
    cards[-1] = cards[-1].model_copy(update={"minimum": 16})
    return make_deck([*cards, *_staying(WITCH_CULT.id)])
