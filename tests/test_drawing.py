"""Pictures and exports of graphs: they read back, nothing lies over anything, colours differ."""

import html
import io
import itertools
import json
import os
import xml.etree.ElementTree as ET
from collections.abc import Callable

import networkx as nx
import numpy as np
import numpy.typing as npt
import pygraphviz
import pytest
from PIL import Image

from casecracker import __version__
from casecracker.analysis.charts import chart_bytes
from casecracker.analysis.drawing import (
    FORMATS,
    overlaps,
    save,
    show,
    to_dot,
    to_graphml,
    to_json,
    to_mermaid,
    to_png,
    to_svg,
)
from casecracker.analysis.drawing.dot import to_dot_with_legend
from casecracker.analysis.drawing.junctions import junctions_of
from casecracker.analysis.drawing.labels import heading, lines_of, node_lines
from casecracker.analysis.drawing.layout import LayoutError, draw
from casecracker.analysis.drawing.overlaps import faults_of
from casecracker.analysis.drawing.styles import (
    EDGES,
    NODES,
    OTHER_EDGE,
    OTHER_NODE,
    TEXT,
    kinds_of_edges,
    kinds_of_nodes,
)
from casecracker.analysis.truth import Graph
from casecracker.engine.errors import FileFormatError
from tests.graph_pictures import CHART, FOLDER, VIEWS, graph_of, techniques_chart
from tests.graph_samples import (
    DECKS,
    SHIPPED,
    awkward_graph,
    crossing_graph,
    deep_graph,
    shipped_view,
)

SVG = "{http://www.w3.org/2000/svg}"
graphs = pytest.mark.parametrize(
    "graph",
    [awkward_graph(), crossing_graph(), shipped_view("infinite-gulfs-standard", "cases")],
    ids=["awkward", "crossing", "cases"],
)


def texts_of(svg: str) -> list[str]:
    return [(text.text or "").strip() for text in ET.fromstring(svg).iter(f"{SVG}text")]


# Data.


@graphs
def test_graphml_reads_back_with_all_attributes(graph: Graph) -> None:
    back = nx.parse_graphml(to_graphml(graph))
    flat = {"words": '["a", "b"]'}
    assert back.is_directed()
    assert list(back) == list(graph)
    assert set(back.edges) == set(graph.edges)
    for node, attributes in graph.nodes(data=True):
        for key, value in attributes.items():
            if key == "label":
                assert back.nodes[node][key] == value.replace("\x1b", "\\x1b")
            elif value is None:
                assert key not in back.nodes[node]
            else:
                assert back.nodes[node][key] == flat.get(key, value)
    for start, end, attributes in graph.edges(data=True):
        assert back.edges[start, end] == attributes
    assert back.graph["title"] == heading(graph)


@graphs
def test_json_is_the_node_link_form(graph: Graph) -> None:
    document = json.loads(to_json(graph))
    assert {key: document["graph"][key] for key in graph.graph} == graph.graph
    assert document["graph"]["provenance"] == "synthetic"
    back = nx.node_link_graph(document, edges="edges")
    assert back.is_directed()
    assert list(back) == list(graph)
    for node, attributes in back.nodes(data=True):
        assert {key.removesuffix("_"): v for key, v in attributes.items()} == graph.nodes[node]
    assert list(back.edges(data=True)) == list(graph.edges(data=True))


def test_json_loses_no_attribute_that_is_called_like_its_own_keys() -> None:
    graph: Graph = nx.DiGraph()
    graph.add_edge("a", "b", source="s", target="t", kind="opens")
    graph.nodes["a"]["id"] = "c01"
    back = nx.node_link_graph(json.loads(to_json(graph)), edges="edges")
    assert back.nodes["a"] == {"id_": "c01"}
    assert back.edges["a", "b"] == {"source_": "s", "target_": "t", "kind": "opens"}
    assert graph.nodes["a"] == {"id": "c01"}


