"""The constraint model of a clue deck, in parts: types, attributes, effects, icons, edges.

A part sees what earlier parts drew as constants. Nothing is lost by that: how many cards a later
part can use is fixed by the assumptions, not by which cards were drawn.
Constraints and their reasons: docs/decks.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Final

from casecracker.engine.errors import DeckError
from casecracker.engine.games import ANY, MANDATORY_EFFECTS, TECHNIQUES, Game
from casecracker.engine.shuffles import shuffled
from casecracker.seeds.assumptions import Assumptions, Counts
from casecracker.seeds.parts import Drawn, Part

VICTIM_ICONS: Final = 2  # known: each victim shows two techniques
KEYS_TO_WIN: Final = 5  # five locked puzzles are scored, each opened by a Key
DRAWBACKS: Final = frozenset(MANDATORY_EFFECTS)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the deck whose type, and whether it is a puzzle, is settled beforehand."""

    kind: str
    puzzle: bool


@dataclass(frozen=True)
class Frame:
    """What is settled before anything is drawn: slots, and the story line's cards.

    Attributes:
        game: Vocabulary and counts.
        given: The assumptions.
        seed: Decides everything that is drawn.
        slots: The clue cards, by type, puzzles first.
        story: Cards of a line that links from the first victim: plain, plain, plain, puzzle,
            plain, plain, puzzle; the plain ones are of five types, the puzzles of two.
    """

    game: Game
    given: Assumptions
    seed: int
    slots: tuple[Slot, ...]
    story: tuple[int, ...]

    def cards(self, wanted: Callable[[Slot], bool]) -> list[int]:
        """Numbers of the cards whose slot is wanted."""
        return [card for card, slot in enumerate(self.slots) if wanted(slot)]

    @property
    def puzzles(self) -> list[int]:
        """Numbers of the puzzle cards."""
        return self.cards(lambda slot: slot.puzzle)

    @property
    def others(self) -> list[int]:
        """Numbers of the cards that are no puzzles."""
        return self.cards(lambda slot: not slot.puzzle)

    @property
    def story_plain(self) -> tuple[int, ...]:
        """The story line's cards that are no puzzles, in order."""
        return tuple(card for card in self.story if not self.slots[card].puzzle)


Parts = Mapping[str, Drawn]


def draw_parts(game: Game, seed: int, given: Assumptions) -> tuple[Frame, Parts]:
    """Draw everything that is printed on the cards, part by part.

    Raises:
        DeckError: The assumptions contradict the box or one another.
    """
    _check(game, given)
    frame = _frame(game, seed, given)
    second = _second_types(frame)
    marks = _marks(frame)
    edges = _edges(frame, marks)
    return frame, MappingProxyType(
        {
            "second": second,
            "marks": marks,
            "effects": _effects(frame, marks),
            "icons": _icons(frame),
            "left": {card: edges[2 * card] for card in range(len(frame.slots))},
            "right": {card: edges[2 * card + 1] for card in range(len(frame.slots))},
            "victims": {v: edges[_victim(frame, v)] for v in range(game.victims_in_box)},
        }
    )


def edge_icons(pattern: str) -> tuple[str, ...]:
    """The icons of an edge pattern such as `interview+research`."""
    return tuple(pattern.split("+"))


def _count(counts: Counts, word: str) -> int:
    return dict(counts).get(word, 0)


def _check(game: Game, given: Assumptions) -> None:
    """What the box fixes, before any search, so that the message can name the key."""
    for key, counts, known in (
        ("cards", given.cards, game.types),
        ("puzzles", given.puzzles, game.types),
        ("effects", given.effects, game.effects),
        ("minimums", given.minimums, tuple(str(n) for n in range(1, 10))),
    ):
        for word, _ in counts:
            if word not in known:
                raise DeckError(f"assumption '{key}.{word}': known are {', '.join(known)}")
    total = sum(count for _, count in given.cards)
    if total != game.clues_in_box:
        raise DeckError(f"assumption 'cards': {game.clues_in_box} in the box; the sum is {total}")
    if given.keys < KEYS_TO_WIN:
        raise DeckError(f"assumption 'keys': a win needs {KEYS_TO_WIN}; got {given.keys}")
    if not any(count for _, count in given.minimums):
        raise DeckError("assumption 'minimums': the attribute occurs; got none")
    for kind in game.types:
        _check_type(kind, _count(given.cards, kind), _count(given.puzzles, kind))


def _check_type(kind: str, cards: int, puzzles: int) -> None:
    if puzzles < 1:
        raise DeckError(f"assumption 'puzzles.{kind}': at least 1, every type can be scored")
    if cards <= puzzles:
        raise DeckError(
            f"assumption 'cards.{kind}': more than its {puzzles} puzzles, which are scored away "
            f"from a case that must keep the type; got {cards}"
        )


