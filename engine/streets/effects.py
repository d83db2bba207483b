"""Carrying out effects: what icons and sentences of cards do (docs/streets.md, S10 and S11)."""

from collections.abc import Callable

from casecracker.engine.streets.cards import (
    CHOOSE_ONE,
    DECKS,
    ORGANIZATIONS,
    Effect,
)
from casecracker.engine.streets.doom import add_doom
from casecracker.engine.streets.places import (
    discard_spot,
    drop_world,
)
from casecracker.engine.streets.points import POINTS, devour, regain
from casecracker.engine.streets.possessions import (
    gain_clues,
)
from casecracker.engine.streets.table import (
    FIRST_WORLD,
    IN_PLAY,
    MAX_SIGNS,
    NOWHERE,
    STREETS,
    WON,
    Table,
    put,
)

_HEALED = {"healing": "stamina", "respite": "sanity"}


def effects(table: Table, seat: int, place: int, due: tuple[Effect, ...]) -> None:
    """Carry out the first of some effects; the others follow."""
    table.push_effects(seat, place, due[1:])
    effect = due[0]
    if effect.each:
        for other in reversed(table.in_play()):
            table.push("effects", other, place, (effect._replace(each=False),))
        return
    _HANDLERS[effect.kind](table, seat, place, effect)


def can_suffer(table: Table, seat: int, effect: Effect) -> bool:
    """Whether an investigator can fulfil an effect that he may choose (S10.3, S10.4)."""
    one = table.seats[seat]
    if effect.kind in ("blessed", "cursed"):
        return False
    if effect.amount >= 0 and effect.kind != "lose-trophy":
        return True
    if effect.kind in DECKS:
        owned = sum(table.asset(number).deck == effect.kind for number in one.kit)
        return owned >= -effect.amount
    if effect.kind == "clue":
        return one.clues >= -effect.amount
    if effect.kind == "trophies":
        return sum(map(table.box.trophy_value, one.trophies)) >= -effect.amount
    return effect.kind != "lose-trophy" or bool(one.trophies)


def together(group: tuple[Effect, ...]) -> list[Effect]:
    """The effects of a group, its losses of one kind taken together."""
    losses: dict[str, int] = {}
    for effect in group:
        if effect.amount < 0:
            losses[effect.kind] = losses.get(effect.kind, 0) + effect.amount
    found = [Effect(kind, amount) for kind, amount in losses.items()]
    return [*found, *(effect for effect in group if effect.amount >= 0)]


def choose_options(
    table: Table, seat: int, place: int, groups: tuple[tuple[Effect, ...], ...]
) -> list[str]:
    """The groups of a split reward or penalty that can be fulfilled."""
    if table.seats[seat].status != IN_PLAY:
        return []
    return [
        f"choose {number}"
        for number, group in enumerate(groups, start=1)
        if all(can_suffer(table, seat, effect) for effect in together(group))
    ]


def choose(
    table: Table, move: str, seat: int, place: int, groups: tuple[tuple[Effect, ...], ...]
) -> None:
    """Carry out the chosen group."""
    table.push_effects(seat, place, groups[int(move.split()[1]) - 1])