@graphs
def test_dot_reads_back_with_the_same_nodes_edges_and_labels(graph: Graph) -> None:
    back = pygraphviz.AGraph(string=to_dot(graph))
    assert set(back.nodes()) == set(graph)
    assert sorted(back.edges()) == sorted(graph.edges)
    for node in graph:
        label = html.unescape(back.get_node(node).attr["label"]).replace("\\n", "\n")
        assert label.replace("\\\\", "\\") == "\n".join(node_lines(graph, node))
    for start, end, attributes in graph.edges(data=True):
        assert back.get_edge(start, end).attr["kind"] == attributes.get("kind", "")


@graphs
def test_mermaid_parses_to_the_same_nodes_edges_and_labels(graph: Graph) -> None:
    merman = pytest.importorskip("merman", reason="no wheel for this machine")
    text = to_mermaid(graph)
    parsed = json.loads(merman.Merman().parse_json(text, None))
    assert parsed["type"].startswith("flowchart")
    drawn = {node["id"]: node for node in parsed["nodes"] if node["id"].startswith("n")}
    assert list(drawn) == [f"n{number}" for number in range(len(graph))]
    for node, name in zip(graph, drawn, strict=True):
        assert drawn[name]["label"].split("<br/>") == node_lines(graph, node)
    edges = [(edge["from"], edge["to"]) for edge in parsed["edges"] if edge["from"] in drawn]
    names = dict(zip(graph, drawn, strict=True))
    assert edges == [(names[start], names[end]) for start, end in graph.edges]
    assert [group["id"] for group in parsed["subgraphs"]] == ["legend"]
    assert f"title: {json.dumps(heading(graph))}" in text


# Pictures.


@graphs
def test_an_svg_is_well_formed_and_has_every_label(graph: Graph) -> None:
    texts = texts_of(to_svg(graph))
    assert heading(graph) in texts
    for node in graph:
        assert set(node_lines(graph, node)) <= set(texts)
    for *_, attributes in graph.edges(data=True):
        assert not attributes.get("label") or set(lines_of(attributes["label"])) <= set(texts)


def test_the_heading_names_deck_provenance_and_version() -> None:
    title = heading(shipped_view("witch-cult-standard", "objectives"))
    assert "Synthetic Witch Cult, standard, seed 0 (synthetic)" in title
    assert title.endswith(f"casecracker graph {__version__}")


def test_the_legend_has_the_kinds_that_are_there_and_no_others() -> None:
    texts = texts_of(to_svg(awkward_graph()))
    present = {"card", "goal", "unheard of", "needs any", "needs N", "opens", "new kind"}
    assert present <= set(texts)
    assert {"menace", "case", "fetches", "from each", "needs all"}.isdisjoint(texts)
    assert "from each" in texts_of(to_svg(crossing_graph()))


def test_a_png_has_size_and_says_what_it_is() -> None:
    graph = awkward_graph()
    image = Image.open(io.BytesIO(to_png(graph)))
    assert image.format == "PNG"
    image.load()
    assert image.width > 400
    assert image.height > 200
    inner = image.convert("RGBA").crop((0, 0, image.width - 1, image.height - 1))
    assert inner.getchannel("A").getextrema() == (255, 255)
    assert len(inner.convert("L").histogram()) - inner.convert("L").histogram().count(0) > 10
    assert image.info["Title"] == heading(graph)
    assert "synthetic" in image.info["Title"]
    assert image.info["Software"] == f"casecracker graph {__version__}"


@pytest.mark.parametrize(("deck", "name"), SHIPPED)
def test_nothing_lies_over_anything_in_the_views_of_the_decks(deck: str, name: str) -> None:
    assert overlaps(shipped_view(deck, name)) == []


def test_nothing_lies_over_anything_among_awkward_labels() -> None:
    assert overlaps(awkward_graph()) == []
    assert overlaps(crossing_graph()) == []
    assert overlaps(deep_graph()) == []
    lonely: Graph = nx.DiGraph()
    lonely.add_node("alone")
    assert overlaps(lonely) == []


def test_a_graph_deeper_than_wide_runs_downwards() -> None:
    for graph, axis in ((deep_graph(), 1), (crossing_graph(), 0)):
        picture = json.loads(draw(to_dot_with_legend(graph), "json"))
        places = {
            thing["name"]: [float(number) for number in thing["pos"].split(",")]
            for thing in picture["objects"]
            if "pos" in thing
        }
        for start, end in graph.edges:
            forward = places[end][axis] - places[start][axis]
            assert forward < 0 if axis else forward > 0


