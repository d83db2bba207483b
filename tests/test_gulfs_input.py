"""Infinite Gulfs of Darkness: whatever is wrong with a file is one clear line, exit status 2."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from casecracker.engine.boxcheck import check_text
from casecracker.engine.cards import Deck
from casecracker.engine.dealfile import deal_document, load_target, parse_deal
from casecracker.engine.deckfile import deck_text, document_faults, parse_deck
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import parse_toml
from casecracker.engine.games import INFINITE_GULFS
from casecracker.engine.template import template_text
from casecracker.solver.record import parse_record
from tests.gulfs_box import GULFS_DEAL, GULFS_DECK, write_gulfs
from tests.test_bad_input import _after, _damaged, _only_ours, _rewritten, error_line
from tests.texts import DEAL, DECK, write_both

CODE = "infinite-gulfs:7"

BAD_CODES = [
    (f"{CODE},mode=easy", "setting 'mode' is 'easy'; it takes hardboiled or classic"),
    (f"{CODE},menace=none", "setting 'menace' is 'none'; it takes all or minus-one or no-aurora"),
    (f"{CODE},victims=5", "infinite-gulfs has no setting 'victims'; it has: limits, mode"),
    (f"{CODE},contact=none", "infinite-gulfs has no setting 'contact'"),
    ("infinite-gulf:7", "did you mean 'infinite-gulfs'?"),
    ("witch-cult:7,mode=classic", "witch-cult has no setting 'mode'"),
]


@pytest.mark.parametrize(("code", "told"), BAD_CODES)
def test_a_bad_code_is_told_in_one_line(code: str, told: str) -> None:
    assert told in error_line("deal", code)


BAD_DEALS: list[tuple[str, str, str]] = [
    ("menaces = ", "# ", "key 'menaces' is missing; it must be a list of card ids"),
    ("menaces = ", "menaces = 3 #", "key 'menaces' is 3; it must be a list of card ids"),
    ('["m2", "m1"', '[2, "m1"', "key 'menaces': item 1 is 2; it must be a card id"),
    ('["m2", "m1"', '["m2", "m2"', "key 'menaces': menace 'm2' is listed 2 times"),
    ('["m2", "m1"', '["m9", "m1"', "key 'menaces': the game has no menace 'm9'"),
    ('["m2", "m1"', '["m1"', "key 'menaces': 3 menaces are listed; the settings ask for 4"),
    ('"m1", "m4"', '"m4", "m1"', "the Aurora Borealis menaces lie above all others"),
    ("limits = 2", 'menace = "minus-one"', "4 menaces are listed; the settings ask for 3"),
    ("limits = 2", 'menace = "no-aurora"', "the game has no menace 'm2'"),
    ("limits = 2", "victims = 5", "infinite-gulfs has no setting 'victims'"),
    ("reshuffle", "victims = []\nreshuffle", "unknown key 'victims'; known keys: format, game"),
    ('draw = ["c3", "c10", ', 'draw = ["c3", ', "key 'draw': card 'c10' is missing"),
]


@pytest.mark.parametrize(("old", "new", "told"), BAD_DEALS)
def test_a_bad_deal_file_is_told_in_one_line(in_tmp: Path, old: str, new: str, told: str) -> None:
    path = write_gulfs(in_tmp, deal=_after(old, new, GULFS_DEAL))
    line = error_line("deal", path)
    assert told in line
    assert line.startswith(f"{path}: ")


def test_other_games_refuse_menaces(in_tmp: Path) -> None:
    path = write_both(in_tmp, deal=_after("reshuffle", 'menaces = ["m1"]\nreshuffle', DEAL))
    line = error_line("deal", path)
    assert "unknown key 'menaces'" in line
    assert line.endswith("draw, victims, reshuffle, reshuffles")


MENACE_1 = 'id = "m1"\nname = "Lights"'
SIDE_A = 'number = 1\nside = "A"'

BAD_DECKS: list[tuple[str, str, str]] = [
    # Single entries
    (SIDE_A, 'number = 1\nside = "C"', "case '1', key 'side': is 'C'; it must be \"A\" or \"B\""),
    (SIDE_A, 'side = "A"', "case number 1, key 'number': missing; it must be the number on the"),
    (SIDE_A, 'number = 8\nside = "A"', "case '8A', key 'number': is 8; it must be the number"),
    (SIDE_A, 'number = "1"\nside = "A"', "key 'number': is '1'; it must be the number on the card"),
    ("start = true", "start = 1", "case '1A', key 'start': is 1; it must be true or false"),
    (SIDE_A, f'{SIDE_A}\nid = "x"', "case '1A', key 'id': unknown key; did you mean 'side'?"),
    ("on-close", "on_close", "case '1A', key 'on_close': unknown key; did you mean 'on-close'?"),
    ('right-purple = ["research"]', 'right-purple = ["red"]', "'1A', key 'right-purple': unknown"),
    ('["access-5", "purple', '["acess-5", "purple', "unknown word 'acess-5'; did you mean 'access"),
    ('"purple-access-7"', '"violet-access-7"', "unknown word 'violet-access-7'"),
    ('"purple-access-7"', '"flip"', "key 'on-close': a card is turned over once, and only if"),
    ('["flip", "add-to-hand", "take', '["add-to-hand", "take', "stands right after 'flip'"),
    ('["flip", "add-to-hand", "take', '["flip", "take', "'flip' is followed by 'add-to-hand'"),
    ('["time-limit-plus-1"]', '["time-limit"]', "case '1B', key 'ongoing': unknown word"),
    ('number = 5\nname = "Lost box"\nright = ["any"]', "number = 5", "case '5', key 'right': noth"),
    ('["darkness-stability-check"]', '["time-limit-plus-1"]', "case '7', key 'right': nothing is"),
    ('["darkness-stability-check"]', '["darkness-check"]', "case '7', key 'ongoing': unknown word"),
    ('name = "Haunter of the Dark"', "start = true", "case '7', key 'start': a card without tech"),
    ('deck = "aurora"', 'deck = "borealis"', "menace 'm1', key 'deck': is 'borealis'; it must be"),
    ('deck = "aurora"', "", "menace 'm1', key 'deck': missing; it must be \"aurora\" (marked I)"),
    ('"remove-aurora", "access-5"', '"flip"', "menace 'm3', key 'immediate': unknown word 'flip'"),
    (
        '["remove-aurora", "access-5"]',
        '"access-5"',
        "'immediate': is 'access-5'; it must be a list",
    ),
    ('["hand-limit-plus-1"]', '["hand-limit-plus-2"]', "did you mean 'hand-limit-plus-1'?"),
    ('icons = ["flip", "add-to-hand"]', 'icons = ["flip"]', "menace 'm4', key 'icons': 'flip' is"),
    ('letters = ["A"]', "letters = []", "objective '1', key 'letters': nothing is listed"),
    ('letters = ["A"]', 'letters = ["A", "A"]', "objective '1', key 'letters': 'A' is listed 2"),
    ('letters = ["A"]', 'letters = "A"', "key 'letters': is 'A'; it must be a list of words"),
    ('letters = ["A"]', "", "objective '1', key 'letters': missing"),
    ("number = 2", "number = 10", "objective '10', key 'number': is 10; it must be the number on"),
    (
        'sides = ["exchange-penalty"]',
        "sides = []",
        "equipment 'necronomicon', key 'sides': nothing",
    ),
    ('sides = ["exchange-penalty"]', 'sides = ["close-5"]', "key 'sides': unknown word 'close-5'"),
    ('"key", "prevent-next"]', '"lock"]', "clue 'c9', key 'sides': unknown word 'lock'"),
    ('sides = ["key", "prevent-next"]', "", "clue 'c9', key 'sides': what the card does from the"),
    ('attributes = ["puzzle"]', 'sides = ["key"]', "clue 'c10', key 'sides': what the card does"),
    ('attributes = ["puzzle"]', "", "clue 'c10', key 'letter': only puzzle cards bear a letter"),
    ('letter = "A"', 'letter = "ABCDE"', "key 'letter': is 'ABCDE'; it must be text in quotes, at"),
    ('letter = "A"', "letter = 1", "clue 'c8', key 'letter': is 1; it must be text in quotes"),
    ('left-purple = ["any"]', "", "clue 'c10', key 'left': nothing is listed; choose from"),
    ('left-purple = ["any"]', 'left-purple = ["eye"]', "clue 'c10', key 'left-purple': unknown"),
    ("minimum = 2", "yellow-minimum = 2", "clue 'c8', key 'yellow-minimum': unknown key; did you"),
    ("minimum = 2", 'immediate = "to-front"', "clue 'c8', key 'immediate': unknown key; known"),
    ('"skeleton-lock", "darkness"', '"skeleton-lock", "lock"', "a card has one kind of lock"),
    ('"skeleton-lock", "darkness"', '"skeleton-key", "key"', "a card has one kind of key"),
    ("[[case]]", "[case]", "line"),
    ("[[equipment]]", "[equipment]", "key 'equipment': must be entries that begin with"),
    ("[[objective]]", "[[objectives]]", "key 'objectives': unknown key; did you mean 'objective'?"),
    (
        "[[objective]]",
        "[[victim]]",
        "key 'victim': infinite-gulfs has no such cards; it has [[clue",
    ),
    # Between entries
    ('id = "m2"', 'id = "m1"', "menace 'm1', key 'id': this id is used before"),
    ('id = "m2"', 'id = "c1"', "menace 'c1', key 'id': this id is used before; ids are unique"),
    ('id = "necronomicon"', 'id = "p1"', "equipment 'p1', key 'id': this id is used before"),
    ('letter = "B"', 'letter = "A"', "clue 'c10', key 'letter': this letter is used before"),
    ("number = 2", "number = 1", "objective '1', key 'number': this number is used before"),
    ('side = "B"', "", "case '1', key 'side': case 1 has one entry without 'side', or two with"),
    ('side = "B"', 'side = "A"', "case '1A', key 'side': case 1 has one entry without 'side'"),
    ("number = 7", "number = 5", "case '5', key 'side': case 5 has one entry without 'side'"),
    ('clue = "c9"', 'clue = "c90"', "case '5', key 'clue': there is no clue card 'c90'; did you"),
    ('clue = "c9"', "clue = 9", "case '5', key 'clue': is 9; it must be the id of a clue card"),
    ('clue = "c10"', 'clue = "c9"', "menace 'm4', key 'clue': a card before has clue card 'c9'"),
    ('letter = "B"', 'letter = "C"', "objective '2', key 'letters': no clue card has the letter"),
    ('"puzzle", "skeleton-lock"', '"puzzle", "machine", "equipment"', "clue 'c8', key 'sides'"),
    # All together
    ("start = true", "start = false", "no case card has start = true; a game begins with one"),
    ('clue = "c9"', 'clue = "c9"\n[[case]]\nnumber = 6\nright = ["any"]\nclue = "c7"', "8 clue ca"),
]


@pytest.mark.parametrize(("old", "new", "told"), BAD_DECKS)
def test_a_bad_deck_file_is_told_in_one_line(in_tmp: Path, old: str, new: str, told: str) -> None:
    deck = _after(old, new, GULFS_DECK)
    if old == "start = true":
        deck = deck.replace(old, new)
    path = write_gulfs(in_tmp, deck=deck)
    for args in (("deal", path), ("deck", "show", "deck.toml"), ("deck", "add", "deck.toml")):
        line = error_line(*args)
        assert told in line
        assert "deck.toml: " in line
    assert check_text_finds(deck, told)


def check_text_finds(deck: str, told: str) -> bool:
    """`deck check` names the same fault, in whatever place, or an entry that is still empty."""
    try:
        findings = check_text(deck, "deck.toml").findings
    except CasecrackerError as error:
        return told in str(error)
    entry = told.partition(",")[0]
    return any(
        told in text
        or text.endswith(
            (f"{entry}: not filled in yet: letters", f"{entry}: not filled in yet: sides")
        )
        for text in [finding.text() for finding in findings]
    )


def without(kind: str) -> str:
    """The small deck without its entries of one kind."""
    head, *entries = GULFS_DECK.split("\n[[")
    return "\n[[".join([head, *(entry for entry in entries if not entry.startswith(kind))])


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        (without("case"), "a deck has 1 to 14 case cards; this one has 0"),
        (without("menace"), "a deck has 1 to 6 menace cards; this one has 0"),
        (without("objective"), "a deck has 1 to 9 objective cards; this one has 0"),
    ],
)
def test_counts_of_cards_are_told(in_tmp: Path, deck: str, told: str) -> None:
    write_gulfs(in_tmp, deck=deck)
    assert told in error_line("deck", "show", "deck.toml")


def test_two_machines_and_too_many_keys_are_told() -> None:
    machine = 'attributes = ["equipment", "machine"]\nsides = ["key"]\n'
    second = GULFS_DECK.replace('name = "Card 7"\n', f'name = "Card 7"\n{machine}')
    with pytest.raises(CasecrackerError, match="clue 'c9', key 'attributes': a card before has"):
        parse_deck(second, "deck")
    many = GULFS_DECK
    for number in range(1, 6):
        item = machine.replace(', "machine"', "")
        many = many.replace(f'name = "Card {number}"\n', f'name = "Card {number}"\n{item}')
    with pytest.raises(CasecrackerError, match="at most 5 clue cards have the side 'key'; here 6"):
        parse_deck(many, "deck")


@pytest.mark.parametrize("kind", ["case", "menace", "objective", "equipment"])
def test_other_games_refuse_the_new_kinds(in_tmp: Path, kind: str) -> None:
    write_both(in_tmp, deck=f"{DECK}\n[[{kind}]]\nnumber = 1\n")
    told = f"key '{kind}': witch-cult has no such cards; it has [[clue]], [[victim]], [[contact]]"
    assert told in error_line("deck", "show", "deck.toml")


@pytest.mark.parametrize(
    "line", ['letter = "A"', 'left-purple = ["any"]', "right-purple = []", 'sides = ["key"]']
)
def test_other_games_refuse_the_new_keys(in_tmp: Path, line: str) -> None:
    write_both(in_tmp, deck=DECK.replace('name = "Card 2"', line))
    told = error_line("deck", "show", "deck.toml")
    assert f"clue 'c2', key '{line.partition(' ')[0]}': unknown key" in told
    assert told.endswith("minimum, yellow-minimum, immediate, effects, time, stability")


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("menace", 1, "id"), "m1", "menace 'm1', key 'id': this id is used before"),
        (("clue", 9, "letter"), "A", "clue 'c10', key 'letter': this letter is used before"),
        (("case", 2, "clue"), "c90", "case '5', key 'clue': there is no clue card 'c90'"),
        (("case", 0, "side"), "", "case '1B', key 'side': case 1 has one entry"),
        (("objective", 0, "letters"), ["Z"], "no clue card has the letter 'Z'"),
    ],
)
def test_a_deck_made_in_a_program_is_checked_alike(
    path: tuple[str, int, str], value: object, told: str
) -> None:
    """Faults between cards have one home: the deck says what the file says."""
    document = parse_toml(GULFS_DECK, "deck")
    kind, index, key = path
    document[kind][index][key] = value  # type: ignore[index]
    assert told in next(document_faults(document, INFINITE_GULFS)).text()
    with pytest.raises(ValidationError, match="Value error") as caught:
        Deck.model_validate(document)
    assert told in str(caught.value)


def test_one_pass_tells_everything() -> None:
    broken = GULFS_DECK
    for old, new in (
        ('["access-5", "purple', '["acess-5", "purple'),
        ('deck = "aurora"', 'deck = "borealis"'),
        ('id = "m4"', 'id = "m3"'),
        ('letters = ["A"]', "letters = []"),
    ):
        broken = _after(old, new, broken)
    entries = [finding.entry for finding in check_text(broken, "x").findings if finding.line]
    assert entries == ["case '1A'", "menace 'm1'", "menace 'm3'", "objective '1'"]


def test_a_broken_record_is_told(in_tmp: Path) -> None:
    deal = load_target(write_gulfs(in_tmp))
    part = deal_document(deal)
    deck = {"format": 1, **deal.deck.document()}
    document = {"format": 1, "deck": deck, "moves": []}
    for key, value, told in (
        ("menaces", ["m1"], "record: key 'deal': key 'menaces': 1 menaces are listed"),
        ("victims", [], "record: key 'deal': unknown key 'victims'"),
    ):
        with pytest.raises(CasecrackerError, match=told):
            parse_record(json.dumps({**document, "deal": {**part, key: value}}), "record")
    with pytest.raises(CasecrackerError, match="record: key 'deck': a deck has 1 to 14 case"):
        parse_record(json.dumps({**document, "deck": {**deck, "case": []}, "deal": part}), "record")


def test_long_lists_are_refused_without_delay() -> None:
    """Work that is quadratic in the list's length would take minutes."""
    letters = ", ".join(f'"{number}"' for number in range(100_000))
    with pytest.raises(CasecrackerError, match="at most 62 letters; this card has 100000"):
        parse_deck(GULFS_DECK.replace('letters = ["A"]', f"letters = [{letters}]"), "deck")
    menaces = ", ".join(['"m1"'] * 150_000)
    with pytest.raises(CasecrackerError, match="'m1' is listed 150000 times"):
        _parse_deal(GULFS_DEAL.replace('["m2", "m1", "m4", "m3"]', f"[{menaces}]"))
    objectives = "\n[[objective]]\nnumber = 1\nletters = []" * 10_000
    with pytest.raises(CasecrackerError, match="nothing is listed; letters of puzzle cards"):
        parse_deck(GULFS_DECK + objectives, "deck")


