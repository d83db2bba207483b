"""Carrying out effects: what icons and sentences of cards do (docs/streets.md, S10 and S11)."""

from collections.abc import Callable

from casecracker.engine.streets.cards import (
    CHOOSE_ONE,
    DECKS,
    FIRST_MONSTER,
    GATES,
    IN_BOX,
    ORGANIZATIONS,
    Effect,
)
from casecracker.engine.streets.deal import MYTHOS
from casecracker.engine.streets.table import (
    FIRST_WORLD,
    HOURS,
    IN_PLAY,
    MAX_CLUES,
    MAX_SIGNS,
    NO_CARD,
    NOWHERE,
    OUT,
    PLACE_NAMES,
    STREETS,
    WAITING,
    WON,
    Spot,
    Table,
    colour_index,
    put,
    without,
)

POINTS = ("sanity", "stamina")


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


# Points


def _points(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status != IN_PLAY:
        return
    if effect.amount < 0:
        table.push("lose", seat, effect.kind, -effect.amount)
    else:
        regain(table, seat, effect.kind, effect.amount)


def regain(table: Table, seat: int, kind: str, amount: int) -> None:
    """Give points back, at most up to those printed."""
    one = table.seats[seat]
    most = most_points(table, seat, kind)
    table.put_seat(seat, **{kind: min(most, getattr(one, kind) + amount)})


def most_points(table: Table, seat: int, kind: str) -> int:
    """Printed sanity or stamina of the investigator of a seat."""
    printed: int = getattr(table.box.investigators[table.seats[seat].who], kind)
    return printed


def lose_options(table: Table, seat: int, kind: str, amount: int) -> list[str]:
    """Lose points, or discard an item that covers one of them (S5.8)."""
    if table.seats[seat].status != IN_PLAY:
        return []
    covers = [
        f"cover {table.asset(number).id}"
        for number in distinct(table, table.seats[seat].kit)
        if table.asset(number).use == f"cover-{kind}"
    ]
    return ["lose", *covers]


def lose(table: Table, move: str, seat: int, kind: str, amount: int) -> None:
    """Carry out a loss of points."""
    if move != "lose":
        discard_asset(table, seat, asset_named(table, seat, move.split()[1]))
        if amount > 1:
            table.push("lose", seat, kind, amount - 1)
        return
    left = max(0, getattr(table.seats[seat], kind) - amount)
    table.put_seat(seat, **{kind: left})
    table.tell(f"seat {seat + 1} loses {amount} {kind}, {left} left")
    if not left:
        devour(table, seat)


def which_point_options(table: Table, seat: int) -> list[str]:
    """A loss of sanity or stamina, as the investigator likes."""
    return list(POINTS) if table.seats[seat].status == IN_PLAY else []


def which_point(table: Table, move: str, seat: int) -> None:
    """Lose the chosen kind."""
    table.push("lose", seat, move, 1)


def _which_point(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(abs(effect.amount)):
        table.push("which-point", seat)


def heal_options(table: Table, seat: int, kind: str) -> list[str]:
    """Who may regain a point: any investigator who lacks one."""
    return [
        f"heal {other + 1}"
        for other in table.in_play()
        if getattr(table.seats[other], kind) < most_points(table, other, kind)
    ]


def heal(table: Table, move: str, seat: int, kind: str) -> None:
    """Give the point."""
    regain(table, int(move.split()[1]) - 1, kind, 1)


def devour(table: Table, seat: int) -> None:
    """An investigator without sanity or stamina: he and all he has leave the game (S13)."""
    one = table.seats[seat]
    table.tell(f"seat {seat + 1} is devoured")
    for number in one.kit:
        _put_away(table, number)
    for trophy in one.trophies:
        table.return_trophy(trophy)
    if table.attempt is not None:
        if table.attempt.seat == seat:
            table.attempt = None
        else:
            helpers = tuple(pair for pair in table.attempt.helpers if pair[0] != seat)
            table.attempt = table.attempt._replace(helpers=helpers)
    table.seats = put(
        *(table.seats, seat),
        one._replace(
            *(), sanity=0, stamina=0, clues=0, place=NOWHERE, kit=(), used=(), trophies=(),
            member="", status=OUT if table.awake else WAITING,
        ),
    )  # fmt: skip
    add_doom(table, 1)


# Doom, clock, Elder Signs


def add_doom(table: Table, tokens: int) -> None:
    """Lay doom tokens on the track; the icon under each takes effect before the next one (S12)."""
    ancient = table.deal.ancient
    if tokens == 0 or table.doom == ancient.doom:
        return
    icon = ancient.icons[table.doom]
    table.doom += 1
    table.tell(f"doom {table.doom} of {ancient.doom}")
    if tokens > 1:
        table.push("add-doom", tokens - 1)
    if icon and not table.awake:
        table.push("effects", table.active, STREETS, (Effect(icon),))


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


def advance_clock(table: Table) -> None:
    """Three hours later; every stroke of midnight after the first of a turn adds doom (S9.3)."""
    table.clock = (table.clock + 1) % HOURS
    if table.clock == 0:
        table.strikes += 1
        table.tell("the clock strikes midnight")
        if table.strikes > 1:
            add_doom(table, 1)


def tick(table: Table, times: int) -> None:
    """Advance the clock so often."""
    if times > 1:
        table.push("tick", times - 1)
    advance_clock(table)


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


# Possessions


def distinct(table: Table, numbers: tuple[int, ...]) -> list[int]:
    """One of each kind of asset: copies of one card are equal."""
    seen = set()
    found = []
    for number in numbers:
        asset = table.asset(number)
        kind = (asset.deck, asset.use, asset.amount, asset.face, asset.daily, asset.expires)
        is_used = any(number in seat.used for seat in table.seats)
        has_die = any(owner == number for owner, _ in table.secured)
        key = (kind, is_used, number if has_die else -1)
        if key not in seen:
            seen.add(key)
            found.append(number)
    return found


def asset_named(table: Table, seat: int, name: str) -> int:
    """The asset of that id among those of a seat."""
    return next(number for number in table.seats[seat].kit if table.asset(number).id == name)


def discard_asset(table: Table, seat: int, number: int) -> None:
    """Lay an item, Spell, Ally or Skill under its deck; dice on it are free."""
    one = table.seats[seat]
    used = tuple(other for other in one.used if other != number)
    table.put_seat(seat, kit=without(one.kit, number), used=used)
    _put_away(table, number)


def _put_away(table: Table, number: int) -> None:
    table.secured = tuple(pair for pair in table.secured if pair[0] != number)
    table.put_under(DECKS.index(table.asset(number).deck), number)


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


def gain(table: Table, seat: int, kind: str) -> None:
    """Draw a card of a deck, if it has one."""
    number = table.draw(DECKS.index(kind))
    if number is not None:
        table.put_seat(seat, kit=tuple(sorted((*table.seats[seat].kit, number))))
        table.tell(f"seat {seat + 1} gains {table.asset(number).id}")


def choose_gain_options(table: Table, seat: int, kind: str) -> list[str]:
    """What this investigator may gain in place of what he was to gain."""
    return [f"gain {one}" for one in dict.fromkeys((kind, "clue", "common-item", "spell"))]


def choose_gain(table: Table, move: str, seat: int, kind: str) -> None:
    """Gain what was chosen."""
    chosen = move.split()[1]
    if chosen == "clue":
        _gain_clues(table, seat, 1)
    else:
        gain(table, seat, chosen)


def lose_asset_options(table: Table, seat: int, kind: str) -> list[str]:
    """Which item, Spell, Ally or Skill is lost."""
    own = [n for n in table.seats[seat].kit if table.asset(n).deck == kind]
    return [f"discard {table.asset(number).id}" for number in distinct(table, tuple(own))]


def lose_asset(table: Table, move: str, seat: int, kind: str) -> None:
    """Discard it."""
    discard_asset(table, seat, asset_named(table, seat, move.split()[1]))


def _clue(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status != IN_PLAY:
        return
    if effect.amount < 0:
        table.put_seat(seat, clues=max(0, table.seats[seat].clues + effect.amount))
    else:
        _gain_clues(table, seat, effect.amount)


def _gain_clues(table: Table, seat: int, amount: int) -> None:
    left = MAX_CLUES - sum(one.clues for one in table.seats)
    table.put_seat(seat, clues=table.seats[seat].clues + min(amount, left))


def _join(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status != IN_PLAY:
        return
    if not table.seats[seat].member:
        table.put_seat(seat, member=effect.kind)
    elif table.seats[seat].member != effect.kind:
        table.push("membership", seat, effect.kind)


def membership_options(table: Table, seat: int, organization: str) -> list[str]:
    """Which of two memberships to keep."""
    return ["stay-member", "change-member"]


def membership(table: Table, move: str, seat: int, organization: str) -> None:
    """Keep it."""
    if move == "change-member":
        table.put_seat(seat, member=organization)


# Trophies


def _spend(table: Table, seat: int, place: int, effect: Effect) -> None:
    table.push("spend", seat, -effect.amount)


def _lose_trophy(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status == IN_PLAY and table.seats[seat].trophies:
        table.push("spend", seat, 1)


def spend_options(table: Table, seat: int, value: int) -> list[str]:
    """A trophy to spend next, until they are worth enough; no change is given."""
    trophies = table.seats[seat].trophies
    return [f"spend {table.box.trophy_name(trophy)}" for trophy in trophies]


def spend(table: Table, move: str, seat: int, value: int) -> None:
    """Spend it."""
    name, trophies = move.split()[1], table.seats[seat].trophies
    trophy = next(one for one in trophies if table.box.trophy_name(one) == name)
    table.put_seat(seat, trophies=without(trophies, trophy))
    table.return_trophy(trophy)
    left = value - table.box.trophy_value(trophy)
    if left > 0:
        table.push("spend", seat, left)


# Monsters


def _monster(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(effect.amount):
        table.push("monster", NOWHERE)


def _monster_here(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(effect.amount):
        table.push("monster", place)


def monster(table: Table, place: int) -> None:
    """A monster appears, if the cup has one (S8)."""
    has_place = any(spot.card >= 0 for spot in (*table.spots, *table.worlds))
    if not table.cup or not has_place or table.awake or table.is_turn_of("no-monsters"):
        return
    table.draws += 1
    marker = next(one for one in table.deal.cup(table.draws) if one in table.cup)
    table.cup = without(table.cup, marker)
    table.tell(f"a monster appears: {table.box.monsters[marker].id}")
    is_card = table.spot(place).card >= 0
    table.push("place-monster", marker, place if is_card else NOWHERE)


def place_monster_options(table: Table, marker: int, place: int) -> list[str]:
    """Where it goes: a free monster row, or else below a card with the fewest monsters."""
    places = list(table.places()) if place == NOWHERE else [place]
    rows = [
        f"monster {PLACE_NAMES[where]} {row + 1}"
        for where in places
        for row in table.free_rows(where)
    ]
    if rows:
        return rows
    fewest = min((len(table.spot(where).monsters) for where in places), default=0)
    below = [one for one in places if len(table.spot(one).monsters) == fewest]
    return [f"monster {PLACE_NAMES[one]} below" for one in below]


def place_monster(table: Table, move: str, marker: int, place: int) -> None:
    """Lay the marker there; a die that it locks is taken at once."""
    _, where, row = move.split()
    lay_monster(table, marker, PLACE_NAMES.index(where), -1 if row == "below" else int(row) - 1)
    enforce_locks(table)


def lay_monster(table: Table, marker: int, place: int, row: int) -> None:
    """Lay a marker on a row of a card, or below its tasks (row -1)."""
    spot = table.spot(place)
    table.put_spot(place, spot._replace(monsters=(*spot.monsters, (marker, row))))


def _remove_monster(table: Table, seat: int, place: int, effect: Effect) -> None:
    table.push("remove-monster")


def remove_monster_options(table: Table) -> list[str]:
    """Which monster goes back to the cup."""
    return [
        f"remove {table.box.monsters[marker].id}"
        for place in table.places()
        for marker, _ in table.spot(place).monsters
    ]


def remove_monster(table: Table, move: str) -> None:
    """Put it back."""
    place, pair = find_monster(table, move.split()[1])
    take_monster(table, place, pair)
    table.return_monster(pair[0])


def find_monster(table: Table, name: str) -> tuple[int, tuple[int, int]]:
    """The place of the marker of that id, and what is noted there of it."""
    return next(
        (place, pair)
        for place in table.places()
        for pair in table.spot(place).monsters
        if table.box.monsters[pair[0]].id == name
    )


def take_monster(table: Table, place: int, pair: tuple[int, int]) -> None:
    """Take a marker off a card."""
    spot = table.spot(place)
    table.put_spot(place, spot._replace(monsters=without(spot.monsters, pair)))


def win_monster(table: Table, seat: int, place: int, pair: tuple[int, int]) -> None:
    """A monster is defeated: the marker is a trophy; its dice stay locked for the phase (S8.6)."""
    take_monster(table, place, pair)
    trophies = (*table.seats[seat].trophies, pair[0] + FIRST_MONSTER)
    table.put_seat(seat, trophies=tuple(sorted(trophies)))
    if table.attempt is not None:
        locked = table.box.monsters[pair[0]].locked
        kept = tuple(map(sum, zip(table.attempt.kept, locked, strict=True)))
        table.attempt = table.attempt._replace(kept=kept)


def enforce_locks(table: Table) -> None:
    """Take locked dice at once: from the hand first, then off Spells, then off markers (S8.8)."""
    locked = table.locked()
    if not any(locked):
        return
    aside = table.dice_aside()
    for colour in range(3):
        pool = table.attempt.pool[colour] if table.attempt else 0
        over = locked[colour] + aside[colour] + pool - IN_BOX[colour]
        for _ in range(over):
            _lock_one(table, colour)


def _lock_one(table: Table, colour: int) -> None:
    attempt = table.attempt
    if attempt is not None and attempt.pool[colour]:
        lying = [die for die in attempt.roll if colour_index(die) == colour]
        roll = without(attempt.roll, lying[-1]) if lying else attempt.roll
        pool = put(attempt.pool, colour, attempt.pool[colour] - 1)
        table.attempt = attempt._replace(pool=pool, roll=roll)
        return
    for pair in reversed(table.secured):
        if colour_index(pair[1]) == colour:
            unsecure(table, pair)
            return
    assert attempt is not None
    for pair in reversed(attempt.helpers):
        if colour_index(pair[1]) == colour:
            table.attempt = attempt._replace(helpers=without(attempt.helpers, pair))
            return
    die = next(die for die in attempt.held if colour_index(die) == colour)
    table.attempt = attempt._replace(held=without(attempt.held, die))


def unsecure(table: Table, pair: tuple[int, str]) -> None:
    """Take a die off a Spell; a Spell that is left empty is discarded."""
    table.secured = without(table.secured, pair)
    if all(owner != pair[0] for owner, _ in table.secured):
        seat = next(n for n, one in enumerate(table.seats) if pair[0] in one.kit)
        discard_asset(table, seat, pair[0])


# Cards in play


def _gate(table: Table, seat: int, place: int, effect: Effect) -> None:
    for _ in range(effect.amount):
        table.push("gate")


def gate(table: Table) -> None:
    """A gate opens, or a monster appears if no markers or no Other World is left (S6.1 to S6.6)."""
    if table.awake:
        return
    if table.gates_open() == len(table.worlds) or not table.decks[6]:
        table.push("monster", NOWHERE)
        return
    if not gate_at_options(table):
        table.tell("every adventure has a gate or a seal: the seals are removed")
        table.spots = tuple(spot._replace(seal=False) for spot in table.spots)
        table.push("gate")
        add_doom(table, 1)
        return
    table.push("gate-at")


def gate_at_options(table: Table) -> list[str]:
    """Arkham Adventures without gate or seal."""
    if table.gates_open() == len(table.worlds):
        return []
    return [
        f"gate {number}"
        for number, spot in enumerate(table.spots, start=1)
        if spot.card >= 0 and spot.gate < 0 and not spot.seal
    ]


def gate_at(table: Table, move: str) -> None:
    """Open the gate there: markers on it and on a facedown Other World; who is there leaves."""
    place = int(move.split()[1])
    colour = next(n for n, spot in enumerate(table.worlds) if spot.card < 0)
    world = table.draw(6)
    assert world is not None
    table.put_spot(place, table.spot(place)._replace(gate=colour))
    table.worlds = put(table.worlds, colour, Spot(world, False, gate=colour))
    table.tell(f"a gate opens at {PLACE_NAMES[place]}")
    leave(table, place)


def leave(table: Table, place: int) -> None:
    """All investigators at a card return to the Streets; an attempt there ends."""
    for number, one in enumerate(table.seats):
        if one.status == IN_PLAY and one.place == place:
            table.put_seat(number, place=STREETS)
    if table.attempt is not None and table.attempt.place == place:
        table.attempt = None


def _close_gate(table: Table, seat: int, place: int, effect: Effect) -> None:
    table.push("close-gate")


def close_gate_options(table: Table) -> list[str]:
    """Open gates, by their colours."""
    return [f"close {GATES[colour]}" for colour, spot in enumerate(table.worlds) if spot.card >= 0]


def close_gate(table: Table, move: str) -> None:
    """Close a gate without resolving its Other World, which is discarded (S6.9)."""
    colour = GATES.index(move.split()[1])
    drop_world(table, colour, seal=True)


def drop_world(table: Table, colour: int, seal: bool) -> None:
    """Discard an Other World and take off its gate; a seal takes the gate's place."""
    leave(table, FIRST_WORLD + colour)
    spot = table.worlds[colour]
    for marker, _ in spot.monsters:
        table.return_monster(marker)
    table.return_place_card(spot.card)
    take_gate(table, colour, seal)


def take_gate(table: Table, colour: int, seal: bool) -> None:
    """Return both markers of a colour; lay a seal on the Arkham Adventure if one is due."""
    table.worlds = put(table.worlds, colour, NO_CARD)
    table.spots = tuple(
        spot._replace(gate=-1, seal=seal) if spot.gate == colour else spot for spot in table.spots
    )


def replace_spot(table: Table, place: int) -> None:
    """A facedown Arkham Adventure from the deck takes the place of the card that left."""
    card = table.draw(5)
    table.put_spot(place, NO_CARD if card is None else Spot(card, False))


def discard_spot(table: Table, place: int) -> None:
    """Discard an Arkham Adventure with all that lies on it, and replace it (S3.9, S6.10)."""
    leave(table, place)
    spot = table.spot(place)
    for marker, _ in spot.monsters:
        table.return_monster(marker)
    if spot.gate >= 0:
        drop_world(table, spot.gate, seal=False)
    table.return_place_card(spot.card)
    replace_spot(table, place)


def _discard_card(table: Table, seat: int, place: int, effect: Effect) -> None:
    spot = table.spot(place)
    if spot.card < 0:
        return
    if place >= FIRST_WORLD:
        drop_world(table, place - FIRST_WORLD, seal=True)
    else:
        discard_spot(table, place)


def _flip(table: Table, seat: int, place: int, effect: Effect) -> None:
    table.push("flip", seat)


def flip_options(table: Table, seat: int) -> list[str]:
    """Facedown Arkham Adventures."""
    return [
        f"flip {number}"
        for number, spot in enumerate(table.spots, start=1)
        if spot.card >= 0 and not spot.up
    ]


def flip(table: Table, move: str, seat: int) -> None:
    """Turn it faceup."""
    turn_up(table, int(move.split()[1]))


def turn_up(table: Table, place: int) -> None:
    """Turn a card faceup: its monsters go to its monster tasks, its locked dice are taken."""
    spot = table.spot(place)
    waiting = [marker for marker, row in spot.monsters if row < 0]
    table.put_spot(place, spot._replace(up=True))
    table.tell(f"{table.card(place).id} is turned faceup at {PLACE_NAMES[place]}")
    rows = len(table.free_rows(place))
    for marker in reversed(waiting[:rows]):
        table.push("settle-monster", place, marker)
    enforce_locks(table)


def settle_monster_options(table: Table, place: int, marker: int) -> list[str]:
    """Monster tasks of a card that was just turned faceup."""
    if (marker, -1) not in table.spot(place).monsters:
        return []
    return [f"monster {PLACE_NAMES[place]} {row + 1}" for row in table.free_rows(place)]


def settle_monster(table: Table, move: str, place: int, marker: int) -> None:
    """Move the marker from below the tasks to one of them."""
    take_monster(table, place, (marker, -1))
    lay_monster(table, marker, place, int(move.split()[2]) - 1)


def _streets(table: Table, seat: int, place: int, effect: Effect) -> None:
    if table.seats[seat].status != IN_PLAY or table.awake:
        return
    table.put_seat(seat, place=STREETS)
    if table.attempt is not None and table.attempt.seat == seat:
        table.attempt = None


# Choices, terror, the battle


def _choose_one(table: Table, seat: int, place: int, effect: Effect) -> None:
    table.push("choose", seat, place, effect.options)


def choose_options(
    table: Table, seat: int, place: int, groups: tuple[tuple[Effect, ...], ...]
) -> list[str]:
    """The groups of a split reward or penalty that can be fulfilled."""
    if table.seats[seat].status != IN_PLAY:
        return []
    return [
        f"choose {number}"
        for number, group in enumerate(groups, start=1)
        if all(can_suffer(table, seat, effect) for effect in group)
    ]


def choose(
    table: Table, move: str, seat: int, place: int, groups: tuple[tuple[Effect, ...], ...]
) -> None:
    """Carry out the chosen group."""
    table.push_effects(seat, place, groups[int(move.split()[1]) - 1])


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


def draw_mythos(table: Table) -> int:
    """The next Mythos card; when none is left those discarded are shuffled (S9.5)."""
    if not table.decks[MYTHOS]:
        table.shuffles = (table.shuffles[0], table.shuffles[1] + 1)
        order = table.deal.mythos(table.shuffles[1])
        again = tuple(card for card in order if card in table.mythos_pile)
        table.decks, table.mythos_pile = put(table.decks, MYTHOS, again), ()
    card = table.draw(MYTHOS)
    assert card is not None
    return card


_HANDLERS: dict[str, Callable[[Table, int, int, Effect], None]] = {
    **dict.fromkeys(POINTS, _points),
    **dict.fromkeys(DECKS, _asset),
    **dict.fromkeys(ORGANIZATIONS, _join),
    **dict.fromkeys(("blessed", "cursed"), _nothing),
    "sanity-or-stamina": _which_point,
    "healing": lambda table, seat, place, effect: table.push("heal", seat, "stamina"),
    "respite": lambda table, seat, place, effect: table.push("heal", seat, "sanity"),
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