def _frame(game: Game, seed: int, given: Assumptions) -> Frame:
    slots = tuple(
        Slot(kind, number < _count(given.puzzles, kind))
        for kind in game.types
        for number in range(_count(given.cards, kind))
    )
    first = {kind: next(i for i, s in enumerate(slots) if s.kind == kind) for kind in game.types}
    last = {kind: max(i for i, s in enumerate(slots) if s.kind == kind) for kind in game.types}
    plain = [last[kind] for kind in shuffled(sorted(game.types), seed, "story/plain")][:5]
    scored = [first[kind] for kind in shuffled(sorted(game.types), seed, "story/puzzle")]
    story = (*plain[:3], scored[0], *plain[3:], scored[1])
    return Frame(game, given, seed, slots, story)


def _second_types(frame: Frame) -> Drawn:
    """A few cards show a second type."""
    part = Part("second", frame.seed, "two_type_cards")
    for card, slot in enumerate(frame.slots):
        part.choose_one(card, ["", *(kind for kind in frame.game.types if kind != slot.kind)])
    part.cp.add(part.having(bool) == frame.given.two_type_cards)
    return part.heaviest()


def _marks(frame: Frame) -> Drawn:
    """Key, Lock or a card minimum on cards that are no puzzles; a minimum on some puzzles.

    At most one of them on a card: a Key should come early, and one hurdle is enough. The Lock of
    the puzzles is settled.
    """
    given = frame.given
    part = Part("marks", frame.seed, "keys, plain_locks, minimums, puzzle_minimums")
    values = [word for word, _ in given.minimums]
    for card in range(len(frame.slots)):
        own = [] if frame.slots[card].puzzle else ["key", "lock"]
        part.choose_one(card, ["", *own, *values])
    part.cp.add(part.having("key".__eq__) == given.keys)
    part.cp.add(part.having("lock".__eq__) == given.plain_locks)
    for value, count in given.minimums:
        part.cp.add(part.having(value.__eq__) == count)
    part.cp.add(part.having(str.isdigit, frame.puzzles) == given.puzzle_minimums)
    _spread(frame, part, "key".__eq__, given.keys)
    _story_marks(frame, part)
    return part.heaviest()


def _story_marks(frame: Frame, part: Part) -> None:
    """The story line's plain cards hold a Key before each puzzle and no Lock; minimums are met."""
    plain = frame.story_plain
    part.cp.add(part.having("lock".__eq__, plain) == 0)
    part.cp.add(part.having("key".__eq__, plain[:3]) >= 1)
    part.cp.add(part.having("key".__eq__, plain) >= 2)
    for place, card in enumerate(frame.story):
        part.cp.add(part.having(partial(_is_above, place), [card]) == 0)


def _is_above(place: int, mark: str) -> bool:
    return mark.isdigit() and int(mark) > place


