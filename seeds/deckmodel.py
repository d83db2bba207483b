"""The constraint model of a clue deck, in parts: types, attributes, effects, icons, edges.

A part sees what earlier parts drew as constants. Nothing is lost by that: how many cards a later
part can use is fixed by the assumptions, not by which cards were drawn.
Constraints and their reasons: docs/decks.md.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Final

from casecracker.engine.errors import DeckError
from casecracker.engine.games import ANY, MANDATORY_EFFECTS, TECHNIQUES, Game
from casecracker.seeds import gulfs, yellow
from casecracker.seeds.assumptions import (
    Assumptions,
    Counts,
    GulfsAssumptions,
    YellowAssumptions,
)
from casecracker.seeds.frame import Frame, count_of, make_frame, spread
from casecracker.seeds.parts import Drawn, Part

VICTIM_ICONS: Final = 2  # known: each victim shows two techniques
KEYS_TO_WIN: Final = 5  # five locked puzzles are scored, each opened by a Key
DRAWBACKS: Final = frozenset((*MANDATORY_EFFECTS, "draw-menace"))
LOCKS: Final = frozenset(("lock", "yellow-sign-lock", "skeleton-lock"))
NO_HURDLES: Final = frozenset(("key", "yellow-sign", "skeleton-key"))


Parts = Mapping[str, Drawn]


def draw_parts(game: Game, seed: int, given: Assumptions) -> tuple[Frame, Parts]:
    """Draw everything that is printed on the cards, part by part.

    Raises:
        DeckError: The assumptions contradict the box or one another.
    """
    _check(game, given)
    frame = make_frame(game, seed, given)
    locks = _locks(frame)
    marks = _marks(frame, locks)
    early = gulfs.early_parts(frame)
    edges = _edges(frame, marks, early["purple"])
    rights = {card: edges[2 * card + 1] for card in range(len(frame.slots))}
    return frame, MappingProxyType(
        {
            "second": _second_types(frame),
            "locks": locks,
            "marks": marks,
            **yellow.more_parts(frame, marks),
            **early,
            "effects": _effects(frame, marks, early["purple"]),
            "icons": _icons(frame),
            "left": {card: edges[2 * card] for card in range(len(frame.slots))},
            "right": rights,
            "victims": {v: edges[_victim(frame, v)] for v in range(frame.starts)},
            **gulfs.late_parts(frame, early, rights),
        }
    )


def _check(game: Game, given: Assumptions) -> None:
    """What the box fixes, before any search, so that the message can name the key."""
    for key, counts, known in _tables(game, given):
        for word, _ in counts:
            if word not in known:
                raise DeckError(f"assumption '{key}.{word}': known are {', '.join(known)}")
    total = sum(count for _, count in given.cards)
    if total != game.clues_in_box:
        raise DeckError(f"assumption 'cards': {game.clues_in_box} in the box; the sum is {total}")
    if given.keys < KEYS_TO_WIN and not game.has_case_cards:
        raise DeckError(f"assumption 'keys': a win needs {KEYS_TO_WIN}; got {given.keys}")
    if not any(count for _, count in given.minimums):
        raise DeckError("assumption 'minimums': the attribute occurs; got none")
    for kind in game.types:
        _check_type(kind, count_of(given.cards, kind), count_of(given.puzzles, kind))
    if isinstance(given, YellowAssumptions):
        yellow.check(given)
    if isinstance(given, GulfsAssumptions):
        gulfs.check(given)


def _tables(game: Game, given: Assumptions) -> Iterator[tuple[str, Counts, tuple[str, ...]]]:
    """Key and counts of the assumptions that are tables, and the words they may count."""
    values = tuple(str(n) for n in range(1, 10))
    yield "cards", given.cards, game.types
    yield "puzzles", given.puzzles, game.types
    yield "effects", given.effects, game.effects
    yield "minimums", given.minimums, values
    if isinstance(given, YellowAssumptions):
        yield "yellow_minimums", given.yellow_minimums, values


def _check_type(kind: str, cards: int, puzzles: int) -> None:
    if puzzles < 1:
        raise DeckError(f"assumption 'puzzles.{kind}': at least 1, every type can be scored")
    if cards <= puzzles:
        raise DeckError(
            f"assumption 'cards.{kind}': more than its {puzzles} puzzles, which are scored away "
            f"from a case that must keep the type; got {cards}"
        )


def _second_types(frame: Frame) -> Drawn:
    """A few cards show a second type, never Passion: that comes with an immediate effect."""
    part = Part("second", frame.seed, "two_type_cards")
    for card, slot in enumerate(frame.slots):
        barred = (slot.kind, yellow.PASSION)
        part.choose_one(card, ["", *(kind for kind in frame.game.types if kind not in barred)])
    part.cp.add(part.having(bool) == frame.given.two_type_cards)
    return part.heaviest()


def _locks(frame: Frame) -> Drawn:
    """The lock of every puzzle: the plain one, unless the game has another kind."""
    if isinstance(frame.given, YellowAssumptions):
        return yellow.locks(frame, frame.given)
    if isinstance(frame.given, GulfsAssumptions):
        return gulfs.locks(frame, frame.given)
    return dict.fromkeys(frame.puzzles, ("lock",))


def _marks(frame: Frame, locks: Drawn) -> Drawn:
    """Key, Lock or a card minimum on cards that are no puzzles; a minimum on some puzzles.

    At most one of them on a card: a Key should come early, and one hurdle is enough. The lock of
    the puzzles is settled.
    """
    given = frame.given
    why_not = "keys, plain_locks, minimums, puzzle_minimums"
    own = {"key": given.keys, "lock": given.plain_locks}
    minimums = dict(given.minimums)
    if isinstance(given, YellowAssumptions):
        own |= yellow.own_marks(given)
        minimums |= yellow.minimum_marks(given)
        why_not += yellow.MARK_KEYS
    if isinstance(given, GulfsAssumptions):
        own |= gulfs.own_marks(given)
        why_not += gulfs.MARK_KEYS
    part = Part("marks", frame.seed, why_not)
    for card, slot in enumerate(frame.slots):
        part.choose_one(card, ["", *(() if slot.puzzle else own), *minimums])
    for word, count in (own | minimums).items():
        part.cp.add(part.having(word.__eq__) == count)
    part.cp.add(part.having(str.isdigit, frame.puzzles) == given.puzzle_minimums)
    spread(frame, part, "key".__eq__, given.keys)
    _story_marks(frame, part)
    if isinstance(given, YellowAssumptions):
        yellow.add_marks(frame, part, given, locks)
    if isinstance(given, GulfsAssumptions):
        gulfs.add_marks(frame, part)
    return part.heaviest()


def _story_marks(frame: Frame, part: Part) -> None:
    """The story line's plain cards hold a Key before each puzzle and no lock; minimums are met."""
    plain = frame.story_plain
    part.cp.add(part.having(LOCKS.__contains__, plain) == 0)
    part.cp.add(part.having("key".__eq__, plain[:3]) >= 1)
    part.cp.add(part.having("key".__eq__, plain) >= 2)
    for place, card in enumerate(frame.story):
        part.cp.add(part.having(partial(_is_above, place), [card]) == 0)


