"""What a line of a relaxed game lacks (solver/relaxed_lack.py), beside what its cards say."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from casecracker.engine.library import find_deck
from casecracker.engine.state import State
from casecracker.engine.tables import CARDS, CONTACT_KEY, KEY, LOCK
from casecracker.solver.keys import hash_key
from casecracker.solver.lines import (
    PLENTY,
    cards_lacking,
    line_counts,
    unlocked_types,
    wanted_puzzles,
)
from casecracker.solver.relaxed_game import (
    BY_CONTACT,
    CLOSINGS,
    CONTACT,
    COUNTS_KEYS,
    FIELDS,
    FROM_ROW,
    KING_TYPE,
    LACK,
    LINE_A,
    MISSING,
    ON_A,
    SLACK,
    SOURCE,
    TARGET,
    TYPE,
    TYPES_A,
    UNLOCKED,
    WANTED,
    Relaxation,
    make_relaxation,
)
from casecracker.solver.relaxed_lack import (
    counts_of_line,
    keys_for,
    lack_of,
    lack_of_types,
    laid_in_time,
    lessening,
    lessening_by_two,
    useful_on,
    with_card,
)
from tests.decks import make_deal

DECKS = ("witch-cult-standard", "witch-cult-tight", "king-in-yellow-standard")


def relaxation_of(deck_id: str, missing: int) -> Relaxation:
    deck = find_deck(deck_id)
    root = State.start(make_deal(deck, draw=" ".join(clue.id for clue in deck.clue)))
    relaxation = make_relaxation(root.tables, hash_key(b"test"), 1 << 6)
    counts, wanted = relaxation.counts, wanted_puzzles(root.tables, root.array())
    counts[WANTED], counts[MISSING] = wanted, missing
    counts[UNLOCKED], counts[COUNTS_KEYS] = unlocked_types(root.tables, wanted), 1
    return relaxation


def random_lines(relaxation: Relaxation) -> Iterator[tuple[int, int]]:
    """Lines of cards as a set, and their types, each card entered after the others."""
    rng = random.Random(1)
    for _ in range(200):
        line = types = 0
        for card in rng.sample(range(int(relaxation.tables[CARDS])), rng.randrange(10)):
            line |= 1 << card
            types = with_card(relaxation, types, card)
        yield line, types


def lack_by_cards(relaxation: Relaxation, line: int, keys: int) -> int:
    counts = relaxation.counts
    laid = line_counts(relaxation.tables, line, counts[WANTED])
    return int(cards_lacking(laid, keys, counts[MISSING], counts[UNLOCKED]))


@pytest.mark.parametrize("deck_id", DECKS)
def test_types_entered_card_by_card_count_as_those_of_the_line(deck_id: str) -> None:
    relaxation = relaxation_of(deck_id, 3)
    for line, types in random_lines(relaxation):
        expected = line_counts(relaxation.tables, line, relaxation.counts[WANTED])
        assert counts_of_line(types) == expected


@pytest.mark.parametrize("deck_id", DECKS)
def test_only_useful_cards_lessen_the_lack_of_a_line(deck_id: str) -> None:
    relaxation = relaxation_of(deck_id, 3)
    lessened = 0
    for line, types in random_lines(relaxation):
        useful = useful_on(relaxation, types)
        before = lack_by_cards(relaxation, line, PLENTY)
        for card in range(int(relaxation.tables[CARDS])):
            if (line >> card) & 1:
                continue
            if lack_by_cards(relaxation, line | 1 << card, PLENTY) < before:
                lessened += 1
                assert (useful >> card) & 1
    assert lessened > 1000


@pytest.mark.parametrize("deck_id", DECKS)
@pytest.mark.parametrize("slack", [0, 1])
@pytest.mark.parametrize("source", [FROM_ROW, BY_CONTACT])
def test_cards_are_in_time_if_what_lacks_then_fits_into_the_turns_left(
    deck_id: str, slack: int, source: int
) -> None:
    """A card that the contact fetches costs the contact's key."""
    relaxation = relaxation_of(deck_id, 3)
    tables = relaxation.tables
    late = 0
    for line, types in random_lines(relaxation):
        node = np.zeros(FIELDS, dtype=np.int64)
        node[LINE_A], node[TYPES_A], node[CLOSINGS], node[TARGET] = line, types, 1, ON_A
        node[SOURCE], node[CONTACT] = source, 1
        keys = keys_for(relaxation, node, 0)
        node[LACK], node[SLACK] = lack_of(relaxation, node, keys), slack
        if source == BY_CONTACT and tables[CONTACT_KEY]:
            keys -= 1
        free = ((1 << int(tables[CARDS])) - 1) & ~line
        in_time = laid_in_time(relaxation, node, free)
        for card in range(int(tables[CARDS])):
            bit = 1 << card
            if not free & bit:
                continue
            after = keys + bool(bit & tables[KEY]) - bool(bit & tables[LOCK])
            lack = lack_by_cards(relaxation, line | bit, after)
            assert bool(in_time & bit) == (lack <= node[LACK] + slack - 1)
            late += not in_time & bit
    assert late > 0


def test_with_two_turns_to_spare_no_card_is_looked_at() -> None:
    relaxation = relaxation_of("witch-cult-standard", 3)
    node = np.zeros(FIELDS, dtype=np.int64)
    node[SLACK] = 2
    assert laid_in_time(relaxation, node, 0b1011) == 0b1011


@pytest.mark.parametrize("king", [False, True])
@pytest.mark.parametrize("missing", [1, 3, 5])
@pytest.mark.parametrize("deck_id", DECKS)
def test_all_cards_that_lessen_the_lack_are_known_whatever_keys_there_are(
    deck_id: str, missing: int, king: bool
) -> None:
    relaxation = relaxation_of(deck_id, missing)
    tables, node = relaxation.tables, np.zeros(FIELDS, dtype=np.int64)
    if king:
        relaxation.counts[KING_TYPE] = relaxation.profiles[0, TYPE]
    lessened = idle = 0
    for line, types in random_lines(relaxation):
        for keys in (0, 1, 2, PLENTY):
            known = lessening(relaxation, types, keys)
            before = lack_of_types(relaxation, node, types, 0, keys)
            twice = lessening_by_two(relaxation, types, keys)
            for card in range(int(tables[CARDS])):
                bit = 1 << card
                if line & bit:
                    continue
                then = keys + bool(bit & tables[KEY]) - bool(bit & tables[LOCK])
                after = lack_of_types(relaxation, node, with_card(relaxation, types, card), 0, then)
                if after < before:
                    assert known & bit
                lessened += after < before
                idle += not known & bit
                assert after >= before - (2 if bit & twice else 1)
    assert lessened > 1000
    assert idle > 1000
