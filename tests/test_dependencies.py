"""The dependency graph: its nodes, edges and joins, what is true in it, targets, views."""

import subprocess
import sys
import time
from pathlib import Path

import networkx as nx
import pytest

import casecracker
from casecracker.analysis.dependencies import dependency_graph
from casecracker.analysis.graphparts import GOAL, MACHINE
from casecracker.analysis.truth import Graph, needs, true_nodes
from casecracker.analysis.views import VIEWS, view
from casecracker.engine.cards import Deck
from casecracker.engine.dealfile import deal_text, parse_code
from casecracker.engine.deckfile import deck_text
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.library import find_deck
from casecracker.engine.position import Position
from casecracker.engine.positiontext import position_text
from casecracker.engine.state import State
from casecracker.engine.targets import subject_of
from tests import need_decks
from tests.decks import make_clue, make_deal, make_deck
from tests.gulfs import make_case, make_gulfs_clue, make_gulfs_deal, make_gulfs_deck, make_menace

SHIPPED = (
    "witch-cult-standard",
    "witch-cult-tight",
    "king-in-yellow-standard",
    "king-in-yellow-tight",
    "infinite-gulfs-standard",
    "infinite-gulfs-tight",
)
SMALL = (
    need_decks.chain_of_keys,
    need_decks.purple_letter,
    need_decks.shared_key,
    need_decks.either_key,
    need_decks.five_puzzles,
    need_decks.locked_fifth,
    need_decks.king_behind_sign,
    need_decks.greatest_minimum,
)


def below(graph: Graph, node: str) -> list[str]:
    return list(needs(graph, node))


@pytest.mark.parametrize("deck", SHIPPED)
def test_every_node_and_edge_says_what_it_is(deck: str) -> None:
    graph = dependency_graph(deck)
    for node, data in graph.nodes.items():
        assert data["kind"], node
        assert data["label"], node
        assert data["join"] in ("all", "any", "count"), node
        assert ("count" in data) == (data["join"] == "count"), node
        assert all(isinstance(value, str | int | bool) for value in data.values()), node
    kinds = {edge["kind"] for _, _, edge in graph.edges.data()}
    assert kinds <= {"needs-all", "needs-any", "opens", "yields", "fetches"}
    assert graph.graph["provenance"] == "synthetic"


@pytest.mark.parametrize("deck", SHIPPED)
def test_a_graph_is_quick_and_always_the_same(deck: str) -> None:
    start = time.process_time()
    first = dependency_graph(deck)
    assert time.process_time() - start < 2
    again = dependency_graph(deck)
    assert list(first.nodes.data()) == list(again.nodes.data())
    assert list(first.edges.data()) == list(again.edges.data())


def test_the_order_of_nodes_does_not_depend_on_hashing() -> None:
    code = "import casecracker; print(list(casecracker.dependency_graph('infinite-gulfs').edges))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": "1", "PYTHONPATH": str(Path(__file__).parent.parent)},
        capture_output=True,
        check=True,
        text=True,
    )
    assert run.stdout.strip() == str(list(dependency_graph("infinite-gulfs").edges))


@pytest.mark.parametrize("deck", SHIPPED)
def test_every_card_of_the_box_is_a_node(deck: str) -> None:
    cards = find_deck(deck)
    graph = dependency_graph(cards)
    for clue in cards.clue:
        assert graph.nodes[f"card:{clue.id}"]["kind"] == "card"
    assert all(f"victim:{card.id}" in graph for card in cards.victim)
    assert all(f"menace:{card.id}" in graph for card in cards.menace)
    assert all(f"case:{card.number}" in graph for card in cards.case)


@pytest.mark.parametrize("deck", SHIPPED)
def test_nothing_of_a_shipped_deck_is_out_of_reach(deck: str) -> None:
    graph = dependency_graph(deck)
    assert true_nodes(graph) == frozenset(graph)


@pytest.mark.parametrize("make", SMALL)
def test_the_goal_of_a_sound_deck_is_possible(make: object) -> None:
    assert callable(make)
    assert GOAL in true_nodes(dependency_graph(make()))


@pytest.mark.parametrize(
    "deck",
    [need_decks.impossible_letter(), need_decks.ring_of_keys(), need_decks.great_minimum()],
    ids=["no access", "ring", "minimum"],
)
def test_the_goal_of_a_broken_deck_is_not(deck: Deck) -> None:
    assert GOAL not in true_nodes(dependency_graph(deck))


