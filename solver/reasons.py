"""Why a decision is good or bad, in one sentence: what it leaves on the table, and what it costs.

Only what a player sees comes in: the open cases, the hand and the areas after the decision, before
anything is drawn, and the chances that were measured for the other decisions.
"""

from casecracker.engine.state import State
from casecracker.solver.hints import Hint, Hints

POINTS = 100


def reason(state: State, hints: Hints, place: int) -> str:
    """The sentence for the decision at `place` of a ranking."""
    hint = hints.moves[place]
    return f"{_outcome(state, str(hint.move))}; {_comparison(hints, place)}."


_OUTCOMES = {
    "hand": "gives up the lead for a card in hand",
    "pass": "gives up the lead and plays nothing",
    "discard": "keeps the other cards",
    "decline": "leaves the effect out",
    "contact": "spends the contact",
}


def _outcome(state: State, move: str) -> str:
    """What the decision does to cases and hand, as far as it is no matter of chance."""
    kind, *cards = move.split()
    if kind == "play":
        return _laid(state, cards[0], cards[1])
    if kind == "close":
        return f"scores what case {cards[0]} has to give"
    if kind == "take":
        return f"keeps {_card(state, cards[0]) if cards else 'the first lead'} for later"
    return _OUTCOMES.get(kind, "goes on")


def _laid(state: State, card: str, case: str) -> str:
    """What a line shows with one card more."""
    clues = {clue.id: clue for clue in state.deal.deck.clue}
    line = next(c["line"] for c in state.snapshot()["cases"] if str(c["number"]) == case)
    types = {kind for laid in (*line, card) for kind in clues[laid].types}
    new = set(clues[card].types) - {kind for c in line for kind in clues[c].types}
    puzzles = sum("puzzle" in clues[laid].attributes for laid in (*line, card))
    shows = f"case {case} then shows {_count(len(types), 'type')} with {_count(puzzles, 'puzzle')}"
    return shows + ("" if new else ", none of them new")


def _card(state: State, card: str) -> str:
    name = {clue.id: clue.name for clue in state.deal.deck.clue}.get(card)
    return f"{name} ({card})" if name else card


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _comparison(hints: Hints, place: int) -> str:
    """How it stands against the best of the others on the same hidden orders."""
    if len(hints.moves) == 1:
        return "it is the only decision"
    hint = hints.moves[place]
    if hint.samples < hints.samples:
        return f"left behind after {_count(hint.samples, 'hidden order')}"
    other = hints.moves[1 if place == 0 else 0]
    return f"{_difference(hint, other)} {other.move}"


def _difference(hint: Hint, other: Hint) -> str:
    if hint.win_chance is None or other.win_chance is None:
        return "nothing was played to the end against"
    points = round(POINTS * (hint.win_chance - other.win_chance))
    if points == 0:
        return "as good as"
    return f"{_count(abs(points), 'point')} {'more' if points > 0 else 'less'} than"
