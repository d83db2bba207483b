"""A greedy player: one look at the table, no search, nothing that a player could not see.

It measures how hard a deck is to play; docs/decks.md tells its rules in plain words. It knows
neither the order of the stack nor the victims or menaces to come. Deterministic: most points, the
first of equals. Points have no unit. They were settled on trial decks (docs/decks.md), then frozen.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Final

from casecracker.engine.cards import Deck
from casecracker.engine.deals import Deal
from casecracker.engine.games import Settings, find_game
from casecracker.engine.notation import Move
from casecracker.engine.state import State
from casecracker.solver.greedy_cards import (
    ALL_TECHNIQUES,
    Facts,
    Line,
    facts_of,
    fits,
    lettered,
    puzzle_types,
    staying_types,
    without_kings_type,
)
from casecracker.solver.greedy_table import Box, Table, View, size

CLOSING_TYPES: Final = 5
CALM_LINE: Final = 7  # cards in a line before strain begins
CLASSIC_GOAL: Final = 5  # types, where no setting says how many

# A case: what stays in it, what it would score, what it can still open.
TYPE: Final = 8.0  # a type that stays once the wanted puzzles are scored, up to five
SIXTH_TYPE: Final = 1.0
PUZZLE: Final = 14.0  # a puzzle of a wanted type that no other open case holds
DOUBLE: Final = 3.0  # one that another open case holds too
KING: Final = 6.0  # the King, without which no score wins, on top of that
KEY: Final = 5.0  # an unused Key, as long as puzzles are to come
SIGN: Final = 3.0  # a Yellow sign, as long as a wanted puzzle needs one
COLOUR: Final = 1.0  # a Colour card, up to the largest number that a wanted puzzle needs
CARD: Final = 1.0  # taken off for each card: a line has room for seven without strain

# A card: what it could do.
HELD: Final = 0.5  # share of its best play that a card in hand is worth
LATER: Final = 0.35  # the same for a play that its link or Lock forbids as yet
HELD_ICON: Final = 0.5  # a technique on its right edge
HELD_ANY: Final = 1.0  # Any on its left edge
LOST: Final = 0.3  # share of its worth that a discard loses: it comes back with a shuffle

# The end of a line: what can follow.
FOLLOW: Final = 0.45  # share of the best next play from hand and leads
ICON: Final = 0.8  # a technique that the last card offers

# Penalties and effects.
HOURGLASS: Final = 1.0
NEXT_VICTIM: Final = 3.0  # the hourglass that fills the time area, while victims are left
CHECK: Final = 0.5  # a stability check that succeeds: a card of the stack is gone
FAILED: Final = 18.0  # a failed one, divided by the room left in the stability area
SEARCH: Final = 5.0
SHUFFLE: Final = 2.0
TAKEN: Final = 0.6  # share of the best card's worth that an effect which takes one is worth
CALMER: Final = 4.0  # a card taken out of the stability area
SOONER: Final = 1.0  # a card taken out of the time area
PREVENT: Final = 2.0
MENACE: Final = 6.0  # a menace that an effect brings
PACK: Final = 500.0  # an item in the briefcase can do more than in hand, and leaves room there
FEW_SCORED: Final = 2  # types scored by a closing at which a case is closed in good time
ROAD: Final = 25.0  # a case that a closing opens, or a card that it gives and that is needed
IDLE_EFFECTS: Final = {"search-stack": SEARCH, "shuffle-discard": SHUFFLE, "prevent-next": PREVENT}
CONTACT: Final = 9.0  # taken off for using the contact
CLOSING: Final = 50.0  # a type scored, when it is time to close
END: Final = 1000.0  # wins or loses the game


class GreedyPlayer:
    """Plays one game (deck and settings) by fixed rules."""

    def __init__(self, deck: Deck, settings: Settings) -> None:
        """Read the cards once."""
        types = find_game(deck.game).types
        facts = {clue.id: facts_of(clue, types) for clue in deck.clue}
        self.king = next((card for card in facts.values() if card.king), None)
        self.facts = {card: without_kings_type(f, self.king) for card, f in facts.items()}
        self.all_scores = (1 << len(types)) - 1
        self.goal = settings.number("puzzles") if "puzzles" in settings else CLASSIC_GOAL
        self.by_letter = settings.get("mode") == "hardboiled"
        if self.by_letter:
            self._score_letters(deck)
        self.purple_facts = {
            clue.id: replace(facts_of(clue, types, purple=True), scores=self.facts[clue.id].scores)
            for clue in deck.clue
        }
        self.box = Box(deck)
        late = [c for c, f in self.facts.items() if not f.left or c in self.box.late.values()]
        self.late_scores = reduce(or_, (self.facts[card].scores for card in late), 0)
        self.limit = settings.number("limits")
        self.win_comes_first = settings.get("last-victim", "win") == "win"

    def _score_letters(self, deck: Deck) -> None:
        """Every puzzle that an objective names is wanted, each for itself; no other is."""
        letters = lettered(deck)
        self.facts = {c: replace(f, scores=letters.get(c, 0)) for c, f in self.facts.items()}
        self.goal = len(letters)
        self.all_scores = (1 << len(letters)) - 1

    def choose(self, view: View, moves: Sequence[str]) -> str:
        """The move to make.

        Args:
            view: What `State.view` gives; of a snapshot, what is hidden is only counted.
            moves: Texts of the legal moves (docs/notation.md), at least one.
        """
        if len(moves) == 1:
            return moves[0]
        look = _Look(self, view)
        points = [look.points(move) for move in moves]
        return moves[points.index(max(points))]


def choose(state: State) -> Move:
    """The move that the greedy player makes; the game must not be over."""
    player = GreedyPlayer(state.deal.deck, state.deal.settings)
    moves = {str(move): move for move in state.moves()}
    return moves[player.choose(state.view(), list(moves))]


def play_greedily(deal: Deal) -> State:
    """The end of the game that the greedy player plays."""
    player = GreedyPlayer(deal.deck, deal.settings)
    state = State.start(deal)
    while state.status == "playing":
        moves = {str(move): move for move in state.moves()}
        state = state.after(moves[player.choose(state.view(), list(moves))].code)
    return state


class _Look:
    """One look at the table before a decision: gives points to moves."""

    def __init__(self, player: GreedyPlayer, view: View) -> None:
        self._player = player
        self._view = view
        self._table = Table(player.box, view, player.limit)
        self._facts = player.purple_facts if self._table.machine else player.facts
        self._set_goal()
        self._cases = {case["number"]: case for case in view["cases"]}
        self._lines = {number: self._line(case) for number, case in self._cases.items()}
        self._puzzles = {n: puzzle_types(line, self._wanted) for n, line in self._lines.items()}
        self._held: dict[str, float] = {}
        self._check_cost = self._cost_of_check()
        self._verbs: dict[str, Callable[[Sequence[str]], float]] = {
            "take": self._take,
            "play": self._play,
            "hand": self._hand,
            "close": self._close,
            "pass": self._pass,
            "discard": self._discard,
            "search": lambda rest: self._into_hand(rest[0]),
            "exchange": lambda rest: self._hold(rest[1]) - self._hold(rest[0]),
            "shuffle": lambda _: SHUFFLE,
            "score": self._score,
            "contact": self._contact,
            "use": self._use,
            "pack": lambda _: PACK,
            "unpack": lambda _: -2 * PACK - 2 * END,
            "menace": lambda _: -self._menace_cost(),
        }

    def points(self, move: str) -> float:
        """Points of a legal move; one that does nothing has none."""
        verb, *rest = move.split()
        return self._verbs[verb](rest) if verb in self._verbs else 0.0

    def _set_goal(self) -> None:
        """Types still wanted, how many of them, and what their puzzles ask of a line."""
        king, scored = self._player.king, 0
        for card in self._view["picture"]:
            scored |= self._facts[card].scores
        self._to_score = self._player.goal - scored.bit_count()
        self._wanted = self._player.all_scores & ~scored
        if king and king.types & self._wanted and self._to_score <= 1:
            self._to_score, self._wanted = 1, king.types
        asking = [card for card in self._facts.values() if card.scores & self._wanted]
        self._sign_wanted = any(card.sign_lock for card in asking)
        self._colours_wanted = max((card.colours for card in asking), default=0)

    def _line(self, case: View) -> Line:
        cards = tuple(self._facts[card] for card in case["line"])
        start = case["card"] if "card" in case else case["victim"]
        edge = self._facts[case["last"]].right if cards else self._player.box.starts[start]
        line = Line((), edge, case["key_effects"], case["key_effects"])
        return replace(reduce(Line.with_card, cards, line), edge=edge)

    # Worth of cases and cards

    def _worth(self, number: int, line: Line) -> float:
        """How far the case of that number would have come with that line."""
        mine = puzzle_types(line, self._wanted)
        elsewhere = 0
        for other, puzzles in self._puzzles.items():
            elsewhere |= puzzles if other != number else 0
        stay = staying_types(line, mine).bit_count()
        points = TYPE * min(stay, CLOSING_TYPES) + (SIXTH_TYPE if stay > CLOSING_TYPES else 0.0)
        points += PUZZLE * (mine & ~elsewhere).bit_count() + DOUBLE * (mine & elsewhere).bit_count()
        useful_keys = min(line.keys, self._to_score - mine.bit_count(), 2)
        points += KEY * max(0, useful_keys) - CARD * len(line.cards)
        return points + self._yellow_worth(line, mine)

    def _yellow_worth(self, line: Line, mine: int) -> float:
        """The King and what his game's requirements ask for; nothing in other games."""
        king = self._player.king
        points = KING if king and king.types & mine else 0.0
        if self._sign_wanted and line.sign:
            points += SIGN
        if self._colours_wanted:
            points += COLOUR * min(line.colours, self._colours_wanted)
        return points

    def _gain(self, number: int, card: Facts, line: Line) -> float:
        return self._worth(number, line.with_card(card)) - self._worth(number, line)

    def _hold(self, card: str) -> float:
        """What a card is worth in hand."""
        if card not in self._held:
            self._held[card] = self._held_worth(self._facts[card])
        return self._held[card]

    def _held_worth(self, card: Facts) -> float:
        best = 0.0
        for number, line in self._lines.items():
            share = HELD if fits(card, line) else LATER
            able = line if fits(card, line) else line.opened()
            best = max(best, share * self._gain(number, card, able))
        link = HELD_ICON * card.right.bit_count()
        return best + link + (HELD_ANY if card.left == ALL_TECHNIQUES else 0.0)

    # Costs

    def _time_cost(self, card: str) -> float:
        """What the hourglass of a discarded card costs."""
        if not self._table.has_hourglass(self._facts[card]):
            return 0.0
        if len(self._view["time"]) + 1 < self._table.time_limit:
            return HOURGLASS
        return HOURGLASS + (NEXT_VICTIM if self._table.demands else END)

    def _discard_cost(self, card: str) -> float:
        return LOST * self._hold(card) + self._time_cost(card)

    def _price(self, card: str) -> float:
        """What giving up a card of the hand costs."""
        return self._hold(card) + self._time_cost(card)

    def _cost_of_check(self) -> float:
        """By the chance to fail, which a player can count from the cards not in sight."""
        unseen = set(self._facts).difference(self._in_sight(), self._player.box.faces)
        failing = sum(self._facts[card].stability for card in unseen)
        risk = failing / len(unseen) if unseen else 0.5
        room = self._player.limit - len(self._view["stability"])
        return CHECK + risk * (END / 4 if room <= 1 else FAILED / (room - 0.5))

    def _in_sight(self) -> Iterator[str]:
        for area in ("leads", "hand", "discard", "time", "stability", "closed", "picture"):
            yield from self._view[area]
        yield from self._view.get("briefcase", ())
        for case in self._view["cases"]:
            yield from case["line"]

    def _menace_cost(self) -> float:
        """What a menace costs that is drawn before its time."""
        return MENACE if self._table.demands else END

    # Plays

    def _play(self, rest: Sequence[str]) -> float:
        """`play CARD CASE [key [ITEM]]`, of the lead or of a card of the hand."""
        points = self._play_points(rest[0], int(rest[1])) - (CONTACT if rest[2:] else 0.0)
        return points if self._view["pending"] == "action" else points - self._hold(rest[0])

    def _play_points(self, card: str, number: int) -> float:
        facts, line = self._facts[card], self._lines[number]
        effects = self._table.effects(facts, self._cases[number])
        points = self._gain(number, facts, line) + sum(map(self._effect, effects))
        if len(line.cards) >= CALM_LINE:
            points -= self._check_cost
        if f"close-{number}" in effects:
            return points + self._closed_by_effect(number, line.with_card(facts))
        after = self._prospects(card, number, line.with_card(facts))
        return points + after - self._prospects(card, number, line)

    def _prospects(self, played: str, number: int, line: Line) -> float:
        """What the end of a line allows next, from the cards in hand and the leads."""
        best = 0.0
        for card in (*self._view["hand"], *self._view["leads"]):
            facts = self._facts[card]
            if card != played and fits(facts, line):
                best = max(best, self._gain(number, facts, line))
        return FOLLOW * best + ICON * line.edge.bit_count()

    def _effect(self, effect: str) -> float:
        """What an effect of a card is worth before it is played."""
        if effect == "stability-check":
            return -self._check_cost
        if effect == "discard-hand":
            return -min(map(self._discard_cost, self._view["hand"]), default=0.0)
        if effect == "draw-menace":
            return -self._menace_cost()
        if not effect.startswith("take-"):
            return IDLE_EFFECTS.get(effect, 0.0)
        area = "leads" if effect == "take-lead" else effect.removeprefix("take-")
        best = TAKEN * max(map(self._hold, self._view[area]), default=0.0)
        return best + (CALMER / 2 if effect == "take-stability" and self._view[area] else 0.0)

    # Other decisions

    def _take(self, rest: Sequence[str]) -> float:
        """`take` (the first lead) or `take CARD` (by an effect or as the bonus)."""
        if not rest:
            return self._into_hand(self._view["leads"][0])
        calmer = CALMER if rest[0] in self._view["stability"] else 0.0
        sooner = SOONER if rest[0] in self._view["time"] else 0.0
        return self._into_hand(rest[0]) + calmer + sooner

    def _discard(self, rest: Sequence[str]) -> float:
        """`discard CARD`, of the hand, the leads, or (an immediate effect) of an open case."""
        card = rest[0]
        for case in self._view["cases"]:
            if card in case["line"]:
                return self._worth_without(case["number"], card) - self._time_cost(card)
        return -self._price(card)

    def _worth_without(self, number: int, card: str) -> float:
        """What taking a card out of an open case changes. The new edge is left out of it."""
        facts, line = self._facts[card], self._lines[number]
        kept = list(line.cards)
        kept.remove(facts)
        after = replace(line, cards=tuple(kept), keys=line.keys - facts.key + facts.lock)
        return self._worth(number, after) - self._worth(number, line)

    def _score(self, rest: Sequence[str]) -> float:
        """Every wanted puzzle, unless five types could then not stay without the King too."""
        card = self._facts[rest[0]]
        if not card.scores & self._wanted:
            return -1.0
        for case in self._view["cases"]:
            cards = {name: self._facts[name] for name in case["line"]}
            if rest[0] in cards and not card.king and any(c.king for c in cards.values()):
                stay = 0
                for name, other in cards.items():
                    stay |= other.types if name != rest[0] and not other.king else 0
                return 1.0 if stay.bit_count() >= CLOSING_TYPES else -1.0
        return 1.0

    def _into_hand(self, card: str) -> float:
        """Worth of a card in hand, less what has to go for it."""
        hand = self._view["hand"]
        if len(hand) < self._table.hand_limit:
            return self._hold(card)
        return self._hold(card) - min(map(self._price, (*hand, card)))

    def _hand(self, _: Sequence[str]) -> float:
        """The best play from hand, less what the lead's discard costs."""
        best = -END
        for card in self._view["hand"]:
            for number, line in self._lines.items():
                if fits(self._facts[card], line):
                    best = max(best, self._play_points(card, number) - self._hold(card))
        return best - sum(map(self._discard_cost, self._view["leads"][:1]))

    def _pass(self, _: Sequence[str]) -> float:
        if self._view["pending"] != "action":
            return -END
        return -sum(map(self._discard_cost, self._view["leads"][:1]))

    def _contact(self, rest: Sequence[str]) -> float:
        """`contact EFFECT ...`: the move of the effect, less the price of the contact."""
        effect, *words = rest
        verb = effect.partition("-")[0]
        return self._verbs[verb](words) - CONTACT if verb in self._verbs else -CONTACT

    def _use(self, rest: Sequence[str]) -> float:
        """`use ITEM EFFECT ...`; never the Machine, as long as something wanted may need it."""
        if rest[0] == self._player.box.machine and self._wanted & self._player.late_scores:
            return -END
        return self._contact(rest[1:])

    # Closing

    def _close(self, rest: Sequence[str]) -> float:
        """`close CASE`: the action; as an effect of a card it is the only move that matters."""
        if self._view["pending"] == "effect":
            return 0.0
        number = int(rest[0])
        gain = self._closing_gain(number)
        wins = gain >= self._to_score and self._has_king(number)
        if self._leaves_nothing(number) and not (wins and self._player.win_comes_first):
            return -END
        if wins:
            return END
        if not self._is_time_to_close(number, gain):
            return -END
        costs = sum(map(self._discard_cost, self._view["leads"][:1]))
        return CLOSING * gain + ROAD * self._roads(number) - costs

    def _closed_by_effect(self, number: int, line: Line) -> float:
        """An effect that closes the case scores all its puzzles, whatever stays."""
        gain = puzzle_types(line, self._wanted).bit_count()
        if gain >= self._to_score:
            return END
        if self._leaves_nothing(number) or gain + self._roads(number) < FEW_SCORED:
            return -CLOSING
        return CLOSING * gain + ROAD * self._roads(number)

    def _leaves_nothing(self, number: int) -> bool:
        """Whether no case would be open once this one is closed."""
        if len(self._lines) > 1:
            return False
        return not (self._roads(number) if self._player.box.cases else self._table.demands)

    def _roads(self, number: int) -> int:
        """How many cases and needed cards the icons of a case would bring; 0 in other games."""
        box, view = self._player.box, self._view
        icons = list(self._table.icons(self._cases[number]))
        faces = [box.turned[self._cases[number]["card"]]] if "flip" in icons else []
        count = 0
        for target in (int(icon[-1]) for icon in icons if icon.startswith("access")):
            card = box.late.get(target)
            if target in view["cases_left"] and card is None:
                count += 1
            elif card and target in view["cases_left"] and self._table.machine:
                faces.append(card)
        return count + sum(map(self._is_needed, faces))

    def _is_needed(self, card: str) -> bool:
        """Whether a card scores something wanted, or is the Machine."""
        return card == self._player.box.machine or bool(self._facts[card].scores & self._wanted)

    def _has_king(self, number: int) -> bool:
        """Whether the King, if the game has him, is scored or would be with this case."""
        king = self._player.king
        return not king or bool(king.types & (self._puzzles[number] | ~self._wanted))

    def _closing_gain(self, number: int) -> int:
        """How many wanted types closing the case now would score."""
        puzzles = self._puzzles[number]
        stay = staying_types(self._lines[number], puzzles)
        kinds = self._kinds(number, puzzles)
        if (stay | kinds).bit_count() < CLOSING_TYPES:
            return 0
        return puzzles.bit_count() - max(0, CLOSING_TYPES - stay.bit_count())

    def _kinds(self, number: int, puzzles: int) -> int:
        """Types of the puzzles of a line; where types are what is scored, the very same."""
        if not self._player.by_letter:
            return puzzles
        cards = (card for card in self._lines[number].cards if card.scores & puzzles)
        return reduce(or_, (card.types for card in cards), 0)

    def _is_time_to_close(self, number: int, gain: int) -> bool:
        """Not before all its puzzles score, unless strain or the end is near."""
        roads = self._roads(number)
        if gain + roads == 0:
            return False
        if self._player.by_letter and gain < self._puzzles[number].bit_count():
            return self._is_end_near()
        if len(self._lines[number].cards) >= CALM_LINE or self._is_end_near():
            return True
        if gain < self._puzzles[number].bit_count() or self._more(number):
            return False
        return gain + min(gain, roads) >= FEW_SCORED

    def _is_end_near(self) -> bool:
        view, limit = self._view, self._player.limit
        hurried = size(view["stack"]) < 8 or len(view["time"]) >= self._table.time_limit - 2
        last = not self._table.demands
        return (last and hurried) or len(view["stability"]) >= limit - 1

    def _more(self, number: int) -> bool:
        """Whether another wanted puzzle could be played to the case next."""
        line, wishes = self._lines[number], self._wanted & ~self._puzzles[number]
        cards = [self._facts[card] for card in (*self._view["hand"], *self._view["leads"][:1])]
        return any(c.scores & wishes and fits(c, line) for c in cards)