def test_an_objective_needs_all_its_letters_and_a_letter_its_card() -> None:
    graph = dependency_graph(need_decks.shared_key())
    assert below(graph, GOAL) == ["objective:1", "objective:2", "objective:3"]
    assert below(graph, "objective:3") == ["letter:A", "letter:B"]
    assert below(graph, "letter:A") == ["card:one", "requirement:scoring"]
    assert graph.nodes["objective:3"]["join"] == "all"


def test_a_lock_needs_any_key_and_a_skeleton_lock_a_skeleton_key() -> None:
    graph = dependency_graph(need_decks.chain_of_keys())
    assert below(graph, "card:goal") == ["requirement:skeleton:goal"]
    assert below(graph, "requirement:skeleton:goal") == ["card:skeleton"]
    assert below(graph, "requirement:key:skeleton") == ["card:key"]
    assert graph.nodes["requirement:key:skeleton"]["join"] == "any"


def test_a_card_is_no_key_for_itself() -> None:
    deck = make_deck([make_clue("both", attributes="key lock"), make_clue("key", attributes="key")])
    assert below(dependency_graph(deck), "requirement:key:both") == ["card:key"]


def test_key_sides_of_contact_equipment_and_items_open_locks() -> None:
    deck = make_gulfs_deck(
        [
            make_gulfs_clue("goal", letter="A", attributes="skeleton-lock"),
            make_gulfs_clue("item", sides="key"),
        ],
        contact="key take-discard",
        equipment="key",
    )
    keys = below(dependency_graph(deck), "requirement:skeleton:goal")
    assert keys == ["contact:p1", "equipment:necronomicon", "item:item"]
    alone = dependency_graph(deck, {"help": "none"})
    assert below(alone, "requirement:skeleton:goal") == ["item:item"]


def test_the_contact_of_another_game_brings_its_own_sides() -> None:
    deck = make_deck([make_clue("locked", attributes="lock")], sides="take-time")
    assert below(dependency_graph(deck), "requirement:key:locked") == []
    graph = dependency_graph(deck, {"contact": "infinite-gulfs"})
    assert below(graph, "requirement:key:locked") == ["contact:infinite-gulfs"]


def test_a_minimum_counts_other_cards() -> None:
    graph = dependency_graph(need_decks.great_minimum())
    node = "requirement:minimum:p-location"
    assert graph.nodes[node]["join"] == "count"
    assert graph.nodes[node]["count"] == 17
    assert len(below(graph, node)) == 16
    assert "card:p-location" not in below(graph, node)


def test_a_left_edge_needs_a_victim_or_card_that_offers_it() -> None:
    deck = make_deck(
        [
            make_clue("first", left="research", right="interview"),
            make_clue("second", left="interview", right="collection"),
        ],
        icons=("research", "collection", "collection", "collection"),
        least=2 + 6,
    )
    graph = dependency_graph(deck)
    assert below(graph, "card:first") == ["technique:research"]
    blanks = [f"card:blank-{n}" for n in range(1, 7)]
    assert below(graph, "technique:research") == ["victim:v1", *blanks]
    assert below(graph, "technique:interview") == ["card:first", *blanks]


def test_what_is_needed_of_the_king() -> None:
    graph = dependency_graph(need_decks.king_behind_sign())
    assert below(graph, GOAL) == ["requirement:types", "requirement:king", "requirement:staying"]
    assert below(graph, "requirement:king") == ["card:p-location"]
    assert below(graph, "card:p-location") == [
        "requirement:key:p-location",
        "requirement:sign:p-location",
    ]
    assert below(graph, "requirement:sign:p-location") == ["card:sign"]


def test_a_yellow_minimum_counts_colour_cards() -> None:
    clues = [
        make_clue("king", attributes="puzzle king", yellow_minimum=2),
        make_clue("red", attributes="colour"),
        make_clue("blue", attributes="colour"),
    ]
    graph = dependency_graph(make_deck(clues, game="king-in-yellow"))
    assert below(graph, "requirement:yellow-minimum:king") == ["card:red", "card:blue"]
    assert graph.nodes["requirement:yellow-minimum:king"]["count"] == 2


def test_a_purple_edge_needs_the_machine_and_the_case_that_yields_it() -> None:
    graph = dependency_graph(need_decks.purple_letter())
    assert below(graph, "card:goal") == ["requirement:purple:goal"]
    assert below(graph, "requirement:purple:goal") == [MACHINE, "technique:research"]
    assert below(graph, MACHINE) == ["held:machine"]
    assert below(graph, "held:machine") == ["source:machine"]
    assert below(graph, "source:machine") == ["closing:2"]
    assert graph.edges["source:machine", "closing:2"]["kind"] == "yields"


