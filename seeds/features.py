"""What the decisions of a line use: strain, locks, the contact, a search ... by name.

A feature is a rule about one step: the position, the move, the position after it. The same rules
read a told line and the graph of all lines (analysis/lines.py), so "this line uses it" and "every
line within these turns uses it" mean the same deed. docs/generate.md lists them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from casecracker.analysis.lines import END, Edge, Lines
from casecracker.engine.bits import size
from casecracker.engine.deals import Deal
from casecracker.engine.layout import (
    BONUS,
    CARD_BITS,
    CARD_MASK,
    CLOSED,
    CONTACT_BIT,
    DISCARD,
    EQUIPMENT_BIT,
    GULFS,
    LEAD_SLOTS,
    LEADS,
    LINE,
    MENACES_MASK,
    NO_CARD,
    SIX_BIT,
    STABILITY,
    STATUS,
    TIME,
)
from casecracker.engine.moves import (
    CARD_ITEM,
    CLOSE,
    CONTACT,
    EXCHANGE,
    ITEM_STEP,
    KIND_SHIFT,
    PLAY,
    PLAY_WITH_KEY,
    SEARCH,
    TAKE_CARD,
)
from casecracker.engine.notation import parse_move
from casecracker.engine.play import STRAIN_FROM
from casecracker.engine.reading import phase, shuffles
from casecracker.engine.state import State
from casecracker.engine.tables import (
    CARD_COLUMNS,
    EXCHANGE_PENALTY,
    HAS_MENACES,
    IMMEDIATE_EFFECT,
    KEY,
    LOCK,
    SEARCH_STACK,
    SKELETON_KEY,
    SKELETON_LOCK,
    TAKE_CLOSED,
    TAKE_DISCARD,
    TAKE_LEAD,
    TAKE_STABILITY,
    TAKE_TIME,
    USE_KEY,
    YELLOW_LOCK,
    IntArray,
    contact_sides,
)

_TAKES = {
    TAKE_LEAD: LEADS,
    TAKE_DISCARD: DISCARD,
    TAKE_CLOSED: CLOSED,
    TAKE_STABILITY: STABILITY,
    TAKE_TIME: TIME,
}


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One move of the rules on a line, with the words of the states before and after it."""

    tables: IntArray
    before: IntArray
    move: int
    after: IntArray

    @property
    def kind(self) -> int:
        """The kind of the move (engine/moves.py)."""
        return self.move >> KIND_SHIFT

    @property
    def card(self) -> int:
        """The card that the move names first, by its number."""
        return self.move >> 8 & 255

    @property
    def case(self) -> int:
        """The case of a play, as the state before the move numbers it."""
        return self.move & 255

    @property
    def item(self) -> int | None:
        """The item that is used, 0 the contact; None if none is."""
        return (self.kind - CONTACT) // ITEM_STEP if self.kind >= CONTACT else None

    @property
    def effect(self) -> int | None:
        """The effect of the item that is used, by its number; None if none is."""
        return (self.kind - CONTACT) % ITEM_STEP if self.kind >= CONTACT else None

    @property
    def is_play(self) -> bool:
        """Whether a card is laid to a case."""
        return self.kind in (PLAY, PLAY_WITH_KEY) or self.effect == USE_KEY

    def plays_one_of(self, cards: int) -> bool:
        """Whether a card of that set is laid to a case."""
        return self.is_play and bool(int(self.tables[cards]) >> self.card & 1)

    def takes_from(self, area: int) -> bool:
        """Whether a card of that area is taken by an effect."""
        if self.effect is not None:
            return _TAKES.get(self.effect) == area
        if self.kind != TAKE_CARD:
            return False
        return bool(_cards_in(self.before, area) >> self.card & 1)

    def flips(self, word: int, bit: int) -> bool:
        """Whether a bit of a word is set by the move."""
        return not int(self.before[word]) & bit and bool(int(self.after[word]) & bit)


def _cards_in(words: IntArray, area: int) -> int:
    if area != LEADS:
        return int(words[area])
    row = (int(words[LEADS]) >> CARD_BITS * slot & CARD_MASK for slot in range(LEAD_SLOTS))
    return sum(1 << card for card in row if card != NO_CARD)


