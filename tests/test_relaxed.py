"""Relaxed games (solver/relaxed*.py) are never lost where the game is won.

Games of 20 to 50 cards that few puzzles win: from a state in the middle the complete search,
relaxed games left out, finds the fewest turns; along that line no relaxed game may be lost in the
turns that are left. The default run takes some games of each game, `-m long` thousands.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from casecracker.engine.cards import Deck
from casecracker.engine.deals import Deal
from casecracker.engine.games import IMMEDIATE_EFFECTS
from casecracker.engine.layout import ACTION, TURN
from casecracker.engine.library import find_deck
from casecracker.engine.reading import phase
from casecracker.engine.state import State
from casecracker.engine.tables import IntArray
from casecracker.solver import dfs
from casecracker.solver.bounds import plays_bound
from casecracker.solver.keys import hash_key
from casecracker.solver.relaxed import can_win
from casecracker.solver.relaxed_game import LOOKS_AHEAD, NODES, Relaxation, make_relaxation
from casecracker.solver.search import Limits, solve_deal
from casecracker.solver.table import make_table
from tests.decks import make_clue, make_deal, make_deck, random_deck, random_move

GAMES = ("witch-cult", "king-in-yellow")
SECRET = hash_key(b"test")
EVERY_NODE = 1 << 40
SOME_NODES = 20_000
MOST_STATES = 300_000
MOST_TURNS = 12
TYPES = ("person", "threat", "artifact", "evidence", "location", "monster")


Decks = Callable[[random.Random, str], Deck]


def some_deck(rng: random.Random, game: str) -> Deck:
    """A deck of the box's size, or one of 20 to 50 random cards, of one type each."""
    if rng.random() < 0.5:
        return find_deck(f"{game}-{rng.choice(('standard', 'tight'))}")
    deck = random_deck(rng, clues=rng.choice((20, 30, 50)), game=game)
    clues = tuple(clue.model_copy(update={"types": clue.types[:1]}) for clue in deck.clue)
    return deck.model_copy(update={"clue": clues})


def shuffled_deck(rng: random.Random, game: str) -> Deck:
    """A deck in which most effects take leads, draw cards, or shuffle."""
    deck = some_deck(rng, game)
    words = ("take-lead", "take-lead", "search-stack", "shuffle-discard", "stability-check")
    clues = tuple(
        clue.model_copy(update={"effects": tuple(rng.choice(words) for _ in clue.effects)})
        for clue in deck.clue
    )
    return deck.model_copy(update={"clue": clues})


def immediate_deck(rng: random.Random, game: str) -> Deck:
    """A deck with immediate effects, of one to all kinds, on few or on half of the cards.

    Most of its cards have no requirement, so that lines grow and are closed while the row changes.
    """
    deck = (some_deck if rng.random() < 0.6 else shuffled_deck)(rng, game)
    kinds = rng.sample(IMMEDIATE_EFFECTS, rng.choice((1, 1, 2, 3, 6)))
    share, kept = rng.choice((0.06, 0.12, 0.25, 0.5)), rng.random()
    clues = tuple(
        clue.model_copy(
            update={
                "immediate": rng.choice(kinds) if rng.random() < share else "",
                **({} if rng.random() < kept else {"minimum": 0, "yellow_minimum": 0}),
            }
        )
        for clue in deck.clue
    )
    return deck.model_copy(update={"clue": clues})


def large_deal(rng: random.Random, game: str, decks: Decks = some_deck) -> Deal:
    """A deal that one to three puzzles win; 12 shuffles are known."""
    deck = decks(rng, game)
    ids = [clue.id for clue in deck.clue]
    return make_deal(
        deck,
        draw=" ".join(rng.sample(ids, len(ids))),
        reshuffles=[" ".join(rng.sample(ids, len(ids))) for _ in range(12)],
        limits=rng.choice((4, 5, 6, 9)),
        victims=rng.choice((3, 4)),
        puzzles=rng.choice((1, 2, 2, 3)),
        contact=rng.choice([*["own"] * 2, *sorted({"none", "infinite-gulfs", *GAMES} - {game})]),
    )


