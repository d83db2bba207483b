"""A position in plain words: ids of cards by area, as a position file has them, and back to bits.

Between the packed words of a `Position` and the text of a position file. `unpacked` and `packed`
are inverse to each other. What a position may be is checked in `positionfile.py` (single entries)
and `positionrules.py` (the whole).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from casecracker.engine import layout
from casecracker.engine.bits import lowest
from casecracker.engine.cards import Deck, Menace
from casecracker.engine.deals import case_cards_of
from casecracker.engine.games import DARKNESS_EFFECTS, Settings, find_game
from casecracker.engine.lineorder import beginning_of, playable_order
from casecracker.engine.position import Position, enter_sequence, tasks
from casecracker.engine.reading import sequence_card
from casecracker.engine.state import AREAS
from casecracker.engine.tasktext import case_source, source_names, task_number, task_text

DUE = (*layout.PENDING, "end", *layout.OUTCOMES.values())
"""What is due, by phase. `end`: the action is over, but a card to be discarded or an icon waits."""

GAINED = tuple(DARKNESS_EFFECTS.values())


@dataclass(frozen=True, slots=True)
class OpenCase:
    """An open case. `last` is the last card of its line, if it was scored while closing."""

    number: int
    line: tuple[str, ...]
    key_effects: int = 0
    prevented: bool = False
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """Which decision is due, and how far the card or the closing is that it belongs to.

    Attributes:
        due: One of DUE.
        card: The card whose effects are due, or whose immediate effect is.
        effect: The number of the printed effect that is due, one more than there are if none is.
        gained: Gained effects still due, as source and effect; None as long as printed ones are.
        case: The case being closed.
        scored: The card that was scored last.
        six_types: The case being closed showed all six types.
        waiting: What was interrupted, in words, the innermost first.
    """

    due: str = "action"
    card: str = ""
    effect: int = 1
    gained: tuple[tuple[str, str], ...] | None = None
    case: int = 0
    scored: str = ""
    six_types: bool = False
    waiting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tabletop:
    """All that lies open, by ids. The last fields are those of infinite-gulfs.

    Attributes:
        areas: The clue cards of each area of AREAS.
        victims: Those that have appeared, in the order of their cases.
        out: Clue cards that are out of the game, or on the other side of a card that is.
        left: Victims or menaces to come.
    """

    deck: Deck
    settings: Settings
    turn: int
    shuffles: int
    left: int
    areas: Mapping[str, tuple[str, ...]]
    leads: tuple[str, ...]
    victims: tuple[str, ...]
    cases: tuple[OpenCase, ...]
    contact_used: bool
    pending: Pending
    equipment_used: bool = False
    briefcase: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    cases_left: tuple[int, ...] = ()
    menaces_active: tuple[str, ...] = ()
    menaces_out: tuple[str, ...] = ()
    prevented_any: bool = False

    def seen(self) -> set[str]:
        """The clue cards that lie in some area, those out of the game too."""
        lines = (card for case in self.cases for card in case.line)
        areas = (card for cards in self.areas.values() for card in cards)
        return {*areas, *lines, *self.leads, *self.briefcase, *self.out}

    def unseen_menaces(self) -> tuple[str, ...]:
        """The menaces that were not seen yet; one of them may have been taken out of the game."""
        gone = {*self.menaces_active, *self.menaces_out}
        return tuple(card for card in menaces_in_game(self.deck, self.settings) if card not in gone)

    def turned_away(self) -> dict[str, str]:
        """Clue cards on the other sides of cards that have yet to be turned, each with its card."""
        active, unseen = {*self.menaces_active}, {*self.unseen_menaces()}
        there = {*self.cases_left, *(case.number for case in self.cases)}
        in_game = {card.id for card in case_cards_of(self.deck, self.settings).values()}
        away: dict[str, str] = {}
        for case in self.deck.case:
            waits = case.number in there or case_source(case) in active
            if case.clue and (waits or case.id not in in_game):
                away[case.clue] = f"case card {case.id}"
        for menace in self.deck.menace:
            known = menace.id in active or menace.id in unseen
            if menace.clue and (known or not self._takes_part(menace)):
                away[menace.clue] = f"menace '{menace.id}'"
        return away

    def _takes_part(self, menace: Menace) -> bool:
        return menace.id in menaces_in_game(self.deck, self.settings)

    def stack(self) -> set[str]:
        """The clue cards of the stack: those that lie nowhere else."""
        return set(self.deck.clue_ids()) - self.seen() - set(self.turned_away())


def menaces_in_game(deck: Deck, settings: Settings) -> tuple[str, ...]:
    """The menaces that take part; with minus-one all, as nobody knows which does not."""
    upper = () if settings.get("menace") == "no-aurora" else deck.menace_ids("aurora")
    return (*upper, *deck.menace_ids("standard"))


# From words to bits


def packed(table: Tabletop) -> Position:
    """The position that lies on the table. Nothing is checked that `positionfile.py` checks."""
    number = {clue.id: i for i, clue in enumerate(table.deck.clue)}

    def cards(ids: Iterable[str]) -> int:
        return sum(1 << number[card] for card in ids)

    words = [0] * layout.WORDS
    words[layout.STACK] = cards(table.stack())
    for name, word in AREAS.items():
        words[word] = cards(table.areas[name])
    words[layout.LEADS] = _row([number[card] for card in table.leads])
    words[layout.TOPS] = layout.NO_TOPS
    for case in table.cases:
        place = case.number - 1
        last = case.last or next(reversed(case.line), None)
        words[layout.LINE + place] = cards(case.line)
        words[layout.TOPS] ^= (layout.NO_CARD ^ _number(number, last)) << layout.CARD_BITS * place
        words[layout.TOPS] |= case.key_effects << (layout.KEY_SHIFT + layout.KEY_BITS * place)
    words[layout.STATUS] = _status(table, number)
    words[layout.TURN] = table.turn
    if table.deck.menace:
        words[layout.BRIEFCASE] = cards(table.briefcase)
        words[layout.GULFS] = _gulfs(table)
        words[layout.TASKS], words[layout.TASKS + 1] = _packed_tasks(table)
    else:
        enter_sequence(words, _sequence(table, number))
    return Position(
        table.deck, "", table.settings, table.victims, tuple(words), table.shuffles, table.left
    )


def _number(number: Mapping[str, int], card: str | None) -> int:
    return layout.NO_CARD if card is None else number[card]


def _row(leads: list[int]) -> int:
    row = layout.NO_LEADS
    for slot, card in enumerate(leads):
        row ^= (layout.NO_CARD ^ card) << layout.CARD_BITS * slot
    return row


def _sequence(table: Tabletop, number: Mapping[str, int]) -> list[int]:
    if not keeps_sequence(table.deck):
        return []
    ordered = sorted(table.cases, key=lambda case: case.number)
    return [number[card] for case in ordered for card in case.line]


def keeps_sequence(deck: Deck) -> bool:
    """Whether a card may be taken out of a line, so that the order of lines matters."""
    return "discard-case" in find_game(deck.game).immediates


def _status(table: Tabletop, number: Mapping[str, int]) -> int:
    due = table.pending
    status = DUE.index(due.due)
    if due.card:
        status |= number[due.card] << layout.CARD_SHIFT
    if due.due == "effect":
        index = layout.GAINED_EFFECTS if due.gained is not None else due.effect - 1
        status |= index << layout.EFFECT_SHIFT
    if due.due == "score":
        status |= (due.case - 1) << layout.CASE_SHIFT | layout.SIX_BIT * due.six_types
    if due.scored:
        status |= (number[due.scored] + 1) << layout.CARD_SHIFT | layout.SCORED_BIT
    status |= layout.CONTACT_BIT * table.contact_used
    status |= len(table.victims) << layout.VICTIMS_SHIFT
    return status | sum(1 << (layout.OPEN_SHIFT + case.number - 1) for case in table.cases)


def _gulfs(table: Tabletop) -> int:
    sources = source_names(table.deck)
    word = sum(1 << sources[menace] for menace in table.unseen_menaces())
    word |= sum(1 << (layout.ACTIVE_SHIFT + sources[name]) for name in table.menaces_active)
    word |= sum(1 << (layout.CASE_DECK_SHIFT + case - 1) for case in table.cases_left)
    for case in table.cases:
        word |= case.prevented << (layout.PREVENT_SHIFT + case.number - 1)
    word |= layout.PREVENT_ANY_BIT * table.prevented_any
    word |= layout.EQUIPMENT_BIT * table.equipment_used
    for name, effect in table.pending.gained or ():
        word |= 1 << (layout.GAINED_SHIFT + 2 * sources[name] + GAINED.index(effect))
    return word


def _packed_tasks(table: Tabletop) -> tuple[int, int]:
    sources, number = source_names(table.deck), 0
    for text in reversed(table.pending.waiting):
        number = number << layout.TASK_BITS | task_number(text, sources)
    return number & ((1 << layout.TASK_WORD_BITS) - 1), number >> layout.TASK_WORD_BITS


# From bits to words


def unpacked(position: Position) -> Tabletop:
    """What lies on the table in a position."""
    words, deck = position.words, position.deck
    ids = [clue.id for clue in deck.clue]
    status = words[layout.STATUS]
    areas = {name: _ids(ids, words[word]) for name, word in AREAS.items()}
    table = Tabletop(
        deck,
        position.settings,
        turn=words[layout.TURN],
        shuffles=position.shuffles,
        left=position.left,
        areas=areas,
        leads=_leads(ids, words[layout.LEADS]),
        victims=position.victims,
        cases=tuple(_cases(position, ids)),
        contact_used=bool(status & layout.CONTACT_BIT),
        pending=_pending(position, ids),
    )
    return _with_gulfs(position, table, ids) if deck.menace else table


def _ids(ids: list[str], cards: int) -> tuple[str, ...]:
    found = []
    while cards:
        found.append(ids[lowest(cards)])
        cards &= cards - 1
    return tuple(found)


def _leads(ids: list[str], row: int) -> tuple[str, ...]:
    slots = (row >> layout.CARD_BITS * slot & layout.CARD_MASK for slot in range(layout.LEAD_SLOTS))
    return tuple(ids[card] for card in slots if card != layout.NO_CARD)


def _cases(position: Position, ids: list[str]) -> Iterable[OpenCase]:
    words = position.words
    for case in range(layout.MAX_CASES):
        if not words[layout.STATUS] >> (layout.OPEN_SHIFT + case) & 1:
            continue
        top = words[layout.TOPS] >> layout.CARD_BITS * case & layout.CARD_MASK
        last = None if top == layout.NO_CARD else ids[top]
        line = _ids(ids, words[layout.LINE + case])
        shifted = words[layout.TOPS] >> (layout.KEY_SHIFT + layout.KEY_BITS * case)
        effects = shifted & layout.KEY_MASK
        is_last_there = last is None or last in line
        yield OpenCase(
            case + 1,
            _in_order(position, case, line, last, effects),
            effects,
            bool(position.deck.menace and words[layout.GULFS] >> (layout.PREVENT_SHIFT + case) & 1),
            None if is_last_there else last,
        )


def _in_order(
    position: Position, case: int, line: tuple[str, ...], last: str | None, effects: int
) -> tuple[str, ...]:
    """A line in the order played; where nobody kept it, in an order that the rules allow."""
    if not keeps_sequence(position.deck):
        return playable_order(beginning_of(position, case, effects), position.deck, line, last)
    places = range(layout.SEQUENCE_WORDS * layout.SEQUENCE_CARDS)
    words = position.example.array()
    numbers = {clue.id: i for i, clue in enumerate(position.deck.clue)}
    place = {int(sequence_card(words, p)): p for p in places}
    return tuple(sorted(line, key=lambda card: place[numbers[card]]))


def _pending(position: Position, ids: list[str]) -> Pending:
    status = position.words[layout.STATUS]
    due = DUE[status & layout.PHASE_MASK]
    card = status >> layout.CARD_SHIFT & layout.CARD_MASK
    waiting = _waiting(position) if position.deck.menace else ()
    if due == "score":
        is_scored = bool(status & layout.SCORED_BIT)
        return Pending(
            due,
            case=(status >> layout.CASE_SHIFT & layout.CASE_MASK) + 1,
            scored=ids[card - 1] if is_scored else "",
            six_types=bool(status & layout.SIX_BIT),
            waiting=waiting,
        )
    if due == "effect":
        index = status >> layout.EFFECT_SHIFT & layout.EFFECT_MASK
        if index == layout.GAINED_EFFECTS:
            return Pending(due, ids[card], gained=_gained(position), waiting=waiting)
        return Pending(due, ids[card], index + 1, waiting=waiting)
    return Pending(due, ids[card] if due == "immediate" else "", waiting=waiting)


def _gained(position: Position) -> tuple[tuple[str, str], ...]:
    word = position.words[layout.GULFS] >> layout.GAINED_SHIFT
    sources = sorted(source_names(position.deck).items(), key=lambda pair: pair[1])
    return tuple(
        (name, effect)
        for name, source in sources
        for place, effect in enumerate(GAINED)
        if word >> 2 * source + place & 1
    )


def _waiting(position: Position) -> tuple[str, ...]:
    names = {source: name for name, source in source_names(position.deck).items()}
    return tuple(task_text(task, names) for task in tasks(position.words))


def _with_gulfs(position: Position, table: Tabletop, ids: list[str]) -> Tabletop:
    """The same with what only Infinite Gulfs of Darkness has."""
    words, deck = position.words, position.deck
    word = words[layout.GULFS]
    sources = sorted(source_names(deck).items(), key=lambda pair: pair[1])
    active = tuple(name for name, s in sources if word >> (layout.ACTIVE_SHIFT + s) & 1)
    case_deck = word >> layout.CASE_DECK_SHIFT
    table = replace(
        table,
        equipment_used=bool(word & layout.EQUIPMENT_BIT),
        briefcase=_ids(ids, words[layout.BRIEFCASE]),
        cases_left=tuple(n + 1 for n in range(layout.MAX_CASES) if case_deck >> n & 1),
        menaces_active=active,
        menaces_out=tuple(
            menace
            for menace in menaces_in_game(deck, table.settings)
            if menace not in active and menace not in position.unseen
        ),
        prevented_any=bool(word & layout.PREVENT_ANY_BIT),
    )
    gone = table.stack() - set(position.stack)
    return replace(table, out=tuple(card for card in ids if card in gone))
