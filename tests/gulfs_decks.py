"""Random decks and deals of Infinite Gulfs of Darkness that reach every rule.

`random_gulfs_deal(rng)` gives small games, `full_gulfs_deal(rng)` games with the counts and limits
of the box, `starved_gulfs_deal(rng)` games with so few cards that the row of leads runs dry, and
`menacing_gulfs_deal(rng)` games in which menaces come often and ask for something in the middle of
a refill, a check or the time step. A deck has a temper of its own, as those of `decks.py` have. The
same generator state gives the same results for ever.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from casecracker.engine.cards import (
    MAX_KEY_ITEMS,
    CaseCard,
    Clue,
    Contact,
    Deck,
    Equipment,
    Menace,
    Objective,
)
from casecracker.engine.deals import Deal
from casecracker.engine.games import (
    ANY,
    CASE_ONGOINGS,
    INFINITE_GULFS,
    KEY_EFFECT,
    MENACE_ONGOINGS,
    PURPLE,
    TECHNIQUES,
)
from tests.gulfs import GulfsChance, make_gulfs_deal

TYPES = INFINITE_GULFS.types
SIDES = INFINITE_GULFS.contact_sides
NUMBERS = range(1, 8)
LETTERS = "ABCDEFGHIJ"
CLUES_IN_STACK = 45
MENACES = INFINITE_GULFS.menaces_in_box
OBJECTIVES = INFINITE_GULFS.objectives_in_box
EQUIPMENT = ("necronomicon", "third-aklo-ritual")
_EFFECTS = (*INFINITE_GULFS.effects, "stability-check", "stability-check")
_LEAD_EFFECTS = (*["discard-lead", "take-lead"] * 8, *INFINITE_GULFS.effects)
_SHUFFLES = 12  # later shuffles given in a full deal; few games see more


@dataclass(frozen=True)
class _Temper:
    """Chances, 0 to 1, that shape the cards of one random deck."""

    any_edge: float  # an edge shows "any"
    second_icon: float
    purple: float  # an edge shows purple techniques too
    purple_alone: float  # and no black ones then
    purple_icon: float  # an icon is purple
    second_type: float
    many_types: float  # a card shows five types at once, so that cases close easily
    puzzle: float
    key: float
    lock: float
    skeleton: float  # a key or lock is of that kind
    minimum: float
    effect: float  # of one effect more, up to four
    penalty: float  # of each penalty icon
    darkness: float
    no_discard: float
    equipment: float
    haunter: float  # a case card is like the Haunter
    menace_icons: float  # a menace has icons


def _random_temper(rng: random.Random) -> _Temper:
    return _Temper(
        any_edge=rng.choice((0.0, 0.2, 0.7)),
        second_icon=rng.choice((0.0, 0.5, 0.9)),
        purple=rng.choice((0.0, 0.2, 0.5)),
        purple_alone=rng.choice((0.0, 0.3)),
        purple_icon=rng.choice((0.0, 0.3, 0.7)),
        second_type=rng.choice((0.1, 0.5, 0.9)),
        many_types=rng.choice((0.0, 0.1, 0.4)),
        puzzle=rng.choice((0.3, 0.6, 0.9)),
        key=rng.choice((0.1, 0.3, 0.5)),
        lock=rng.choice((0.0, 0.2, 0.5)),
        skeleton=rng.choice((0.2, 0.5)),
        minimum=rng.choice((0.0, 0.1, 0.3)),
        effect=rng.choice((0.1, 0.3, 0.6)),
        penalty=rng.choice((0.1, 0.3, 0.6)),
        darkness=rng.choice((0.1, 0.4, 0.8)),
        no_discard=rng.choice((0.0, 0.1, 0.4)),
        equipment=rng.choice((0.0, 0.1, 0.3)),
        haunter=rng.choice((0.0, 0.2, 0.5)),
        menace_icons=rng.choice((0.2, 0.5)),
    )


class _Box:
    """Makes the cards of one deck: one generator, one temper, the case cards that there are."""

    def __init__(self, rng: random.Random, temper: _Temper, numbers: Sequence[int]) -> None:
        self.rng = rng
        self.temper = temper
        self.numbers = sorted(numbers)
        self.faces: list[str] = []

    def _chance(self, name: str) -> bool:
        chance: float = getattr(self.temper, name)
        return self.rng.random() < chance

    # Clue cards.

    def clue(self, card: str, number: int, effects: Sequence[str] = _EFFECTS) -> Clue:
        """A clue card; the types go round by its number, so that all seven occur."""
        left, left_purple = self._edge()
        right, right_purple = self._edge()
        return Clue.model_validate(
            {
                "id": card,
                "types": self._types(number),
                "left": left,
                "right": right,
                "left-purple": left_purple,
                "right-purple": right_purple,
                "attributes": tuple(self._attributes()),
                "minimum": self.rng.randint(1, 4) if self._chance("minimum") else 0,
                "effects": self._effects(effects),
                "time": self._chance("penalty"),
                "stability": self._chance("penalty"),
            }
        )

    def _types(self, number: int) -> tuple[str, ...]:
        first = TYPES[number % len(TYPES)]
        others = [kind for kind in TYPES if kind != first]
        if self._chance("many_types"):
            return (first, *self.rng.sample(others, self.rng.randint(3, 6)))
        return (first, *self.rng.sample(others, int(self._chance("second_type"))))

    def _edge(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The black techniques of an edge, and its purple ones."""
        black, purple = self._techniques(), self._techniques()
        if not self._chance("purple"):
            return black, ()
        return () if self._chance("purple_alone") else black, purple

    def _techniques(self) -> tuple[str, ...]:
        if self._chance("any_edge"):
            return (ANY,)
        return tuple(self.rng.sample(TECHNIQUES, 1 + self._chance("second_icon")))

    def _attributes(self) -> list[str]:
        names = ("puzzle", "key", "lock", "darkness", "no_discard")
        found = [name.replace("_", "-") for name in names if self._chance(name)]
        return [
            f"skeleton-{name}" if name in ("key", "lock") and self._chance("skeleton") else name
            for name in found
        ]

    def _effects(self, pool: Sequence[str]) -> tuple[str, ...]:
        effects: list[str] = []
        while len(effects) < 4 and self._chance("effect"):
            effects.append(self.rng.choice(pool))
        return tuple(effects)

    # Case cards and menaces.

    def cases(self, starts: int, *, full: bool) -> list[CaseCard]:
        """Case cards of all numbers, `starts` of them open at the start; some with two sides."""
        opening = set(self.numbers[:2] if full else self.rng.sample(self.numbers, starts))
        cards: list[CaseCard] = []
        for number in self.numbers:
            start = number in opening
            hidden = not start and (number == NUMBERS[-1] if full else self._chance("haunter"))
            sides = ("A", "B") if (number == 1 if full else self.rng.random() < 0.3) else ("",)
            made = [self._case(number, side, start=start, hidden=hidden) for side in sides]
            cards += made
        if not full and self.rng.random() < 0.1:  # with an equipment card no case may be open
            return [
                card.model_copy(update={"start": card.start and card.side != "A"}) for card in cards
            ]
        return cards

    def _case(self, number: int, side: str, *, start: bool, hidden: bool) -> CaseCard:
        clue = self._face(0.5) if side != "A" else ""
        right, purple = ((), ()) if hidden else self._edge()
        if hidden:
            ongoing = tuple(self.rng.sample(MENACE_ONGOINGS, self.rng.randint(1, 2)))
        else:
            ongoing = CASE_ONGOINGS if self.rng.random() < 0.25 else ()
        return CaseCard.model_validate(
            {
                "number": number,
                "side": side,
                "start": start,
                "right": right,
                "right-purple": purple,
                "on-close": self._icons(clue, may_stay=not hidden),
                "ongoing": ongoing,
                "clue": clue,
            }
        )

    def _face(self, chance: float) -> str:
        """The id of a clue card on the other side of a card, in that share of cases."""
        if self.rng.random() >= chance:
            return ""
        self.faces.append(f"f{len(self.faces)}")
        return self.faces[-1]

    def _icons(self, clue: str, *, may_stay: bool) -> tuple[str, ...]:
        groups = [[self._icon()] for _ in range(self.rng.choice((0, 1, 1, 2, 3)))]
        if clue and may_stay and self.rng.random() < 0.4:
            groups.append(["flip"])
        elif clue and self.rng.random() < 0.9:
            groups.insert(self.rng.randint(0, len(groups)), ["flip", "add-to-hand"])
        coloured = [
            [f"{PURPLE}{icon}" for icon in group] if self._chance("purple_icon") else group
            for group in groups
        ]
        return tuple(icon for group in coloured for icon in group)

    def _icon(self) -> str:
        return "take-stability" if self.rng.random() < 0.35 else self._access()

    def _access(self) -> str:
        known = self.rng.random() < 0.9
        return f"access-{self.rng.choice(self.numbers if known else NUMBERS)}"

    def menace(self, card: str) -> Menace:
        """A menace card with effects of all sorts."""
        immediate: list[str] = []
        for word, chance in (("remove-aurora", 0.2), ("shuffle-all", 0.25), (self._access(), 0.35)):
            if self.rng.random() < chance:
                immediate.append(word)
        clue = self._face(0.5) if self._chance("menace_icons") else ""
        icons = self._icons(clue, may_stay=False) if self._chance("menace_icons") or clue else ()
        room = 6 - len(icons)
        return Menace.model_validate(
            {
                "id": card,
                "deck": "aurora" if self.rng.random() < 0.4 else "standard",
                "immediate": tuple(self.rng.sample(immediate, min(room, len(immediate)))),
                "ongoing": tuple(self.rng.sample(MENACE_ONGOINGS, self.rng.choice((0, 1, 1, 2)))),
                "icons": icons,
                "clue": clue,
            }
        )

    # What makes items, the Machine and letters of some clue cards.

    def with_equipment(self, cards: list[Clue]) -> list[Clue]:
        """Some cards as equipment with sides, few of them keys; mostly one is the Machine."""
        made = [self._equipped(card) if self._chance("equipment") else card for card in cards]
        made = _with_few_keys(made)
        if self.rng.random() < 0.75:
            place = self.rng.randrange(len(made))
            machine = made[place]
            if "equipment" not in machine.attributes and self.rng.random() < 0.5:
                keys = sum(KEY_EFFECT in card.sides for card in made)
                machine = self._equipped(machine, key=keys < MAX_KEY_ITEMS)
            made[place] = machine.model_copy(
                update={"attributes": (*machine.attributes, "machine")}
            )
        return made

    def _equipped(self, card: Clue, *, key: bool = True) -> Clue:
        sides = self.rng.sample([side for side in SIDES if key or side != KEY_EFFECT], 2)
        if key and self.rng.random() < 0.3:
            sides = [KEY_EFFECT]
        return card.model_copy(
            update={
                "attributes": (*card.attributes, "equipment"),
                "sides": tuple(sides[: self.rng.randint(1, 2)]),
            }
        )

    def with_letters(self, cards: list[Clue], most: int) -> list[Clue]:
        """Up to so many puzzle cards with a letter, one at least."""
        puzzles = [place for place, card in enumerate(cards) if "puzzle" in card.attributes]
        places = self.rng.sample(puzzles, min(most, len(puzzles)))
        made = list(cards)
        if not places:
            places = [self.rng.randrange(len(cards))]
            first = made[places[0]]
            made[places[0]] = first.model_copy(update={"attributes": (*first.attributes, "puzzle")})
        for letter, place in zip(LETTERS, places, strict=False):
            made[place] = made[place].model_copy(update={"letter": letter})
        return made

    def objectives(self, cards: list[Clue], count: int) -> tuple[Objective, ...]:
        """Objectives that ask for one to three letters each."""
        letters = sorted(card.letter for card in cards if card.letter)
        return tuple(
            Objective(
                number=number,
                letters=tuple(
                    self.rng.sample(letters, min(len(letters), self.rng.choice((1, 1, 2, 3))))
                ),
            )
            for number in range(1, count + 1)
        )

    def contact(self) -> tuple[Contact, ...]:
        """A contact in three decks of four."""
        if self.rng.random() < 0.25:
            return ()
        return (Contact(id="p1", sides=self._sides()),)

    def equipment(self, *, full: bool) -> tuple[Equipment, ...]:
        """Both equipment cards, or some of them."""
        chance = 1.0 if full else 0.6
        return tuple(
            Equipment(id=card, sides=self._sides())
            for card in EQUIPMENT
            if self.rng.random() < chance
        )

    def _sides(self) -> tuple[str, ...]:
        sides = self.rng.sample(SIDES, self.rng.randint(1, 2))
        if KEY_EFFECT not in sides and self.rng.random() < 0.4:
            sides.insert(0, KEY_EFFECT)
        return tuple(sides)


