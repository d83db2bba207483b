"""All that a dependency graph tells of a deck, goal and objectives one by one, in one value."""

from collections.abc import Iterable
from dataclasses import dataclass

from casecracker.analysis.blocking import Blocking, smallest_blocking_sets
from casecracker.analysis.dependencies import dependency_graph
from casecracker.analysis.graphparts import GOAL
from casecracker.analysis.requirements import (
    Competition,
    Order,
    Ring,
    competitions,
    letters_of,
    necessary_closings,
    objective_order,
    rings,
    single_points,
)
from casecracker.analysis.truth import Graph, true_nodes
from casecracker.engine.files import FORMAT
from casecracker.engine.targets import Subject
from casecracker.solver.chain import Chain, critical_chain


@dataclass(frozen=True)
class Part:
    """What is known of the goal or of one objective.

    Attributes:
        node: Its node in the graph.
        letters: Letters of an objective; none of the goal.
        chain: Lower bounds; `chain.possible` is False if it is proved impossible.
        single_points: Cards without any one of which it is impossible.
        closings: Closings that come first in every game.
        blocking: Smallest blocking sets that hold none of the single points.
    """

    node: str
    letters: tuple[str, ...]
    chain: Chain
    single_points: tuple[str, ...]
    closings: tuple[str, ...]
    blocking: Blocking

    def to_json(self) -> dict[str, object]:
        """As JSON has it (docs/graph.md)."""
        return {
            "node": self.node,
            "letters": list(self.letters),
            "possible": self.chain.possible,
            "turns": self.chain.turns,
            "plays": self.chain.plays,
            "closings": self.chain.closings,
            "exact": self.chain.exact,
            "plan": [
                {
                    "case": closing.name,
                    "by": "action" if closing.by_action else "effect",
                    "scored": list(closing.scored),
                    "others": closing.others,
                }
                for closing in self.chain.plan
            ],
            "single_points": list(self.single_points),
            "closings_first": list(self.closings),
            "blocking": {
                "size": self.blocking.size,
                "sets": [list(cards) for cards in self.blocking.sets],
                "exact": self.blocking.exact,
                "complete": self.blocking.complete,
                "limit": self.blocking.limit,
            },
        }


@dataclass(frozen=True)
class Findings:
    """What the graph of a subject tells.

    Attributes:
        subject: Cards and settings.
        graph: The dependency graph.
        goal: The goal.
        objectives: The objectives, by number.
        order: How they hang together.
        competitions: What several of the wanted puzzle cards need.
        rings: Rings of needs.
        never: Clue cards that no game can lay.
    """

    subject: Subject
    graph: Graph
    goal: Part
    objectives: tuple[Part, ...]
    order: tuple[Order, ...]
    competitions: tuple[Competition, ...]
    rings: tuple[Ring, ...]
    never: tuple[str, ...]

    def label(self, node: str) -> str:
        """A node in words."""
        return str(self.graph.nodes[node]["label"])

    def to_json(self) -> dict[str, object]:
        """As `casecracker analyze --json` prints it (docs/graph.md)."""
        subject = self.subject
        return {
            "format": FORMAT,
            "game": subject.game,
            "deck": {"id": subject.deck_id, **subject.deck.summary()},
            "settings": dict(subject.settings),
            "deal": subject.deal.code if subject.deal else None,
            "goal": self.goal.to_json(),
            "objectives": [
                {**part.to_json(), **_order_json(order)}
                for part, order in zip(self.objectives, self.order, strict=True)
            ],
            "competitions": [
                {
                    "what": entry.what,
                    "wanted_by": list(entry.wanted_by),
                    "provided_by": list(entry.provided_by),
                    "short": entry.is_short,
                }
                for entry in self.competitions
            ],
            "rings": [
                {"nodes": list(ring.nodes), "deadlock": ring.is_deadlock} for ring in self.rings
            ],
            "never_laid": list(self.never),
        }


def _order_json(order: Order) -> dict[str, object]:
    return {
        "implies": list(order.implies),
        "shares": list(order.shares),
        "after": list(order.after),
    }


def findings(subject: Subject) -> Findings:
    """Everything at once; `infinite-gulfs` takes some seconds."""
    graph = dependency_graph(subject)
    possible = true_nodes(graph)
    order = objective_order(graph)
    parts = [_part(subject, graph, entry.objective) for entry in order]
    return Findings(
        subject,
        graph,
        _part(subject, graph, GOAL),
        tuple(parts),
        order,
        competitions(graph),
        rings(graph),
        tuple(_never(graph, possible)),
    )


def _part(subject: Subject, graph: Graph, node: str) -> Part:
    letters = () if node == GOAL else letters_of(graph, node)
    points = single_points(graph, node)
    return Part(
        node,
        letters,
        critical_chain(subject, letters or None),
        points,
        necessary_closings(graph, node),
        smallest_blocking_sets(graph, node, spared=points),
    )


def _never(graph: Graph, possible: frozenset[str]) -> Iterable[str]:
    for node, data in graph.nodes.items():
        if data["kind"] == "card" and node not in possible:
            yield node
