"""Lines of investigation as CP-SAT sees them: which cards a line that is closed must hold.

Every variable of a line says something true of any real line at the moment of its closing, and
every constraint follows from the rules, so the least numbers found here are lower bounds. What is
left out: the order of the cards, what is drawn when, all penalties.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from casecracker.engine.cards import Clue
from casecracker.engine.games import ANY, Game
from casecracker.engine.printed import KEYS
from casecracker.engine.rules import TYPES_TO_CLOSE

_SKELETON_KEYS = frozenset({"skeleton-key"})
_OPENED_BY = {"lock": KEYS, "yellow-sign-lock": KEYS, "skeleton-lock": _SKELETON_KEYS}
_MOST_GONE = 62
"""No line has more cards than a deck."""

Var = cp_model.IntVar
Sum = cp_model.LinearExpr


def total(parts: Iterable[Sum]) -> Sum:
    """The sum of some expressions, an expression even of none."""
    return cp_model.LinearExpr.sum(list(parts))


@dataclass(frozen=True)
class Line:
    """Variables of one line.

    Attributes:
        name: The case's number, or the line's number.
        closed: It is closed.
        by_action: It is closed by the action, with five types that stay behind.
        laid: For each clue card: it lies there at the closing.
        scored: For each card that may be scored: it is, from this line.
        gone: Cards that were laid there and have left the line before.
        effects: Key effects used in this line.
    """

    name: str
    closed: Var
    by_action: Var
    laid: dict[str, Var]
    scored: dict[str, Var]
    gone: Var
    effects: Var


@dataclass(frozen=True)
class Rules:
    """What all lines of a game have in common.

    Attributes:
        game: The game.
        clues: The clue cards.
        key_items: Contact, equipment and items with a key side: key effects there are at most.
        cards_leave: Whether an effect may take a card out of an open line.
    """

    game: Game
    clues: tuple[Clue, ...]
    key_items: int
    cards_leave: bool


def add_line(
    model: cp_model.CpModel,
    rules: Rules,
    name: str,
    starts: Iterable[Sequence[str]],
    scorable: Iterable[str],
) -> Line:
    """A line with everything that holds of it whichever way it is closed.

    Args:
        model: Where it is added.
        rules: What holds of all lines.
        name: Names the line.
        starts: Techniques of each card from which it may begin, purple ones included.
        scorable: Ids of the cards that may be scored.
    """
    most_gone = _MOST_GONE if rules.cards_leave else 0
    laid = {clue.id: model.new_bool_var(f"laid {clue.id} {name}") for clue in rules.clues}
    line = Line(
        name,
        model.new_bool_var(f"closed {name}"),
        model.new_bool_var(f"action {name}"),
        laid,
        {card: model.new_bool_var(f"scored {card} {name}") for card in scorable},
        model.new_int_var(0, most_gone, f"gone {name}"),
        model.new_int_var(0, rules.key_items, f"effects {name}"),
    )
    model.add_implication(line.by_action, line.closed)
    model.add(line.gone == 0).only_enforce_if(~line.closed)
    for var in laid.values():
        model.add_implication(var, line.closed)
    for card, var in line.scored.items():
        model.add_implication(var, laid[card])
    _add_staying(model, rules, line)
    _add_locks(model, rules, line)
    for clue in rules.clues:
        _add_minimums(model, rules, line, clue)
        _add_left_edge(model, rules, line, clue, list(starts))
    return line


def _add_staying(model: cp_model.CpModel, rules: Rules, line: Line) -> None:
    """Five types of cards that are not scored (W6.1, W6.2)."""
    shown: list[Sum] = []
    for word in rules.game.types:
        seen = model.new_bool_var(f"shown {word} {line.name}")
        cards = [clue.id for clue in rules.clues if word in clue.types]
        laid = total(line.laid[card] for card in cards)
        scored = total(line.scored[card] for card in cards if card in line.scored)
        model.add(laid - scored >= seen)
        shown.append(seen)
    model.add(total(shown) >= TYPES_TO_CLOSE).only_enforce_if(line.by_action)
    # Implied by the above; it gives CP-SAT a bound at once.
    most = max(len(clue.types) for clue in rules.clues)
    least = -(-TYPES_TO_CLOSE // most)
    others = total(line.laid.values()) - total(line.scored.values())
    model.add(others >= least * line.by_action)


def _marked(rules: Rules, line: Line, marks: Iterable[str], but: str = "") -> Sum:
    """How many cards of the line have one of the marks, one card left out."""
    wanted = set(marks)
    return total(
        line.laid[clue.id]
        for clue in rules.clues
        if clue.id != but and wanted & set(clue.attributes)
    )


def _add_locks(model: cp_model.CpModel, rules: Rules, line: Line) -> None:
    """As many keys as locks when the last lock is laid, and one beside each lock.

    W5.4, K5.2, K5.3, G5.2, G5.3; rulings R8, C13.
    """
    locks = _marked(rules, line, _OPENED_BY)
    keys = _marked(rules, line, KEYS)
    model.add(locks <= keys + line.effects + line.gone)
    skeletons = _marked(rules, line, _SKELETON_KEYS)
    model.add(_marked(rules, line, {"skeleton-lock"}) <= skeletons + line.effects + line.gone)
    for clue in rules.clues:
        for mark in clue.attributes:
            if mark in _OPENED_BY:
                others = _marked(rules, line, _OPENED_BY[mark], but=clue.id)
                _require(model, line, clue, others + line.effects + line.gone, 1)


def _require(model: cp_model.CpModel, line: Line, clue: Clue, found: Sum, least: int) -> None:
    model.add(found >= least).only_enforce_if(line.laid[clue.id])


def _add_minimums(model: cp_model.CpModel, rules: Rules, line: Line, clue: Clue) -> None:
    """Cards, Colour cards and a Yellow sign that lay there before (W5.5, K5.3, K5.4; C13)."""
    if clue.minimum:
        others = total(line.laid[other.id] for other in rules.clues if other.id != clue.id)
        _require(model, line, clue, others + line.gone, clue.minimum)
    if clue.yellow_minimum:
        colours = _marked(rules, line, {"colour"}, but=clue.id)
        _require(model, line, clue, colours + line.gone, clue.yellow_minimum)
    if "yellow-sign-lock" in clue.attributes:
        signs = _marked(rules, line, {"yellow-sign"}, but=clue.id)
        _require(model, line, clue, signs + line.gone, 1)


def _add_left_edge(
    model: cp_model.CpModel, rules: Rules, line: Line, clue: Clue, starts: list[Sequence[str]]
) -> None:
    """The start or another card of the line offers a technique of the left edge (W5.2)."""
    wanted = {*clue.left, *clue.left_purple}
    fits = fitting(wanted)
    if ANY in wanted or any(fits(start) for start in starts):
        return
    before = total(
        line.laid[other.id]
        for other in rules.clues
        if other.id != clue.id and fits((*other.right, *other.right_purple))
    )
    _require(model, line, clue, before + line.gone, 1)


def fitting(left: Iterable[str]) -> Callable[[Iterable[str]], bool]:
    """Whether a right edge goes with a left one."""
    wanted = {*left, ANY}
    return lambda right: not wanted.isdisjoint(right)
