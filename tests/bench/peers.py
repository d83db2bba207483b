"""The complete search beside other programs' searches: `python -m tests.bench.peers`.

All in one run on one core: states per second, bytes a stored state, and seconds to decide a deal.
The games and what a program calls a state differ, so each row says what is counted; that makes
figures comparable in their order of magnitude and no further. Peers are optional (`pip install
'casecracker[bench]'`; freecell-solver also needs the C library of that name, which Debian calls
libfreecell-solver0): one that cannot be loaded is left out with a word.

*States per second*: the first of its deals that does not end before a budget of states is
searched up to the budget; processor seconds. *Bytes*: the peak of memory of a process with that
budget, less the peak of one with a quarter of it, over the difference in stored states: what a
stored state costs with everything around it. *Deals*: the first ones, each within its limit.
"""

import importlib
import importlib.metadata
import io
import itertools
import multiprocessing
import os
import platform
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import click

from casecracker import __version__
from casecracker.engine.dealfile import parse_code
from casecracker.engine.perft import count
from casecracker.engine.state import State
from casecracker.solver import dfs
from casecracker.solver.keys import hash_key
from casecracker.solver.search import Limits, solve_deal
from casecracker.solver.table import ENTRY_WORDS, make_table
from tests.bench.solving import percentiles

TIGHT = "witch-cult:{},deck=witch-cult-tight,victims=4"
SECONDS = 10.0
"""Processor time that a casecracker deal may take; the peers know limits of states alone."""


class Effort(NamedTuple):
    """What a search cost."""

    states: int
    stored: int
    seconds: float


@dataclass(frozen=True)
class Peer:
    """A program with a search, and how to ask it.

    Attributes:
        name: What is run.
        package: Its distribution; its version is told.
        states: What a state is there, and what is stored.
        budget: States of the speed row.
        search: Searches up to a budget of states.
        question: What is asked of a deal, and within which limit; empty if nothing like
            "winnable or not" can be asked.
        decide: The answer for a deal of some seed: won, lost, or None for neither.
    """

    name: str
    package: str
    states: str
    budget: int
    search: Callable[[int], Effort]
    question: str = ""
    decide: Callable[[int], bool | None] | None = None


def first_large(attempt: Callable[[int], Effort], budget: int) -> Effort:
    """The first attempt, by seeds from 0 on, that takes all of the budget."""
    efforts = (attempt(seed) for seed in itertools.count())
    return next(effort for effort in efforts if effort.states >= budget)


@contextmanager
def quiet() -> Iterator[None]:
    """What a peer prints does not matter."""
    before, sys.stdout = sys.stdout, io.StringIO()
    try:
        yield
    finally:
        sys.stdout = before


# casecracker


