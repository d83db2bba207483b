"""A review agrees with brute force at every decision, and claims nothing that was not shown."""

import itertools
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import casecracker
from casecracker.cli import main
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, IllegalMoveError
from casecracker.engine.layout import TURN
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.solver.hints import Advisor, Budget
from casecracker.solver.luck import JUDGED
from casecracker.solver.record import parse_record, record_text, verify_record
from casecracker.solver.results import Verdict
from casecracker.solver.review import Judgement, Review, review
from casecracker.solver.search import Limits, solve_deal
from casecracker.solver.takeover import takeover_from
from tests.brute import Game, TooLarge, explore
from tests.decks import random_move
from tests.small_games import SmallGame, small_games
from tests.tiny_games import tiny_deal
from tests.tiny_gulfs import tiny_gulfs_deal

MOST = {"witch-cult": 600, "king-in-yellow": 600, "hardboiled": 600, "classic": 5_000}
"""States of a deal; larger ones are left out."""

CLASSIC_SEEDS = (9, 14, 19, 40, 54, 64)
"""Classic games are seldom small: these are, by their seeds."""

GAMES_A_DEAL, WINNABLE = 4, 16
HINT_DEALS = {"witch-cult": 16, "king-in-yellow": 16, "hardboiled": 16, "classic": 4}
KINDS = ("witch-cult", "king-in-yellow", "hardboiled", "classic")
WON = next(game for game in small_games() if game.turns and game.turns > 5)


@dataclass(frozen=True)
class Played:
    """A random game and all that brute force knows of its deal."""

    deal: Deal
    moves: tuple[str, ...]
    states: tuple[State, ...]
    known: Game

    def turns(self, at: int) -> int | None:
        """The turn in which a win comes soonest after so many moves, None if none does."""
        state = self.states[at]
        if state.won:
            return state.turn
        left = self.known.turns.get(state.array()[:TURN].tobytes())
        return None if left is None else state.turn - 1 + left


def a_deal(rng: random.Random, kind: str) -> Deal:
    if kind in ("hardboiled", "classic"):
        return tiny_gulfs_deal(rng, kind)
    return tiny_deal(rng, kind)


def small_deals(kind: str) -> Iterator[tuple[State, Game]]:
    """Openings of small deals, and all that brute force knows of each."""
    for seed in CLASSIC_SEEDS if kind == "classic" else itertools.count():
        root = State.start(a_deal(random.Random(seed), kind))
        if root.status == "playing":
            with suppress(TooLarge):
                yield root, explore(root, most=MOST[kind])


def played(rng: random.Random, root: State, known: Game) -> Played:
    """A random game; for a while it mostly keeps the win, and some are given up."""
    careful = rng.randint(0, 6)
    states, moves, length = [root], list[str](), rng.choice((4, 200, 200, 200))
    while states[-1].moves() and len(moves) < length:
        texts = [move.text for move in states[-1].moves()]
        kept = [text for text in texts if is_won(states[-1].play(text), known)]
        if kept and len(moves) < careful:
            texts = kept
        moves.append(random_move(rng, texts))
        states.append(states[-1].play(moves[-1]))
    return Played(root.deal, tuple(moves), tuple(states), known)


def is_won(state: State, known: Game) -> bool:
    return state.won or state.array()[:TURN].tobytes() in known.turns


@cache
def games(kind: str) -> list[Played]:
    """Games of some deals that can be won and of one that cannot.

    A review takes a few milliseconds a position here: all of them are decided.
    """
    rng, found, lost = random.Random(kind), list[Played](), list[Played]()
    for root, known in small_deals(kind):
        if known.turns:
            found += [played(rng, root, known) for _ in range(GAMES_A_DEAL)]
        elif not lost:
            lost.append(played(rng, root, known))
        if len(found) >= WINNABLE and lost:
            break
    return found + lost


def expected(game: Played, at: int) -> Judgement:
    before, after = game.turns(at) is not None, game.turns(at + 1) is not None
    if len(game.states[at].moves()) == 1:
        return Judgement.FORCED
    if not before:
        return Judgement.NOTHING_TO_LOSE
    return Judgement.KEPT if after else Judgement.GAVE_AWAY