def _with_few_keys(cards: list[Clue]) -> list[Clue]:
    """No more cards with a key side than a deck may have."""
    keys = [card.id for card in cards if KEY_EFFECT in card.sides]
    return [
        card.model_copy(update={"sides": ("take-discard",)})
        if card.id in keys[MAX_KEY_ITEMS:]
        else card
        for card in cards
    ]


def random_gulfs_deck(
    rng: random.Random,
    *,
    clues: int | None = None,
    effects: Sequence[str] = _EFFECTS,
    full: bool = False,
    temper: _Temper | None = None,
) -> Deck:
    """A deck with 8 to 20 clue cards in the stack, or `clues`, and every sort of card in reach.

    Args:
        rng: Where chance comes from.
        clues: Clue cards in the stack at first.
        effects: What the cards' effects are chosen from.
        full: As many cards of the other kinds as in the box.
        temper: Shapes the cards; a random one if left out.
    """
    count = rng.randint(8, 20) if clues is None else clues
    numbers = list(NUMBERS) if full else rng.sample(NUMBERS, rng.randint(3, 7))
    box = _Box(rng, temper or _random_temper(rng), numbers)
    starts = rng.choice((1, 2, 2, 2, 3))
    cases = box.cases(starts, full=full)
    menaces = [box.menace(f"m{n}") for n in range(1, 1 + (MENACES if full else rng.randint(2, 6)))]
    ids = [*(f"c{number:02}" for number in range(count)), *box.faces]
    cards = box.with_equipment([box.clue(card, n, effects) for n, card in enumerate(ids)])
    wanted = OBJECTIVES if full else rng.choice((1, 1, 2, 3))
    cards = box.with_letters(cards, rng.choice((1, 2, wanted + 1)))
    return Deck(
        game=INFINITE_GULFS.id,
        name="Small test deck",
        provenance="synthetic",
        clue=tuple(rng.sample(cards, len(cards))),
        contact=box.contact(),
        case=tuple(cases),
        menace=tuple(menaces),
        objective=box.objectives(cards, wanted),
        equipment=box.equipment(full=full),
    )


