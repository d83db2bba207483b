"""The winning lines of a deal map as a graph to draw.

Nodes are positions at the start of turns, edges the ways through a turn from one to the next. Nodes
carry `kind`, `label` and `layer` (the turn), edges `kind` and `label`.

Kinds of nodes: `turn`; `crossroads`, the start of a turn of the told line in which a
reasonable-looking move gives the win away; `more`, positions of a turn that are drawn as one;
`win`. Kinds of edges: `line`, the told line; `way`, another.
"""

from collections import defaultdict

import networkx as nx

from casecracker.analysis.dealmap import DealMap
from casecracker.analysis.linefacts import legal_counts
from casecracker.analysis.lines import END, Edge, Lines
from casecracker.engine.notation import move_text
from casecracker.engine.state import State

MOST_IN_A_TURN = 4
"""Positions drawn of one turn; the others are one node."""

MOST_WAYS = 1_000
"""Ways followed through one turn from one position."""

SHOWN = 2
"""Ways named on an edge."""

WIN_NODE = "win"

Way = tuple[int, tuple[Edge, ...]]
"""The place at the start of the next turn, or END, and the moves up to there."""


def deal_graph(found: DealMap, slack: int = 0) -> "nx.DiGraph[str]":
    """The lines of a map as a graph, those through the busiest positions drawn singly.

    Args:
        found: A map; of one without lines the graph has no nodes.
        slack: Which of its sets of lines.
    """
    graph: nx.DiGraph[str] = nx.DiGraph()
    deck = found.source.deck
    graph.graph |= {"view": "deal", "deck": deck.name, "provenance": deck.provenance}
    chosen = found.sets[slack] if slack < len(found.sets) else found.sets[0]
    graph.graph["known"] = str(chosen.known)
    if chosen.lines is not None and len(chosen.lines):
        _Drawn(found, chosen.lines, chosen.known.how == "proved", graph).draw()
    return graph


class _Drawn:
    """Draws one graph of lines."""

    def __init__(
        self, found: DealMap, lines: Lines, is_proved: bool, graph: "nx.DiGraph[str]"
    ) -> None:
        self._is_proved = is_proved
        self._lines = lines
        self._graph = graph
        self._crossroads = {one.turn for one in found.crossroads}
        self._told = _told_starts(found, lines)
        self._ways = _all_ways(lines)
        self._through = _lines_through(lines)
        self._legal = legal_counts(lines)

    def draw(self) -> None:
        """Enter all nodes and edges."""
        layers: dict[int, list[int]] = defaultdict(list)
        for place in self._ways:
            layers[self._lines.turn(place)].append(place)
        names = {END: WIN_NODE}
        for turn in sorted(layers):
            names |= self._enter_layer(turn, layers[turn])
        last = max(layers)
        self._graph.add_node(WIN_NODE, kind="win", label="won", layer=last + 1)
        for place, ways in self._ways.items():
            self._enter_ways(names, place, ways)

    def _enter_layer(self, turn: int, places: list[int]) -> dict[int, str]:
        """The nodes of one turn: the told line's position first, then the busiest."""
        order = sorted(places, key=lambda place: (place not in self._told, -self._through[place]))
        most = len(order) if len(order) <= MOST_IN_A_TURN + 1 else MOST_IN_A_TURN
        names = {}
        for number, place in enumerate(order[:most], start=1):
            names[place] = f"turn:{turn}:{number}"
            self._graph.add_node(
                names[place], kind=self._kind(place), label=self._label(place), layer=turn
            )
        more = order[most:]
        if more:
            name = f"turn:{turn}:more"
            label = f"turn {turn}: {len(more):,} more positions"
            self._graph.add_node(name, kind="more", label=label, layer=turn)
            names |= dict.fromkeys(more, name)
        return names

    def _kind(self, place: int) -> str:
        is_told = place in self._told and self._lines.turn(place) in self._crossroads
        return "crossroads" if is_told else "turn"

    def _label(self, place: int) -> str:
        title = f"turn {self._lines.turn(place)}"
        if not self._is_proved:
            return title
        return f"{title}\n{len(self._lines.edges[place])} of {self._legal[place]} moves"

    def _enter_ways(self, names: dict[int, str], place: int, ways: list[Way]) -> None:
        """The edges from one position; those to one node are one edge."""
        by_node: dict[str, list[Way]] = defaultdict(list)
        for way in ways:
            by_node[names[way[0]]].append(way)
        for name, several in by_node.items():
            ends = {after for after, _ in several}
            is_told = place in self._told and (END in ends or bool(ends & self._told))
            kind = "line" if is_told else "way"
            start = names[place]
            if self._graph.has_edge(start, name):  # from positions that are drawn as one
                kind = "line" if "line" in (kind, self._graph.edges[start, name]["kind"]) else kind
                self._graph.add_edge(start, name, kind=kind, label="")
                continue
            label = "" if start.endswith("more") else self._ways_label(several)
            self._graph.add_edge(start, name, kind=kind, label=label)

    def _ways_label(self, ways: list[Way]) -> str:
        first = "; ".join(self._moves(ways[0][1]))
        return first if len(ways) == 1 else f"{first} (+{len(ways) - 1})"

    def _moves(self, edges: tuple[Edge, ...]) -> list[str]:
        """The moves of a way, those without a choice left out unless they are all."""
        deal = self._lines.root.deal
        chosen = [edge for edge in edges if self._legal[edge.before] > 1] or list(edges)
        return [move_text(deal, edge.move) for edge in chosen]


def _all_ways(lines: Lines) -> dict[int, list[Way]]:
    """The ways through a turn from each position at the start of one, the root's turn too."""
    last = len(lines) - 1
    ways: dict[int, list[Way]] = {}
    waiting = [last]
    while waiting:
        place = waiting.pop()
        if place in ways:
            continue
        ways[place] = _ways_from(lines, place)
        waiting += [after for after, _ in ways[place] if after != END]
    return ways


def _ways_from(lines: Lines, start: int) -> list[Way]:
    """All ways to positions of the next turn or the win, MOST_WAYS of them at most."""
    turn = lines.turn(start)
    found: list[Way] = []
    waiting: list[Way] = [(start, ())]
    while waiting and len(found) < MOST_WAYS:
        place, moves = waiting.pop()
        for edge in lines.edges[place]:
            way = (edge.after, (*moves, edge))
            is_over = edge.after == END or lines.turn(edge.after) > turn
            (found if is_over else waiting).append(way)
    return found


def _told_starts(found: DealMap, lines: Lines) -> frozenset[int]:
    """Places of the told line at the starts of its turns."""
    state = State.start(found.source)
    places, turn = [lines.place(state)], state.turn
    for move in found.result.moves:
        state = state.play(move)
        if state.turn > turn:
            turn = state.turn
            places.append(lines.place(state))
    return frozenset(place for place in places if place is not None)


def _lines_through(lines: Lines) -> list[int]:
    """How many lines go through each position."""
    to_end: list[int] = []
    for edges in lines.edges:
        to_end.append(sum(1 if e.after == END else to_end[e.after] for e in edges))
    from_root = [0] * len(lines)
    from_root[-1] = 1
    for place in reversed(range(len(lines))):
        for edge in lines.edges[place]:
            if edge.after != END:
                from_root[edge.after] += from_root[place]
    return [before * after for before, after in zip(from_root, to_end, strict=True)]
