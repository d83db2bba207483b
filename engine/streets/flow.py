"""The flow of a game: steps are taken off a table's stack until a player must decide.

A step is either carried out at once or a decision: it gives options, each a short text. A
decision with one option is carried out without asking; one without any is dropped.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from casecracker.engine.streets import attempts, effects, phases
from casecracker.engine.streets.table import LOST, PLAYING, Table


class Decision(NamedTuple):
    """What a player may choose, and how it is carried out; both get the words of the step."""

    options: Callable[..., list[str]]
    choose: Callable[..., None]


STEPS: dict[str, Callable[..., Any]] = {
    "kit": phases.kit,
    "turn": phases.turn,
    "arrive": phases.arrive,
    "turn-up": phases.turn_up_here,
    "entry": phases.entry,
    "rest": phases.rest,
    "resolve": phases.resolve,
    "event": phases.event,
    "clock": phases.clock,
    "tick": effects.tick,
    "turn-end": phases.turn_end,
    "next": phases.next_turn,
    "midnight": phases.midnight,
    "at-midnight": phases.at_midnight,
    "mythos": phases.mythos,
    "refresh": phases.refresh,
    "attack": phases.attack,
    "add-doom": effects.add_doom,
    "begin": attempts.begin,
    "completed": attempts.completed,
    "go-on": attempts.go_on,
    "again": attempts.again,
    "failed": attempts.failed,
    "resolved": attempts.resolved,
    "effects": effects.effects,
    "gain": effects.gain,
    "monster": effects.monster,
    "gate": effects.gate,
}
DECISIONS: dict[str, Decision] = {
    "move": Decision(phases.move_options, phases.move),
    "streets": Decision(phases.streets_options, phases.streets),
    "streets-discard": Decision(phases.streets_discard_options, phases.streets_discard),
    "go-on-from-streets": Decision(phases.go_on_options, phases.go_on),
    "monster-order": Decision(phases.monster_order_options, phases.monster_order),
    "before": Decision(attempts.before_options, attempts.before),
    "after": Decision(attempts.after_options, attempts.after),
    "reroll": Decision(attempts.reroll_options, attempts.reroll),
    "change": Decision(attempts.change_options, attempts.change),
    "secure": Decision(attempts.secure_options, attempts.secure),
    "focus": Decision(attempts.focus_options, attempts.focus),
    "drop": Decision(attempts.drop_options, attempts.drop),
    "defeat": Decision(attempts.defeat_options, attempts.defeat),
    "lose": Decision(effects.lose_options, effects.lose),
    "which-point": Decision(effects.which_point_options, effects.which_point),
    "heal": Decision(effects.heal_options, effects.heal),
    "choose-gain": Decision(effects.choose_gain_options, effects.choose_gain),
    "lose-asset": Decision(effects.lose_asset_options, effects.lose_asset),
    "membership": Decision(effects.membership_options, effects.membership),
    "spend": Decision(effects.spend_options, effects.spend),
    "place-monster": Decision(effects.place_monster_options, effects.place_monster),
    "settle-monster": Decision(effects.settle_monster_options, effects.settle_monster),
    "remove-monster": Decision(effects.remove_monster_options, effects.remove_monster),
    "gate-at": Decision(effects.gate_at_options, effects.gate_at),
    "close-gate": Decision(effects.close_gate_options, effects.close_gate),
    "flip": Decision(effects.flip_options, effects.flip),
    "choose": Decision(effects.choose_options, effects.choose),
}
_PHASES = frozenset(
    {
        *("turn", "arrive", "turn-up", "entry", "resolve", "event", "clock", "turn-end", "next"),
        *("midnight", "at-midnight", "mythos", "refresh", "begin", "again", "go-on", "failed"),
        *("resolved", "move", "streets", "before", "after", "focus", "drop", "monster-order"),
    }
)
"""Before these it is seen whether the doom track is full: not in the middle of a card's effects."""


def settle(table: Table) -> list[str]:
    """Carry out steps until a decision is due; its options, none at the end of the game."""
    while table.status == PLAYING:
        name, *words = table.stack[-1]
        if name in _PHASES and table.doom == table.deal.ancient.doom and not table.awake:
            phases.awaken(table)
            continue
        if table.awake and not table.in_play():
            table.status = LOST
            break
        decision = DECISIONS.get(name)
        if decision is None:
            table.stack.pop()
            STEPS[name](table, *words)
            continue
        options = decision.options(table, *words)
        if len(options) > 1:
            return options
        table.stack.pop()
        if options:
            decision.choose(table, options[0], *words)
    table.stack.clear()
    table.attempt = None
    return []


def choose(table: Table, move: str) -> list[str]:
    """Carry out a legal move and all that follows; the options of the next decision."""
    name, *words = table.stack.pop()
    DECISIONS[name].choose(table, move, *words)
    return settle(table)
