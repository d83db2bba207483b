"""Deals: everything that chance decides in one game, fixed in advance (docs/formats.md, deals)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from casecracker.engine.cards import CaseCard, Deck, Equipment, is_id
from casecracker.engine.errors import DealError
from casecracker.engine.files import did_you_mean, shown
from casecracker.engine.games import MENACE_DECKS, Settings, find_game
from casecracker.engine.shuffles import MAX_SEED, MAX_SHUFFLES, shuffled

if TYPE_CHECKING:
    from casecracker.engine.position import Position


@dataclass(frozen=True)
class Deal:
    """One deal: a deck, settings, the opening orders, and what is known of later shuffles.

    Attributes:
        deck: The cards.
        deck_id: The built-in or added deck's id, or a path that opens the deck file from here.
        settings: A value for every setting of the game.
        draw: Ids of all clue cards, top of the stack first, before anything is dealt.
        victims: Ids of the victims in the game, first to appear first; none where menaces take
            their part.
        menaces: Ids of the menaces in the game, top of the menace deck first.
        seed: Decides the shuffles that `reshuffles` does not; None if those are unknown.
        reshuffles: Priority orders (all clue ids) of shuffles 1, 2, ... as far as given.
        from_seed: The opening orders come from `seed` too, so a deal code tells everything.
        start: The position in the middle of a game that it begins with, None for an opening. Then
            `draw` begins with the cards of its stack, and shuffles are counted from there.
    """

    deck: Deck
    deck_id: str
    settings: Settings
    draw: tuple[str, ...]
    victims: tuple[str, ...]
    seed: int | None = None
    reshuffles: tuple[tuple[str, ...], ...] = ()
    from_seed: bool = False
    menaces: tuple[str, ...] = ()
    start: "Position | None" = None

    def __post_init__(self) -> None:
        """Check that every card and victim is there once, as the settings say.

        Raises:
            DealError: It is not so.
        """
        if self.settings.game != self.game:
            raise DealError(f"the settings are of {self.settings.game}, the deck is of {self.game}")
        ids = self.deck.clue_ids()
        check_order("draw", self.draw, ids)
        check_victims("victims", self.victims, self.deck, self.settings)
        check_menaces("menaces", self.menaces, self.deck, self.settings)
        for number, order in enumerate(self.reshuffles, start=1):
            check_order(f"reshuffles, order {number}", order, ids)
        if self.seed is not None and not 0 <= self.seed <= MAX_SEED:
            raise DealError(f"seed {self.seed} is out of range; a seed is 0 to {MAX_SEED}")

    def __hash__(self) -> int:
        """Equal deals have equal orders."""
        return hash((self.draw, self.victims, self.menaces, self.seed, self.settings))

    @property
    def game(self) -> str:
        """The game's id."""
        return self.deck.game

    def order(self, shuffle: int) -> tuple[str, ...] | None:
        """Priority order of the given shuffle (0 = the opening one), None if it is unknown."""
        if shuffle == 0:
            return self.draw
        if shuffle > MAX_SHUFFLES:
            return None
        if shuffle <= len(self.reshuffles):
            return self.reshuffles[shuffle - 1]
        if self.seed is None:
            return None
        if shuffle not in self._seeded:
            ids = self.deck.clue_ids()
            self._seeded[shuffle] = shuffled(ids, self.seed, f"clue/{shuffle}")
        return self._seeded[shuffle]

    def contact_helps(self) -> bool:
        """Whether the game has the deck's own contact (infinite-gulfs: setting `help`)."""
        return contact_helps(self.deck, self.settings)

    def equipment(self) -> Equipment | None:
        """The equipment card that helps, if one does."""
        return equipment_of(self.deck, self.settings)

    def case_cards(self) -> dict[int, CaseCard]:
        """The case cards by number, each on the side that is in the game."""
        return case_cards_of(self.deck, self.settings)

    @cached_property
    def _seeded(self) -> dict[int, tuple[str, ...]]:
        """Orders that the seed has been asked for so far."""
        return {}

    def summary(self) -> dict[str, object]:
        """What every result says of its deal: code, game, deck and settings."""
        return {
            "deal": self.code,
            "game": self.game,
            "deck": {
                "id": self.deck_id,
                "provenance": self.deck.provenance,
                "digest": self.deck.digest,
            },
            "settings": dict(self.settings),
        }

    @cached_property
    def code(self) -> str | None:
        """The deal code, or None for a deal that no code describes.

        No code names a deck by its path: only built-in and added decks have an id.
        """
        if not self.from_seed or not is_id(self.deck_id):
            return None
        assert self.seed is not None
        return deal_code(self.deck_id, self.seed, self.settings)


def deal_code(deck_id: str, seed: int, settings: Settings) -> str:
    """The deal code of a seed. With the path of a deck for its id it names the deal, no more."""
    game, words = find_game(settings.game), settings.changed()
    if deck_id != game.default_deck:
        words["deck"] = deck_id
    return ",".join([f"{game.id}:{seed}", *(f"{k}={v}" for k, v in sorted(words.items()))])


def contact_helps(deck: Deck, settings: Settings) -> bool:
    """Whether a game has the deck's own contact (infinite-gulfs: setting `help`)."""
    return bool(deck.contact) and settings.get("help") in ("both", "contact")


def equipment_of(deck: Deck, settings: Settings) -> Equipment | None:
    """The equipment card that helps in a game with these settings, if one does."""
    if settings.get("help") not in ("both", "equipment"):
        return None
    wanted = settings["equipment"]
    return next((card for card in deck.equipment if card.id == wanted), None)