def played_by_hints(root: State, known: Game) -> Played:
    """The game of a player who takes the first of the hints, from few samples."""
    advisor, states, moves = Advisor(), [root], list[str]()
    while states[-1].status == "playing":
        moves.append(str(advisor.hints(states[-1], Budget(8, orders=8)).best))
        states.append(states[-1].play(moves[-1]))
    return Played(root.deal, tuple(moves), tuple(states), known)


def games_of_hints(kind: str) -> list[Played]:
    """Games of as many deals that can be won."""
    roots = ((root, known) for root, known in small_deals(kind) if known.turns)
    return [played_by_hints(*root) for root in itertools.islice(roots, HINT_DEALS[kind])]


@pytest.mark.parametrize("of", [games, games_of_hints])
@pytest.mark.parametrize("kind", KINDS)
def test_every_decision_is_judged_as_by_brute_force(
    kind: str, of: Callable[[str], list[Played]]
) -> None:
    for game in of(kind):
        result = review(game.deal, game.moves)
        assert result.settled
        for at, decision in enumerate(result.decisions):
            assert decision.winnable == (game.turns(at + 1) is not None)
            assert decision.judgement == expected(game, at)
            assert decision.legal == len(game.states[at].moves())


@pytest.mark.parametrize("kind", KINDS)
def test_the_line_begins_with_the_last_position_that_can_be_won(kind: str) -> None:
    for game in games(kind):
        result = review(game.deal, game.moves)
        chances = [at for at in range(len(game.states)) if game.turns(at) is not None]
        if not chances:
            assert (result.last_chance, result.win, result.line) == (None, None, ())
            continue
        assert result.win is not None
        assert result.last_chance is not None
        # Between the two nothing could be chosen.
        assert chances[-1] == result.last_chance
        assert result.win.moves[: result.last_chance] == game.moves[: result.last_chance]
        assert replay(game.deal, result.win.moves).status == "won"
        assert result.line[-1].turn == result.win.turns


@pytest.mark.parametrize("kind", KINDS)
def test_at_the_mistake_all_other_decisions_are_told_apart(kind: str) -> None:
    mistakes = 0
    for game in games(kind):
        result = review(game.deal, game.moves)
        if result.mistake is None:
            assert result.alternatives == ()
            continue
        mistakes += 1
        before = game.states[result.mistake - 1]
        others = [m.text for m in before.moves() if m.text != game.moves[result.mistake - 1]]
        assert [other.move for other in result.alternatives] == others
        assert result.better
        for other in result.alternatives:
            assert other.winnable == is_won(before.play(other.move), game.known)
    assert mistakes >= 2


@pytest.mark.parametrize("kind", KINDS)
def test_the_search_after_moves_played_finds_what_brute_force_finds(kind: str) -> None:
    """From every position of a game, in the middle of a turn and behind its end too."""
    for game in games(kind)[::2]:
        for at in range(len(game.states)):
            result = solve_deal(game.deal, shortest=True, played=game.moves[:at])
            turns = game.turns(at)
            assert (result.turns, result.played) == (turns, at)
            assert result.proven_shortest == (turns is not None)
            assert result.verdict == ("unwinnable" if turns is None else "winnable")
            if turns is not None:
                assert result.moves[:at] == game.moves[:at]
                casecracker.verify(result)


def test_the_games_end_in_all_ways_and_hold_all_judgements() -> None:
    results = [review(game.deal, game.moves) for kind in KINDS for game in games(kind)]
    assert {result.status for result in results} == {"won", "lost", "given-up"}
    judgements = {decision.judgement for result in results for decision in result.decisions}
    assert judgements == {*Judgement} - {Judgement.UNKNOWN}


# Limits


