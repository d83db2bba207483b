"""Small decks and deals for tests, by hand and at random.

By hand, a few words a card:

    deck = make_deck([make_clue("opener", right="research", attributes="key"), ...], sides="key")
    deal = make_deal(deck, draw="opener ...", limits=2, victims=3)

At random, `random_deal(rng)` gives small games of The Witch Cult Murders, or of the `game` that is
named, that reach every rule: every effect and attribute, every setting, closings, strain, the
stack running out, unknown shuffles. A deck has a temper of its own (how loose the edges, how many
effects, how many penalty icons), so that decks differ more than their cards do. `full_deal(rng)`
is the same with 50 cards and the settings of the box, `starved_deal(rng)` with so few cards that
the row of leads runs dry, `passion_deal(rng)` with few cards most of which have an immediate
effect. `random_move(rng, moves)` prefers plays and closings, as a game of
uniformly random moves rarely gets far. The same generator state gives the same results for ever.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from casecracker.engine.cards import Clue, Contact, Deck, Victim
from casecracker.engine.deals import Deal
from casecracker.engine.games import (
    ANY,
    IMMEDIATE_EFFECTS,
    KEY_EFFECT,
    KING_IN_YELLOW,
    TECHNIQUES,
    VISITING_CONTACTS,
    WITCH_CULT,
    SettingValue,
    find_game,
    make_settings,
)

TYPES = WITCH_CULT.types
_EFFECTS = (*WITCH_CULT.effects, "stability-check", "stability-check")  # the commonest in a box
_LEAD_EFFECTS = (*["discard-lead", "take-lead"] * 6, *WITCH_CULT.effects)
FULL = WITCH_CULT.clues_in_box
OWN_SIDES = {"king-in-yellow": VISITING_CONTACTS["king-in-yellow"]}
"""Sides that the box's own contact shows; a random deck often has the same."""
_SHUFFLES = 12  # later shuffles given in a full deal; few games see more


class Printed(TypedDict, total=False):
    """What a clue card shows beside its types; several words are parted by blanks."""

    left: str  # "any" if left out
    right: str  # "any" if left out
    attributes: str
    effects: str
    minimum: int
    yellow_minimum: int
    immediate: str
    time: bool
    stability: bool


class Chance(TypedDict, total=False):
    """What makes a deal of a deck: orders, shuffles and settings.

    An order names the cards that come first, parted by blanks; the rest follow in the order of the
    deck file.
    """

    draw: str  # the fifth card is the first lead, the sixth to eighth are the hand
    reshuffles: Sequence[str]  # orders of shuffles 1, 2, ...
    seed: int | None  # decides the shuffles after those; None leaves them unknown
    limits: int
    victims: int  # all victims of the deck if left out
    puzzles: int
    last_victim: str
    contact: str


def make_clue(card: str, types: str = "person", **printed: Unpack[Printed]) -> Clue:
    """A clue card. Without edges it fits everywhere."""
    fields: dict[str, object] = {"left": ANY, "right": ANY, "attributes": "", "effects": ""}
    fields.update(printed)
    for key in ("left", "right", "attributes", "effects"):
        fields[key] = tuple(str(fields[key]).split())
    return Clue.model_validate({"id": card, "types": tuple(types.split()), **fields})


def make_deck(
    clues: Iterable[Clue],
    *,
    icons: Sequence[str] = (ANY, ANY, ANY, ANY),
    sides: str = "",
    least: int = 8,
    game: str = WITCH_CULT.id,
) -> Deck:
    """A deck of the clues, filled up with cards `blank-1`, `blank-2`, ... to `least` clue cards.

    Args:
        clues: The cards that matter, in the order of the deck file.
        icons: What each of the victims `v1`, `v2`, ... shows.
        sides: The contact's sides; empty for a deck without contact.
        least: How many clue cards at least; the blanks are persons of no effect that fit
            everywhere.
        game: The game's id.
    """
    cards = list(clues)
    blanks = [make_clue(f"blank-{n}") for n in range(1, least - len(cards) + 1)]
    return Deck(
        game=game,
        name="Small test deck",
        provenance="synthetic",
        clue=(*cards, *blanks),
        victim=tuple(Victim(id=f"v{n}", right=tuple(w.split())) for n, w in enumerate(icons, 1)),
        contact=(Contact(id="p1", sides=tuple(sides.split())),) if sides else (),
    )