def _deal(rng: random.Random, deck: Deck, *, limits: Sequence[int], mode: str | None) -> Deal:
    """A deal of the deck with random orders and settings; no later shuffle is known."""
    ids = [clue.id for clue in deck.clue]
    menace = rng.choice(("all", "all", "all", "minus-one", "no-aurora"))
    menaces = deck.menace_ids("standard")
    if menace != "no-aurora":
        menaces += deck.menace_ids("aurora")
    order = rng.sample(menaces, len(menaces))
    if menace == "minus-one":  # the one that is not named is taken out
        order.pop()
    chance: GulfsChance = {
        "draw": " ".join(_with_the_machine_early(rng, deck, rng.sample(ids, len(ids)))),
        "menaces": " ".join(order),
        "limits": rng.choice(limits),
        "mode": rng.choice(("hardboiled", "classic")) if mode is None else mode,
        "menace": menace,
        "help": rng.choice(("both", "both", "contact", "equipment", "none")),
        "equipment": rng.choice(EQUIPMENT),
    }
    return make_gulfs_deal(deck, **chance)


def _with_shuffles(rng: random.Random, deal: Deal, *, given: int, seeded: bool) -> Deal:
    """The deal with that many later shuffles, and perhaps a seed that decides all others."""
    ids = deal.deck.clue_ids()
    orders = tuple(tuple(rng.sample(ids, len(ids))) for _ in range(given))
    return replace(deal, reshuffles=orders, seed=rng.randrange(2**64) if seeded else None)