def test_overlaps_are_found() -> None:
    picture = json.loads(draw(to_dot_with_legend(awkward_graph()), "json"))
    assert faults_of(picture) == []
    nodes = {thing["name"]: thing for thing in picture["objects"]}
    nodes["node 1"]["pos"] = nodes["node 2"]["pos"]
    nodes["node 3"]["width"] = "0.1"
    nodes["node 4"]["pos"] = nodes["legend: card"]["pos"]
    nodes["node 5"]["pos"] = "-100,0"
    faults = faults_of(picture)
    for fault in (
        "node 'node 1' lies over node 'node 2'",
        "text '<html>' sticks out of node 'node 3'",
        "node 'node 4' lies in frame 'cluster_legend'",
        "node 'node 5' sticks out of the picture",
    ):
        assert fault in faults


@pytest.mark.parametrize("ending", FORMATS)
def test_the_same_graph_gives_the_same_bytes(ending: str) -> None:
    write = FORMATS[ending]
    assert write(awkward_graph()) == write(awkward_graph())


def test_drawing_leaves_graph_and_environment_alone(capfd: pytest.CaptureFixture[str]) -> None:
    graph, before = awkward_graph(), dict(os.environ)
    for write in FORMATS.values():
        write(graph)
    assert nx.utils.graphs_equal(graph, awkward_graph())
    assert dict(os.environ) == before
    assert capfd.readouterr() == ("", "")


def test_a_failure_of_graphviz_is_told_in_one_line() -> None:
    for dot, kind in (("digraph {", "svg"), ("digraph {}", "no-such-format")):
        with pytest.raises(LayoutError) as caught:
            draw(dot, kind)
        assert str(caught.value).startswith("Graphviz failed: ")
        assert "\n" not in str(caught.value)


def test_a_notebook_shows_the_picture() -> None:
    assert show(crossing_graph())._repr_svg_() == to_svg(crossing_graph())


# Junctions.


def test_a_junction_stands_for_exactly_its_edges() -> None:
    graph = shipped_view("witch-cult-standard", "cards")
    groups = junctions_of(graph)
    assert groups
    told = [(a, b) for group in groups for a in group.starts for b in group.ends]
    assert len(told) == len(set(told))
    for group in groups:
        for edge in itertools.product(group.starts, group.ends):
            assert graph.edges[edge]["kind"] == group.kind


def test_a_drawing_through_junctions_reaches_what_the_graph_reaches() -> None:
    drawn = pygraphviz.AGraph(string=to_dot_with_legend(crossing_graph()))
    points = [node for node in drawn.nodes() if node.startswith("junction")]
    assert len(points) == 1
    assert {(a, b) for a in drawn.predecessors(points[0]) for b in drawn.successors(points[0])} == (
        set(crossing_graph().edges)
    )
    assert not any(drawn.has_edge(a, b) for a, b in crossing_graph().edges)


def test_edges_of_different_kinds_share_no_junction() -> None:
    graph = crossing_graph()
    graph.edges["a", "w"]["kind"] = "opens"
    assert [group.starts for group in junctions_of(graph)] == [("b", "c")]


# Files.


@pytest.mark.parametrize("ending", FORMATS)
def test_a_file_is_written_by_its_ending(in_tmp: object, ending: str) -> None:
    save(crossing_graph(), f"graph{ending.upper()}")
    with open(f"graph{ending.upper()}", "rb") as file:
        content = FORMATS[ending](crossing_graph())
        assert file.read() == (content.encode() if isinstance(content, str) else content)


def test_an_unknown_ending_is_refused_with_the_known_ones(in_tmp: object) -> None:
    for name in ("graph", "graph.pdf", "svg", "graph.svg.", ".svg"):
        with pytest.raises(FileFormatError, match=r"\.svg, \.png, \.dot, \.graphml, \.mmd, \.json"):
            save(crossing_graph(), name)
    assert os.listdir() == []


# Colours.

