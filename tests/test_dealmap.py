"""Maps of deals: on tiny games every claim equals that of brute force over all lines."""

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import networkx as nx
import numpy as np
import pytest

from casecracker.analysis.dealmap import DealMap, deal_map
from casecracker.analysis.decisions import JudgedDecision, JudgedMove, reasonable_moves
from casecracker.analysis.linefacts import LineFacts, count_plans, deeds_of, line_facts
from casecracker.analysis.lines import Lines, LineSearch
from casecracker.analysis.mapgraph import MOST_IN_A_TURN, deal_graph
from casecracker.analysis.sampling import lines_of
from casecracker.cli.mapping import tell_map
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, DealError
from casecracker.engine.layout import TURN
from casecracker.engine.positionfile import load_game
from casecracker.engine.state import State
from casecracker.solver.keys import hash_key, key_of
from casecracker.solver.policy import make_player, value_after
from casecracker.solver.results import Verdict
from casecracker.solver.search import LimitReached, Limits, solve_deal
from tests.brute import Game, TooLarge, explore
from tests.tiny_games import tiny_deal
from tests.tiny_gulfs import tiny_gulfs_deal

MOST_STATES = 1_500
MOST_LINES = 4_000
GAMES = ("witch-cult", "king-in-yellow")


@dataclass(frozen=True)
class Tiny:
    """A tiny deal that can be won, with the truth about it.

    Attributes:
        root: The opening.
        game: All its states, and their turns to a win.
        turns: Of the shortest line.
    """

    root: State
    game: Game
    turns: int

    def to_win(self, state: State) -> int | None:
        """Turns to a win, the current one included; None if it is lost."""
        return self.game.turns.get(state.array()[:TURN].tobytes())

    def keeps(self, after: State, most: int) -> bool:
        """Whether a win in turn `most` at the latest is left."""
        if after.status != "playing":
            return after.won and after.turn <= most
        left = self.to_win(after)
        return left is not None and after.turn - 1 + left <= most

    def lines(self, most: int) -> Iterator[tuple[str, ...]]:
        """Every line that wins in turn `most` at the latest."""
        waiting: list[tuple[State, tuple[str, ...]]] = [(self.root, ())]
        while waiting:
            state, moves = waiting.pop()
            for move in state.moves():
                after = state.after(move.code)
                if not self.keeps(after, most):
                    continue
                if after.won:
                    yield (*moves, move.text)
                else:
                    waiting.append((after, (*moves, move.text)))


@cache
def tiny_games(game: str, count: int) -> tuple[Tiny, ...]:
    """The first tiny deals of the game that can be won and are small enough."""
    found: list[Tiny] = []
    seed = 0
    while len(found) < count:
        seed += 1
        root = State.start(tiny_deal(random.Random(f"map {seed}"), game))
        if root.status != "playing":
            continue
        try:
            explored = explore(root, most=MOST_STATES)
        except TooLarge:
            continue
        turns = explored.turns.get(root.array()[:TURN].tobytes())
        if turns is not None:
            found.append(Tiny(root, explored, turns))
    return tuple(found)


def all_tiny(count: int) -> Iterator[Tiny]:
    for game in GAMES:
        yield from tiny_games(game, count)


@dataclass(frozen=True)
class Told:
    """What one line does, read from its moves and the table."""

    played: frozenset[str]
    scored: frozenset[str]
    discarded: frozenset[str]
    contact: bool
    shuffles: int
    victims: int


def told(root: State, line: tuple[str, ...]) -> Told:
    state = root
    played, scored, discarded = set[str](), set[str](), set[str]()
    for move in line:
        words = move.split()
        if words[0] == "play":
            played.add(words[1])
        elif words[0] == "score":
            scored.add(words[1])
        elif words[0] == "discard":
            discarded.add(words[1])
        elif words[0] in {"hand", "close", "pass"}:
            discarded.update(state.leads()[:1])
        state = state.play(move)
    contact = any("contact" in move or move.endswith("key") for move in line)
    sets = frozenset(played), frozenset(scored), frozenset(discarded)
    return Told(*sets, contact, state.shuffles, state.victims_drawn)


