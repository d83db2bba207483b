"""`casecracker graph`: targets, views, files by their ending, errors in one line."""

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import networkx as nx
import pytest
from click.testing import CliRunner, Result

from casecracker.analysis.dependencies import dependency_graph
from casecracker.analysis.drawing import overlaps
from casecracker.analysis.drawing.styles import EDGES, NODES
from casecracker.analysis.views import view
from casecracker.cli import main
from casecracker.engine.games import WITCH_CULT
from casecracker.engine.library import find_deck
from casecracker.engine.template import template_text
from tests.texts import DECK, write_both

DATA = Path(__file__).parent / "data"

pytestmark = pytest.mark.usefixtures("in_tmp")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["graph", *words])


def written(*words: str) -> "nx.Graph[str]":
    """What the command writes as JSON for these words."""
    out = "graph.json"
    result = run(*words, "--out", out)
    assert result.exit_code == 0, result.output
    return nx.node_link_graph(json.loads(Path(out).read_text(encoding="utf-8")), edges="edges")


def refused(*words: str) -> str:
    """The one line that the command says instead of writing anything."""
    before = sorted(os.listdir())
    process = CliRunner().invoke(main, ["graph", *words], standalone_mode=True)
    assert process.exit_code == 2
    assert process.stdout == ""
    assert sorted(os.listdir()) == before
    line = re.sub("^compiling for the first run.*\n", "", process.stderr)
    assert line.startswith("casecracker: error: ")
    assert line.count("\n") == 1
    return line


@pytest.mark.parametrize("ending", ["svg", "png", "dot", "graphml", "mmd", "json"])
def test_each_ending_gives_its_format(ending: str) -> None:
    result = run("infinite-gulfs", "--view", "objectives", "--out", f"graph.{ending}")
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert result.stderr.startswith(f"wrote graph.{ending}: ")
    assert "synthetic" in result.stderr
    data = Path(f"graph.{ending}").read_bytes()
    start = {
        "svg": b"<?xml",
        "png": b"\x89PNG\r\n\x1a\n",
        "dot": b"digraph ",
        "graphml": b"<?xml",
        "mmd": b"---\ntitle: ",
        "json": b"{",
    }
    assert data.startswith(start[ending])
    if ending in ("svg", "graphml"):
        ET.fromstring(data)


@pytest.mark.parametrize("name", ["objectives", "cards", "cases"])
def test_a_view_is_that_of_the_graph(name: str) -> None:
    graph = written("infinite-gulfs", "--view", name)
    expected = view(dependency_graph(find_deck("infinite-gulfs-standard")), name)
    for node, attributes in expected.nodes(data=True):
        told = graph.nodes[node]
        assert {key.removesuffix("_"): value for key, value in told.items()} == attributes
    assert list(graph) == list(expected)
    assert set(graph.edges) == set(expected.edges)
    assert graph.graph["view"] == name


def test_a_target_is_a_game_a_deck_a_file_or_a_deal() -> None:
    deal = write_both(Path())
    assert written("witch-cult", "--view", "cards").graph["deck"].startswith("Synthetic Witch Cult")
    tight = written("witch-cult-tight", "--view", "cards")
    assert ", tight," in tight.graph["deck"]
    coded = written("witch-cult:7,deck=witch-cult-tight,puzzles=6", "--view", "cards")
    assert coded.graph["digest"] == tight.graph["digest"]
    assert "puzzles 6" in coded.graph["settings"]
    for target in ("deck.toml", deal):
        assert written(target, "--view", "objectives").graph["deck"] == "Small deck"
    swapped = written("witch-cult:7", "--deck", "deck.toml", "--view", "objectives")
    assert swapped.graph["deck"] == "Small deck"


@pytest.mark.long
def test_the_winning_lines_of_a_deal_are_a_view() -> None:
    graph = written(str(DATA / "key-played-twice.toml"), "--view", "deal")
    assert (graph.graph["view"], graph.graph["known"]) == ("deal", "proved")
    assert graph.graph["provenance"] == "synthetic"
    assert set(nx.get_node_attributes(graph, "kind").values()) <= set(NODES)
    assert "line" in nx.get_edge_attributes(graph, "kind").values()
    assert set(nx.get_edge_attributes(graph, "kind").values()) <= set(EDGES)
    assert overlaps(nx.DiGraph(graph)) == []