def state_within(rng: random.Random, deal: Deal) -> State | None:
    """A state at the start of a turn after up to 40 random decisions; None if the game ended."""
    state, steps = State.start(deal), rng.randrange(40)
    while state.status == "playing" and (steps > 0 or state.pending != "action"):
        state = state.play(random_move(rng, [str(move) for move in state.moves()]))
        steps -= 1
    return state if state.status == "playing" else None


def shortest_line(state: State) -> list[IntArray] | None:
    """The states of a line of fewest turns; None if none is found with so many states."""
    search, table = dfs.make_search(state.tables, SECRET), make_table(1 << 16)
    search.counts[dfs.PRUNING] = dfs.ALL_PRUNING & ~dfs.RELAXED_GAMES
    searched = 0
    for limit in range(state.turn, state.turn + MOST_TURNS):
        dfs.begin_search(state.tables, search, state.array(), limit)
        status = dfs.RUNNING
        while status == dfs.RUNNING and searched < MOST_STATES:
            before = int(search.counts[dfs.STATES])
            status = dfs.advance_in_time(state.tables, SECRET, table, search, 20_000)
            searched += int(search.counts[dfs.STATES]) - before
        if status == dfs.FOUND:
            return [search.path[at].copy() for at in range(int(search.counts[dfs.DEPTH]) + 1)]
        if status != dfs.EXHAUSTED or search.counts[dfs.UNKNOWN_SEEN]:
            return None
    return None


def check_line(line: list[IntArray], relaxation: Relaxation, seen: Counter[str], who: str) -> None:
    """No state at the start of a turn has a relaxed game that is lost in the turns left."""
    last_turn = int(line[-1][TURN])
    for state in line:
        if phase(state) != ACTION:
            continue
        left = last_turn - int(state[TURN]) + 1
        assert can_win(relaxation, state, left, EVERY_NODE), who
        seen["states"] += 1
        if not can_win(relaxation, state, left - 1, SOME_NODES):
            seen["bounds that are met"] += 1
        if not can_win(relaxation, state, plays_bound(relaxation.tables, state), SOME_NODES):
            seen["bounds above that of plays"] += 1


def check_game(game: str, number: int, seen: Counter[str], decks: Decks = some_deck) -> None:
    rng = random.Random(f"relaxed {game} {number}")
    state = state_within(rng, large_deal(rng, game, decks))
    line = None if state is None else shortest_line(state)
    if state is None or line is None:
        return
    seen["games"] += 1
    relaxation = make_relaxation(state.tables, SECRET, 1 << 12)
    check_line(line, relaxation, seen, f"{game} {number}")


def check_one(game: str, number: int, decks: Decks = some_deck) -> None:
    """The same for one game that has such a line."""
    seen = Counter[str]()
    check_game(game, number, seen, decks)
    assert seen["states"]


@pytest.mark.parametrize("game", GAMES)
def test_no_relaxed_game_is_lost_along_a_shortest_line(game: str) -> None:
    seen = Counter[str]()
    for number in range(60):
        check_game(game, number, seen)
    assert seen["bounds that are met"] > seen["states"] // 2 > 20
    assert seen["bounds above that of plays"] > 5


@pytest.mark.parametrize("number", [3, 7, 484, 768, 1326, 1483])
def test_a_lead_that_was_not_taken_comes_back_in_a_new_order(number: int) -> None:
    """A lead that an effect might have taken, or a card drawn, may still be in the new stack."""
    check_one("witch-cult", number, shuffled_deck)


def test_a_card_of_a_closed_line_may_be_fetched_for_another_line() -> None:
    check_one("witch-cult", 21645)


@pytest.mark.parametrize("number", [1658, 3506])
def test_a_card_that_is_dealt_back_lies_in_an_area_whatever_its_icons(number: int) -> None:
    check_one("king-in-yellow", number, immediate_deck)


@pytest.mark.parametrize("number", [46, 95, 397, 872, 1215])
def test_an_immediate_effect_may_change_order_stack_and_lines(number: int) -> None:
    """Lost where new orders (46, 95), a card off the stack (397) or other edges were not told."""
    check_one("king-in-yellow", number, immediate_deck)


def test_no_relaxed_game_is_lost_where_immediate_effects_change_row_and_lines() -> None:
    seen = Counter[str]()
    for number in range(80):
        check_game("king-in-yellow", number, seen, immediate_deck)
    assert seen["bounds that are met"] > seen["states"] // 3 > 20