def check_facts(facts: LineFacts, root: State, lines: list[tuple[str, ...]]) -> None:
    """Compare with what is read from every line by itself."""
    every = [told(root, line) for line in lines]
    played = [one.played for one in every]
    scored = [one.scored for one in every]
    discarded = frozenset[str]().union(*(one.discarded for one in every))
    ids = {clue.id for clue in root.deal.deck.clue}
    assert set(facts.must_play) == frozenset.intersection(*played)
    assert set(facts.may_play) == frozenset[str]().union(*played)
    assert set(facts.must_score) == frozenset.intersection(*scored)
    assert set(facts.may_score) == frozenset[str]().union(*scored)
    assert set(facts.never_discarded) == ids - discarded
    assert facts.plans == len(set(played))
    assert facts.needs_contact == all(one.contact for one in every)
    assert facts.may_use_contact == any(one.contact for one in every)
    shuffles = [one.shuffles for one in every]
    victims = [one.victims for one in every]
    assert facts.reshuffles == (min(shuffles), max(shuffles))
    assert facts.victims == (min(victims), max(victims))


def windows(root: State, lines: list[tuple[str, ...]]) -> dict[str, tuple[int, int]]:
    """First and last turn in which a line plays a card."""
    turns: dict[str, set[int]] = defaultdict(set)
    for line in lines:
        state = root
        for move in line:
            if move.startswith("play "):
                turns[move.split()[1]].add(state.turn)
            state = state.play(move)
    return {card: (min(seen), max(seen)) for card, seen in turns.items()}


@pytest.mark.parametrize("slack", [0, 1, 2])
def test_facts_equal_brute_force_over_all_lines(slack: int) -> None:
    checked = 0
    for tiny in all_tiny(8):
        most = tiny.turns + slack
        truth = list(tiny.lines(most))
        facts = line_facts(LineSearch(tiny.root, Limits()).lines(most))
        assert facts.lines == len(truth)
        if len(truth) <= MOST_LINES // 10:
            checked += 1
            check_facts(facts, tiny.root, truth)
            assert facts.windows == windows(tiny.root, truth)
    assert checked >= 8


def key(state: State) -> tuple[int, ...]:
    """Equal for states with the same future in the same turn."""
    out = np.zeros(2, dtype=np.int64)
    key_of(state.tables, hash_key(state.deal.deck.digest.encode()), state.array(), out)
    return (*(int(word) for word in out), state.turn)


def positions_on_lines(tiny: Tiny, most: int) -> list[State]:
    """One state for each position on a line that wins in time."""
    seen = {key(tiny.root): tiny.root}
    waiting = [tiny.root]
    while waiting:
        state = waiting.pop()
        for move in state.moves():
            after = state.after(move.code)
            if after.status == "playing" and tiny.keeps(after, most) and key(after) not in seen:
                seen[key(after)] = after
                waiting.append(after)
    return list(seen.values())


def test_the_shares_of_each_turn_equal_brute_force() -> None:
    for tiny in all_tiny(8):
        most = tiny.turns + 1
        rows: dict[int, list[int]] = defaultdict(lambda: [0] * 5)
        for state in positions_on_lines(tiny, most):
            moves = state.moves()
            kept = sum(tiny.keeps(state.after(move.code), most) for move in moves)
            row = rows[state.turn]
            row[0] += 1
            if len(moves) > 1:
                for column, number in enumerate((1, len(moves), kept, kept == 1), start=1):
                    row[column] += number
        facts = line_facts(LineSearch(tiny.root, Limits()).lines(most))
        found = {
            one.turn: [one.positions, one.decisions, one.legal, one.keeping, one.only]
            for one in facts.shares
        }
        assert found == dict(rows)
        assert facts.positions == sum(row[0] for row in rows.values())


def test_penalties_are_forced_if_every_line_takes_them() -> None:
    seen = 0
    for tiny in all_tiny(8):
        truth = list(tiny.lines(tiny.turns))
        if len(truth) > MOST_LINES // 10:
            continue
        forced = frozenset.intersection(*(penalties(tiny.root, line) for line in truth))
        facts = line_facts(LineSearch(tiny.root, Limits()).lines(tiny.turns))
        assert set(facts.forced_penalties) <= forced
        seen += len(facts.forced_penalties)
        if facts.reshuffles[1] == 0:  # what is shuffled away at once is not seen afterwards
            assert set(facts.forced_penalties) == forced
    assert seen


