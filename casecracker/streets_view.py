"""The table of Streets of Arkham drawn for a player: all that lies open, nothing that is hidden.

Cards are told as far as they can be seen, with what resolving or failing them brings, and things
that investigators have with what they do. Words: docs/streets.md, Play.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from casecracker.engine.files import escaped
from casecracker.engine.streets.cards import (
    DICE,
    GATES,
    NEGATIVE_KINDS,
    NO_MONSTER,
    AdventureCard,
    Asset,
    Box,
    Effect,
)
from casecracker.engine.streets.deal import ADVENTURES
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import FIRST_WORLD, IN_PLAY, PLACE_NAMES, Table, Task

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table as Drawn

_LEGEND = (
    "Needs: numbers are investigations, L lore, P peril, T terror, / either; costs in brackets."
)
_USES: Mapping[str, str] = MappingProxyType(
    {
        "yellow": "before a roll: adds the yellow die",
        "red": "before a roll: adds the red die",
        "yellow-red": "before a roll: adds the yellow and the red die",
        "reroll": "after a roll: rerolls dice, {amount} at most",
        "face": "after a roll: turns a die to {face}",
        "secure": "after a roll: dice of it are kept for later, {amount} at most",
        "sanity": "before a roll or moving: +{amount} sanity",
        "stamina": "before a roll or moving: +{amount} stamina",
        "clue": "before a roll or moving: +{amount} clues",
        "cover-sanity": "when sanity is lost: 1 less",
        "cover-stamina": "when stamina is lost: 1 less",
        "defeat-monster": "before a roll: defeats a monster at the card",
        "hold-clock": "before a roll: the clock does not advance this turn",
    }
)
_ABILITIES: Mapping[str, str] = MappingProxyType(
    {
        "many-tasks": "any number of tasks with a roll",
        "terror-to-peril": "once a roll: a terror becomes a peril",
        "terror-to-lore": "once a roll: a terror becomes a lore",
        "raises-investigation": "once a roll: one investigation more on a die",
        "double-clues": "two rerolls for a Clue",
        "rerolls-daily": "once a day: rerolls two dice of anybody's roll",
        "other-world-dice": "yellow and red die free in Other Worlds",
        "trust-fund": "before the first roll: yellow and red die for a Common Item, Spell or Clue",
        "monster-for-dice": "before a roll: yellow and red die for a monster trophy",
        "no-monsters": "no monsters appear in his turn; immune to terror effects",
        "ignores-mythos-and-locks": "ignores locked dice and the Mythos card in his turn",
        "heals-stamina": "at the start of a turn, once a day: an investigator regains 1 stamina",
        "heals-sanity": "at the start of a turn, once a day: an investigator regains 1 sanity",
        "chooses-gain": "may gain a Clue, Common Item or Spell instead",
    }
)
DUE: Mapping[str, str] = MappingProxyType(
    {
        "move": "stay, or where to go?",
        "streets": "use the Streets of Arkham card?",
        "streets-discard": "which card is discarded?",
        "go-on-from-streets": "to which card to go on?",
        "monster-order": "which monster's midnight effect comes next?",
        "card-order": "which card's midnight effect comes next?",
        "before": "roll the dice, give up, or use something first?",
        "after": "which task is done with this roll, or what changes the dice?",
        "reroll": "which dice are rolled again?",
        "change": "which die is turned to the face?",
        "secure": "which die is put on the Spell?",
        "focus": "the roll failed: which die is held?",
        "drop": "the roll failed: a die of which colour is lost?",
        "defeat": "which monster is defeated?",
        "lose": "points are lost: take the loss, or cover one?",
        "pay": "a task costs points: pay them, or cover one?",
        "which-point": "which point is lost?",
        "heal": "who regains a point?",
        "choose-gain": "what is gained?",
        "lose-asset": "which thing is lost?",
        "membership": "which membership is kept?",
        "spend": "which trophy is spent?",
        "place-monster": "where does the monster appear?",
        "settle-monster": "on which task does the monster settle?",
        "remove-monster": "which monster goes back to the cup?",
        "gate-at": "at which adventure does the gate open?",
        "close-gate": "which gate is closed?",
        "flip": "which card is turned faceup?",
        "choose": "which group of effects?",
        "over": "the game is over",
    }
)
"""What each decision of docs/streets.md, Decisions, asks."""


def streets_view(state: StreetsState) -> "list[RenderableType]":
    """The whole table, to be printed part by part."""
    table = state.table()
    view = _View(state, table)
    parts = [view.heading(), view.places(), "", view.people(), "", *view.possessions()]
    return [*parts, _LEGEND, *view.attempt(), ""]


def asset_words(asset: Asset) -> str:
    """What an item, Spell, Ally or Skill does."""
    text = _USES[asset.use].format(amount=asset.amount, face=asset.face)
    if asset.use == "secure":
        return f"{text}; discarded when it is empty"
    text += "; once a day" if asset.daily else "; then discarded"
    ends = {"midnight": ", gone at midnight", "resolved": ", gone when a card is resolved"}
    return text + ends.get(asset.expires, "")


def effects_words(effects: Iterable[Effect]) -> str:
    """Effects for reading; `-` for none."""
    return ", ".join(map(_effect_words, effects)) or "-"


def task_words(box: Box, task: Task) -> str:
    """A task as it stands: number, needs, costs, the monster on it."""
    costs = f" ({task.row.costs})" if any(task.row.costs) else ""
    text = f"{task.number + 1}: {' '.join(task.row.needs) or 'nothing'}{costs}"
    if task.monster >= 0:
        return f"{text} = {escaped(box.monsters[task.monster].name)}"
    return text


def back_words(card: AdventureCard) -> str:
    """What names a facedown card."""
    if card.is_world:
        return "an Other World, facedown"
    return f"facedown: {escaped(card.location)}, {card.difficulty}"


def _effect_words(effect: Effect) -> str:
    if effect.options:
        return " or ".join(effects_words(group) if group else "nothing" for group in effect.options)
    kind = effect.kind.replace("-", " ")
    is_counted = effect.kind in NEGATIVE_KINDS or effect.amount < 0
    amount = f"{effect.amount:+d} " if is_counted else ""
    times = f" x{effect.amount}" if not is_counted and effect.amount > 1 else ""
    return f"{amount}{kind}{times}{' (each investigator)' if effect.each else ''}"


class _View:
    """Draws the parts of one table."""

    def __init__(self, state: StreetsState, table: Table) -> None:
        self._state, self._table, self._box = state, table, table.box

    # The Ancient One, the clock, the Mythos card

    def heading(self) -> "RenderableType":
        from rich.text import Text  # noqa: PLC0415 - rich is loaded when something is drawn

        table = self._table
        name = table.deal.code or "a deal of a box of its own"
        text = Text(f"\nTurn {table.turn}", style="bold")
        text.append(f"  {name}, {self._box.provenance} cards\n", style="not bold dim")
        for row in self._heading_rows():
            text.append(row + "\n", style="not bold")
        return text

    def _heading_rows(self) -> Iterator[str]:
        table, ancient = self._table, self._table.deal.ancient
        about = f" ({self._state.about})" if self._state.about else ""
        yield f"seat {table.active + 1}, due: {DUE[self._state.pending]}{about}"
        icons = [f"{icon} at {n}" for n, icon in enumerate(ancient.icons, start=1) if icon]
        track = f" ({', '.join(icons)})" if icons else ""
        yield (
            f"{escaped(ancient.name)}{' (awake)' if table.awake else ''}: Elder Signs "
            f"{table.signs} of {ancient.signs}, doom {table.doom} of {ancient.doom}{track}"
        )
        lasting = [("combat", str(ancient.combat)), ("attack", effects_words(ancient.attack))]
        lasting += [("midnight", effects_words(ancient.midnight))]
        yield "  " + "; ".join(f"{what}: {words}" for what, words in lasting if words != "-")
        yield f"clock: {3 * table.clock} hours{', does not advance' if table.clock_held else ''}"
        if table.mythos >= 0:
            yield f"Mythos: {self._mythos()}"
        backs = self._next_back()
        if backs:
            yield f"next adventure: {backs}"

    def _mythos(self) -> str:
        card = self._box.mythos[self._table.mythos]
        parts = [escaped(card.name), *_named("terror", card.terror)]
        parts += [*_named("midnight", card.midnight), *_locks(card.locked)]
        return "; ".join(parts)

    def _next_back(self) -> str:
        deck = self._table.decks[ADVENTURES]
        return "; ".join(self._back(self._box.places[deck[0]])) if deck else ""

    # Cards

    def places(self) -> "RenderableType":
        """Every card in play, a row each."""
        drawn = _drawn("", "card", "tasks", "resolved", "failed", "besides")
        for place in self._table.places():
            spot, card = self._table.spot(place), self._table.card(place)
            row = self._faceup(place, card) if spot.up else self._facedown(card)
            drawn.add_row(PLACE_NAMES[place], *row[:4], "\n".join([*row[4:], *self._marks(place)]))
        return drawn

    def _faceup(self, place: int, card: AdventureCard) -> list[str]:
        tasks = "\n".join(map(self._task, self._table.tasks(place)))
        rewards = effects_words((*card.rewards,))
        rewards = f"{rewards}; trophy {card.trophies}" if card.trophies else rewards
        order = "\n(from the top)" if card.ordered else ""
        member = f" ({card.member.replace('-', ' ')}: {effects_words(card.member_reward)})"
        return [
            f"{escaped(card.name)}\n{card.id}",
            tasks + order,
            rewards + (member if card.member else ""),
            effects_words(card.penalties),
            *_named("entry", card.entry),
            *_named("terror", card.terror),
            *_named("midnight", card.midnight),
            *_locks(card.locked),
            *(["an Event first"] if card.event else []),
        ]

    def _task(self, task: Task) -> str:
        text = task_words(self._box, task)
        if task.monster >= 0:
            return text
        free = ", room for a monster" if task.row.monster != NO_MONSTER else ""
        return f"{text}{free}"

    def _facedown(self, card: AdventureCard) -> list[str]:
        if card.is_world:
            return [back_words(card), "?", "?", "?"]
        return ["facedown", "?", "?", "?", *self._back(card)]

    def _back(self, card: AdventureCard) -> list[str]:
        """What the back of an Arkham Adventure shows."""
        return [
            f"{escaped(card.location)}, {card.difficulty}",
            *_named("on coming here", card.facedown),
            *_named("midnight", card.facedown_midnight),
        ]

    def _marks(self, place: int) -> Iterator[str]:
        """Gate, seal, investigators and monsters at a card."""
        spot = self._table.spot(place)
        if spot.gate >= 0 and place < FIRST_WORLD:
            yield f"gate {GATES[spot.gate]}"
        if spot.seal:
            yield "seal"
        for number, seat in enumerate(self._table.seats, start=1):
            if seat.status == IN_PLAY and seat.place == place:
                yield f"seat {number} is here"
        for marker, _ in spot.monsters:
            yield f"monster {self._monster(marker)}"

    def _monster(self, marker: int) -> str:
        one = self._box.monsters[marker]
        parts = [f"{escaped(one.name)} ({one.id}): {one.row}, trophy {one.trophies}"]
        return "; ".join([*parts, *_named("midnight", one.midnight), *_locks(one.locked)])

    # Investigators

    def people(self) -> "RenderableType":
        """The seats, a row each."""
        drawn = _drawn("seat", "investigator", "at", "sanity", "stamina", "Clues", "trophies", "")
        for number, seat in enumerate(self._table.seats, start=1):
            who = self._box.investigators[seat.who]
            if seat.status != IN_PLAY:
                drawn.add_row(str(number), "waits for the next investigator")
                continue
            trophies = sum(map(self._box.trophy_value, seat.trophies))
            member = [f"member: {seat.member.replace('-', ' ')}"] if seat.member else []
            drawn.add_row(
                f"{number}{'*' * (number == self._table.active + 1)}",
                escaped(who.name),
                PLACE_NAMES[seat.place],
                f"{seat.sanity} of {who.sanity}",
                f"{seat.stamina} of {who.stamina}",
                str(seat.clues),
                str(trophies),
                "; ".join([*_ability(who.ability), *member]),
            )
        return drawn

    def possessions(self) -> "list[RenderableType]":
        """Items, Spells, Allies and Skills, and what each does."""
        drawn = _drawn("seat", "has", "", "what it does")
        dice = dict[int, list[str]]()
        for owner, die in self._table.secured:
            dice.setdefault(owner, []).append(die)
        for number, seat in enumerate(self._table.seats, start=1):
            for one in seat.kit:
                asset = self._table.asset(one)
                words = asset_words(asset) + (
                    ", used up until midnight" if one in seat.used else ""
                )
                kept = f"; holds {' '.join(dice[one])}" if one in dice else ""
                drawn.add_row(str(number), asset.id, asset.deck.replace("-", " "), words + kept)
        return [drawn, ""] if drawn.row_count else []

    # The attempt

    def attempt(self) -> "list[RenderableType]":
        """The dice of the attempt under way, if there is one."""
        attempt = self._table.attempt
        if attempt is None:
            return []
        held = [*attempt.held, *(f"{die} (seat {seat + 1})" for seat, die in attempt.helpers)]
        pool = [f"{count} {colour}" for count, colour in zip(attempt.pool, DICE, strict=True)]
        done = [str(row + 1) for row in range(attempt.done.bit_length()) if attempt.done >> row & 1]
        parts = [
            f"attempt at {PLACE_NAMES[attempt.place]}: {' '.join(attempt.roll) or 'not rolled'}",
            f"in hand {', '.join(pool)}",
            *([f"held {', '.join(held)}"] if held else []),
            *([f"tasks done {', '.join(done)}"] if done else []),
        ]
        return ["; ".join(parts)]


def _ability(ability: str) -> list[str]:
    if ability.startswith("extra-"):
        return [f"one more {ability.removeprefix('extra-').replace('-', ' ')} with each gain"]
    return [_ABILITIES[ability]] if ability else []


def _named(name: str, effects: tuple[Effect, ...]) -> list[str]:
    return [f"{name}: {effects_words(effects)}"] if effects else []


def _locks(locked: tuple[int, ...]) -> list[str]:
    words = [f"{count} {colour}" for count, colour in zip(locked, DICE, strict=True) if count]
    return [f"locks {', '.join(words)}"] if words else []


def _drawn(*titles: str) -> "Drawn":
    """A table without lines; what is too wide for the terminal is broken, never cut off."""
    from rich.table import Table as Drawn  # noqa: PLC0415

    drawn = Drawn(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for title in titles:
        drawn.add_column(title, style="" if drawn.columns else "bold", overflow="fold")
    return drawn