def casecracker_search(budget: int) -> Effort:
    """The complete search over a table of about a fifth of the budget, which it fills."""
    root = State.start(parse_code(TIGHT.format(0)))
    table = make_table(1 << (budget // 5).bit_length() - 1)
    secret = hash_key(b"bench")
    search = dfs.make_search(root.tables, secret)
    dfs.begin_search(root.tables, search, root.array(), dfs.NO_LIMIT)
    dfs.advance(root.tables, secret, table, search, 1)  # compiled, loaded
    begin = time.process_time()
    dfs.advance(root.tables, secret, table, search, budget)
    seconds = time.process_time() - begin
    stored = int((table[::ENTRY_WORDS] != 0).sum())
    return Effort(int(search.counts[dfs.STATES]), stored, seconds)


def casecracker_decide(code: str) -> Callable[[int], bool | None]:
    """Whether the deals of a code with a gap for the seed can be won."""

    def decide(seed: int) -> bool | None:
        limits = Limits(SECONDS, clock=time.process_time)
        result = solve_deal(parse_code(code.format(seed)), limits=limits)
        return {"winnable": True, "unwinnable": False}.get(str(result.verdict))

    return decide


def casecracker_perft(budget: int) -> Effort:
    """Leaves of a perft: the rules alone, counted as chessmg counts them."""
    root = State.start(parse_code(TIGHT.format(0)))
    count(root, 3)  # compiled, loaded
    begin = time.process_time()
    leaves = count(root, 13 if budget > 1_000_000 else 9)
    return Effort(leaves, 0, time.process_time() - begin)


# pyksolve: Klondike-Solver, C++


def klondike(seed: int) -> Any:
    """A Klondike deal, one card drawn at a time."""
    game = importlib.import_module("pyksolve.solver").Solitaire()
    game.draw_count = 1
    game.shuffle1(seed)
    game.reset_game()
    return game


def pyksolve_search(budget: int) -> Effort:
    """Best-first search; it tells no number of states, but whether it reached the limit."""

    def attempt(seed: int) -> Effort:
        game, begin = klondike(seed), time.process_time()
        answer = game.solve_minimal(max_closed_count=budget).name
        seconds = time.process_time() - begin
        is_full = answer in {"CouldNotComplete", "SolvedMayNotBeMinimal"}
        return Effort(budget * is_full, budget * is_full, seconds)

    return first_large(attempt, budget)


def pyksolve_decide(seed: int) -> bool | None:
    """The fast search, then the complete one if the fast one does not win."""
    if klondike(seed).solve_fast(max_closed_count=100_000).name != "CouldNotComplete":
        return True
    answer = klondike(seed).solve_minimal(max_closed_count=1_000_000).name
    return {"Impossible": False, "CouldNotComplete": None}.get(answer, True)


# freecell-solver: C


def freecell(seed: int, cells: int, limit: int) -> tuple[int, Any]:
    """What the solver answers for a deal with so many free cells, and the solver."""
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    random.Random(seed).shuffle(cards)
    board = "\n".join(" ".join(cards[column::8]) for column in range(8)) + "\n"
    solver = importlib.import_module("freecell_solver").FreecellSolver()
    solver.input_cmd_line(["--freecells-num", str(cells)])
    solver.limit_iterations(limit)
    return solver.solve_board(board), solver


def freecell_search(budget: int) -> Effort:
    """Its depth-first search of deals with two free cells."""

    def attempt(seed: int) -> Effort:
        begin = time.process_time()
        _, solver = freecell(seed, 2, budget)
        seconds = time.process_time() - begin
        return Effort(solver.get_num_times(), solver.get_num_states_in_collection(), seconds)

    return first_large(attempt, budget)


def freecell_decide(seed: int) -> bool | None:
    """Whether the deal with two free cells can be won."""
    answer, _ = freecell(seed, 2, 1_000_000)
    return {0: True, 1: False}.get(answer)


# quagnes: Agnes, plain Python


def agnes(seed: int, limit: int) -> tuple[int, Any]:
    """What a game of Agnes ends with, any run to an empty pile, and the game."""
    random.seed(seed)
    module = importlib.import_module("quagnes.agnes")
    with quiet():
        game = module.Agnes(move_to_empty_pile="any run", max_states=limit)
        return game.play(), game


def quagnes_search(budget: int) -> Effort:
    """Its depth-first search."""

    def attempt(seed: int) -> Effort:
        begin = time.process_time()
        _, game = agnes(seed, budget)
        seconds = time.process_time() - begin
        stored = len(game._losing_states) + len(game._check_loops)
        return Effort(game.n_states_checked, stored, seconds)

    return first_large(attempt, budget)


def quagnes_decide(seed: int) -> bool | None:
    """Whether the game can be won."""
    answer, _ = agnes(seed, 100_000)
    return {1: True, 2: False}.get(answer)


# Chess: move sequences from the opening position, nothing stored


def chess_search(budget: int) -> Effort:
    """Positions of python-chess, each move played and taken back."""
    board = importlib.import_module("chess").Board()

    def perft(depth: int) -> int:
        positions = 0
        for move in board.legal_moves:
            board.push(move)
            positions += 1 + (perft(depth - 1) if depth > 1 else 0)
            board.pop()
        return positions

    begin = time.process_time()
    positions = perft(4 if budget > 10_000 else 3)
    return Effort(positions, 0, time.process_time() - begin)


def chessmg_search(budget: int) -> Effort:
    """Leaves of a compiled perft; those of the last depth are counted, not played."""
    position = importlib.import_module("chessmg").ChessPosition()
    begin = time.process_time()
    leaves = position.perft(6 if budget > 10_000_000 else 5)
    return Effort(leaves, 0, time.process_time() - begin)


CASECRACKER = "casecracker"
PEERS = (
    Peer(
        "complete search, tight deck",
        CASECRACKER,
        "a decision applied, and looked up unless it ends the game; stored: lost states (a full "
        "table)",
        20_000_000,
        casecracker_search,
        f"winnable? all passes, tight deck, victims=4, {SECONDS:g} s",
        casecracker_decide(TIGHT),
    ),
    Peer(
        "complete search, standard deck",
        CASECRACKER,
        "",
        0,
        casecracker_search,
        f"winnable? all passes, {SECONDS:g} s",
        casecracker_decide("witch-cult:{}"),
    ),
    Peer(
        "perft 13 of a tight deal",
        CASECRACKER,
        "a move of the last depth, counted without playing it; nothing stored",
        5_000_000,
        casecracker_perft,
    ),
    Peer(
        "Klondike, draw 1",
        "pyksolve",
        "a position reached, doubles not counted; stored: all of them, with the ways there",
        800_000,
        pyksolve_search,
        "winnable? fast, 100,000 states, then complete, 1,000,000 states",
        pyksolve_decide,
    ),
    Peer(
        "FreeCell, 2 cells",
        "freecell-solver",
        "a position checked, its followers made; stored: all positions",
        800_000,
        freecell_search,
        "winnable? 1,000,000 states",
        freecell_decide,
    ),
    Peer(
        "Agnes, any run to an empty pile",
        "quagnes",
        "a move applied; stored: lost positions and those of the line, as text",
        60_000,
        quagnes_search,
        "winnable? 100,000 states",
        quagnes_decide,
    ),
    Peer(
        "perft 4 of the opening, Python",
        "chess",
        "a position (move played and taken back); nothing stored",
        200_000,
        chess_search,
    ),
    Peer(
        "perft 6 of the opening, C++",
        "chessmg",
        "a move of the last depth, counted without playing it; nothing stored",
        100_000_000,
        chessmg_search,
    ),
)


def version_of(package: str) -> str | None:
    """The version of an installed peer; None if it is not installed."""
    if package == CASECRACKER:
        return __version__
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _measured(place: int, budget: int) -> tuple[Effort, int]:
    """In a process of its own: a search, and the peak of memory in bytes."""
    effort = PEERS[place].search(budget)
    return effort, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _decided(place: int, deals: int) -> list[tuple[bool | None, float]]:
    """In a process of its own: answers and processor seconds."""
    decide, rows = PEERS[place].decide, []
    assert decide is not None
    decide(0)  # compiled, loaded
    for seed in range(deals):
        begin = time.process_time()
        answer = decide(seed)
        rows.append((answer, time.process_time() - begin))
    return rows


def apart(function: Callable[..., Any], *arguments: int) -> Any:
    """The value of a function, called in a fresh process."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(function, arguments)


def speed_row(place: int) -> str:
    """States per second and bytes a stored state, as text."""
    budget = PEERS[place].budget
    small, small_peak = apart(_measured, place, budget // 4)
    large, peak = apart(_measured, place, budget)
    row = f"{large.states / large.seconds:15,.0f} states/s of {large.states:,}"
    if large.stored > small.stored:
        size = (peak - small_peak) / (large.stored - small.stored)
        row += f"; {size:,.0f} bytes a stored state ({large.stored:,} stored)"
    return row


def deals_row(place: int, deals: int) -> str:
    """Decided deals, deals per second and seconds a deal, as text."""
    rows = apart(_decided, place, deals)
    answers, seconds = [row[0] for row in rows], [row[1] for row in rows]
    told = ", ".join(f"{name} {value:.3f}" for name, value in percentiles(seconds).items())
    decided = deals - answers.count(None)
    return (
        f"{decided} of {deals} decided ({answers.count(True)} won, {answers.count(False)} lost), "
        f"{decided / sum(seconds):,.2f} decided/s; seconds: {told}"
    )


def report(place: int, deals: int) -> Iterator[str]:
    """The figures of one peer."""
    peer = PEERS[place]
    version = version_of(peer.package)
    if version is None:
        yield f"{peer.package}: {peer.name}: not installed, left out"
        return
    yield f"{peer.package} {version}: {peer.name}"
    try:
        if peer.budget:
            yield f"  {speed_row(place)}"
            yield f"  state: {peer.states}"
        if peer.decide is not None and deals:
            yield f"  {deals_row(place, deals)}"
            yield f"  question: {peer.question}"
    except (ImportError, OSError) as error:  # a binding without its C library
        yield f"  cannot be loaded, left out: {error}"


@click.command()
@click.option("--deals", default=30, show_default=True, help="Deals to decide; 0 for none.")
@click.option("--only", metavar="PACKAGE", help="One package alone.")
def main(deals: int, only: str | None) -> None:
    """Compare the complete search with what peers there are."""
    click.echo(f"Python {platform.python_version()}, {os.cpu_count()} cores, one in use")
    for place, peer in enumerate(PEERS):
        if only in {None, peer.package}:
            for row in report(place, deals):
                click.echo(row)


if __name__ == "__main__":
    main()