def _spread(frame: Frame, part: Part, wanted: Callable[[str], bool], total: int) -> None:
    """Share an option over the types by their number of cards, to the next whole card."""
    for kind in frame.game.types:
        cards = frame.cards(lambda slot, kind=kind: slot.kind == kind)  # type: ignore[misc]
        share = total * len(cards)
        here = part.having(wanted, cards)
        part.cp.add(here >= share // len(frame.slots))
        part.cp.add(here <= -(-share // len(frame.slots)))


def _effects(frame: Frame, marks: Drawn) -> Drawn:
    """Exact totals; puzzles and Keys have drawbacks more often than other cards."""
    given = frame.given
    part = Part("effects", frame.seed, "effects, effect_cards, drawback_puzzles, drawback_keys")
    words = [word for word, _ in given.effects]
    some = {}
    for card in range(len(frame.slots)):
        part.choose_any(card, words)
        some[card] = part.cp.new_bool_var("")
        part.cp.add(part.having(bool, [card]) <= given.max_effects * some[card])
        part.cp.add(part.having(bool, [card]) >= some[card])
    part.cp.add(sum(some.values()) == given.effect_cards)
    for word, count in given.effects:
        part.cp.add(part.having(word.__eq__) == count)
    keys = [card for card, mark in marks.items() if "key" in mark]
    _drawbacks(part, frame.puzzles, given.drawback_puzzles)
    _drawbacks(part, keys, given.drawback_keys)
    return part.heaviest()


def _drawbacks(part: Part, cards: list[int], count: int) -> None:
    """Exactly `count` of the cards have a mandatory effect, one each."""
    for card in cards:
        part.cp.add(part.having(DRAWBACKS.__contains__, [card]) <= 1)
    part.cp.add(part.having(DRAWBACKS.__contains__, cards) == count)


def _icons(frame: Frame) -> Drawn:
    """Hourglasses and stability icons, each spread over the types, a few cards with both."""
    given = frame.given
    part = Part("icons", frame.seed, "hourglasses, stability_icons, both_icons")
    for card in range(len(frame.slots)):
        part.choose_one(card, ["", "time", "stability", "time+stability"])
    part.cp.add(part.having("time+stability".__eq__) == given.both_icons)
    for icon, total in (("time", given.hourglasses), ("stability", given.stability_icons)):
        shows = partial(_shows, icon)
        part.cp.add(part.having(shows) == total)
        _spread(frame, part, shows, total)
    return part.heaviest()


def _shows(icon: str, pattern: str) -> bool:
    return icon in pattern.split("+")


def _patterns(least: int, most: int) -> list[str]:
    """Edges with `least` to `most` techniques."""
    sizes = range(least, most + 1)
    return ["+".join(chosen) for size in sizes for chosen in combinations(TECHNIQUES, size)]


def _victim(frame: Frame, victim: int) -> int:
    """Where a victim stands among the edges, after the left and right edges of all cards."""
    return 2 * len(frame.slots) + victim


def _edges(frame: Frame, marks: Drawn) -> Drawn:
    """Edges 2k (left) and 2k+1 (right) of card k, then the victims' edges."""
    given = frame.given
    part = Part("edges", frame.seed, "any_left, two_left, right_icons, any_right, slack, openers")
    lefts = [2 * card for card in range(len(frame.slots))]
    rights = [2 * card + 1 for card in range(len(frame.slots))]
    for left, right in zip(lefts, rights, strict=True):
        part.choose_one(left, [*_patterns(1, 2 if given.two_left else 1), ANY])
        part.choose_one(right, [*_patterns(1, given.max_right), ANY])
    part.cp.add(part.having(ANY.__eq__, lefts) == given.any_left)
    part.cp.add(part.having(lambda pattern: "+" in pattern, lefts) == given.two_left)
    part.cp.add(part.having(ANY.__eq__, rights) == given.any_right)
    part.cp.add(part.having(_size, rights) == given.right_icons)
    _balance(part, lefts, len(lefts) + given.two_left - given.any_left, given.left_slack)
    _balance(part, rights, given.right_icons - given.any_right, given.right_slack)
    _victim_edges(frame, part)
    _openers(frame, part, marks)
    _story_links(frame, part)
    return part.heaviest()


def _size(pattern: str) -> int:
    return pattern.count("+") + 1


def _balance(part: Part, edges: list[int], total: int, slack: int) -> None:
    """Keep each technique within `slack` icons of an equal share."""
    for word in TECHNIQUES:
        here = part.having(partial(_shows, word), edges)
        part.cp.add(here >= total // len(TECHNIQUES) - slack)
        part.cp.add(here <= -(-total // len(TECHNIQUES)) + slack)


def _victim_edges(frame: Frame, part: Part) -> None:
    """Two different techniques each; every technique on much the same number of victims."""
    victims = [_victim(frame, victim) for victim in range(frame.game.victims_in_box)]
    for victim in victims:
        part.choose_one(victim, _patterns(VICTIM_ICONS, VICTIM_ICONS))
    _balance(part, victims, VICTIM_ICONS * len(victims), 1)


def _openers(frame: Frame, part: Part, marks: Drawn) -> None:
    """Enough cards can begin a line, whatever icon the victim shows."""
    free = [2 * card for card in frame.others if not marks[card] or "key" in marks[card]]
    for word in TECHNIQUES:
        fits = part.having(partial(_shows, word), free) + part.having(ANY.__eq__, free)
        part.cp.add(fits >= frame.given.openers)


def _story_links(frame: Frame, part: Part) -> None:
    """Each card of the story line follows the one before, the first follows the first victim."""
    _link(part, _victim(frame, 0), 2 * frame.story[0])
    for before, after in pairwise(frame.story):
        _link(part, 2 * before + 1, 2 * after)


def _link(part: Part, before: int, after: int) -> None:
    """One icon of the edge before meets one of the edge after."""
    met = []
    for word in TECHNIQUES:
        met.append(part.cp.new_bool_var(""))
        part.cp.add(met[-1] <= part.having(partial(_shows, word), [before]))
        part.cp.add(met[-1] <= part.having(partial(_shows, word), [after]))
    part.cp.add(sum(met) + part.having(ANY.__eq__, [before, after]) >= 1)
