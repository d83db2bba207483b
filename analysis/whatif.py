"""What if: a deal with one thing changed, all else equal, and solved again.

A changed deal has the same cards in the same orders. A card that may not be played keeps its id,
edges, types and icons, so it is drawn, held, discarded and counted as before; its card minimum is
raised above what any line can hold. Every verdict is that of `solve` for the changed deal.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from casecracker.analysis.within import Answer, Within
from casecracker.engine.cards import Clue, Deck
from casecracker.engine.deals import Deal
from casecracker.engine.errors import DealError
from casecracker.engine.files import did_you_mean, shown
from casecracker.engine.games import find_game, make_settings
from casecracker.engine.state import State
from casecracker.engine.tables import contact_sides
from casecracker.solver.results import Result
from casecracker.solver.search import Limits, solve_deal

SECONDS = 5.0
"""For each change, unless told otherwise."""


@dataclass(frozen=True)
class Change:
    """A changed deal.

    Attributes:
        name: What is changed: `without c05`, `without the contact`, `limits 4`, `victims 4`.
        card: The id of the card that may not be played, None for another change.
        deal: The deal with that change.
    """

    name: str
    card: str | None
    deal: Deal


@dataclass(frozen=True)
class WhatIf:
    """A change and what `solve` says of the changed deal."""

    change: Change
    result: Result

    def to_json(self) -> dict[str, Any]:
        """The change with verdict, turns and what they rest on."""
        result = self.result
        return {
            "change": self.change.name,
            "card": self.change.card,
            "verdict": str(result.verdict),
            "turns": result.turns,
            "proven_shortest": result.proven_shortest,
            "lower_bound": result.lower_bound,
            "limit": result.limit,
            "proof": result.proof,
            "line": list(result.moves),
            "deck": {"provenance": result.source.deck.provenance},
        }


def what_if(
    deal: Deal,
    changes: Iterable[Change] | None = None,
    *,
    shortest: bool = False,
    limits: Limits | None = None,
) -> tuple[WhatIf, ...]:
    """Solve a deal with each change by itself.

    Args:
        deal: A deal from its opening.
        changes: As the functions below make them; those of the game at large unless given.
        shortest: Also look for a line of fewest turns, and prove it.
        limits: For each change.

    Raises:
        DealError: The deal begins in the middle of a game.
    """
    given = general_changes(deal) if changes is None else changes
    limits = limits or Limits(SECONDS)
    found = []
    for change in given:
        result = solve_deal(change.deal, shortest=shortest, limits=limits)
        if result.interrupted:
            raise KeyboardInterrupt
        found.append(WhatIf(change, result))
    return tuple(found)


def general_changes(deal: Deal) -> Iterator[Change]:
    """No contact, limits one lower, one victim less: those that the deal allows."""
    _check_opening(deal)
    if contact_sides(deal):
        yield without_contact(deal)
    if deal.settings.number("limits") > 1:
        yield with_lower_limits(deal)
    if len(deal.victims) > LEAST_VICTIMS:
        yield with_fewer_victims(deal)


LEAST_VICTIMS = 2
"""So many are on the table when a game begins."""


def without_card(deal: Deal, card: str) -> Change:
    """The deal in which a clue card may not be played.

    Raises:
        DealError: The deck has no such card, or the deal begins in the middle of a game.
    """
    _check_opening(deal)
    ids = [clue.id for clue in deal.deck.clue]
    if card not in ids:
        raise DealError(f"the deck has no card {shown(card)}{did_you_mean(card, ids)}")
    name = f"without {card}"
    return Change(name, card, _with_deck(deal, name, deck_without(deal.deck, card)))


def deck_without(deck: Deck, card: str) -> Deck:
    """The deck in which a clue card may not be played, equal in all else."""
    clues = [_unplayable(clue, len(deck.clue)) if clue.id == card else clue for clue in deck.clue]
    return deck.model_copy(update={"clue": tuple(clues)})


def _unplayable(clue: Clue, cards: int) -> Clue:
    """A line that the card could follow holds all others at most: one less than its minimum."""
    return clue.model_copy(update={"minimum": cards})


def without_contact(deal: Deal) -> Change:
    """The deal without the help of a professional contact."""
    _check_opening(deal)
    name = "without the contact"
    if "contact" in deal.settings:
        return Change(name, None, _with_settings(deal, name, contact="none"))
    help_left = "equipment" if deal.equipment() is not None else "none"
    return Change(name, None, _with_settings(deal, name, help=help_left))


def with_lower_limits(deal: Deal) -> Change:
    """The deal with the limits of the time and stability areas one lower."""
    _check_opening(deal)
    lower = deal.settings.number("limits") - 1
    return Change(f"limits {lower}", None, _with_settings(deal, f"limits {lower}", limits=lower))


def with_fewer_victims(deal: Deal) -> Change:
    """The deal without the victim that would appear last."""
    _check_opening(deal)
    fewer = len(deal.victims) - 1
    name = f"victims {fewer}"
    return Change(name, None, _with_settings(deal, name, deal.victims[:-1], victims=fewer))


def _check_opening(deal: Deal) -> None:
    if deal.start is not None:
        raise DealError("what-if takes deals from their opening, not positions in mid-game")


def _with_deck(deal: Deal, name: str, deck: Deck) -> Deal:
    return replace(deal, deck=deck, deck_id=f"{deal.deck_id} {name}")


def _with_settings(
    deal: Deal, name: str, still: tuple[str, ...] | None = None, /, **changed: int | str
) -> Deal:
    """The deal with other settings; it has no code, since a code would deal anew."""
    settings = make_settings(find_game(deal.game), {**deal.settings, **changed}, from_file=True)
    kept = deal.victims if still is None else still
    return replace(
        deal, settings=settings, victims=kept, deck_id=f"{deal.deck_id} {name}", from_seed=False
    )


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Whether a deal without the play of a card takes longer, or cannot be won.

    Attributes:
        card: The card that every line within `turns` is claimed to play.
        turns: The limit of the claim.
        holds: True if no line without that play is as short, False if one is, None if a limit was
            reached first.
        limit: That limit.
        states: States searched.
    """

    card: str
    turns: int
    holds: bool | None
    limit: str | None
    states: int


def confirm_must_play(
    deal: Deal, card: str, turns: int, limits: Limits | None = None
) -> Confirmation:
    """Ask the complete search for a win within `turns` turns of the deal without that play.

    It searches another deal (`without_card`), and knows nothing of the lines of this one.
    """
    limits = limits or Limits(SECONDS)
    start = State.start(without_card(deal, card).deal)
    within = Within(start, limits)
    found: Answer = within.answer(start, turns, seconds=limits.seconds)
    holds = None if found.wins is None else not found.wins
    return Confirmation(card, turns, holds, found.limit, within.states)