def _is_above(place: int, mark: str) -> bool:
    least = int(mark) if mark.isdigit() else yellow.minimum_in(mark)
    return least > place


def _effects(frame: Frame, marks: Drawn, purple: Drawn) -> Drawn:
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
    if isinstance(given, YellowAssumptions):
        passion = frame.cards(yellow.is_passion)
        part.cp.add(sum(some[card] for card in passion) == given.passion_effects)
    if isinstance(given, GulfsAssumptions):
        gulfs.add_effects(frame, part, marks, purple)
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
        spread(frame, part, shows, total)
    if isinstance(given, GulfsAssumptions):
        gulfs.add_icons(frame, given, part)
    return part.heaviest()


def _shows(icon: str, pattern: str) -> bool:
    return icon in pattern.split("+")


def _patterns(least: int, most: int) -> list[str]:
    """Edges with `least` to `most` techniques."""
    sizes = range(least, most + 1)
    return ["+".join(chosen) for size in sizes for chosen in combinations(TECHNIQUES, size)]


def _victim(frame: Frame, victim: int) -> int:
    """Where a victim (or case card) stands among the edges, after those of all clue cards."""
    return 2 * len(frame.slots) + victim


def _edges(frame: Frame, marks: Drawn, purple: Drawn) -> Drawn:
    """Edges 2k (left) and 2k+1 (right) of card k, then the victims' edges."""
    given = frame.given
    part = Part("edges", frame.seed, "any_left, two_left, right_icons, any_right, slack, openers")
    lefts = [2 * card for card in range(len(frame.slots))]
    rights = [2 * card + 1 for card in range(len(frame.slots))]
    for left, right in zip(lefts, rights, strict=True):
        part.choose_one(left, [*_patterns(1, 2 if given.two_left else 1), ANY])
        part.choose_one(right, [*_patterns(1, given.max_right), ANY])
    part.cp.add(part.having(ANY.__eq__, lefts) == given.any_left)
    part.cp.add(part.having(ANY.__eq__, [2 * card for card, edge in purple.items() if edge]) == 0)
    part.cp.add(part.having(lambda pattern: "+" in pattern, lefts) == given.two_left)
    part.cp.add(part.having(ANY.__eq__, rights) == given.any_right)
    part.cp.add(part.having(_size, rights) == given.right_icons)
    _balance(part, lefts, len(lefts) + given.two_left - given.any_left, given.left_slack)
    _balance(part, rights, given.right_icons - given.any_right, given.right_slack)
    _victim_edges(frame, part)
    _openers(frame, part, marks, purple)
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
    victims = [_victim(frame, victim) for victim in range(frame.starts)]
    for victim in victims:
        part.choose_one(victim, _patterns(VICTIM_ICONS, VICTIM_ICONS))
    _balance(part, victims, VICTIM_ICONS * len(victims), 1)


def _openers(frame: Frame, part: Part, marks: Drawn, purple: Drawn) -> None:
    """Enough cards of the stack can begin a line, whatever icon the victim shows."""
    free = [
        2 * card
        for card in frame.others
        if NO_HURDLES.issuperset(marks[card]) and not purple.get(card) and not frame.is_face(card)
    ]
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