def full_game() -> tuple[Deal, tuple[str, ...]]:
    """A full deal, given up after a few careless turns."""
    deal = casecracker.solve("witch-cult:3,deck=witch-cult-tight,victims=4", time_limit=0).source
    state, moves = State.start(deal), list[str]()
    for _ in range(12):
        moves.append(state.moves()[-1].text)
        state = state.play(moves[-1])
    return deal, tuple(moves)


def test_without_time_nothing_is_claimed_but_what_is_forced() -> None:
    deal, moves = full_game()
    result = review(deal, moves, Limits(seconds=0))
    assert (result.settled, result.limit, result.win) == (False, "time", None)
    assert {d.judgement for d in result.decisions} <= {Judgement.UNKNOWN, Judgement.FORCED}
    assert all(decision.winnable is None for decision in result.decisions)


def test_an_end_is_seen_without_time() -> None:
    result = solve_deal(WON.deal)
    told = review(WON.deal, result.moves, Limits(seconds=0))
    assert (told.status, told.settled, told.limit) == ("won", True, None)
    assert told.last_chance == len(result.moves)


def test_what_depends_on_unknown_shuffles_is_never_judged_lost() -> None:
    told = [
        (game, review(game.deal, game.moves))
        for kind in KINDS
        for game in map(first_pass, games(kind))
    ]
    assert any(result.limit == "unknown-shuffle" for _, result in told)
    for game, result in told:
        for at, decision in enumerate(result.decisions):
            assert decision.winnable in (None, game.turns(at + 1) is not None)


def first_pass(game: Played) -> Played:
    """The game as far as it goes without later shuffles."""
    deal = replace(game.deal, seed=None, from_seed=False, reshuffles=())
    state, moves = State.start(deal), list[str]()
    while state.status == "playing" and len(moves) < len(game.moves):
        moves.append(game.moves[len(moves)])
        state = state.play(moves[-1])
    return replace(game, deal=deal, moves=tuple(moves))


# Moves played


def test_moves_played_must_be_legal() -> None:
    with pytest.raises(IllegalMoveError, match="turn 1, 'done'"):
        solve_deal(WON.deal, played=("done",))


def test_what_cannot_begin_in_the_middle_says_so() -> None:
    moves = solve_deal(WON.deal).moves
    with pytest.raises(CasecrackerError, match="cpsat"):
        solve_deal(WON.deal, backend="cpsat", played=moves[:1])


def test_a_record_of_a_search_after_moves_played_holds_but_brings_no_bound() -> None:
    moves = solve_deal(WON.deal).moves
    result = solve_deal(WON.deal, shortest=True, played=moves[:4])
    record = parse_record(record_text(result), "record.json")
    assert verify_record(record).turn == result.turns
    takeover = takeover_from(WON.deal, record, "record.json")
    assert (takeover.moves, takeover.bound) == (result.moves, 0)


# Files and the command


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["review", *words])


def typed(path: Path, *rows: str) -> str:
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


def a_mistake() -> tuple[Played, Review]:
    for game in games("witch-cult"):
        result = review(game.deal, game.moves)
        if result.mistake is not None:
            return game, result
    raise AssertionError


def saved(game: Played | SmallGame, moves: tuple[str, ...], path: Path) -> str:
    document = json.loads(record_text(solve_deal(game.deal)))
    del document["result"]
    document["moves"] = list(moves)
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


def test_a_record_is_reviewed_as_text_and_as_json(tmp_path: Path) -> None:
    game, result = a_mistake()
    path = saved(game, game.moves, tmp_path / "game.json")
    text = run(path)
    assert text.exit_code == 0
    assert "The last chance: " in text.output
    assert f"'{result.better[0]}'" in text.output
    assert "??" in text.output
    told = run(path, "--json")
    assert told.exit_code == 0
    document = json.loads(told.stdout)
    document["seconds"] = result.to_json()["seconds"]
    seen = document.pop("seen")
    assert document == result.to_json()
    judged = [each.number for each in result.decisions if each.judgement in JUDGED]
    assert [each["number"] for each in seen] == judged


