"""Deals that a player tells card by card, as they are drawn at a real table.

What was not told yet is filled up in some order, so that the rules have a whole deal to work with.
Whenever they bring a card to light that was not told, it is asked for, and the deal is made anew:
the same beginning, another rest. So no answer depends on what the filling was.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from casecracker.engine.cards import Deck
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, DealError, RecordError
from casecracker.engine.files import did_you_mean, shown
from casecracker.engine.games import MENACE_DECKS, Settings
from casecracker.engine.referee_areas import FOUND, Reveal
from casecracker.session import Session
from casecracker.solver.record import Record

_CLUE = "clue/"


@dataclass(frozen=True, slots=True)
class Question:
    """A card that came to light and was not told: where from, and which ones it can be."""

    pile: str  # as in `Reveal`
    cards: tuple[str, ...]

    @property
    def what(self) -> str:
        """What is asked for, in words."""
        return {"victim": "victim", "menace": "menace"}.get(self.pile, "card drawn from the stack")


@dataclass(frozen=True)
class ToldDeal:
    """What is known of a deal so far.

    Attributes:
        deck: The cards.
        deck_id: The deck's id or path.
        settings: A value for every setting.
        told: The cards of each pile in the order in which they came to light.
    """

    deck: Deck
    deck_id: str
    settings: Settings
    told: tuple[Reveal, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, deal: Deal, reveals: Iterable[Reveal]) -> "ToldDeal":
        """What a game has brought to light; the rest of its deal is forgotten."""
        return cls(deal.deck, deal.deck_id, deal.settings, tuple(reveals))

    @classmethod
    def of_record(cls, record: Record) -> "ToldDeal":
        """What the record of such a game says that was told."""
        told = (Reveal(pile, card) for pile, card in record.told or ())
        return cls.of(record.deal, told)

    def record(self, moves: Sequence[str] = (), undone: Sequence[str] = ()) -> Record:
        """The record of a game of this deal, without the seed that the filling comes from."""
        told = tuple((reveal.pile, reveal.card) for reveal in self.told)
        return Record(replace(self.deal(), seed=None), tuple(moves), {}, tuple(undone), told)

    def deal(self) -> Deal:
        """The deal, its unknown part filled up.

        Raises:
            DealError: The deck has too few victims for the settings.
        """
        latest = max([0, *(int(pile.removeprefix(_CLUE)) for pile in self._stacks())])
        orders = [self._order(f"{_CLUE}{number}") for number in range(latest + 1)]
        return Deal(
            self.deck,
            self.deck_id,
            self.settings,
            draw=orders[0],
            victims=self._victims(),
            seed=0,
            reshuffles=tuple(orders[1:]),
            menaces=self._menaces(),
        )

    def question(self, reveals: Iterable[Reveal]) -> Question | None:
        """The first card, of all that came to light in a game, that was not told; None if none.

        Raises:
            DealError: A card was told that could not come.
        """
        seen: Counter[str] = Counter()
        for reveal in reveals:
            told = self._of(reveal.pile)[seen[reveal.pile] :][:1]
            seen[reveal.pile] += 1
            if reveal.pile != FOUND and not told:
                return Question(reveal.pile, tuple(self._candidates(reveal)))
            if reveal.pile != FOUND and told != [reveal.card]:
                raise DealError(f"card '{told[0]}' cannot come now")
        return None

    def tell(self, question: Question, answer: str) -> "ToldDeal":
        """The deal with the asked card told, by its id or name.

        Raises:
            DealError: It is none of those that it can be.
        """
        reveal = Reveal(question.pile, self._card(question, answer))
        return replace(self, told=(*self.told, reveal))

    def without_latest(self) -> "ToldDeal":
        """The deal without the card that was told last."""
        return replace(self, told=self.told[:-1])

    def names(self, question: Question) -> dict[str, str]:
        """Names of the cards that it can be, by id."""
        cards = {card.id: getattr(card, "name", "") for _, card in self.deck.cards()}
        return {card: cards[card] for card in question.cards}

    # Below: what is told of each pile, and how the rest is filled up

    def _card(self, question: Question, answer: str) -> str:
        wanted = " ".join(answer.split()).lower()
        names = {card: name.lower() for card, name in self.names(question).items()}
        for card, name in names.items():
            if wanted in (card, name, f"{name} ({card})"):
                return card
        found = [card for card, name in names.items() if wanted and wanted in name]
        if len(found) == 1:
            return found[0]
        if found:
            raise DealError(f"{shown(answer)} can be {' or '.join(found)}")
        hint = did_you_mean(wanted, [*names, *names.values()])
        raise DealError(f"{shown(answer)} is no {question.what} that can come now{hint}")

    def _of(self, pile: str) -> list[str]:
        return [reveal.card for reveal in self.told if reveal.pile == pile]

    def _stacks(self) -> Iterator[str]:
        return (reveal.pile for reveal in self.told if reveal.pile.startswith(_CLUE))

    def _candidates(self, reveal: Reveal) -> Iterable[str]:
        if reveal.pile == "victim":
            return _rest(self.deck.victim_ids(), self._of("victim"))
        return self._next_menaces(reveal) if reveal.pile == "menace" else sorted(reveal.among)

    def _order(self, pile: str) -> tuple[str, ...]:
        told = self._of(pile)
        return (*told, *_rest(self.deck.clue_ids(), told))

    def _victims(self) -> tuple[str, ...]:
        if "victims" not in self.settings:
            return ()
        told = self._of("victim")
        wanted = self.settings.number("victims")
        victims = (*told, *_rest(self.deck.victim_ids(), told))
        if wanted > len(victims):
            raise DealError(f"setting 'victims' is {wanted}, but the deck has {len(victims)}")
        return victims[:wanted]

    def _menaces(self) -> tuple[str, ...]:
        """The told menaces at the head of each part; with `minus-one` one that was not is absent.

        That is the only one left of the upper part if a menace of the lower one came before it.
        """
        told = self._of("menace")
        order = [card for part in self._parts() for card in _first(part, told)]
        if self.settings.get("menace") == "minus-one":
            unseen = self._unseen_menaces()
            order.remove((self._passed() or unseen)[-1])
        return tuple(order)

    def _unseen_menaces(self) -> list[str]:
        cards = (card for part in self._parts() for card in part)
        return _rest(cards, [*self._of("menace"), *self._of(FOUND)])

    def _passed(self) -> list[str]:
        """The menace of the upper part that must be absent, if a lower one was turned over."""
        upper, lower = self._parts()
        is_lower = any(card in lower for card in self._of("menace"))
        return [card for card in self._unseen_menaces() if is_lower and card in upper]

    def _next_menaces(self, reveal: Reveal) -> list[str]:
        """Menaces that can lie on top of the menace deck."""
        unseen = _rest(self._unseen_menaces(), self._passed())
        upper, lower = ([card for card in part if card in unseen] for part in self._parts())
        is_absent = self.settings.get("menace") == "minus-one" and not self._passed()
        if not is_absent:
            upper, lower = (
                [card for card in part if card in reveal.among] for part in (upper, lower)
            )
        if not upper:
            return lower
        return [*upper, *lower] if is_absent and len(upper) == 1 else upper

    def _parts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        upper, lower = (self.deck.menace_ids(part) for part in MENACE_DECKS)
        return () if self.settings.get("menace") == "no-aurora" else upper, lower


Asker = Callable[[ToldDeal, Question], ToldDeal]
"""Has a card told: gives the deal with it, or one that knows less if an answer is taken back."""


def complete(told: ToldDeal, moves: Sequence[str], ask: Asker) -> Session:
    """The game after `moves`; every card that they bring to light and that was not told is asked.

    Raises:
        MoveError: A move is not legal.
        DealError: The deck cannot be dealt, or a card was told that could not come.
    """
    while True:
        session = Session.start(told.deal(), moves)
        question = told.question(session.reveals())
        if question is None:
            return session
        told = ask(told, question)


def play_told(session: Session, move: str, ask: Asker) -> Session:
    """The game after one more move; what the session has brought to light counts as told.

    Raises:
        MoveError: The move is not legal.
        DealError: A card was told that could not come.
    """
    session.play(move)  # nothing is asked for a move that is refused
    told = ToldDeal.of(session.deal, session.reveals())
    return complete(told, (*session.moves, move), ask)


def resume_told(record: Record, where: str, ask: Asker) -> Session:
    """The game of a record; what its set-up still lacks is asked. `where` names it in messages.

    Raises:
        RecordError: It cannot be played.
    """
    try:
        session = complete(ToldDeal.of_record(record), record.moves, ask)
    except CasecrackerError as error:
        raise RecordError(f"{where}: {error}") from error
    return session.with_undone(record.undone)


def told_record(session: Session) -> Record:
    """The record of a game whose cards are told: all that has come to light was."""
    told = ToldDeal.of(session.deal, session.reveals())
    return told.record(session.moves, session.undone)


def _rest(cards: Iterable[str], told: Sequence[str]) -> list[str]:
    return [card for card in cards if card not in told]


def _first(cards: Iterable[str], told: Sequence[str]) -> list[str]:
    """The cards of a pile, those that were told before the others."""
    known = tuple(cards)
    return [*(card for card in told if card in known), *_rest(known, told)]