def case_cards_of(deck: Deck, settings: Settings) -> dict[int, CaseCard]:
    """The case cards by number, each on the side that is in a game with these settings.

    An equipment card alone decides for side A of a card with two (docs/rulings.md, R20).
    """
    side = "A" if equipment_of(deck, settings) is not None else "B"
    return {card.number: card for card in deck.case if card.side in ("", side)}


def deal_from_seed(deck: Deck, deck_id: str, seed: int, settings: Settings) -> Deal:
    """The deal that `seed` decides: all shuffles, present and later.

    Raises:
        DealError: The seed is out of range or the deck has too few victims for the settings.
    """
    if not 0 <= seed <= MAX_SEED:
        raise DealError(f"seed {shown(seed)} is out of range; a seed is 0 to {MAX_SEED}")
    return Deal(
        deck,
        deck_id,
        settings,
        draw=shuffled(deck.clue_ids(), seed, "clue/0"),
        victims=_victims_from_seed(deck, seed, settings),
        menaces=_menaces_from_seed(deck, seed, settings),
        seed=seed,
        from_seed=True,
    )


def _victims_from_seed(deck: Deck, seed: int, settings: Settings) -> tuple[str, ...]:
    if "victims" not in settings:
        return ()
    wanted = settings.number("victims")
    order = shuffled(deck.victim_ids(), seed, "victim")
    if wanted > len(order):
        raise DealError(f"setting 'victims' is {wanted}, but the deck has {len(order)} victims")
    return order[:wanted]


def _menaces_from_seed(deck: Deck, seed: int, settings: Settings) -> tuple[str, ...]:
    """The upper part of the menace deck, then the lower one, each shuffled by itself."""
    order = [
        menace
        for part in MENACE_DECKS
        for menace in shuffled(deck.menace_ids(part), seed, f"menace/{part}")
    ]
    if settings.get("menace") == "no-aurora":
        return tuple(menace for menace in order if menace in deck.menace_ids("standard"))
    if settings.get("menace") == "minus-one":
        order.remove(shuffled(tuple(sorted(order)), seed, "menace/removed")[0])
    return tuple(order)


def check_order(where: str, order: tuple[str, ...], ids: tuple[str, ...]) -> None:
    """Check that `order` has each of `ids` exactly once.

    Raises:
        DealError: It has not; the message names the first cards that are wrong.
    """
    for card, times in Counter(order).items():
        if card not in ids:
            raise DealError(f"{where}: the deck has no card {shown(card)}{did_you_mean(card, ids)}")
        if times > 1:
            raise DealError(f"{where}: card '{card}' is listed {times} times; each card once")
    missing = [card for card in ids if card not in order]
    if missing:
        raise DealError(f"{where}: {_missing_text(missing)}; every clue card of the deck once")


def _missing_text(missing: list[str]) -> str:
    if len(missing) == 1:
        return f"card '{missing[0]}' is missing"
    return f"{len(missing)} cards are missing: {', '.join(missing[:5])}{', …' * (len(missing) > 5)}"


def check_victims(where: str, victims: tuple[str, ...], deck: Deck, settings: Settings) -> None:
    """Check the victims of a deal against its deck and settings.

    Raises:
        DealError: A victim is unknown, stands there twice, or the number is not the setting's.
    """
    if "victims" not in settings:
        if victims:
            raise DealError(f"{where}: {deck.game} has no victims")
        return
    known = deck.victim_ids()
    for victim, times in Counter(victims).items():
        if victim not in known:
            hint = did_you_mean(victim, known)
            raise DealError(f"{where}: the deck has no victim {shown(victim)}{hint}")
        if times > 1:
            raise DealError(f"{where}: victim '{victim}' is listed {times} times; each victim once")
    wanted = settings.number("victims")
    if len(victims) != wanted:
        raise DealError(
            f"{where}: {len(victims)} victims are listed, but setting 'victims' is {wanted}"
        )


def check_menaces(
    where: str, menaces: tuple[str, ...], deck: Deck, settings: Mapping[str, object]
) -> None:
    """Check the menaces of a deal against its deck and settings.

    Raises:
        DealError: A menace is unknown, stands there twice, lies in the wrong part of the menace
            deck, or the number is not the one that the setting `menace` asks for.
    """
    upper, lower = deck.menace_ids("aurora"), deck.menace_ids("standard")
    known = lower if settings.get("menace") == "no-aurora" else (*upper, *lower)
    for menace, times in Counter(menaces).items():
        if menace not in known:
            hint = did_you_mean(menace, known)
            raise DealError(f"{where}: the game has no menace {shown(menace)}{hint}")
        if times > 1:
            raise DealError(f"{where}: menace '{menace}' is listed {times} times; each menace once")
    wanted = len(known) - (settings.get("menace") == "minus-one")
    if len(menaces) != wanted:
        raise DealError(
            f"{where}: {len(menaces)} menaces are listed; the settings ask for {wanted}"
        )
    if sorted(menaces, key=lambda menace: menace in lower) != list(menaces):
        raise DealError(f"{where}: the Aurora Borealis menaces lie above all others")


def settings_text(settings: Mapping[str, object]) -> str:
    """Settings in one line: `limits 5, victims 5, ...`."""
    return ", ".join(f"{name} {value}" for name, value in settings.items())
