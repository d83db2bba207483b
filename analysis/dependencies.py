"""The dependency graph of a game, a deck or a deal: what must come about before what.

A map of necessary conditions: what the graph says cannot come about cannot. What it says can may
still fail, for it does not ask whether conditions hold in the same line or in time (docs/graph.md).
"""

from collections.abc import Iterator, Mapping

from casecracker.analysis import gulfsgraph
from casecracker.analysis.graphparts import (
    GOAL,
    Builder,
    add_clues,
    add_contact,
    add_needs,
    add_offers,
    add_staying,
    card_node,
    puzzles_by_type,
)
from casecracker.analysis.truth import Graph
from casecracker.engine.deals import settings_text
from casecracker.engine.games import ANY, TECHNIQUES, SettingValue, find_game
from casecracker.engine.targets import Subject, Target, subject_of


def dependency_graph(
    target: Target | Subject, settings: Mapping[str, SettingValue] | None = None
) -> Graph:
    """What depends on what, from the goal down.

    Args:
        target: A game's id (its default deck), a deck's id, a deal code, a path of a deck, deal or
            position file, a `Deck` or a `Deal`.
        settings: Settings that differ from the game's defaults; a deal has settings of its own.

    Returns:
        A graph with a node `goal`; kinds, joins and attributes are those of docs/graph.md. The
        same target gives the same nodes and edges in the same order. Attributes of the graph:
        `game`, `deck`, `provenance`, `digest`, `settings`.

    Raises:
        CasecrackerError: The target names nothing, or a setting is wrong.
    """
    subject = target if isinstance(target, Subject) else subject_of(target, settings)
    build = Builder(subject)
    deck = subject.deck
    build.graph.graph.update(
        game=deck.game,
        deck=deck.name,
        provenance=deck.provenance,
        digest=deck.digest,
        settings=settings_text(subject.settings),
    )
    if find_game(deck.game).has_case_cards:
        _fill_gulfs(build)
    else:
        _fill_types(build)
    return build.graph


def _fill_types(build: Builder) -> None:
    """The Witch Cult Murders and The King in Yellow."""
    count = build.subject.settings.number("puzzles")
    kings = [clue.id for clue in build.subject.deck.clue if "king" in clue.attributes]
    build.node(GOAL, GOAL, f"{count} puzzle cards of different types")
    types = puzzles_by_type(build, f"{count} types", count)
    build.need_all(GOAL, [types])
    if "king" in find_game(build.subject.game).attributes:
        label = "The King in Yellow is scored"
        king = build.any_of("requirement:king", label, map(card_node, kings))
        build.need_all(GOAL, [king])
    build.need_all(GOAL, [add_staying(build)])
    add_clues(build)
    for victim in build.subject.deck.victim:
        if victim.id in build.subject.victims:
            label = f"{victim.id} {victim.name}".strip()
            build.node(f"victim:{victim.id}", "victim", label)
    add_contact(build)
    add_needs(build)
    for technique in TECHNIQUES:
        _add_offers(build, technique, _victim_offers(build, technique))


def _victim_offers(build: Builder, technique: str) -> Iterator[str]:
    for victim in build.subject.deck.victim:
        if victim.id in build.subject.victims and {technique, ANY} & set(victim.right):
            yield f"victim:{victim.id}"


def _add_offers(build: Builder, technique: str, starts: Iterator[str]) -> None:
    node = f"technique:{technique}"
    if node in build.graph:
        build.need_any(node, starts)
        add_offers(build, technique)


def _fill_gulfs(build: Builder) -> None:
    if build.subject.settings["mode"] == "hardboiled":
        gulfsgraph.add_objectives(build)
    else:
        gulfsgraph.add_classic_goal(build)
    add_clues(build)
    add_contact(build)
    gulfsgraph.add_cases(build)
    add_needs(build)
    for technique in TECHNIQUES:
        _add_offers(build, technique, gulfsgraph.case_offers(build, technique))
    gulfsgraph.add_ways(build)