def penalties(root: State, line: tuple[str, ...]) -> frozenset[str]:
    """Cards that came into a penalty area, as the areas and the discards tell."""
    hourglass = {clue.id for clue in root.deal.deck.clue if clue.time}
    state, come = root, set[str]()
    for move in line:
        held = {*state.area("time"), *state.area("stability")}
        words = move.split()
        if words[0] == "discard":
            come.update({words[1]} & hourglass)
        elif words[0] in {"hand", "close", "pass"}:
            come.update({*state.leads()[:1]} & hourglass)
        before = {*state.area("discard")}
        state = state.play(move)
        come |= {*state.area("time"), *state.area("stability")} - held
        come |= ({*state.area("discard")} - before - held) & hourglass
    return frozenset(come)


@pytest.mark.parametrize("game", GAMES)
def test_the_decisions_of_the_told_line_are_judged_as_brute_force_does(game: str) -> None:
    crossed = 0
    for tiny in tiny_games(game, 4):
        found = deal_map(tiny.root.deal, Limits(20), slack=0)
        assert found.result.turns == tiny.turns
        assert found.sets[0].known.how == "proved"
        states = states_on(tiny.root, found.result.moves)
        numbers = [at + 1 for at, state in enumerate(states[:-1]) if len(state.moves()) > 1]
        assert [one.number for one in found.decisions] == numbers
        for one in found.decisions:
            state = states[one.number - 1]
            check_judgement(tiny, state, one)
            crossed += one.is_crossroads is True
        losing = [one.number for one in found.decisions if loses(tiny, states[one.number - 1])]
        assert [one.number for one in found.points_of_no_return] == losing
    assert crossed


def states_on(root: State, moves: tuple[str, ...]) -> list[State]:
    states = [root]
    for move in moves:
        states.append(states[-1].play(move))
    return states


def loses(tiny: Tiny, state: State) -> bool:
    """Whether some legal move gives the win away."""
    afters = [state.after(move.code) for move in state.moves()]
    return any(not after.won and tiny.to_win(after) is None for after in afters)


def check_judgement(tiny: Tiny, state: State, one: JudgedDecision) -> None:
    assert [move.move for move in one.moves] == [move.text for move in state.moves()]
    for move in one.moves:
        after = state.play(move.move)
        assert move.keeps_win == (after.won or tiny.to_win(after) is not None)
        assert move.keeps_turns == tiny.keeps(after, tiny.turns)
    reasonable = [move for move in one.moves if move.is_reasonable]
    assert one.is_crossroads == any(not move.keeps_win for move in reasonable)
    assert one.is_crossroads_of_turns == any(not move.keeps_turns for move in reasonable)


def test_turns_are_judged_by_search_where_not_all_lines_are_known() -> None:
    """As above, but without the collected lines: each move is asked about."""
    from casecracker.analysis.decisions import Judge  # noqa: PLC0415 - used here alone

    for tiny in tiny_games("witch-cult", 3):
        result = solve_deal(tiny.root.deal, shortest=True)
        assert result.turns is not None
        judge = Judge(tiny.root.deal, result.moves, result.turns, None, Limits())
        states = states_on(tiny.root, result.moves)
        for one in judge.judge(0):  # without time, the line itself is known to win
            assert [m.move for m in one.moves if m.keeps_win and m.keeps_turns] == [one.move]
        for one in judge.judge(20):
            check_judgement(tiny, states[one.number - 1], one)
        for line, turns in judge.found.items():
            end = states_on(tiny.root, line)[-1]
            assert end.won
            assert end.turn <= turns


def test_reasonable_moves_are_the_better_half_of_the_fast_player() -> None:
    deal = load_game("witch-cult:3")
    assert isinstance(deal, Deal)
    state = State.start(deal)
    for _ in range(8):
        player = make_player(state.tables)
        rated = {m.text: int(value_after(player, state.array(), m.code)) for m in state.moves()}
        found = reasonable_moves(player, state)
        worst = min(rated[move] for move in found)
        assert len(found) >= len(rated) / 2
        assert all(value < worst for move, value in rated.items() if move not in found)
        assert sum(value > worst for value in rated.values()) < (len(rated) + 1) // 2
        state = state.after(state.moves()[0].code)