def test_a_deal_of_which_no_line_is_known_is_refused() -> None:
    target = str(DATA / "shorter-with-luck.toml")
    told = refused(target, "--view", "deal", "--out", "deal.svg")
    assert "no line to draw: which lines are shortest is undecided" in told
    assert "unknown-shuffle" in told


def test_a_file_of_another_kind_is_not_overwritten() -> None:
    for name in ("mine.json", "mine.png", "mine.svg"):
        Path(name).write_bytes(b'{"line": []}')
        told = refused("witch-cult", "--view", "cards", "--out", name)
        assert f"{name}: is there already" in told
        assert Path(name).read_bytes() == b'{"line": []}'


def test_a_file_that_only_names_the_command_is_left_alone() -> None:
    text = '{"scripts": {"g": "casecracker graph witch-cult --view cards --out a.svg"}}'
    Path("package.json").write_text(text, encoding="utf-8")
    told = refused("witch-cult", "--view", "objectives", "--out", "package.json")
    assert "is there already" in told
    assert Path("package.json").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("ending", ["svg", "png", "dot", "graphml", "mmd", "json"])
def test_a_file_written_before_is_replaced(ending: str) -> None:
    words = ("--view", "objectives", "--out", f"graph.{ending}")
    assert run("witch-cult", *words).exit_code == 0
    before = Path(f"graph.{ending}").read_bytes()
    assert run("king-in-yellow", *words).exit_code == 0
    assert Path(f"graph.{ending}").read_bytes() != before
    assert os.listdir() == [f"graph.{ending}"]


def test_what_is_wrong_is_said_in_one_line() -> None:
    Path("half.toml").write_text(template_text(WITCH_CULT), encoding="utf-8")
    Path("bad.toml").write_text(DECK.replace("threat", "thread"), encoding="utf-8")
    out = ("--out", "graph.svg")
    endings = ".svg, .png, .dot, .graphml, .mmd, .json"
    for words, told in (
        (("witch-cult", "--view", "cards", "--out", "graph.pdf"), endings),
        (("witch-cult", "--view", "cards", "--out", "-"), endings),
        (("witch-cult", "--view", "cards"), "--out"),
        (("witch-cult", *out), "--view"),
        (("witch-cult", "--view", "moves", *out), "'objectives'"),
        (("witch-cult", "--view", "cases", *out), "cases"),
        (("witch-cult", "--view", "deal", *out), "needs a deal, like witch-cult:42"),
        (("witch-cult-tight", "--view", "deal", *out), "needs a deal"),
        (("witch-kult", "--view", "cards", *out), "did you mean 'witch-cult'"),
        (("nowhere.toml", "--view", "cards", *out), "nowhere.toml: no such file"),
        (("half.toml", "--view", "cards", *out), "half.toml"),
        (("bad.toml", "--view", "cards", *out), "thread"),
        (("witch-cult:x", "--view", "cards", *out), "seed"),
        (("witch-cult", "--view", "cards", "--out", "no/such/graph.svg"), "no such folder"),
    ):
        assert told in refused(*words)


def test_two_runs_write_the_same_bytes_and_say_nothing_else() -> None:
    """Sets are run through in another order when texts are hashed in another way."""
    for seed in ("1", "2"):
        done = subprocess.run(
            [
                *(sys.executable, "-m", "casecracker", "graph", "king-in-yellow"),
                *("--view", "objectives", "--out", f"{seed}.svg"),
            ],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert done.stdout == ""
        assert done.stderr.startswith(f"wrote {seed}.svg: ")
        assert done.stderr.count("\n") == 1
    assert Path("1.svg").read_bytes() == Path("2.svg").read_bytes()


def test_help_needs_no_library_of_graphs() -> None:
    code = (
        "import sys; from casecracker.cli import main; main(['graph', '--help'], "
        "standalone_mode=False); heavy = {'networkx', 'matplotlib', 'pygraphviz', 'numba'}; "
        "assert not heavy & set(sys.modules)"
    )
    path = os.pathsep.join(sys.path)
    subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
    )