def make_deal(deck: Deck, **chance: Unpack[Chance]) -> Deal:
    """A deal of the deck; without more words, the cards and victims come as in the deck file."""
    chosen: dict[str, SettingValue] = {
        "limits": chance.get("limits", 5),
        "victims": chance.get("victims", len(deck.victim)),
        "puzzles": chance.get("puzzles", 5),
        "last-victim": chance.get("last_victim", "lose"),
        "contact": chance.get("contact", "own"),
    }
    settings = make_settings(find_game(deck.game), chosen, from_file=True)
    return Deal(
        deck=deck,
        deck_id="small",
        settings=settings,
        draw=_order(deck, chance.get("draw", "")),
        victims=tuple(victim.id for victim in deck.victim)[: settings.number("victims")],
        seed=chance.get("seed"),
        reshuffles=tuple(_order(deck, order) for order in chance.get("reshuffles", ())),
    )


def _order(deck: Deck, first: str) -> tuple[str, ...]:
    cards = first.split()
    rest = [clue.id for clue in deck.clue if clue.id not in cards]
    assert len(cards) + len(rest) == len(deck.clue), f"not all in the deck, or twice: {first}"
    return (*cards, *rest)


@dataclass(frozen=True)
class _Temper:
    """Chances, 0 to 1, that shape the cards of one random deck."""

    any_edge: float  # an edge shows "any"
    second_icon: float  # an edge shows two techniques
    second_type: float
    puzzle: float
    key: float
    lock: float
    minimum: float
    effect: float  # of one effect more, up to four
    penalty: float  # of each penalty icon


def random_deck(
    rng: random.Random, *, clues: int | None = None, victims: int = 6, game: str = WITCH_CULT.id
) -> Deck:
    """A small deck of 8 to 24 clue cards, or of `clues`, with every sort of card in reach."""
    temper = _random_temper(rng)
    count = rng.randint(8, 24) if clues is None else clues
    cards = [_random_clue(rng, n, temper, find_game(game).types) for n in range(count)]
    edges = [" ".join(_random_edge(rng, temper)) for _ in range(victims)]
    sides = " ".join(_random_sides(rng, game))
    return make_deck(_with_yellow(rng, cards, game), icons=edges, sides=sides, game=game)


def _random_temper(rng: random.Random) -> _Temper:
    return _Temper(
        any_edge=rng.choice((0.0, 0.2, 0.7)),
        second_icon=rng.choice((0.0, 0.5, 0.9)),
        second_type=rng.choice((0.1, 0.5, 0.9)),
        puzzle=rng.choice((0.3, 0.6, 0.9)),
        key=rng.choice((0.1, 0.3, 0.5)),
        lock=rng.choice((0.0, 0.2, 0.5)),
        minimum=rng.choice((0.0, 0.1, 0.3)),
        effect=rng.choice((0.1, 0.3, 0.6)),
        penalty=rng.choice((0.1, 0.3, 0.6)),
    )


def _random_clue(rng: random.Random, number: int, temper: _Temper, kinds: tuple[str, ...]) -> Clue:
    chances = (("puzzle", temper.puzzle), ("key", temper.key), ("lock", temper.lock))
    attributes = [name for name, chance in chances if rng.random() < chance]
    effects: list[str] = []
    while len(effects) < 4 and rng.random() < temper.effect:
        effects.append(rng.choice(_EFFECTS))
    types = [kinds[number % len(kinds)]]  # the types go round, so that all six occur
    if rng.random() < temper.second_type:
        types.append(rng.choice([kind for kind in kinds if kind not in types]))
    return Clue(
        id=f"c{number:02}",
        types=tuple(types),
        left=_random_edge(rng, temper),
        right=_random_edge(rng, temper),
        attributes=tuple(attributes),
        minimum=rng.randint(1, 4) if rng.random() < temper.minimum else 0,
        effects=tuple(effects),
        time=rng.random() < temper.penalty,
        stability=rng.random() < temper.penalty,
    )