def check_ahead(game: str, number: int, seen: Counter[str], decks: Decks) -> None:
    """Of a random state relaxed games are lost in as many turns, moves left out or not."""
    rng = random.Random(f"ahead {game} {number}")
    state = state_within(rng, large_deal(rng, game, decks))
    if state is None:
        return
    bound = plays_bound(state.tables, state.array())
    for turns in range(bound, bound + 6):
        answers = list[bool]()
        for looks_ahead in (0, 1):
            relaxation = make_relaxation(state.tables, SECRET, 1 << 12)
            relaxation.counts[LOOKS_AHEAD] = looks_ahead
            answers.append(can_win(relaxation, state.array(), turns, SOME_NODES))
            if answers[0] and relaxation.counts[NODES] > SOME_NODES:
                return
        assert answers[0] == answers[1], f"{game} {number}"
        seen["lost" if not answers[0] else "won"] += 1
        if answers[0]:
            return


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("decks", [some_deck, shuffled_deck, immediate_deck])
def test_moves_left_out_for_what_follows_change_no_answer(game: str, decks: Decks) -> None:
    seen = Counter[str]()
    for number in range(300):
        check_ahead(game, number, seen, decks)
    assert seen["lost"] > 100
    assert seen["won"] > 50


def test_a_key_that_an_immediate_effect_leaves_unused_lessens_what_is_lacking() -> None:
    seen = Counter[str]()
    check_ahead("witch-cult", 896, seen, immediate_deck)
    assert seen["won"]


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("game", "decks"),
    [
        *((game, decks) for game in GAMES for decks in (some_deck, shuffled_deck)),
        ("king-in-yellow", immediate_deck),
    ],
)
def test_no_relaxed_game_is_lost_along_thousands_of_lines(game: str, decks: Decks) -> None:
    seen = Counter[str]()
    for number in range(3_000):
        check_game(game, number, seen, decks)
    print(f"\n{game}: {dict(seen)}")
    assert seen["games"] > 500


# By hand: eight cards in the order drawn, the fifth first lead; the last three are the hand.


def relaxed_win(deal: Deal, turns: int) -> bool:
    state = State.start(deal)
    relaxation = make_relaxation(state.tables, SECRET, 1 << 8)
    return bool(can_win(relaxation, state.array(), turns, EVERY_NODE))


def opening(*cards: str, reshuffles: Sequence[str] = ("",)) -> Deal:
    """A deal of these cards in that order, and some without use behind them; a puzzle wins.

    Each card is written `type left right words`; the words are attributes, `*effects`, or a
    minimum.
    """
    clues = []
    for number, card in enumerate(cards, 1):
        kind, left, right, *words = card.split()
        clues.append(
            make_clue(
                f"c{number}",
                kind,
                left=left,
                right=right,
                attributes=" ".join(word for word in words if word.isalpha()),
                minimum=next((int(word) for word in words if word.isdigit()), 0),
                effects=" ".join(word[1:] for word in words if word[0] == "*"),
            )
        )
    deck = make_deck(clues, icons=("any", "any"), least=30)
    return make_deal(deck, puzzles=1, reshuffles=reshuffles)


def in_order(*leads: str, hand: tuple[str, str, str], reshuffle: str = "", later: str = "") -> Deal:
    """Leads from the first to the fifth, then the stack (c9, c10 ...); the hand; later shuffles."""
    row, stack = leads[:5], leads[5:]
    return opening(*row[::-1], *hand, *stack, reshuffles=[reshuffle, later, "", ""])


PLAIN = "person any any"
FIVE = tuple(f"{kind} any any" for kind in TYPES[:5])


def test_five_leads_and_a_puzzle_from_hand_take_six_turns_and_a_closing() -> None:
    deal = in_order(*FIVE, hand=("person any any puzzle", PLAIN, PLAIN))
    assert relaxed_win(deal, 7)
    assert not relaxed_win(deal, 6)


def test_edges_are_kept() -> None:
    deal = in_order(
        *(f"{kind} interview research" for kind in TYPES[:5]),
        hand=("person any any puzzle", PLAIN, PLAIN),
    )
    assert not relaxed_win(deal, 7)