def judged(*moves: tuple[bool | None, bool]) -> JudgedDecision:
    """A decision of moves that keep the win or not, and look reasonable or not."""
    rows = tuple(JudgedMove(str(n), kept, kept, is_good) for n, (kept, is_good) in enumerate(moves))
    return JudgedDecision(1, 1, "action", "0", rows)


def test_what_is_not_known_makes_no_crossroads_and_rules_none_out() -> None:
    assert judged((True, True), (False, True)).is_crossroads is True
    assert judged((True, True), (False, False)).is_crossroads is False
    assert judged((True, True), (None, True)).is_crossroads is None
    assert judged((False, True), (None, True)).is_crossroads is True
    assert judged((True, True), (None, False)).is_crossroads is False


# Limits, samples, other games


def test_a_limit_never_reads_as_a_proof() -> None:
    found = deal_map(tiny_games("witch-cult", 1)[0].root.deal, Limits(0))
    assert {one.known.how for one in found.sets} <= {"undecided", "sampled"}
    assert all(one.facts is None for one in found.sets if one.known.how == "undecided")


def test_without_room_or_time_no_lines_are_told() -> None:
    tiny = next(t for t in tiny_games("witch-cult", 8) if len(positions_on_lines(t, t.turns)) > 8)
    with pytest.raises(LimitReached, match="memory"):
        LineSearch(tiny.root, Limits()).lines(tiny.turns, room=4)
    with pytest.raises(LimitReached, match="time"):
        LineSearch(tiny.root, Limits()).lines(tiny.turns, seconds=0)


def test_unknown_shuffles_forbid_claims_about_all_lines() -> None:
    limits = set[str | None]()
    for tiny in tiny_games("witch-cult", 8):
        root = State.start(replace(tiny.root.deal, seed=None, reshuffles=()))
        limits.add(limit_of(root, tiny.turns + 2))
    assert "unknown-shuffle" in limits
    assert limits <= {None, "unknown-shuffle"}


def limit_of(root: State, turns: int) -> str | None:
    """The limit that the search for all lines comes to."""
    try:
        LineSearch(root, Limits()).lines(turns)
    except LimitReached as reached:
        return reached.limit
    return None


def test_no_lines_where_the_limit_is_too_small() -> None:
    tiny = tiny_games("witch-cult", 1)[0]
    assert len(LineSearch(tiny.root, Limits()).lines(tiny.turns - 1)) == 0


def test_a_sample_of_all_lines_says_what_all_lines_say() -> None:
    compared = 0
    for tiny in all_tiny(8):
        truth = list(tiny.lines(tiny.turns))
        if len(truth) > MOST_LINES // 10:
            continue
        sampled = line_facts(lines_of(tiny.root, tiny.turns, truth))
        whole = line_facts(LineSearch(tiny.root, Limits()).lines(tiny.turns))
        fields = ("lines", "plans", "must_play", "may_play", "must_score", "never_discarded")
        for field in (*fields, "forced_penalties", "needs_contact", "victims", "windows"):
            assert getattr(sampled, field) == getattr(whole, field)
        compared += 1
    assert compared >= 8


def test_unwinnable_deals_have_no_lines() -> None:
    root = next(
        root
        for seed in range(100)
        if (root := State.start(tiny_deal(random.Random(seed), "witch-cult"))).status == "playing"
        and solve_deal(root.deal, limits=Limits(1)).verdict is Verdict.UNWINNABLE
    )
    found = deal_map(root.deal, Limits(5))
    assert found.result.verdict is Verdict.UNWINNABLE
    assert [(one.known.how, one.facts) for one in found.sets] == [("proved", None)]
    assert not found.decisions
    assert len(deal_graph(found)) == 0