def _with_the_machine_early(rng: random.Random, deck: Deck, order: list[str]) -> list[str]:
    """In two deals of five the Machine, if it is in the stack, is one of the cards dealt first."""
    machines = [clue.id for clue in deck.clue if "machine" in clue.attributes]
    if not machines or rng.random() < 0.6:
        return order
    order.remove(machines[0])
    order.insert(rng.randint(0, 7), machines[0])
    return order


def random_gulfs_deal(
    rng: random.Random, deck: Deck | None = None, *, mode: str | None = None
) -> Deal:
    """A deal of a deck, a random one if none is given; settings and shuffles random.

    Later shuffles are all known in three deals of four; else none or one is. A mode that is not
    named is random, too.
    """
    cards = random_gulfs_deck(rng) if deck is None else deck
    deal = _deal(rng, cards, limits=(1, 2, 3, 4, 6, 9), mode=mode)
    return _with_shuffles(rng, deal, given=rng.choice((0, 1)), seeded=rng.random() < 0.75)


def full_gulfs_deal(
    rng: random.Random, deck: Deck | None = None, *, mode: str | None = None
) -> Deal:
    """A deal with the counts and the limits of the box; of a random deck if none is given.

    One in eight knows no later shuffle and one in eight the first alone; the others know all.
    """
    if deck is None:
        deck = random_gulfs_deck(rng, clues=CLUES_IN_STACK, full=True)
    known = rng.choice((0, 1, *[_SHUFFLES] * 6))
    deal = _deal(rng, deck, limits=(5, 6), mode=mode)
    return _with_shuffles(rng, deal, given=known, seeded=known == _SHUFFLES)