_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE = np.array([0.95047, 1.0, 1.08883])
# Machado, Oliveira and Fernandes 2009, severity 1: what is seen of linear RGB.
SIGHT = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def linear(colour: str) -> npt.NDArray[np.float64]:
    """`#rrggbb` as light, 0 to 1 (IEC 61966-2-1)."""
    steps = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(steps <= 0.04045, steps / 12.92, ((steps + 0.055) / 1.055) ** 2.4)


def lab(light: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """CIE 1976 L*a*b*."""
    share = _TO_XYZ @ light.clip(0, 1) / _WHITE
    x, y, z = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def contrast(one: str, other: str) -> float:
    """WCAG 2.1, 1 to 21."""
    dark, light = sorted(float(_TO_XYZ[1] @ linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def test_text_stands_out_from_every_fill_and_lines_from_paper() -> None:
    for node in (*NODES.values(), OTHER_NODE):
        assert contrast(TEXT, node.fill) >= 7
        assert contrast(node.border, "#FFFFFF") >= 4.5
    for edge in (*EDGES.values(), OTHER_EDGE):
        assert contrast(edge.colour, "#FFFFFF") >= 4.5


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("colours", ["fills", "lines"])
def test_colours_differ_whatever_the_sight(sight: str, colours: str) -> None:
    """A difference of 10 is seen at a glance; about 2 is the least that is seen at all."""
    tables = {
        "fills": {style.fill for style in NODES.values()},
        "lines": {style.colour for style in EDGES.values()},
    }
    seen = {colour: lab(SIGHT[sight] @ linear(colour)) for colour in tables[colours]}
    for one, other in itertools.combinations(seen, 2):
        assert np.linalg.norm(seen[one] - seen[other]) >= 9.5, (one, other)


def test_kinds_differ_without_colour() -> None:
    nodes = [(style.shape, style.style, style.borders) for style in (*NODES.values(), OTHER_NODE)]
    assert len(set(nodes)) == len(nodes)
    edges = [(style.line, style.head) for style in EDGES.values()]
    assert len(set(edges)) == len(edges)
    assert len({style.mermaid for style in EDGES.values()}) == len(EDGES)
    mermaid = [(style.mermaid, style.fill) for style in NODES.values()]
    assert len(set(mermaid)) == len(mermaid)


@pytest.mark.parametrize("deck", DECKS)
def test_every_kind_of_the_shipped_views_has_a_look(deck: str) -> None:
    for _, name in [pair for pair in SHIPPED if pair[0] == deck]:
        graph = shipped_view(deck, name)
        assert set(kinds_of_nodes(graph)) <= set(NODES)
        assert set(kinds_of_edges(graph)) <= set(EDGES)


@pytest.mark.parametrize("write", [to_svg, to_dot, to_mermaid, to_json, to_graphml])
def test_every_text_says_that_the_deck_is_synthetic(write: Callable[[Graph], str]) -> None:
    assert "synthetic" in write(awkward_graph())


# The pictures of the documentation.


@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_of_the_documentation_shows_the_graph_of_today(name: str) -> None:
    """If it does not: `python -m tests.graph_pictures` draws them again."""
    kept = (FOLDER / name).read_text(encoding="utf-8")
    assert sorted(texts_of(kept)) == sorted(texts_of(to_svg(graph_of(name))))


def test_the_chart_of_the_documentation_shows_the_numbers_of_today() -> None:
    kept = (FOLDER / CHART).read_text(encoding="utf-8")
    assert texts_of(kept) == texts_of(chart_bytes(techniques_chart(), ".svg").decode())


def test_the_page_about_pictures_names_every_kind_and_format() -> None:
    page = (FOLDER.parent / "pictures.md").read_text(encoding="utf-8")
    for word in (*NODES, *EDGES, *FORMATS):
        assert f"`{word}`" in page, word
    for name in (*VIEWS, CHART):
        assert f"(pictures/{name})" in page
    sheets = {path.name for path in FOLDER.glob("sheet-*.png")}  # of docs/catalogue.md
    assert {path.name for path in FOLDER.iterdir()} == {*VIEWS, CHART, *sheets}
