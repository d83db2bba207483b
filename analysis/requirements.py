"""What a dependency graph tells: single points of failure, order, competition, rings of needs.

All of it is about what must be, over every deal of the cards. "Impossible" is proved; that
something is possible in the graph does not say that a game can bring it about (docs/graph.md).
"""

from collections.abc import Iterable
from dataclasses import dataclass

import networkx as nx

from casecracker.analysis.graphparts import GOAL, MACHINE, STAYING
from casecracker.analysis.truth import Graph, needs, proof, true_nodes
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import shown

CARD_KINDS = ("card", "case", "menace", "victim", "contact", "equipment")
"""Kinds of nodes that are cards of the box; single points and blocking sets are made of these."""


def check_node(graph: Graph, node: str) -> None:
    """Refuse a node that the graph does not have.

    Raises:
        CasecrackerError: It has no such node.
    """
    if node not in graph:
        raise CasecrackerError(f"the graph has no node {shown(node)}; its goal is '{GOAL}'")


def is_possible(graph: Graph, node: str = GOAL) -> bool:
    """Whether the graph allows a node; if not, it is proved that no game brings it about."""
    check_node(graph, node)
    return node in true_nodes(graph)


def single_points(graph: Graph, node: str = GOAL) -> tuple[str, ...]:
    """Cards without any one of which a node is impossible: its single points of failure.

    A card is one if the node is true in the graph, and false in the least fixed point once the card
    and all that stands for it are taken away. Each that is named is proved to be one; others may
    be, for reasons that the graph does not hold.

    Returns:
        Node ids of kinds `CARD_KINDS`, in the graph's order; none if the node is impossible anyway.

    Raises:
        CasecrackerError: The graph has no such node.
    """
    return _necessary(graph, node, CARD_KINDS)


def necessary_closings(graph: Graph, node: str = GOAL) -> tuple[str, ...]:
    """The case closings without any one of which a node is impossible, as `single_points`."""
    return _necessary(graph, node, ("closing",))


def _necessary(graph: Graph, node: str, kinds: Iterable[str]) -> tuple[str, ...]:
    if not is_possible(graph, node):
        return ()
    wanted = set(kinds)
    used = proof(graph, node)
    owners = used | {str(graph.nodes[other].get("card")) for other in used}
    return tuple(
        other
        for other, data in graph.nodes.items()
        if data["kind"] in wanted and other in owners and node not in true_nodes(graph, [other])
    )


def objectives(graph: Graph) -> tuple[str, ...]:
    """The objective nodes, by number; none in games that are won by types."""
    return tuple(node for node, data in graph.nodes.items() if data["kind"] == "objective")


def letters_of(graph: Graph, objective: str) -> tuple[str, ...]:
    """The letters that an objective asks for."""
    return tuple(node.removeprefix("letter:") for node in needs(graph, objective))


@dataclass(frozen=True)
class Order:
    """How objectives hang together.

    Attributes:
        objective: Its node.
        implies: Objectives whose letters are all among its own: whenever it is complete, so are
            they; it cannot fall before them.
        shares: Other objectives with a letter in common.
        closings: Closings that come before it in every game (`necessary_closings`).
        after: Objectives all of whose necessary closings are among its own, and fewer.
    """

    objective: str
    implies: tuple[str, ...]
    shares: tuple[str, ...]
    closings: tuple[str, ...]
    after: tuple[str, ...]


def objective_order(graph: Graph) -> tuple[Order, ...]:
    """The order in which objectives can fall, as far as letters and closings decide it.

    `after` orders the closings, not the moments at which the objectives are complete: an objective
    that needs fewer cases closed may still be completed later.
    """
    letters = {node: set(letters_of(graph, node)) for node in objectives(graph)}
    closings = {node: necessary_closings(graph, node) for node in letters}
    return tuple(_order(node, letters, closings) for node in letters)


def _order(node: str, letters: dict[str, set[str]], closings: dict[str, tuple[str, ...]]) -> Order:
    others = [other for other in letters if other != node]
    own = set(closings[node])
    return Order(
        node,
        tuple(other for other in others if letters[other] <= letters[node]),
        tuple(other for other in others if letters[other] & letters[node]),
        closings[node],
        tuple(other for other in others if set(closings[other]) < own),
    )