def _random_edge(rng: random.Random, temper: _Temper) -> tuple[str, ...]:
    if rng.random() < temper.any_edge:
        return (ANY,)
    return tuple(rng.sample(TECHNIQUES, 2 if rng.random() < temper.second_icon else 1))


def _with_yellow(rng: random.Random, cards: Sequence[Clue], game: str) -> list[Clue]:
    """The cards with what only The King in Yellow prints; as they are in another game.

    One card is the king, up to two of five have an immediate effect (each of the six in turn, on
    whichever cards), and no card bears locks of both kinds.
    """
    if not find_game(game).immediates:
        return list(cards)
    chances = {
        "colour": rng.choice((0.2, 0.4, 0.7)),
        "yellow-sign": rng.choice((0.1, 0.3, 0.5)),
        "yellow-sign-lock": rng.choice((0.1, 0.2, 0.4)),
    }
    minimum = rng.choice((0.0, 0.1, 0.3))
    effects = _dealt_out_immediates(rng, cards, rng.choice((0.1, 0.25, 0.4)))
    yellow = [_painted(rng, card, chances, minimum, effects.get(card.id, "")) for card in cards]
    king = rng.randrange(len(cards))
    yellow[king] = _crowned(rng, yellow[king])
    return yellow


def _painted(
    rng: random.Random, card: Clue, chances: dict[str, float], minimum: float, immediate: str
) -> Clue:
    marks = [mark for mark, chance in chances.items() if rng.random() < chance]
    if "lock" in card.attributes and "yellow-sign-lock" in marks:
        marks.remove("yellow-sign-lock")
    changes = {
        "attributes": (*card.attributes, *marks),
        "yellow_minimum": rng.randint(1, 3) if rng.random() < minimum else 0,
        "immediate": immediate,
    }
    return card.model_copy(update=changes)


def _crowned(rng: random.Random, card: Clue) -> Clue:
    """The card as the king: half of them can always be played, or few random games were won."""
    marks = {*card.attributes, "puzzle", "king"}
    changes: dict[str, object] = {}
    if rng.random() < 0.5:
        marks -= {"lock", "yellow-sign-lock"}
        changes = {"left": (ANY,), "right": (ANY,), "minimum": 0, "yellow_minimum": 0}
    return card.model_copy(update=changes | {"attributes": tuple(sorted(marks))})


def _dealt_out_immediates(
    rng: random.Random, cards: Sequence[Clue], share: float
) -> dict[str, str]:
    """Immediate effects by the cards' ids: as many of each as of any other, or one more."""
    count = len(cards)
    if count >= FULL:
        share = max(share, 0.25)  # two of each at least
    order = rng.sample(IMMEDIATE_EFFECTS, len(IMMEDIATE_EFFECTS))
    chosen = rng.sample(cards, max(1, round(count * share)))
    return {card.id: order[n % len(order)] for n, card in enumerate(chosen)}


def _random_sides(rng: random.Random, game: str) -> list[str]:
    """No contact in one deck of four, else one to three sides."""
    if rng.random() < 0.25:
        return []
    if game in OWN_SIDES and rng.random() < 0.4:
        return list(OWN_SIDES[game])
    sides = rng.sample(WITCH_CULT.contact_sides, rng.randint(1, 2))
    if KEY_EFFECT not in sides and rng.random() < 0.4:
        sides.insert(0, KEY_EFFECT)
    return sides


def random_deal(rng: random.Random, deck: Deck | None = None, *, game: str = WITCH_CULT.id) -> Deal:
    """A deal of a deck (a random one of the game if none is given), settings and shuffles random.

    Later shuffles are all known in three deals of four; else none or one is.
    """
    cards = random_deck(rng, game=game) if deck is None else deck
    ids = [clue.id for clue in cards.clue]
    draw, first = rng.sample(ids, len(ids)), rng.sample(ids, len(ids))
    return make_deal(
        cards,
        draw=" ".join(draw),
        reshuffles=[" ".join(first)] if rng.random() < 0.5 else [],
        seed=rng.randrange(2**64) if rng.random() < 0.75 else None,
        limits=rng.choice((1, 2, 3, 4, 6, 9)),
        victims=max(rng.randint(2, len(cards.victim)) for _ in range(2)),
        puzzles=rng.choice((1, 1, 2, 2, 5, 6)),
        last_victim=rng.choice(("lose", "win")),
        contact=rng.choice(_contacts(cards.game)),
    )