def starved_gulfs_deal(rng: random.Random, *, mode: str | None = None) -> Deal:
    """A deal of 8 to 10 cards whose many effects take leads away: the row may become empty."""
    temper = replace(_random_temper(rng), any_edge=1.0, effect=0.9, penalty=0.2, minimum=0.0)
    deck = random_gulfs_deck(rng, clues=rng.randint(8, 10), effects=_LEAD_EFFECTS, temper=temper)
    deal = _deal(rng, deck, limits=(3, 9), mode=mode)
    return _with_shuffles(rng, deal, given=0, seeded=rng.random() < 0.9)


def menacing_gulfs_deal(rng: random.Random, *, mode: str | None = None) -> Deal:
    """A deal of 8 to 12 cards: menaces come often, and most of them ask for something.

    The stack runs out early, the stability area fills, and nearly all menaces have icons.
    """
    changes = {"any_edge": 0.7, "effect": 0.6, "penalty": 0.5}
    temper = replace(_random_temper(rng), **changes, menace_icons=0.95, purple_icon=0.2)
    seldom = ("draw-menace", "close-5", "close-6")
    effects = (*INFINITE_GULFS.effects, *["stability-check"] * 6, *seldom)
    deck = random_gulfs_deck(rng, clues=rng.randint(8, 12), effects=effects, temper=temper)
    deal = _deal(rng, deck, limits=(1, 2, 3, 4, 9), mode=mode)
    return _with_shuffles(rng, deal, given=1, seeded=rng.random() < 0.75)