def test_a_lock_needs_its_key() -> None:
    hand = ("person any any puzzle lock", PLAIN, PLAIN)
    assert not relaxed_win(in_order(*FIVE, hand=hand), 7)
    with_key = ("person any any key", *FIVE[1:])
    assert relaxed_win(in_order(*with_key, hand=hand), 7)


def test_a_lead_that_comes_too_late_is_not_there() -> None:
    late = (*FIVE[:4], PLAIN, PLAIN, PLAIN, PLAIN, "location any any")
    hand = ("person any any puzzle", PLAIN, PLAIN)
    assert not relaxed_win(in_order(*late, hand=hand), 9)
    assert relaxed_win(in_order(*late, hand=hand), 10)


def test_a_card_that_takes_a_lead_brings_it_sooner() -> None:
    leads = (*FIVE[:3], "evidence any any *take-lead", PLAIN, PLAIN, "location any any")
    hand = ("person any any puzzle", PLAIN, PLAIN)
    assert relaxed_win(in_order(*leads, hand=hand), 7)
    without = (*leads[:3], "evidence any any", *leads[4:])
    assert not relaxed_win(in_order(*without, hand=hand), 7)


def test_three_cards_at_most_are_held() -> None:
    """Hand cards that are played beyond three must have been fetched."""
    leads = (PLAIN,) * 5
    hand = ("threat any any", "artifact any any", "evidence any any")
    behind = ("location any any", "person any any puzzle")
    assert not relaxed_win(in_order(*leads, *behind, hand=hand), 7)


def test_a_search_brings_any_card_of_the_stack() -> None:
    leads = ("person any any *search-stack", *FIVE[1:4], PLAIN)
    hand = ("person any any puzzle", PLAIN, PLAIN)
    far = (PLAIN,) * 12
    assert relaxed_win(in_order(*leads, *far, "location any any", hand=hand), 7)
    without = (PLAIN, *leads[1:])
    assert not relaxed_win(in_order(*without, *far, "location any any", hand=hand), 7)


def test_after_a_shuffle_the_first_card_is_first_lead_five_turns_later() -> None:
    """The search brings the puzzle; the fifth type comes as a lead of the new order, in turn 6."""
    leads = ("person any any *search-stack", *FIVE[1:4], PLAIN)
    stack = (*[PLAIN] * 8, "person any any puzzle", "location any any")  # c17, c18
    hand = (PLAIN, PLAIN, PLAIN)
    assert relaxed_win(in_order(*leads, *stack, hand=hand, reshuffle="c18"), 7)
    assert relaxed_win(in_order(*leads, *stack, hand=hand, reshuffle="c9 c18"), 8)
    assert not relaxed_win(in_order(*leads, *stack, hand=hand, reshuffle="c9 c10 c11 c18"), 7)


WAITING = "person research research"


def after_a_search(*row: str) -> Deal:
    """The first lead searches the stack for the threat; without lead 5 nothing can follow it."""
    leads = ("person any interview *search-stack", *row)
    hand = (
        "artifact research research",
        "evidence research research",
        "person research any puzzle",
    )
    return in_order(*leads, *[WAITING] * 12, "threat research research", hand=hand)


def test_leads_keep_their_order_when_the_stack_is_shuffled() -> None:
    location = "location interview research"
    late = after_a_search(WAITING, WAITING, WAITING, location)
    assert not relaxed_win(late, 8)
    assert relaxed_win(late, 9)
    assert relaxed_win(after_a_search(location, WAITING, WAITING, WAITING), 8)


def test_what_was_searched_for_is_missing_in_all_later_orders() -> None:
    """Two searches bring c21 and c22, so c23 is the first card of the second new order."""
    row = ("person any any *search-stack", "threat any any *search-stack", PLAIN, PLAIN, PLAIN)
    stack = (*[PLAIN] * 12, "artifact any any", "evidence any any", "location any any 6")
    hand = ("person any any puzzle", PLAIN, PLAIN)
    deal = in_order(*row, *stack, hand=hand, later="c21 c22 c23")
    assert solve_deal(deal, shortest=True, limits=Limits(20)).turns == 8
    assert relaxed_win(deal, 8)
    assert not relaxed_win(deal, 7)