Rule = Callable[[Step], bool]


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that a line may use.

    Attributes:
        name: How it is asked for.
        text: What it means, in one line.
        is_in: Whether deals of a deck with given settings can show it at all, asked of any of them.
        rule: Whether a step does.
    """

    name: str
    text: str
    is_in: Callable[[Deal], bool]
    rule: Rule


def _prints(*attributes: str) -> Callable[[Deal], bool]:
    return lambda deal: any(set(attributes) & set(clue.attributes) for clue in deal.deck.clue)


def _does(effect: str) -> Callable[[Deal], bool]:
    """Whether a clue card or a helper in the game has that effect."""

    def is_in(deal: Deal) -> bool:
        equipment = deal.equipment()
        sides = (*contact_sides(deal), *(equipment.sides if equipment else ()))
        clues = deal.deck.clue
        return effect in sides or any(effect in (*clue.effects, *clue.sides) for clue in clues)

    return is_in


def _always(_: Deal) -> bool:
    return True


def _has_victims(deal: Deal) -> bool:
    return bool(deal.victims)


def _has_equipment(deal: Deal) -> bool:
    return deal.equipment() is not None or any(clue.sides for clue in deal.deck.clue)


def _is_strain(step: Step) -> bool:
    return step.is_play and size(int(step.before[LINE + step.case])) + 1 >= STRAIN_FROM


def _is_passion(step: Step) -> bool:
    """A card with an immediate effect comes into the row."""
    come = _cards_in(step.after, LEADS) & ~_cards_in(step.before, LEADS)
    return any(
        come >> card & 1 and step.tables[CARD_COLUMNS * card + IMMEDIATE_EFFECT]
        for card in range(come.bit_length())
    )


def _is_menace(step: Step) -> bool:
    """A card leaves the menace deck."""
    gone = int(step.before[GULFS]) & ~int(step.after[GULFS])
    return bool(step.tables[HAS_MENACES] and gone & MENACES_MASK)


def _is_equipment(step: Step) -> bool:
    if not step.tables[HAS_MENACES]:  # the word means something else
        return False
    return step.flips(GULFS, EQUIPMENT_BIT) or (step.item is not None and step.item >= CARD_ITEM)


def _taken(area: int) -> Rule:
    return lambda step: step.takes_from(area)


_ALL = (
    Feature(
        "strain",
        "a card is laid as the 8th or later of its line",
        _always,
        _is_strain,
    ),
    Feature(
        "key",
        "a Key of any kind is laid",
        _prints("key", "skeleton-key"),
        lambda step: step.plays_one_of(KEY),
    ),
    Feature(
        "lock",
        "a Lock of any kind is laid",
        _prints("lock", "skeleton-lock", "yellow-sign-lock"),
        lambda step: step.plays_one_of(LOCK),
    ),
    Feature(
        "skeleton-key",
        "a Skeleton Key is laid",
        _prints("skeleton-key"),
        lambda step: step.plays_one_of(SKELETON_KEY),
    ),
    Feature(
        "skeleton-lock",
        "a Skeleton Lock is laid",
        _prints("skeleton-lock"),
        lambda step: step.plays_one_of(SKELETON_LOCK),
    ),
    Feature(
        "yellow-sign",
        "a card with a Yellow sign lock is laid",
        _prints("yellow-sign-lock"),
        lambda step: step.plays_one_of(YELLOW_LOCK),
    ),
    Feature(
        "contact",
        "the contact is used, its key side included",
        lambda deal: bool(contact_sides(deal)),
        lambda step: step.flips(STATUS, CONTACT_BIT),
    ),
    Feature(
        "equipment",
        "an equipment card is used",
        _has_equipment,
        _is_equipment,
    ),
    Feature(
        "search",
        "the stack is searched",
        _does("search-stack"),
        lambda step: step.kind == SEARCH or step.effect == SEARCH_STACK,
    ),
    Feature(
        "exchange",
        "a hand card is exchanged for a penalty",
        _does("exchange-penalty"),
        lambda step: step.kind == EXCHANGE or step.effect == EXCHANGE_PENALTY,
    ),
    Feature("take-lead", "an effect takes a lead", _does("take-lead"), _taken(LEADS)),
    Feature("take-discard", "an effect takes a discard", _does("take-discard"), _taken(DISCARD)),
    Feature(
        "take-closed",
        "an effect takes a card of a closed case",
        _does("take-closed"),
        _taken(CLOSED),
    ),
    Feature(
        "take-time", "an effect takes a card of the time area", _does("take-time"), _taken(TIME)
    ),
    Feature(
        "take-stability",
        "an effect or a bonus takes a card of the stability area",
        _always,
        _taken(STABILITY),
    ),
    Feature("closing", "action d closes a case", _always, lambda step: step.kind == CLOSE),
    Feature(
        "six-types",
        "a case that shows all types is closed by action d",
        _has_victims,
        lambda step: step.flips(STATUS, SIX_BIT),
    ),
    Feature(
        "bonus",
        "the bonus for six types is taken",
        _has_victims,
        lambda step: phase(step.before) == BONUS and step.kind == TAKE_CARD,
    ),
    Feature(
        "passion",
        "a card with an immediate effect comes into the leads row",
        lambda deal: any(clue.immediate for clue in deal.deck.clue),
        _is_passion,
    ),
    Feature(
        "menace", "a menace leaves the menace deck", lambda deal: bool(deal.menaces), _is_menace
    ),
    Feature(
        "reshuffle",
        "the stack is shuffled",
        _always,
        lambda step: shuffles(step.after) > shuffles(step.before),
    ),
)

FEATURES: Mapping[str, Feature] = MappingProxyType({one.name: one for one in _ALL})


def steps_of(start: State, moves: Sequence[str]) -> Iterator[Step]:
    """The steps of a line of legal moves from a position on."""
    state = start
    for text in moves:
        code = parse_move(state.deal, text).code
        after = state.after(code)
        yield Step(state.tables, state.array(), code, after.array())
        state = after


def used_by(steps: Sequence[Step]) -> tuple[str, ...]:
    """Names of the features that a line uses, in the order of the table."""
    return tuple(name for name, one in FEATURES.items() if any(map(one.rule, steps)))


def count_of(name: str, steps: Sequence[Step]) -> int:
    """How many steps of a line use a feature."""
    return sum(map(FEATURES[name].rule, steps))


def least_of(name: str, lines: Lines) -> int:
    """How many steps use a feature on the line that uses it least, of all lines of a graph.

    Raises:
        ValueError: The graph has no line.
    """
    rule, least = FEATURES[name].rule, list[int]()
    for edges in lines.edges:  # what follows a position stands before it
        least.append(
            min(
                rule(_step_of(lines, edge)) + (0 if edge.after == END else least[edge.after])
                for edge in edges
            )
        )
    if not least:
        raise ValueError("no line, so nothing that all lines use")
    return least[-1]


def _step_of(lines: Lines, edge: Edge) -> Step:
    before = lines.state(edge.before)
    return Step(before.tables, before.array(), edge.move, before.after(edge.move).array())
