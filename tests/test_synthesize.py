"""Synthetic decks: the same for ever, true to the box, true to their assumptions."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from casecracker.engine.boxcheck import check_deck
from casecracker.engine.cards import Clue, Deck
from casecracker.engine.deals import deal_from_seed
from casecracker.engine.deckfile import deck_text, load_deck, parse_deck
from casecracker.engine.errors import CasecrackerError, DeckError, GameError
from casecracker.engine.games import (
    ANY,
    GAMES,
    MANDATORY_EFFECTS,
    TECHNIQUES,
    VISITING_CONTACTS,
    WITCH_CULT,
    find_game,
    make_settings,
)
from casecracker.engine.state import State
from casecracker.seeds.assumptions import Assumptions, assumption_rows, changed, from_values
from casecracker.seeds.names import names
from casecracker.seeds.presets import PRESETS, STANDARD, TIGHT, YELLOW_STANDARD, preset
from casecracker.seeds.synthesize import MAX_DECK_SEED, resynthesize, synthesize
from casecracker.solver.greedy import GreedyPlayer, choose, play_greedily
from casecracker.solver.intervals import wilson

DATA = Path(__file__).parent.parent / "engine" / "data"
GOLDEN = {
    ("witch-cult", "standard", 0): "0ea8eecfc4e134de10a2422139e65d41",
    ("witch-cult", "tight", 0): "876b3937a8b00b37e78f6d3aa4c3155c",
    ("king-in-yellow", "standard", 0): "f08e7162b38a20c54c6c91db8c7c71ff",
    ("king-in-yellow", "tight", 0): "dc7dec591b587b8fda4e1f6f263e7b13",
    ("infinite-gulfs", "standard", 0): "8ab0fa8d7b54f64024206e716c7c2390",
    ("infinite-gulfs", "tight", 0): "704d57597abf25854b1cd827533c1fc3",
}
COMMON_CHANGES = (
    "cards.threat=8",
    "cards.person=9",
    "two_type_cards=3",
    "puzzles.artifact=2",
    "keys=10",
    "drawback_keys=3",
    "drawback_puzzles=5",
    "plain_locks=1",
    "minimums.3=2",
    "minimums.6=1",
    "puzzle_minimums=1",
    "effect_cards=36",
    "max_effects=3",
    "hourglasses=18",
    "stability_icons=11",
    "both_icons=2",
    "any_left=5",
    "two_left=4",
    "right_icons=88",
    "any_right=3",
)
CHANGES = {
    "witch-cult": (*COMMON_CHANGES, "effects.take-lead=7", "effects.exchange-penalty=1"),
    "king-in-yellow": (
        *COMMON_CHANGES,
        "yellow_lock_puzzles=4",
        "plain_yellow_locks=2",
        "yellow_signs=4",
        "colours=12",
        "yellow_minimums.4=1",
        "puzzle_yellow_minimums=1",
        "passion_effects=2",
    ),
    "infinite-gulfs": (
        *COMMON_CHANGES[1:],
        "cards.threat=5",
        "effects.take-lead=7",
        "lock_puzzles=7",
        "plain_skeleton_locks=2",
        "darkness=9",
        "letters=11",
        "objective_letters=13",
        "stability_puzzles=2",
    ),
}
VICTIM_GAMES = ("witch-cult", "king-in-yellow")
LOCKS = {"lock": "key", "yellow-sign-lock": "key", "skeleton-lock": "skeleton-key"}
REAL_NAMES = frozenset(
    {"gilman", "elwood", "wolejko", "asenath", "waite", "derby", "manton", "ephraim", "dagger"}
    | {"necronomicon", "sargent", "streets", "tentacle", "bones", "angles", "museum", "fossil"}
    | {"keziah", "unnamable", "armitage", "tillinghast", "grave"}
)


MADE = [(0, "standard"), (1, "standard"), (2, "tight"), (9, "custom")]


def params(games: Iterable[str]) -> list[tuple[str, int, str]]:
    return [(game, *made) for game in games for made in MADE]


def name_of(made: tuple[str, int, str]) -> str:
    return "-".join(map(str, made))


@cache
def made_deck(game: str, seed: int, label: str) -> tuple[Deck, Assumptions]:
    given = PRESETS[game].get(label) or changed(preset(game), CHANGES[game])
    return synthesize(game, seed, given), given


@pytest.fixture(params=params(GAMES), ids=name_of)
def case(request: pytest.FixtureRequest) -> tuple[Deck, Assumptions]:
    return made_deck(*request.param)


@pytest.fixture(params=params(VICTIM_GAMES), ids=name_of)
def victim_case(request: pytest.FixtureRequest) -> tuple[Deck, Assumptions]:
    return made_deck(*request.param)


def cards_with(deck: Deck, attribute: str) -> list[Clue]:
    return [clue for clue in deck.clue if attribute in clue.attributes]


def has_lock(clue: Clue) -> bool:
    return not LOCKS.keys().isdisjoint(clue.attributes)


def left(clue: Clue) -> tuple[str, ...]:
    """The left edge, a purple one too."""
    return (*clue.left, *clue.left_purple)


def starts(deck: Deck) -> list[tuple[str, ...]]:
    """What the cards show that begin a case."""
    cases = [card.right for card in deck.case if card.is_case]
    return [*(victim.right for victim in deck.victim), *cases]


def is_ready(clue: Clue, line: tuple[Clue, ...]) -> bool:
    """Whether the line meets the minimums and the sign of a card, Keys and the link aside."""
    shown = Counter(mark for card in line for mark in card.attributes)
    signed = shown["yellow-sign"] > 0 or "yellow-sign-lock" not in clue.attributes
    return len(line) >= clue.minimum and shown["colour"] >= clue.yellow_minimum and signed


def has_drawback(clue: Clue) -> bool:
    return not set(clue.effects).isdisjoint((*MANDATORY_EFFECTS, "draw-menace"))


def fits(right: tuple[str, ...], left: tuple[str, ...]) -> bool:
    return ANY in right or ANY in left or not set(right).isdisjoint(left)


# The same for ever


@pytest.mark.parametrize(("game", "label", "seed"), GOLDEN)
def test_decks_are_pinned(game: str, label: str, seed: int) -> None:
    assert synthesize(game, seed, preset(game, label)).digest == GOLDEN[game, label, seed]


@pytest.mark.parametrize("game", PRESETS)
def test_same_seed_and_assumptions_give_the_same_deck(game: str) -> None:
    assert synthesize(game, 5) == synthesize(game, 5, preset(game, "standard"))


def test_another_seed_gives_another_deck() -> None:
    decks = {synthesize("witch-cult", seed).clue for seed in (0, 1, MAX_DECK_SEED)}
    assert len(decks) == 3


def test_a_deck_survives_its_file_and_is_made_again_from_it(case: tuple[Deck, Assumptions]) -> None:
    deck, given = case
    read = parse_deck(deck_text(deck), "deck.toml")
    assert read == deck
    assert resynthesize(read) == deck
    assert read.synthesis is not None
    assert from_values(read.synthesis["assumptions"], type(given)) == given


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("label", ["standard", "tight"])
def test_shipped_decks_are_what_their_seed_makes(game: str, label: str) -> None:
    path = DATA / f"{game}-{label}.toml"
    deck = load_deck(str(path))
    assert resynthesize(deck) == deck
    assert path.read_text(encoding="utf-8") == deck_text(deck)
    assert deck.synthesis is not None
    given = preset(game, label)
    assert from_values(deck.synthesis["assumptions"], type(given)) == given


# True to the box: docs/decks.md, "What is known", numbers B1 to B8 and O1 to O7


def test_box_counts(case: tuple[Deck, Assumptions]) -> None:
    deck, _ = case
    victims = find_game(deck.game).victims_in_box
    assert (len(deck.clue), len(deck.victim), len(deck.contact)) == (50, victims, 1)
    assert deck.provenance == "synthetic"
    assert deck.contact[0].sides == VISITING_CONTACTS[deck.game]


def test_each_type_has_a_puzzle(case: tuple[Deck, Assumptions]) -> None:
    deck, _ = case
    types = set(find_game(deck.game).types)
    assert {clue.types[0] for clue in deck.clue} == types
    assert {clue.types[0] for clue in cards_with(deck, "puzzle")} == types


def test_five_types_stay_in_every_number_of_cases(case: tuple[Deck, Assumptions]) -> None:
    deck, _ = case
    supply = Counter(clue.types[0] for clue in deck.clue)
    in_five_types = sorted(supply.values(), reverse=True)[:5]
    assert any(min(in_five_types) >= cases + 1 for cases in range(1, 6))


def test_every_puzzle_is_locked_and_keys_suffice(
    victim_case: tuple[Deck, Assumptions],
) -> None:
    deck, _ = victim_case
    assert all(has_lock(clue) for clue in cards_with(deck, "puzzle"))
    assert len(cards_with(deck, "key")) >= 5
    assert any(clue.minimum for clue in deck.clue)


def test_not_every_card_has_an_attribute_or_an_effect(case: tuple[Deck, Assumptions]) -> None:
    deck, _ = case
    bare = [c for c in deck.clue if not (c.attributes or c.minimum or c.yellow_minimum)]
    assert bare
    assert 25 < sum(bool(clue.effects or clue.immediate) for clue in deck.clue) < 50


def test_limits_can_bite(case: tuple[Deck, Assumptions]) -> None:
    deck, _ = case
    assert sum(clue.time for clue in deck.clue) >= 5
    assert sum(clue.stability for clue in deck.clue) >= 5


def test_cases_show_two_techniques_and_have_first_cards(case: tuple[Deck, Assumptions]) -> None:
    deck, given = case
    assert len(set(starts(deck))) > 1
    free = [
        c for c in deck.clue if is_ready(c, ()) and not has_lock(c) and c.id not in deck.faces()
    ]
    for right in starts(deck):
        assert len(right) == 2
        assert ANY not in right
        assert sum(fits(right, clue.left) for clue in free) >= given.openers


def test_a_line_reaches_every_puzzle(case: tuple[Deck, Assumptions]) -> None:
    deck, _ = case
    for puzzle in cards_with(deck, "puzzle"):
        assert any(leads_to(deck, right, puzzle) for right in starts(deck)), puzzle.id


def leads_to(deck: Deck, edge: tuple[str, ...], puzzle: Clue, line: tuple[Clue, ...] = ()) -> bool:
    """Whether a line of at most seven cards without locks, one a Key, can end in the puzzle."""
    keys = [key for lock, key in LOCKS.items() if lock in puzzle.attributes]
    keyed = not keys or any(keys[0] in clue.attributes for clue in line)
    ready = keyed and is_ready(puzzle, line) and fits(edge, left(puzzle))
    if ready or len(line) == 6:
        return ready
    return any(
        leads_to(deck, clue.right, puzzle, (*line, clue))
        for clue in deck.clue
        if clue not in line
        and clue.id not in deck.faces()
        and is_ready(clue, line)
        and not has_lock(clue)
        and fits(edge, clue.left)
    )


def test_some_line_of_seven_closes_with_two_puzzles(case: tuple[Deck, Assumptions]) -> None:
    """The King, if the game has him, among them."""
    deck, _ = case
    assert any(story_lines(deck, (), right) for right in starts(deck))


def story_lines(deck: Deck, line: tuple[Clue, ...], edge: tuple[str, ...]) -> bool:
    """Depth first, one new type or one puzzle at a time."""
    if len(line) == 7:
        return not cards_with(deck, "king") or any("king" in clue.attributes for clue in line)
    plain = {clue.types[0] for clue in line if "puzzle" not in clue.attributes}
    scored = {clue.types[0] for clue in line if "puzzle" in clue.attributes}
    keys = sum("key" in clue.attributes for clue in line) - len(scored)
    for clue in deck.clue:
        puzzle = "puzzle" in clue.attributes
        useful = clue.types[0] not in (scored if puzzle else plain)
        room = (len(scored) < 2 and keys > 0) if puzzle else len(plain) < 5
        barred = (has_lock(clue) and not puzzle) or not is_ready(clue, line)
        playable = useful and room and not barred and fits(edge, clue.left)
        if playable and story_lines(deck, (*line, clue), clue.right):
            return True
    return False


def test_outside_facts_on_effects() -> None:
    for given in (STANDARD, TIGHT):
        totals = Counter(
            e for clue in synthesize("witch-cult", 3, given).clue for e in clue.effects
        )
        assert len(totals) == 10
        assert (totals["take-time"], totals["take-stability"]) == (4, 2)


@pytest.mark.parametrize("game", PRESETS)
def test_the_box_check_finds_nothing(game: str) -> None:
    for given in PRESETS[game].values():
        assert check_deck(synthesize(game, 4, given)) == []


def test_names_are_invented_plain_and_different(victim_case: tuple[Deck, Assumptions]) -> None:
    deck, _ = victim_case
    titles = [card.name for _, card in deck.cards()]
    assert len(set(titles)) == len(titles) == 57
    assert not [title for title in titles if REAL_NAMES.intersection(title.lower().split())]


@pytest.mark.parametrize("kind", [*WITCH_CULT.types, "passion", "formula", "victim"])
def test_names_stay_different_when_words_run_out(kind: str) -> None:
    assert len(set(names(kind, 45, 1))) == 45


# True to the assumptions


def test_counts_per_type(case: tuple[Deck, Assumptions]) -> None:
    deck, given = case
    assert Counter(clue.types[0] for clue in deck.clue) == dict(given.cards)
    assert Counter(c.types[0] for c in cards_with(deck, "puzzle")) == dict(given.puzzles)
    assert sum(len(clue.types) > 1 for clue in deck.clue) == given.two_type_cards


def test_counts_of_attributes(case: tuple[Deck, Assumptions]) -> None:
    deck, given = case
    puzzles = cards_with(deck, "puzzle")
    plain = [clue for clue in deck.clue if clue not in puzzles]
    assert len(cards_with(deck, "key")) == given.keys
    assert sum("lock" in clue.attributes for clue in plain) == given.plain_locks
    values = Counter(str(clue.minimum) for clue in deck.clue if clue.minimum)
    assert values == dict(given.minimums)
    assert sum(clue.minimum > 0 for clue in puzzles) == given.puzzle_minimums


def test_counts_of_effects(case: tuple[Deck, Assumptions]) -> None:
    deck, given = case
    assert Counter(e for clue in deck.clue for e in clue.effects) == dict(given.effects)
    assert sum(bool(clue.effects) for clue in deck.clue) == given.effect_cards
    assert max(len(clue.effects) for clue in deck.clue) <= given.max_effects
    assert sum(map(has_drawback, cards_with(deck, "puzzle"))) == given.drawback_puzzles
    assert sum(map(has_drawback, cards_with(deck, "key"))) == given.drawback_keys


def test_counts_of_icons(case: tuple[Deck, Assumptions]) -> None:
    deck, given = case
    assert sum(clue.time for clue in deck.clue) == given.hourglasses
    assert sum(clue.stability for clue in deck.clue) == given.stability_icons
    assert sum(clue.time and clue.stability for clue in deck.clue) == given.both_icons
    for kind in find_game(deck.game).types:
        here = [clue for clue in deck.clue if clue.types[0] == kind]
        assert abs(sum(c.time for c in here) - given.hourglasses * len(here) / 50) < 1
        assert abs(sum(c.stability for c in here) - given.stability_icons * len(here) / 50) < 1


def test_counts_of_edges(case: tuple[Deck, Assumptions]) -> None:
    deck, given = case
    assert sum(ANY in clue.left for clue in deck.clue) == given.any_left
    assert sum(len(clue.left) == 2 for clue in deck.clue) == given.two_left
    assert sum(ANY in clue.right for clue in deck.clue) == given.any_right
    assert sum(len(clue.right) for clue in deck.clue) == given.right_icons
    assert max(len(clue.right) for clue in deck.clue) <= given.max_right
    lefts = Counter(word for clue in deck.clue for word in left(clue) if word != ANY)
    rights = Counter(word for clue in deck.clue for word in clue.right if word != ANY)
    for one, other in combinations(TECHNIQUES, 2):
        assert abs(lefts[one] - lefts[other]) <= 2 * given.left_slack + 1
        assert abs(rights[one] - rights[other]) <= 2 * given.right_slack + 1


@pytest.mark.parametrize("game", PRESETS)
def test_the_tight_deck_has_one_icon_left_and_thirteen_tenths_right(game: str) -> None:
    deck = synthesize(game, 0, preset(game, "tight"))
    assert {len(left(clue)) for clue in deck.clue} == {1}
    assert sum(len(clue.right) for clue in deck.clue) == 65


@pytest.mark.parametrize("game", PRESETS)
def test_every_assumption_can_be_changed_and_is_explained(game: str) -> None:
    tight = preset(game, "tight")
    rows = list(assumption_rows(tight))
    assert changed(preset(game), [f"{key}={value}" for key, value, _ in rows]) == tight
    assert all(text.endswith(".") for _, _, text in rows)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["keys"], "KEY=VALUE"),
        (["locks=3"], "unknown key"),
        (["cards=3"], "unknown key"),
        (["cards.=3"], "unknown key"),
        (["keys.x=3"], "unknown key"),
        (["keys=many"], "whole number"),
        (["keys=-1"], "whole number"),
        (["keys=300"], "assumption 'keys'"),
        (["label=A/B"], "assumption 'label'"),
        (["keys=4"], "a win needs 5"),
        (["cards.person=11"], "the sum is 51"),
        (["cards.persons=0"], "cards.persons"),
        (["effects.take-all=1"], "effects.take-all"),
        (["puzzles.threat=0"], "puzzles.threat"),
        (["puzzles.threat=7"], "cards.threat"),
        (["minimums.2=0", "minimums.3=0", "minimums.4=0", "minimums.5=0"], "minimums"),
        (["hourglasses=4"], "hourglasses"),
        (["any_left=0"], "any_left"),
        (["drawback_puzzles=10"], "drawback_puzzles"),
        (["right_icons=49"], "right_icons"),
        (["effect_cards=50"], "effect_cards"),
        (["two_type_cards=51"], "two_type_cards"),
        (["openers=40"], "openers"),
    ],
)
def test_assumptions_that_cannot_be_are_refused(changes: list[str], message: str) -> None:
    with pytest.raises(DeckError, match=message):
        synthesize("witch-cult", 0, changed(STANDARD, changes))


def test_unknown_games_and_seeds_are_refused() -> None:
    with pytest.raises(GameError):
        synthesize("whist", 0)
    with pytest.raises(
        DeckError, match="there is a model for: witch-cult, king-in-yellow, infinite-gulfs"
    ):
        preset("whist")
    for seed in (-1, MAX_DECK_SEED + 1):
        with pytest.raises(DeckError, match="deck seed"):
            synthesize("witch-cult", seed)


def test_assumptions_of_another_game_are_refused() -> None:
    with pytest.raises(DeckError, match="for another game than king-in-yellow"):
        synthesize("king-in-yellow", 0, STANDARD)
    with pytest.raises(DeckError, match="for another game than witch-cult"):
        synthesize("witch-cult", 0, YELLOW_STANDARD)


def test_only_synthetic_decks_can_be_made_again() -> None:
    deck = synthesize("witch-cult", 0)
    for table in (None, {}, {"seed": 1, "generator": 0, "assumptions": {}}):
        with pytest.raises(CasecrackerError):
            resynthesize(deck.model_copy(update={"synthesis": table}))


# The greedy player


@pytest.fixture(scope="module", params=GAMES)
def opening(request: pytest.FixtureRequest) -> State:
    deck = synthesize(request.param, 0)
    settings = make_settings(find_game(request.param), {})
    return State.start(deal_from_seed(deck, "test", 0, settings))


def test_the_greedy_player_ends_every_game_and_is_deterministic(opening: State) -> None:
    for seed in range(5):
        deal = deal_from_seed(opening.deal.deck, "test", seed, opening.deal.settings)
        end = play_greedily(deal)
        assert end.status in ("won", "lost")
        assert play_greedily(deal) == end


def test_the_greedy_player_does_not_look_into_the_stack(opening: State) -> None:
    player = GreedyPlayer(opening.deal.deck, opening.deal.settings)
    state = opening
    for _ in range(60):
        moves = [str(move) for move in state.moves()]
        seen, snapshot = state.view(), state.snapshot()
        snapshot["stack"] = list(reversed(snapshot["stack"]))
        chosen = player.choose(seen, moves)
        assert chosen == player.choose(snapshot, moves) == str(choose(state))
        state = state.play(chosen)
        if state.status != "playing":
            break


def test_wilson_interval() -> None:
    low, high = wilson(300, 2000)
    assert (round(low, 4), round(high, 4)) == (0.1350, 0.1663)
    assert wilson(0, 100)[0] == 0.0