def test_cases_are_opened_by_icons_and_menaces() -> None:
    deck = make_gulfs_deck(
        cases=[make_case(4, on_close="purple-access-5"), make_case(5)],
        menaces=[make_menace("m1", immediate="access-4"), make_menace("m2", icons="access-4")],
    )
    graph = dependency_graph(deck)
    assert below(graph, "case:1") == []
    assert below(graph, "case:4") == ["menace:m1", "menace:m2"]
    assert graph.edges["case:4", "menace:m1"]["kind"] == "opens"
    assert below(graph, "case:5") == ["icon:closing:4:0"]
    assert below(graph, "icon:closing:4:0") == ["closing:4", MACHINE]
    assert below(graph, "closing:4") == ["case:4", "requirement:staying"]


def test_an_effect_closes_a_case_as_well() -> None:
    deck = make_gulfs_deck([make_gulfs_clue("closer", effects="close-5")], cases=[make_case(5)])
    graph = dependency_graph(deck)
    assert below(graph, "requirement:close:5") == ["requirement:staying", "card:closer"]


def test_all_icons_of_a_haunter_wait_for_the_machine() -> None:
    deck = make_gulfs_deck(
        [make_gulfs_clue("machine", attributes="machine")],
        cases=[
            make_case(1, start=True, on_close="access-7"),
            make_case(7, "", on_close="flip add-to-hand", ongoing="darkness-time", clue="face"),
        ],
    )
    graph = dependency_graph(deck)
    assert below(graph, "source:face") == ["icon:case:7:0"]
    assert below(graph, "icon:case:7:0") == ["case:7", MACHINE]


def test_a_card_turned_over_last_must_be_taken_from_the_closed_cases() -> None:
    cases = [make_case(2, start=True, on_close="flip", clue="face")]
    every = make_gulfs_clue("every", need_decks.EVERY)
    bringer = make_gulfs_clue("bringer", effects="take-closed")
    with_bringer = make_gulfs_deck([every, bringer], cases=cases)
    assert "card:face" in true_nodes(dependency_graph(with_bringer))
    assert "card:face" not in true_nodes(dependency_graph(make_gulfs_deck([every], cases=cases)))


@pytest.mark.parametrize(
    ("icons", "is_possible"),
    [("flip add-to-hand purple-access-5", True), ("purple-access-5 flip add-to-hand", False)],
)
def test_the_machine_may_come_too_late_for_the_case_that_yields_it(
    icons: str, is_possible: bool
) -> None:
    deck = make_gulfs_deck(
        [
            make_gulfs_clue("every", need_decks.EVERY),
            make_gulfs_clue("machine", attributes="machine"),
        ],
        cases=[make_case(2, start=True, on_close=icons, clue="machine"), make_case(5)],
    )
    assert ("case:5" in true_nodes(dependency_graph(deck))) == is_possible


def test_effects_that_fetch_point_to_areas_and_ask_for_nothing() -> None:
    clue = make_clue("card", effects="take-discard search-stack exchange-penalty")
    graph = dependency_graph(make_deck([clue], sides="take-time"))
    assert graph.edges["card:card", "area:discard"]["kind"] == "fetches"
    assert graph.edges["card:card", "area:stack"]["effects"] == "search-stack"
    areas = {node for node in graph.adj["card:card"] if node.startswith("area:")}
    assert areas == {"area:discard", "area:stack", "area:stability", "area:time"}
    assert below(graph, "card:card") == []
    assert graph.has_edge("contact:p1", "area:time")


def test_types_are_counted_one_card_for_each() -> None:
    """A puzzle card with two types stands for one of them."""
    types = ("person threat", "artifact", "evidence", "location")
    puzzles = [make_clue(f"p{n}", word, attributes="puzzle") for n, word in enumerate(types)]
    fillers = [make_clue(word, word) for word in ("person", "threat", "artifact", "evidence")]
    clues = [*puzzles, *fillers, make_clue("location", "location")]
    assert GOAL not in true_nodes(dependency_graph(make_deck(clues)))
    assert GOAL in true_nodes(
        dependency_graph(make_deck([*clues, make_clue("p4", "monster", attributes="puzzle")]))
    )
    also = make_clue("p4", "person threat", attributes="puzzle")
    assert GOAL in true_nodes(dependency_graph(make_deck([*clues, also])))