def test_games_with_a_briefcase_are_sampled() -> None:
    deal = next(
        deal
        for seed in range(100)
        if State.start(deal := tiny_gulfs_deal(random.Random(seed), "classic")).status == "playing"
        and solve_deal(deal, limits=Limits(1)).verdict is Verdict.WINNABLE
    )
    with pytest.raises(CasecrackerError, match="victims only"):
        LineSearch(State.start(deal), Limits())
    found = deal_map(deal, Limits(3))
    assert {one.known.how for one in found.sets} == {"sampled"}
    assert {one.known.limit for one in found.sets} == {"briefcase"}
    fewer, more = (one.facts for one in found.sets)
    assert fewer is not None
    assert more is not None
    assert fewer.lines == found.sets[0].known.samples
    assert more.lines == found.sets[1].known.samples
    assert set(more.must_play) <= set(fewer.must_play)  # of a sample that holds the other one
    assert len(deal_graph(found)) > 2


def test_slack_below_zero_is_refused() -> None:
    with pytest.raises(DealError, match="slack is -1"):
        deal_map(tiny_games("witch-cult", 1)[0].root.deal, slack=-1)


def test_plans_are_counted_up_to_a_limit() -> None:
    tiny = max(tiny_games("witch-cult", 8), key=lambda one: len(list(one.lines(one.turns))))
    lines = LineSearch(tiny.root, Limits()).lines(tiny.turns)
    deeds = [[deeds_of(lines, edge) for edge in edges] for edges in lines.edges]
    assert count_plans(lines, deeds) is not None
    assert count_plans(lines, deeds, most=0) is None


# Pictures and text


@cache
def one_map() -> DealMap:
    tiny = max(
        tiny_games("witch-cult", 8), key=lambda one: len(positions_on_lines(one, one.turns + 1))
    )
    return deal_map(tiny.root.deal, Limits(20), slack=1)


@pytest.mark.parametrize("slack", [0, 1])
def test_the_graph_leads_from_the_opening_to_the_win(slack: int) -> None:
    found = one_map()
    graph = deal_graph(found, slack)
    assert nx.is_directed_acyclic_graph(graph)
    for _, attributes in graph.nodes(data=True):
        assert {"kind", "label", "layer"} <= set(attributes)
    for before, after in graph.edges:
        assert graph.edges[before, after]["kind"] in {"line", "way"}
        assert graph.nodes[before]["layer"] < graph.nodes[after]["layer"]
    told_edges = [edge for edge in graph.edges if graph.edges[edge]["kind"] == "line"]
    assert nx.has_path(nx.DiGraph(told_edges), "turn:1:1", "win")
    assert all(nx.has_path(graph, node, "win") for node in graph)
    assert all(nx.has_path(graph, "turn:1:1", node) for node in graph)
    assert graph.graph["provenance"] == "synthetic"


def test_the_graph_draws_few_positions_of_a_turn() -> None:
    for slack in (0, 1):
        layers: dict[int, list[str]] = defaultdict(list)
        graph = deal_graph(one_map(), slack)
        for node in graph:
            layers[graph.nodes[node]["layer"]].append(node)
        assert all(len(nodes) <= MOST_IN_A_TURN + 1 for nodes in layers.values())


def test_a_map_is_json() -> None:
    found = json.loads(json.dumps(one_map().to_json(), allow_nan=False))
    assert found["deck"]["provenance"] == "synthetic"
    assert [one["known"] for one in found["sets"]] == ["proved", "proved"]
    assert found["proof"]
    assert found["turns"] == found["line"][-1]["turn"]


def test_a_map_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    deal = tiny_games("witch-cult", 1)[0].root.deal
    tell_map(deal, slack=0, time_limit=5, as_json=False)
    text = capsys.readouterr().out
    assert "synthetic" in text
    assert "proven shortest" in text
    assert "every line plays" in text
    tell_map(deal, slack=0, time_limit=5, as_json=True)
    assert json.loads(capsys.readouterr().out)["proven_shortest"] is True


@pytest.mark.long
def test_a_standard_deal_is_mapped_in_time() -> None:
    deal = load_game("witch-cult:3")
    assert isinstance(deal, Deal)
    found = deal_map(deal, Limits(30))
    assert found.seconds < 35
    assert found.sets[0].known.how == "proved"
    lines = found.sets[0].lines
    assert isinstance(lines, Lines)
    assert lines.keeps(State.start(deal))
