"""The briefcase of Infinite Gulfs of Darkness as formulas: items, keys that are items, hand limit.

At each decision any items may be used, one after the other, and equipment may be packed and
unpacked. Where the order of uses makes no difference, each item has one place in it; elsewhere
any item may be used at each place, and cards may be discarded between.

Rules: docs/rules.md, G4.2, G4.3 and G8; the numbered rulings are those of docs/rulings.md.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from casecracker.engine.games import KEY_EFFECT
from casecracker.engine.referee_gulfs_table import GulfsTable
from casecracker.engine.referee_table import HAND_LIMIT, Table
from casecracker.solver.cpsat_effects import AREAS, Chosen
from casecracker.solver.cpsat_formula import FALSE, TRUE
from casecracker.solver.cpsat_lines import KEY
from casecracker.solver.cpsat_table import Area
from casecracker.solver.cpsat_turn import Actions, Turns

PREVENT = "prevent-next"
SEARCH_MENACE = "search-menace"
SKELETON_KEY, SKELETON_LOCK = "skeleton-key", "skeleton-lock"
_LOCKS = ("lock", SKELETON_LOCK)
_TAKING = ("take-lead", "take-discard", "take-closed", "take-stability", "take-time")
_FETCHING = (*_TAKING, "search-stack")
_COMMUTING = (*_FETCHING, KEY_EFFECT, PREVENT)
"""Sides of which uses at one decision may change places."""


@dataclass(frozen=True, slots=True)
class Item:
    """What may be used: a helper, or a clue card that lies in the briefcase.

    Attributes:
        id: Of the card.
        by: How moves that use it begin, but for key sides.
        sides: Its effects.
        card: The place of the clue card in the deck file; None for a helper.
    """

    id: str
    by: str
    sides: tuple[str, ...]
    card: int | None


class Items(Turns):
    """Items and the hand.

    Attributes:
        briefcase: Clue cards in the briefcase.
        away: Clue cards on other sides, and those that have left the game.
        helpers: Whether each helper is unused.
        prevented_any: Whether effects of the next card that is played anywhere are prevented.
    """

    prevented_any: int

    def _set_areas(self, opening: Table) -> None:
        super()._set_areas(opening)
        assert isinstance(opening, GulfsTable)
        self.briefcase = self.area_of(opening.briefcase)
        lines = [self.area_of(case.line) for case in opening.cases.values()]
        placed = [self.stack, self.hand, self.discard, self.time, self.stability, self.closed]
        placed += [self.picture, self.briefcase, *self.row, *lines]
        self.away = [TRUE if TRUE not in card else FALSE for card in zip(*placed, strict=True)]
        self.helpers = dict.fromkeys(opening.helpers, TRUE)
        contact = [card.id for card in self.deal.deck.contact]
        self.items = [
            Item(name, "contact" if name in contact else f"use {name}", sides, None)
            for name, sides in opening.helpers.items()
        ]
        equipment = [
            Item(clue.id, f"use {clue.id}", clue.sides, number)
            for number, clue in enumerate(self.clues)
            if "equipment" in clue.attributes
        ]
        self.items += sorted(equipment, key=lambda item: not set(item.sides) & set(_FETCHING))
        self._equipment = [item.card for item in equipment if item.card is not None]
        self._refilling = False

    def areas(self) -> list[Area]:
        """All areas: every card lies in one of them."""
        return [*super().areas(), self.briefcase, self.away]

    def outside_help(self) -> tuple[str, ...]:
        """None: the contact is an item."""
        return ()

    # What other parts of the game do with items

    def haunt(self) -> None:
        """The Machine may have come into play."""
        raise NotImplementedError

    def needs_haunting(self) -> int:
        """Whether the Machine is in play, and a card waits for it."""
        raise NotImplementedError

    def search_menace(self, given: int, *, by: str = "") -> dict[str, int]:
        """Search the menace deck for a card, perhaps; an item does so if `given`."""
        raise NotImplementedError

    def bring(self, entering: Mapping[str, int], given: int) -> None:
        """An item brings a menace, if `given`; it acts once the hand limit is kept."""
        raise NotImplementedError

    def menace_left(self) -> int:
        """Whether a card is left in the menace deck."""
        raise NotImplementedError

    def ongoing(self, effect: str) -> list[int]:
        """For each card that may have the ongoing effect, whether it is active."""
        raise NotImplementedError

    def leave(self, given: int) -> None:
        """The game leaves what the formulas tell, if `given`: it passes for won, or is left out."""
        if self.scope.draws_beyond:
            self.untold = self.formula.some((self.untold, given))
            self.astray = self.formula.some((self.astray, given))
        else:
            self.formula.clause(-given)

    # The hand limit

    def is_over(self) -> int:
        """Whether too many cards are in hand."""
        more = self.ongoing("hand-limit-plus-1")
        return self.formula.at_least(HAND_LIMIT + 1, self.hand, more)

    def gain(self, came: Iterable[Area]) -> None:
        """Take cards to hand and keep the hand limit."""
        areas = list(came)
        if any(card != FALSE for cards in areas for card in cards):
            self.hand = self.joined(self.hand, *areas)
            self.keep_limit()

    def keep_limit(self) -> None:
        """Discard to the hand limit; items may be used while too many cards are in hand."""
        self.at_decision(self.is_over)

    def keep_hand_limit(self) -> Area:
        """Discard to the hand limit; the cards that were discarded."""
        return self._discard_over(at_once=True)

    def _discard_over(self, *, at_once: bool) -> Area:
        """Discard cards above the hand limit: all at once, or as many as the player wants now."""
        over, more = self.is_over(), self.ongoing("hand-limit-plus-1")
        gone = self.nothing()
        if over == FALSE:
            return gone
        before = self.hand
        for card, there in enumerate(before):
            if there != FALSE:
                gone[card] = self.formula.new()
                self.formula.clause(-gone[card], there)
                self.formula.clause(-gone[card], over)
        self.hand = self.without(before, gone)
        if at_once:
            self.formula.between(-len(more), self.hand, HAND_LIMIT, minus=more)
        self.formula.between(HAND_LIMIT, self.hand, minus=more, given=over)
        self._spare(gone, self.hand)
        self.put_down(gone)
        return gone

    def _spare(self, gone: Area, others: Area) -> None:
        """A card that cannot be discarded is, only if no other card is there (G4.2 and G4.3)."""
        for kept in self.bearing("no-discard", gone):
            if kept != FALSE:
                for clue, other in zip(self.clues, others, strict=True):
                    if "no-discard" not in clue.attributes:
                        self.formula.clause(-kept, -other)

    def discard_of_hand(self, what: str, given: int) -> None:
        """Discard a card from hand, if `given` and if there is one; `what` as in `Chosen`."""
        before = self.hand
        super().discard_of_hand(what, given)
        self._spare(self.log.steps[-1].cards[0], before)

    def lift_any_lead(self, given: int, *, free: bool, needed: bool) -> Area:
        """Take one card out of the row; if it is to be discarded, G4.2 holds."""
        before = self.joined(*self.row) if needed else self.nothing()
        lifted = super().lift_any_lead(given, free=free, needed=needed)
        if needed:
            self._spare(lifted, before)
        return lifted

    # Uses

    def may_take_leads(self) -> bool:
        """Whether a free action may take a card of the row."""
        return self.scope.contact and any("take-lead" in item.sides for item in self.items)

    def free_action(self, given: int) -> None:
        """Items may be used and packed, if `given`; then the hand limit is kept."""
        if given != FALSE:
            self.at_decision(lambda: given)

    def lead_is_gone(self, actions: Actions) -> None:
        """Items may be used before a play from hand, before a scoring, and before discards."""
        asked = self.formula.some([actions.hand, *actions.closes])
        self.at_decision(lambda: self.formula.some((asked, self.is_over())))

    def window(self, going: int) -> None:
        """The moment before maintenance, if an item could be used (ruling C7)."""
        self.at_decision(lambda: self.formula.both(going, self._help_is_at_hand()))

    def _help_is_at_hand(self) -> int:
        """Whether an item that is or might be in the briefcase has a side that could be used."""
        if not self.scope.contact:
            return FALSE
        could: list[int] = []
        for item in self.items:
            if item.card is None:
                ready = self.helpers[item.id]
            else:
                ready = self.formula.some((self.hand[item.card], self.briefcase[item.card]))
            sides = [self._could_use(side, item) for side in item.sides]
            could.append(self.formula.both(ready, self.formula.some(sides)))
        return self.formula.some(could)

    def _could_use(self, side: str, item: Item) -> int:
        if side in (KEY_EFFECT, PREVENT, "shuffle-discard"):
            return FALSE if side == KEY_EFFECT else TRUE
        if side == SEARCH_MENACE:
            return self.menace_left()
        if side == "take-lead":
            return self.formula.some(self.filled)
        if side in AREAS:
            return self.one(getattr(self, AREAS[side]))
        held = [
            card
            for area in (self.hand, self.briefcase)
            for number, card in enumerate(area)
            if number != item.card
        ]
        penalties = self.formula.some((*self.time, *self.stability))
        return self.formula.both(self.formula.some(held), penalties)

    def ask_icon(self, due: Callable[[], int]) -> None:
        """Items may be used before the card of the icon take-stability is chosen."""
        self.at_decision(lambda: self.formula.some((due(), self.is_over())))

    def at_decision(self, due: Callable[[], int]) -> None:
        """What may be done at a decision, as long as it is due; then the hand limit is kept."""
        is_asked = self.scope.contact and due() != FALSE
        items = list(self._at_hand()) if is_asked else []
        orders = self._orders(items)
        may_discard = len(orders) > 1 and not _commute(items)
        used: list[int] = []  # at each place, whether an item is
        brought: list[int] = []  # at each place, whether a menace is
        begun: list[int] = []  # that something has, which happens before later uses
        before = TRUE  # that something was done at the place before
        for place, order in enumerate(orders):
            self._repack(due)
            entered, use = self._use_one(due(), order)
            self.leave(self.formula.both(self.formula.some(begun), use))
            used.append(use)
            if may_discard:
                self.formula.clause(-use, before)
                before = use
            brought.append(entered)
            begun += [entered, self.formula.both(use, self.needs_haunting())]
            if may_discard and place + 1 < len(orders):
                gone = self._discard_over(at_once=False)
                before = self.formula.some((use, *gone))
                self.log.steps.append(Chosen("discard", self.one(gone), (gone,)))
        if is_asked:
            self._repack(due)
        mixed = self.formula.some((self.formula.at_least(2, used), *brought))
        self.leave(self.formula.both(mixed, self.needs_haunting()))
        self.shed()
        self.haunt()
        self.let_enter()

    def let_enter(self) -> None:
        """Menaces that an item has brought into play do what they do at once."""
        raise NotImplementedError

    def _at_hand(self) -> Iterator[Item]:
        """Items that may be used at this decision, those that others may fetch for it included."""
        ready = [item for item in self.items if self._may_be_ready(item)]
        fetch = any(set(item.sides) & {*_FETCHING, "exchange-penalty"} for item in ready)
        for item in self.items:
            if item in ready or (fetch and item.card is not None and self.away[item.card] != TRUE):
                yield item

    def _may_be_ready(self, item: Item) -> bool:
        if item.card is None:
            return self.helpers[item.id] != FALSE
        return self.hand[item.card] != FALSE or self.briefcase[item.card] != FALSE

    def _orders(self, items: list[Item]) -> list[list[Item]]:
        """Which items may be used first, second and so on."""
        useful = [item for item in items if set(item.sides) != {KEY_EFFECT}]
        if _commute(useful):
            return [[item] for item in useful]
        return [useful] * len(useful)

    def _repack(self, due: Callable[[], int]) -> None:
        """Pack and unpack equipment, perhaps, if it is due."""
        moved = [c for c in self._equipment if (self.hand[c], self.briefcase[c]) != (FALSE, FALSE)]
        given = due() if moved else FALSE
        if given == FALSE:
            return
        hand, briefcase = list(self.hand), list(self.briefcase)
        for card in moved:
            held = self.formula.some((hand[card], briefcase[card]))
            packed = self.formula.new()
            self.formula.clause(-packed, held)
            self.formula.clause(given, -packed, briefcase[card])
            self.formula.clause(given, packed, -briefcase[card])
            hand[card], briefcase[card] = self.formula.both(held, -packed), packed
        self.hand, self.briefcase = hand, briefcase
        self.log.steps.append(Chosen("pack", given, (briefcase,)))

    def _use_one(self, given: int, items: list[Item]) -> tuple[int, int]:
        """Use one side of one of the items, perhaps; whether a menace came, and whether one is."""
        by_side: dict[str, list[tuple[str, int]]] = {}
        every: list[int] = []
        for item in items:
            uses = {side: self.formula.new() for side in item.sides if side != KEY_EFFECT}
            self._use_up(item, list(uses.values()), given)
            every += uses.values()
            for side, use in uses.items():
                by_side.setdefault(side, []).append((item.by, use))
        self.formula.at_most_one(every)
        came: list[Area] = []
        entered = FALSE
        for side, named in by_side.items():
            used = self.formula.some(use for _, use in named)
            self.log.steps.append(Chosen("by", used, names=tuple(named)))
            if side == SEARCH_MENACE:
                entered = used
            came.append(self._use(side, used))
        self.hand = self.joined(self.hand, *came)
        return entered, self.formula.some(every)

    def _use_up(self, item: Item, uses: list[int], given: int) -> None:
        """An item that is used, on one of these occasions, leaves the game."""
        there = self.helpers[item.id] if item.card is None else self.briefcase[item.card]
        for use in uses:
            self.formula.clause(-use, there)
            self.formula.clause(-use, given)
        used = self.formula.some(uses)
        left = self.formula.both(there, -used)
        if item.card is None:
            self.helpers[item.id] = left
        else:
            self.briefcase = [*self.briefcase]
            self.briefcase[item.card] = left
            self.away = [*self.away]
            self.away[item.card] = self.formula.some((self.away[item.card], used))

    def _use(self, side: str, used: int) -> Area:
        """Carry a side out; what it brings to hand."""
        if side == PREVENT:
            self.log.steps.append(Chosen(f"item {PREVENT}", used))
            self.prevented_any = self.formula.some((self.prevented_any, used))
        elif side == SEARCH_MENACE:
            self.bring(self.search_menace(used, by="item"), used)
        elif side == "take-lead" and self._refilling:
            self.leave(used)  # the row would have to be filled anew
        else:
            return self.resolve(side, used, by="item")
        return self.nothing()

    # Keys

    def use_key(self, actions: Actions) -> int:
        """Whether the key side of an item goes with the play; the item leaves before it."""
        for item in self.items if self.scope.contact else []:
            if KEY_EFFECT in item.sides and self._may_be_ready(item):
                used = self.formula.new()
                self._use_up(item, [used], self.formula.some((actions.play, actions.hand)))
                actions.keys.append(("key" if item.by == "contact" else f"key {item.id}", used))
        uses = [used for _, used in actions.keys]
        self.formula.at_most_one(uses)
        return self.formula.some(uses)

    def meet_lock(self, case: int, card: int, play: int, with_key: int) -> None:
        """Ruling 8; an item's key goes only where the play needs it (C3)."""
        attributes, line = self.clues[card].attributes, self.lines[case]
        kind = next((lock for lock in _LOCKS if lock in attributes), None)
        if kind is None:
            self.formula.clause(-play, -with_key)
            return
        effects = self.key_effects[case]
        skeletons, locked = self.bearing(SKELETON_KEY, line), self.bearing(SKELETON_LOCK, line)
        keys = [*self.bearing(KEY, line), *skeletons, *effects]
        pairs = [(keys, [*self.bearing("lock", line), *locked])]
        if kind == SKELETON_LOCK:
            pairs.append(([*skeletons, *effects], locked))
        for opening, locks in pairs:
            self.formula.between(1, [*opening, with_key], minus=locks, given=play)
        if with_key != FALSE:
            enough = [-self.formula.at_least(1, opening, locks) for opening, locks in pairs]
            self.formula.clause(-play, -with_key, *enough)


def _commute(items: Iterable[Item]) -> bool:
    """Whether the order of uses at one decision makes no difference.

    Two clue cards may each fetch the other one, and one may be used up to fetch what was discarded
    at that decision; elsewhere those that fetch come first.
    """
    found = list(items)
    clues = [item for item in found if item.card is not None]
    fetching = [item for item in clues if set(item.sides) & set(_FETCHING)]
    if any({"take-discard", "take-time"} & set(item.sides) for item in clues):
        return len(found) < 2
    return all(set(item.sides) <= set(_COMMUTING) for item in found) and len(fetching) < 2