def _parse_deal(text: str) -> None:
    deck = parse_deck(GULFS_DECK, "deck")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("casecracker.engine.dealfile.resolve_deck", lambda *_: (deck, "deck.toml"))
        parse_deal(text, "deal.toml")


# Thousands of broken files: only our own errors may come out, each one line.


def _blocks(text: str) -> list[str]:
    return text.split("\n\n")


@st.composite
def _mixed(draw: st.DrawFn, text: str) -> str:
    """`text` with some whole entries dropped, repeated, moved or given lines of other entries."""
    blocks = _blocks(text)
    lines = [line for line in text.split("\n") if " = " in line]
    for _ in range(draw(st.integers(1, 4))):
        index = draw(st.integers(0, len(blocks) - 1))
        new = ["", f"{blocks[index]}\n\n{blocks[index]}", draw(st.sampled_from(blocks))]
        new.append(f"{blocks[index]}\n{draw(st.sampled_from(lines))}")
        blocks[index] = draw(st.sampled_from(new))
    return "\n\n".join(blocks)


_broken_decks = _damaged(GULFS_DECK) | _rewritten(GULFS_DECK) | _mixed(GULFS_DECK)


@settings(max_examples=2000)
@given(text=_broken_decks)
def test_damaged_deck_files_raise_our_errors_alone(text: str) -> None:
    _only_ours(lambda t: deck_text(parse_deck(t, "deck.toml")), text)


@settings(max_examples=1000)
@given(text=_damaged(GULFS_DEAL) | _rewritten(GULFS_DEAL))
def test_damaged_deal_files_raise_our_errors_alone(text: str) -> None:
    _only_ours(_parse_deal, text)


TEMPLATE = template_text(INFINITE_GULFS)


@settings(max_examples=800)
@given(text=_broken_decks | _rewritten(TEMPLATE) | _mixed(TEMPLATE))
def test_damaged_decks_are_checked_without_a_crash(text: str) -> None:
    check: Callable[[str], object] = lambda t: [f.text() for f in check_text(t, "d").findings]  # noqa: E731
    _only_ours(check, text)


@settings(max_examples=500)
@given(text=_broken_decks)
def test_what_is_read_is_written_and_read_again(text: str) -> None:
    try:
        deck = parse_deck(text, "deck.toml")
    except CasecrackerError:
        return
    assert parse_deck(deck_text(deck), "copy") == deck