def _points(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status != IN_PLAY:
        return
    if effect.amount < 0:
        table.push("lose", seat, effect.kind, -effect.amount)
    else:
        regain(table, seat, effect.kind, effect.amount)


def _which_point(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(abs(effect.amount)):
        table.push("which-point", seat)


def _healing(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(effect.amount):
        table.push("heal", seat, _HEALED[effect.kind])


def _doom(table: Table, seat: int, place: int, effect: Effect) -> None:
    if effect.amount >= 0:
        add_doom(table, effect.amount)
    else:
        table.doom = max(0, table.doom + effect.amount)


def _reprieve(table: Table, seat: int, place: int, effect: Effect) -> None:
    table.doom = max(0, table.doom - effect.amount)


def _doom_if_gates(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.gates_open() == 3:
        add_doom(table, effect.amount)


def _clock(table: Table, seat: int, place: int, effect: Effect) -> None:
    table.push("tick", effect.amount)


def _expeditious(table: Table, seat: int, place: int, effect: Effect) -> None:
    table.clock_held = True


def _elder_sign(table: Table, seat: int, place: int, effect: Effect) -> None:
    if effect.amount > 0:
        table.signs = min(MAX_SIGNS, table.signs + effect.amount)
        table.tell(f"Elder Signs {table.signs} of {table.deal.ancient.signs}")
        if table.signs >= table.deal.ancient.signs:
            table.status = WON
        return
    lost = min(table.signs, -effect.amount)
    table.signs -= lost
    add_doom(table, -effect.amount - lost)


def _asset(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status != IN_PLAY:
        return
    if effect.amount < 0:
        for _ in range(-effect.amount):
            table.push("lose-asset", seat, effect.kind)
        return
    ability = table.ability(seat)
    extra = ability == f"extra-{effect.kind}"
    for _ in range(effect.amount + extra):
        is_free = ability == "chooses-gain" and effect.kind in DECKS[:3]
        table.push("choose-gain" if is_free else "gain", seat, effect.kind)


def _clue(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status != IN_PLAY:
        return
    if effect.amount < 0:
        table.put_seat(seat, clues=max(0, table.seats[seat].clues + effect.amount))
    else:
        gain_clues(table, seat, effect.amount)


def _join(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status != IN_PLAY:
        return
    if not table.seats[seat].member:
        table.put_seat(seat, member=effect.kind)
    elif table.seats[seat].member != effect.kind:
        table.push("membership", seat, effect.kind)


def _spend(table: Table, seat: int, place: int, effect: Effect) -> None:
    table.push("spend", seat, -effect.amount)


def _lose_trophy(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status == IN_PLAY and table.seats[seat].trophies:
        table.push("spend", seat, 0)


def _monster(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(effect.amount):
        table.push("monster", NOWHERE)


def _monster_here(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(effect.amount):
        table.push("monster", place)


def _remove_monster(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(effect.amount):
        table.push("remove-monster")


def _gate(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(effect.amount):
        table.push("gate")


def _close_gate(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(effect.amount):
        table.push("close-gate")


def _discard_card(table: Table, seat: int, place: int, effect: Effect) -> None:
    spot = table.spot(place)
    if spot.card < 0:
        return
    if place >= FIRST_WORLD:
        drop_world(table, place - FIRST_WORLD, seal=True)
    else:
        discard_spot(table, place)


def _flip(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(effect.amount):
        table.push("flip", seat)


def _streets(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status != IN_PLAY or table.awake:
        return
    table.put_seat(seat, place=STREETS)
    if table.attempt is not None and table.attempt.seat == seat:
        table.attempt = None


def _choose_one(table: Table, seat: int, place: int, effect: Effect) -> None:
    table.push("choose", seat, place, effect.options)


def _fails_at_once(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.attempt is not None:
        table.attempt = table.attempt._replace(over=True)


def _discard_terror(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.attempt is not None:
        kept = tuple(die for die in table.attempt.roll if die != "T")
        count = len(table.attempt.roll) - len(kept)
        pool = put(table.attempt.pool, 0, table.attempt.pool[0] - count)
        table.attempt = table.attempt._replace(roll=kept, pool=pool)


def _devoured(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status == IN_PLAY:
        devour(table, seat)


def _sanity_per_gate(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.gates_open() and table.seats[seat].status == IN_PLAY:
        table.push("lose", seat, "sanity", table.gates_open())


def _gate_on_ancient(table: Table, seat: int, place: int, effect: Effect) -> None:
    """A gate moves onto the Ancient One; everyone loses a point for each gate there."""
    table.gates_on_ancient = min(len(table.worlds), table.gates_on_ancient + 1)
    for other in reversed(table.in_play()):
        for _ in range(table.gates_on_ancient):
            table.push("which-point", other)


def _gaze(table: Table, seat: int, place: int, effect: Effect) -> None:
    """A green die that nothing changes: terror devours, all else costs a point of sanity."""
    if table.seats[seat].status != IN_PLAY:
        return
    face = table.deal.tapes[0].part(table.rolls[0], 1)[0]
    table.rolls = put(table.rolls, 0, table.rolls[0] + 1)
    if face == "T":
        devour(table, seat)
    else:
        table.push("lose", seat, "sanity", 1)


def _nothing(table: Table, seat: int, place: int, effect: Effect) -> None:
    """Blessings and curses belong to another expansion."""


_HANDLERS: dict[str, Callable[[Table, int, int, Effect], None]] = {
    **dict.fromkeys(POINTS, _points),
    **dict.fromkeys(DECKS, _asset),
    **dict.fromkeys(ORGANIZATIONS, _join),
    **dict.fromkeys(("blessed", "cursed"), _nothing),
    "sanity-or-stamina": _which_point,
    **dict.fromkeys(_HEALED, _healing),
    "doom": _doom,
    "reprieve": _reprieve,
    "doom-if-gates-3": _doom_if_gates,
    "clock": _clock,
    "expeditious": _expeditious,
    "elder-sign": _elder_sign,
    "clue": _clue,
    "trophies": _spend,
    "lose-trophy": _lose_trophy,
    "monster": _monster,
    "monster-here": _monster_here,
    "remove-monster": _remove_monster,
    "gate": _gate,
    "close-gate": _close_gate,
    "discard-card": _discard_card,
    "flip": _flip,
    "streets": _streets,
    CHOOSE_ONE: _choose_one,
    "adventure-fails-at-once": _fails_at_once,
    "discard-all-terror-dice": _discard_terror,
    "devoured": _devoured,
    "sanity-per-gate": _sanity_per_gate,
    "gate-on-ancient": _gate_on_ancient,
    "gaze": _gaze,
}