@dataclass(frozen=True)
class Competition:
    """Puzzle cards that want the same keys, or need the same case or the Machine.

    Attributes:
        what: `key` or `skeleton` (a lock of that kind), `machine`, or a closing's node.
        wanted_by: Nodes of the puzzle cards.
        provided_by: Nodes that provide it: each Key opens one lock, a closing serves all.
    """

    what: str
    wanted_by: tuple[str, ...]
    provided_by: tuple[str, ...]

    @property
    def is_short(self) -> bool:
        """Whether fewer Keys are there than locks, cards that come back left out of account."""
        return self.what in ("key", "skeleton") and len(self.provided_by) < len(self.wanted_by)


def wanted_cards(graph: Graph) -> tuple[str, ...]:
    """The puzzle cards that letters or types ask for, in the graph's order."""
    tops = [node for node, data in graph.nodes.items() if data["kind"] in ("letter", "type")]
    cards = {
        card for top in tops for card in needs(graph, top) if graph.nodes[card]["kind"] == "card"
    }
    return tuple(node for node in graph if node in cards)


def competitions(graph: Graph) -> tuple[Competition, ...]:
    """What two or more of the wanted puzzle cards need, and is there once or a few times."""
    cards = wanted_cards(graph)
    found = [_lock_competition(graph, cards, word) for word in ("key", "skeleton")]
    if MACHINE in graph:
        users = _dependent(graph, cards, MACHINE)
        found.append(Competition("machine", users, tuple(needs(graph, MACHINE))))
    for closing, data in graph.nodes.items():
        if data["kind"] == "closing":
            users = _dependent(graph, cards, closing)
            found.append(Competition(closing, users, (closing,)))
    return tuple(entry for entry in found if len(entry.wanted_by) > 1)


def _dependent(graph: Graph, cards: tuple[str, ...], other: str) -> tuple[str, ...]:
    """The cards that are possible, but not without that node."""
    with_it, without_it = true_nodes(graph), true_nodes(graph, [other])
    return tuple(card for card in cards if card in with_it and card not in without_it)


def _lock_competition(graph: Graph, cards: tuple[str, ...], word: str) -> Competition:
    locks = {card: f"requirement:{word}:{graph.nodes[card]['card_id']}" for card in cards}
    users = tuple(card for card, lock in locks.items() if lock in graph)
    keys = {key for card in users for key in needs(graph, locks[card])}
    return Competition(word, users, tuple(node for node in graph if node in keys))


@dataclass(frozen=True)
class Ring:
    """Nodes that need each other in a ring.

    Attributes:
        nodes: The ring, in the graph's order.
        is_deadlock: Nothing in it can ever come about: each waits for the others.
    """

    nodes: tuple[str, ...]
    is_deadlock: bool


def rings(graph: Graph) -> tuple[Ring, ...]:
    """Rings of needs: strongly connected parts of the graph.

    Techniques, minimums and the five types of a closing are left out, since nearly all cards hang
    together by them; but of what can never come about nothing is left out.
    """
    possible = true_nodes(graph)
    dead = [node for node in graph if node not in possible]
    alive = [node for node in graph if node in possible and not _is_loose(graph, node)]
    return (
        *(Ring(nodes, True) for nodes in _rings_among(graph, dead)),
        *(Ring(nodes, False) for nodes in _rings_among(graph, alive)),
    )


def _is_loose(graph: Graph, node: str) -> bool:
    kind = graph.nodes[node]["kind"]
    return kind in ("technique", "shown-type") or node.startswith(
        (STAYING, "requirement:minimum", "requirement:left", "requirement:yellow-minimum")
    )


def _rings_among(graph: Graph, nodes: list[str]) -> list[tuple[str, ...]]:
    part: Graph = nx.DiGraph()
    part.add_nodes_from(nodes)
    kept = frozenset(nodes)
    part.add_edges_from((of, to) for of in nodes for to in needs(graph, of) if to in kept)
    place = {node: number for number, node in enumerate(graph)}
    found = [
        tuple(sorted(ring, key=place.__getitem__))
        for ring in nx.strongly_connected_components(part)
        if len(ring) > 1 or any(part.has_edge(node, node) for node in ring)
    ]
    return sorted(found, key=lambda ring: place[ring[0]])