def _contacts(game: str) -> list[str]:
    """Choices of the setting `contact`, the game's own one more often than others."""
    return ["own", "own", *map(str, find_game(game).setting("contact").choices)]


def random_move(rng: random.Random, moves: Sequence[str]) -> str:
    """One of the moves, more often one that builds, closes or scores than one that idles."""
    weights = [_weight(move.split()) for move in moves]
    return rng.choices(moves, weights)[0]


def _weight(words: list[str]) -> float:
    if words[0] in ("close", "score"):
        return 10
    if words[0] == "play":
        return 8 / int(words[2])  # rather long lines than many
    if words[0] == "contact":
        return 0.3  # the key side would never be met if other sides went first
    return 0.5 if words[0] in ("pass", "done", "decline") else 1


def full_deal(rng: random.Random, deck: Deck | None = None, *, game: str = WITCH_CULT.id) -> Deal:
    """A deal of 50 cards with settings of the box; of a random deck if none is given.

    One in eight knows no later shuffle and one in eight the first alone; the others know all.
    """
    cards = random_deck(rng, clues=FULL, game=game) if deck is None else deck
    ids = [clue.id for clue in cards.clue]
    known = rng.choice((0, 1, *[_SHUFFLES] * 6))
    return make_deal(
        cards,
        draw=" ".join(rng.sample(ids, len(ids))),
        # Given, not made from the seed: reading them is quicker, and nothing else differs.
        reshuffles=[" ".join(rng.sample(ids, len(ids))) for _ in range(known)],
        seed=rng.randrange(2**64) if known == _SHUFFLES else None,
        limits=rng.choice((5, 6)),
        victims=rng.choice((4, 5, 6)),
        puzzles=rng.choice((5, 6)),
        last_victim=rng.choice(("lose", "win")),
        contact=rng.choice(_contacts(cards.game)),
    )


def starved_deal(rng: random.Random, *, game: str = WITCH_CULT.id) -> Deal:
    """A deal of 8 to 10 cards whose many effects take leads away: the row may become empty."""
    count = rng.randint(8, 10)
    cards = [
        make_clue(
            f"c{number:02}",
            " ".join(rng.sample(find_game(game).types, 2)),
            attributes=rng.choice(("", "puzzle", "puzzle", "key", "lock")),
            effects=" ".join(rng.choices(_LEAD_EFFECTS, k=rng.randint(2, 6))),
            time=rng.random() < 0.2,
            stability=rng.random() < 0.2,
        )
        for number in range(count)
    ]
    sides = " ".join(_random_sides(rng, game))
    return make_deal(
        make_deck(_with_yellow(rng, cards, game), icons=["any"] * 6, sides=sides, game=game),
        draw=" ".join(rng.sample([card.id for card in cards], count)),
        seed=rng.randrange(2**64),
        limits=rng.choice((3, 9)),
        victims=rng.choice((3, 6, 6)),
        puzzles=rng.choice((1, 2, 5)),
        last_victim=rng.choice(("lose", "win")),
    )


def passion_deal(rng: random.Random) -> Deal:
    """A deal of The King in Yellow: 8 to 14 cards, more than half with an immediate effect.

    The effects are of one to three kinds, so that some come often in one set-up or one refill. In
    one deal of four, all are discard-top and most cards have the hourglass: the stack runs out
    early, with few cards to shuffle or none.
    """
    runs_out = rng.random() < 0.25
    kinds = rng.sample(IMMEDIATE_EFFECTS, rng.randint(1, 3))
    share = rng.choice((0.6, 0.9))
    count = 8 if runs_out else rng.randint(8, 14)
    deck = random_deck(rng, clues=count, game=KING_IN_YELLOW.id)
    cards = [
        card.model_copy(
            update={
                "immediate": rng.choice(kinds) if rng.random() < share else "",
                **({"immediate": "discard-top", "time": rng.random() < 0.8} if runs_out else {}),
            }
        )
        for card in deck.clue
    ]
    return random_deal(rng, deck.model_copy(update={"clue": tuple(cards)}))