def test_the_page_of_formats_names_every_field(tmp_path: Path) -> None:
    page = Path(__file__).parent.parent / "docs" / "formats.md"
    section = page.read_text(encoding="utf-8").split("## JSON of review")[1].split("\n## ")[0]
    document = a_mistake()[1].to_json()
    rows = (document, document["decisions"][0], document["alternatives"][0], document["line"][0])
    for key in itertools.chain.from_iterable(rows):
        assert f"`{key}`" in section, key
    for word in (*Judgement, "won", "lost", "given-up", "unknown-shuffle"):
        assert f'"{word}"' in section, word


def test_a_game_may_be_typed_in(tmp_path: Path) -> None:
    moves = casecracker.solve("witch-cult:42").moves
    rows = ["# Tuesday", "witch-cult:42  # the deal", "", "; ".join(moves[:4]), *moves[4:]]
    text = run(typed(tmp_path / "game.txt", *rows))
    assert text.exit_code == 0
    assert "witch-cult:42: won in turn" in text.output
    assert "Won: every decision kept the win." in text.output


def test_a_typed_game_may_name_a_deal_file(tmp_path: Path) -> None:
    deal = CliRunner().invoke(main, ["deal", "witch-cult:42", "--out", str(tmp_path / "t.toml")])
    assert deal.exit_code == 0
    text = run(typed(tmp_path / "game.txt", "t.toml"))
    assert text.exit_code == 0
    assert "Nothing was given away: the game can still be won." in text.output


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "nothing in it"),
        (["# only this"], "nothing in it"),
        (["take"], "line 1: "),
        (["witch-cult:x"], "line 1: deal code 'witch-cult:x'"),
        (["missing.toml", "take"], "missing.toml: no such file"),
        (["-"], "'-' names no deal here"),
        (["witch-cult:42", "", "tkae"], "move 1: turn 1"),
        (["witch-cult:42", "take; take"], "move 2: turn 1, 'take'"),
        (["witch-cult:42", "play c99 1"], "no clue card 'c99'"),
        (["{"], "not JSON"),
        (['{"format": 1}'], "key 'deck' is missing"),
        (['{"format": 9}'], "written by a newer casecracker"),
    ],
)
def test_a_bad_file_is_one_clear_line(tmp_path: Path, rows: list[str], words: str) -> None:
    path = typed(tmp_path / "game.txt", *rows)
    result = run(path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "game.txt" in result.stderr
    assert words in result.stderr


def test_moves_after_the_end_are_refused(tmp_path: Path) -> None:
    moves = (*solve_deal(WON.deal).moves, "take")
    result = run(saved(WON, moves, tmp_path / "game.json"))
    assert result.exit_code == 2
    assert f"move {len(moves)}: " in result.stderr


def test_a_record_takes_no_other_deck(tmp_path: Path) -> None:
    path = saved(WON, solve_deal(WON.deal).moves, tmp_path / "game.json")
    result = run(path, "--deck", "witch-cult-tight")
    assert result.exit_code == 2
    assert "a game record has its deck in it" in result.stderr


def test_a_missing_file_is_one_clear_line() -> None:
    result = run("nowhere.json")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_verdicts_are_those_of_the_search() -> None:
    """Not one claim without its search: the two at the mistake, made again."""
    game, result = a_mistake()
    assert result.mistake is not None
    before, after = game.moves[: result.mistake - 1], game.moves[: result.mistake]
    assert solve_deal(game.deal, played=before).verdict is Verdict.WINNABLE
    assert solve_deal(game.deal, played=after).verdict is Verdict.UNWINNABLE


def test_a_game_followed_at_a_real_table_is_called_that(in_tmp: Path) -> None:
    document = json.loads(record_text(solve_deal(WON.deal)))
    told = {**document, "told": [["clue/0", WON.deal.draw[0]]], "moves": document["moves"][:1]}
    del told["result"]
    Path("told.json").write_text(json.dumps(told))
    result = CliRunner().invoke(main, ["review", "told.json"])
    assert result.exit_code == 0, result.output
    assert "lie in an order that was filled in" in result.stderr
