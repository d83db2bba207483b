"""The flow of a game: steps are taken off a table's stack until a player must decide.

A step is either carried out at once or a decision: it gives options, each a short text. A
decision with one option is carried out without asking; one without any is dropped.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from casecracker.engine.streets import (
    attempts,
    doom,
    effects,
    midnight,
    monsters,
    phases,
    places,
    points,
    possessions,
    rolls,
)
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
    "tick": doom.tick,
    "turn-end": phases.turn_end,
    "next": phases.next_turn,
    "midnight": midnight.midnight,
    "mythos": midnight.mythos,
    "refresh": midnight.refresh,
    "attack": midnight.attack,
    "add-doom": doom.add_doom,
    "begin": attempts.begin,
    "completed": attempts.completed,
    "go-on": attempts.go_on,
    "again": attempts.again,
    "failed": attempts.failed,
    "resolved": attempts.resolved,
    "effects": effects.effects,
    "gain": possessions.gain,
    "monster": monsters.monster,
    "gate": places.gate,
}
DECISIONS: dict[str, Decision] = {
    "move": Decision(phases.move_options, phases.move),
    "streets": Decision(phases.streets_options, phases.streets),
    "streets-discard": Decision(phases.streets_discard_options, phases.streets_discard),
    "go-on-from-streets": Decision(phases.go_on_options, phases.go_on),
    "monster-order": Decision(midnight.monster_order_options, midnight.monster_order),
    "card-order": Decision(midnight.card_order_options, midnight.card_order),
    "before": Decision(attempts.before_options, attempts.before),
    "after": Decision(attempts.after_options, attempts.after),
    "reroll": Decision(rolls.reroll_options, rolls.reroll),
    "change": Decision(rolls.change_options, rolls.change),
    "secure": Decision(rolls.secure_options, rolls.secure),
    "focus": Decision(attempts.focus_options, attempts.focus),
    "drop": Decision(attempts.drop_options, attempts.drop),
    "defeat": Decision(attempts.defeat_options, attempts.defeat),
    "lose": Decision(points.lose_options, points.lose),
    "pay": Decision(points.pay_options, points.pay),
    "which-point": Decision(points.which_point_options, points.which_point),
    "heal": Decision(points.heal_options, points.heal),
    "choose-gain": Decision(possessions.choose_gain_options, possessions.choose_gain),
    "lose-asset": Decision(possessions.lose_asset_options, possessions.lose_asset),
    "membership": Decision(possessions.membership_options, possessions.membership),
    "spend": Decision(possessions.spend_options, possessions.spend),
    "place-monster": Decision(monsters.place_monster_options, monsters.place_monster),
    "settle-monster": Decision(monsters.settle_monster_options, monsters.settle_monster),
    "remove-monster": Decision(monsters.remove_monster_options, monsters.remove_monster),
    "gate-at": Decision(places.gate_at_options, places.gate_at),
    "close-gate": Decision(places.close_gate_options, places.close_gate),
    "flip": Decision(places.flip_options, places.flip),
    "choose": Decision(effects.choose_options, effects.choose),
}
_PHASES = frozenset(
    {
        *("turn", "arrive", "turn-up", "entry", "resolve", "event", "clock", "turn-end", "next"),
        *("midnight", "card-order", "mythos", "refresh", "begin", "again", "go-on", "failed"),
        *("resolved", "move", "streets", "before", "after", "focus", "drop", "monster-order"),
    }
)
"""Before these it is seen whether the doom track is full: not in the middle of a card's effects."""


def settle(table: Table) -> list[str]:
    """Carry out steps until a decision is due; its options, none at the end of the game."""
    while table.status == PLAYING:
        name, *words = table.stack[-1]
        if name in _PHASES and table.doom == table.deal.ancient.doom and not table.awake:
            midnight.awaken(table)
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