def test_a_deal_has_its_own_victims_and_menaces() -> None:
    deck = make_deck([])
    graph = dependency_graph(make_deal(deck, victims=2))
    assert [node for node in graph if node.startswith("victim:")] == ["victim:v1", "victim:v2"]
    gulfs = make_gulfs_deck()
    graph = dependency_graph(make_gulfs_deal(gulfs, menace="minus-one"))
    assert [node for node in graph if node.startswith("menace:")] == ["menace:m1", "menace:m2"]


def test_settings_change_what_is_asked_for() -> None:
    assert dependency_graph("witch-cult", {"puzzles": 6}).nodes["requirement:types"]["count"] == 6
    classic = dependency_graph("infinite-gulfs", {"mode": "classic"})
    assert not [node for node in classic if node.startswith("objective:")]
    assert below(classic, GOAL) == ["requirement:types", "requirement:scoring"]


def test_every_sort_of_target_is_taken(tmp_path: Path) -> None:
    deck = find_deck("witch-cult-standard")
    nodes = list(dependency_graph(deck))
    path = tmp_path / "mine.toml"
    path.write_text(deck_text(deck), encoding="utf-8")
    targets = ("witch-cult", "witch-cult-standard", path, str(path))
    assert all(list(casecracker.dependency_graph(target)) == nodes for target in targets)
    assert dependency_graph("witch-cult:7").graph["deck"] == deck.name
    assert subject_of("witch-cult:7").deal is not None
    assert subject_of("witch-cult", deck="witch-cult-tight").deck_id == "witch-cult-tight"


def test_a_deck_file_of_infinite_gulfs_is_no_position(tmp_path: Path) -> None:
    path = tmp_path / "gulfs.toml"
    path.write_text(deck_text(find_deck("infinite-gulfs-tight")), encoding="utf-8")
    assert "objective:1" in dependency_graph(path)


def test_deal_and_position_files_are_taken(tmp_path: Path) -> None:
    deal = parse_code("infinite-gulfs:7,mode=classic")
    (tmp_path / "deal.toml").write_text(deal_text(deal, str(tmp_path)), encoding="utf-8")
    position = Position.of(State.start(deal))
    (tmp_path / "now.toml").write_text(position_text(position, str(tmp_path)), encoding="utf-8")
    nodes = list(dependency_graph(deal))
    assert list(dependency_graph(tmp_path / "deal.toml")) == nodes
    assert list(dependency_graph(tmp_path / "now.toml")) == nodes
    assert subject_of(tmp_path / "now.toml").settings["mode"] == "classic"


@pytest.mark.parametrize(
    ("target", "settings", "said"),
    [
        ("witch-clut", None, "did you mean"),
        ("nothing", None, "no game or deck 'nothing'"),
        ("./nothing.toml", None, "nothing.toml"),
        ("witch-cult", {"mode": "classic"}, "no setting 'mode'"),
        ("witch-cult:1", {"puzzles": 6}, "settings of its own"),
    ],
)
def test_a_wrong_target_is_told_in_one_line(
    target: str, settings: dict[str, str | int] | None, said: str
) -> None:
    with pytest.raises(CasecrackerError, match=said) as error:
        dependency_graph(target, settings)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("deck", SHIPPED)
@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_a_readable_part_in_layers(deck: str, name: str) -> None:
    graph = dependency_graph(deck)
    if name == "cases" and "case:1" not in graph:
        with pytest.raises(CasecrackerError, match="nothing to show"):
            view(graph, name)
        return
    part = view(graph, name)
    assert 10 < len(part) < 70
    assert set(part) <= set(graph)
    assert set(part.edges) <= set(graph.edges)
    layers = [data["layer"] for _, data in part.nodes.data()]
    assert layers == sorted(layers)
    assert sorted(set(layers)) == list(range(max(layers) + 1))


def test_views_of_objectives_go_from_the_goal_to_the_puzzle_cards() -> None:
    part = view(dependency_graph(need_decks.shared_key()), "objectives")
    assert part.nodes[GOAL]["layer"] == 0
    assert part.nodes["card:one"]["layer"] == 3
    assert "card:key" not in part
    assert nx.is_directed_acyclic_graph(part)
    cards = view(dependency_graph(need_decks.shared_key()), "cards")
    assert "card:key" in cards


def test_views_keep_rings_in_one_layer() -> None:
    part = view(dependency_graph(need_decks.ring_of_keys()), "cards")
    assert {"card:goal", "card:first", "card:second"} <= set(part)


def test_an_unknown_view_is_told() -> None:
    with pytest.raises(CasecrackerError, match="did you mean 'cards'"):
        view(dependency_graph("witch-cult"), "card")
