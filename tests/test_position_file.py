"""Position files: written and read back, and every fault named with its entry and key."""

import copy
import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from casecracker.cli import main
from casecracker.engine.cards import Deck
from casecracker.engine.dealfile import load_target
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, PositionError
from casecracker.engine.files import parse_toml
from casecracker.engine.games import find_game
from casecracker.engine.library import find_deck
from casecracker.engine.position import Position
from casecracker.engine.positionfile import (
    PositionFile,
    deal_of,
    file_of,
    load_game,
    load_position,
    parse_position,
    position_from_document,
)
from casecracker.engine.positionkeys import CASE_KEYS, GULFS_CASE_KEYS, known_keys
from casecracker.engine.positiontext import position_text
from casecracker.engine.state import State
from casecracker.solver.api import solve
from tests.decks import (
    full_deal,
    make_clue,
    make_deal,
    make_deck,
    passion_deal,
    random_deal,
    starved_deal,
)
from tests.gulfs import make_case, make_gulfs_clue, make_gulfs_deck, make_menace
from tests.gulfs_decks import full_gulfs_deal, menacing_gulfs_deal, random_gulfs_deal
from tests.walks import random_choice

PAGE = Path(__file__).parent.parent / "docs" / "formats.md"
EXAMPLE = next(
    block
    for block in re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    if "leads" in block
)
MAKERS: dict[str, Callable[[random.Random], Deal]] = {
    "witch-cult": random_deal,
    "starved": starved_deal,
    "full": full_deal,
    "king-in-yellow": lambda rng: random_deal(rng, game="king-in-yellow"),
    "passion": passion_deal,
    "infinite-gulfs": random_gulfs_deal,
    "menaces": menacing_gulfs_deal,
    "full-gulfs": full_gulfs_deal,
}


def read(text: str, deck: Deck | None = None) -> PositionFile:
    if deck is None:
        return parse_position(text, "file")
    return position_from_document(parse_toml(text, "file"), "file", lambda name: (deck, name))


def states(name: str, count: int) -> Iterator[State]:
    rng, done = random.Random(f"file {name}"), 0
    while done < count:
        deal = MAKERS[name](rng)
        state, choice = State.start(deal), random_choice(rng, deal.game)
        while moves := state.moves():
            done += 1
            yield state
            lengths = {case["number"]: len(case["line"]) for case in state.snapshot()["cases"]}
            texts = [move.text for move in moves]
            state = state.play(choice.move(texts, state.pending, lengths))
        yield state


@pytest.mark.parametrize("name", MAKERS)
def test_any_position_is_written_and_read_back(name: str) -> None:
    """Middle of the turn and ends included; so no position of a game is refused either."""
    pendings = set()
    for state in states(name, 200):
        position = Position.of(state)
        file = read(position_text(position), state.deal.deck)
        assert file.position == position
        assert file.position.deck_id == position.deck_id
        assert file.position.shuffles == position.shuffles
        assert not file.is_known or not (position.left or position.stack)
        pendings.add(position.pending)
    assert {"action", "discard", "effect", "over"} <= pendings


@pytest.mark.parametrize("name", ["witch-cult", "king-in-yellow", "infinite-gulfs"])
def test_a_known_hidden_order_is_written_and_read_back(name: str) -> None:
    for state in states(name, 30):
        seen, deal = state.snapshot(), state.deal
        called = tuple(seen.get("victims_left", seen.get("menaces_left", ())))
        file = PositionFile(
            Position.of(state),
            tuple(seen["stack"]),
            called,
            2**64 - 1,
            (tuple(deal.deck.clue_ids()),),
            where="file",
        )
        again = read(position_text(file), deal.deck)
        assert again == file
        assert again.is_known
        assert again.state() == file.state()
        assert again.state().deal.order(1) == deal.deck.clue_ids()


def test_a_file_in_a_folder_finds_its_deck(in_tmp: Path) -> None:
    (in_tmp / "decks").mkdir()
    (in_tmp / "games").mkdir()
    source = Path(__file__).parent.parent / "engine" / "data" / "witch-cult-standard.toml"
    (in_tmp / "decks" / "mine.toml").write_bytes(source.read_bytes())
    deal = load_target("witch-cult:3", "decks/mine.toml")
    position = Position.of(State.start(deal))
    path = in_tmp / "games" / "now.toml"
    path.write_text(position_text(position, "games"), encoding="utf-8")
    again = load_position("games/now.toml")
    assert again == position
    assert Path(again.deck_id).resolve() == (in_tmp / "decks" / "mine.toml")


# The example of docs/formats.md


def test_the_example_of_the_page_is_read() -> None:
    position = read(EXAMPLE).position
    assert (position.turn, position.pending) == (12, "effect")
    assert position.remarks == ("key 'stability': card 'c21' has no stability-penalty icon",)
    assert position.view()["stack"] == len(position.stack) == 50 - 23
    assert position.left == 3
    assert read(position_text(position)).position == position
    assert position.sample(random.Random(1)).moves()


def test_every_key_of_the_example_matters() -> None:
    position = read(EXAMPLE).position
    for text in ("turn = 12\n", 'contact = "used"\n', 'discard = ["c38", "c42", "c48", "c50"]\n'):
        with_less = EXAMPLE.replace(text, "")
        assert with_less != EXAMPLE
        assert read(with_less).position != position


def test_the_page_names_every_key() -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.split("## Position file")[1].split("\n## ")[0]
    from casecracker.engine import positionkeys as keys  # noqa: PLC0415
    from casecracker.engine.games import GAMES  # noqa: PLC0415
    from casecracker.engine.tabletop import DUE  # noqa: PLC0415

    known = {key for game in GAMES.values() for key in keys.known_keys(game)}
    words = {*known, *keys.CASE_KEYS, *keys.GULFS_CASE_KEYS, *keys.PENDING_KEYS, *DUE}
    for word in words:
        assert re.search(rf"`(\[\[?)?{word}\b", section), word


# Targets


def test_a_target_may_be_a_deal_or_a_position(in_tmp: Path) -> None:
    (in_tmp / "now.toml").write_text(EXAMPLE, encoding="utf-8")
    assert isinstance(load_game("now.toml"), PositionFile)
    assert isinstance(load_game("witch-cult:42"), Deal)
    opening = load_position("witch-cult:42")
    assert opening == Position.of(State.start(load_target("witch-cult:42")))


def test_a_position_that_hides_its_order_is_no_deal(in_tmp: Path) -> None:
    (in_tmp / "now.toml").write_text(EXAMPLE, encoding="utf-8")
    with pytest.raises(CasecrackerError, match=r"now.toml: a position in the middle of a game"):
        load_target("now.toml")
    with pytest.raises(PositionError, match=r"now.toml: key 'draw'.*casecracker hint"):
        deal_of(load_game("now.toml"))


def test_perft_takes_a_position_that_tells_the_order(in_tmp: Path) -> None:
    file = read(EXAMPLE)
    known = replace(file, order=file.position.stack, called=file.position.unseen[:3])
    (in_tmp / "now.toml").write_text(position_text(known), encoding="utf-8")
    result = CliRunner().invoke(main, ["perft", "now.toml", "--depth", "1", "--json"])
    assert result.exit_code == 0
    assert f"{len(known.state().moves())}" in result.stdout
    (in_tmp / "now.toml").write_text(EXAMPLE, encoding="utf-8")
    for command in (["perft", "--depth", "1"], ["solve"], ["deal"]):
        result = CliRunner().invoke(main, [command[0], "now.toml", *command[1:]])
        assert result.exit_code == 2
        assert result.stderr.startswith("casecracker: error: now.toml: ")
        assert len(result.stderr.splitlines()) == 1


def test_standard_input_may_hold_a_position() -> None:
    result = CliRunner().invoke(main, ["perft", "-", "--depth", "0"], input=EXAMPLE)
    assert result.exit_code == 2
    assert "standard input: key 'draw'" in result.stderr


# Refusals: what is replaced in the example, by what, and what is said

_REFUSED = [
    ("hand = [", 'hands = ["c01"]\nhand = [', "unknown key 'hands'; did you mean 'hand'?"),
    ('game = "witch-cult"', 'game = "king-in-yellow"', "deck 'witch-cult-standard' is one of"),
    ("turn = 12", "turn = 0", "key 'turn' is 0; it must be a whole number, 1 to 9999"),
    ("turn = 12", 'turn = "12"', "key 'turn' is '12'"),
    ("turn = 12", "shuffles = -1", "key 'shuffles' is -1"),
    ('hand = ["c09", "c27", "c30"]', "", "key 'hand' is missing; it must be a list of card ids"),
    ('"c09"', "9", "key 'hand': item 1 is 9; it must be a card id"),
    ('"c09"', '"c99"', "key 'hand': the game has no clue card 'c99'"),
    ('"c09"', '"c12"', "key 'leads': card 'c12' is in key 'hand' already"),
    ('"c09"', '"c27"', "key 'hand': card 'c27' is listed twice; each card is in one place"),
    ('"c09"', '"c23"', "case 1, key 'line': card 'c23' is in key 'hand' already"),
    (
        '"c09"',
        '"c01", "c02", "c04", "c05"',
        "key 'hand' has 6 cards; at most 5 can be there, before the hand limit is kept",
    ),
    ('"c26"]', '"c26", "c01", "c02"]', "key 'leads' has 6 cards; a row has 5 at most"),
    ('"c26"]', '"c26", "c01"]', "key 'leads' has 5 cards; where 'effect' is due the first lead"),
    ('contact = "used"', 'contact = "gone"', "key 'contact' is 'gone'; it must be \"used\" or"),
    (
        'contact = "used"',
        'contact = "used"\nvictims-left = 2',
        "key 'victims-left' is 2; after what is on the table it must be 3",
    ),
    (
        'contact = "used"',
        'contact = "used"\nvictims-left = ["v1", "v2", "v3"]',
        "key 'victims-left': the game has no victim still to come 'v3'",
    ),
    (
        'contact = "used"',
        'contact = "used"\nvictims-left = ["v1", "v2"]',
        "key 'victims-left' lists 2; after what is on the table it must be 3",
    ),
    ('contact = "used"', 'picture = ["c01"]', "key 'picture'"),
    ('contact = "used"', 'closed = ["c01"]', "key 'closed' has cards, but no case is closed"),
    (
        'contact = "used"',
        'contact = "used"\ndraw = ["c01"]',
        "key 'draw': card 'c02' is missing; it lies nowhere else",
    ),
    (
        'contact = "used"',
        'contact = "used"\ndraw = ["c09"]',
        "key 'draw': card 'c09' is not in the stack: key 'hand'",
    ),
    ('victim = "v3"', "", "case 1, key 'victim' is missing; it must be the id of a victim"),
    ('victim = "v3"', 'victim = "v9"', "case 1, key 'victim': the game has no victim 'v9'"),
    (
        'victim = "v5"',
        'victim = "v3"',
        "case 2, key 'victim': 'v3' is the victim of case 1 already",
    ),
    (
        'victim = "v3"',
        'victim = "v3"\nclosed = true',
        "case 1, key 'line': the case is closed; its cards are listed under 'closed' and 'picture'",
    ),
    ('victim = "v3"', 'victim = "v3"\nclosed = 1', "case 1, key 'closed' is 1; it must be true or"),
    ('victim = "v3"', 'victim = "v3"\nnumber = 1', "case 1, unknown key 'number'"),
    ('victim = "v3"', 'victim = "v3"\nkey-effects = 9', "case 1, key 'key-effects' is 9"),
    (
        'victim = "v3"',
        'victim = "v3"\nkey-effects = 2',
        "case 1, key 'key-effects': 2 in all cases",
    ),
    ('victim = "v3"', 'victim = "v3"\nlast = "c10"', "case 1, key 'last' is 'c10'; it names"),
    (
        'line = ["c22", "c33", "c49"]',
        'line = ["c22", "c33", "c49"]\n' + 3 * "[[case]]\n" + '[[case]]\nvictim = "v1"',
        "case 6: too many victims; setting 'victims' is 5",
    ),
    (
        'due = "effect"',
        'due = "effects"',
        "pending, key 'due' is 'effects'; did you mean 'effect'?",
    ),
    ('due = "effect"', 'due = "window"', "pending: unknown key 'card' where 'window' is due"),
    ('card = "c49"\n', "", "pending: key 'card' is missing; 'effect' needs it"),
    ('card = "c49"', 'card = "c99"', "pending, key 'card' is 'c99'"),
    ('card = "c49"', 'card = "c01"', "pending, key"),
    ("effect = 1", "effect = 9", "pending, key 'effect' is 9; card 'c49' has"),
    ("effect = 1", "effect = 1\ngained = []", "pending: unknown key 'gained' where"),
]


@pytest.mark.parametrize(("old", "new", "message"), _REFUSED)
def test_a_fault_is_named_with_its_entry_and_key(old: str, new: str, message: str) -> None:
    text = EXAMPLE.replace(old, new, 1)
    assert text != EXAMPLE
    with pytest.raises(CasecrackerError) as caught:
        read(text)
    assert str(caught.value).startswith(f"file: {message}"), str(caught.value)
    assert "\n" not in str(caught.value)


_AT_FIRST = re.sub(r"\[pending\].*?\n\n", "", EXAMPLE, flags=re.DOTALL).replace(
    '"c26"]', '"c26", "c01"]'
)

_REFUSED_AT_FIRST = [
    (
        '"c01"]',
        "]",
        "key 'leads' has 4 cards at the beginning of a turn; the row is filled up to 5",
    ),
    ('"c30"]', '"c30", "c02"]', "key 'hand' has 4 cards at the beginning of a turn; at most 3, or"),
    (
        'stability = ["c21"]',
        'stability = ["c21", "c02", "c04", "c05", "c06"]',
        "key 'stability' has 5 cards; with 5 (setting 'limits') the game is lost in maintenance",
    ),
    ('"c47"]', '"c47", "c02"]', "key 'time' has 5 cards, and 5 fill the area: maintenance empties"),
    ("turn = 12", 'pending = "end"', "pending, key 'due' is 'end', but no card must be"),
    ("turn = 12", 'pending = "window"', "key 'leads' has 5 cards; where 'window' is due"),
    ("turn = 12", 'pending = "bonus"', "key 'leads' has 5 cards; where 'bonus' is due"),
    ("turn = 12", "pending = 3", "key 'pending' is 3; it must be one of action, hand-play"),
]


@pytest.mark.parametrize(("old", "new", "message"), _REFUSED_AT_FIRST)
def test_a_turn_cannot_begin_so(old: str, new: str, message: str) -> None:
    text = _AT_FIRST.replace('contact = "used"', 'contact = "unused"')
    assert read(text).position.pending == "action"
    with pytest.raises(PositionError) as caught:
        read(text.replace(old, new, 1))
    assert str(caught.value).startswith(f"file: {message}"), str(caught.value)


# Lines, by the rules of playing

_CARDS = [
    make_clue("key", left="research", right="interview", attributes="key"),
    make_clue("lock", left="interview", right="any", attributes="lock"),
    make_clue("lock-2", left="any", right="research", attributes="lock"),
    make_clue("late", left="any", right="research", minimum=2),
    make_clue("other", left="collection", right="research", attributes="puzzle", time=True),
]
_DECK = make_deck(_CARDS, icons=["research", "any", "any"], least=20, sides="key")


def small(line: str, more: str = "", line_more: str = "") -> str:
    cards = [f'"blank-{n}"' for n in range(1, 9)]
    words = ", ".join(f'"{card}"' for card in line.split())
    return (
        'format = 1\ngame = "witch-cult"\ndeck = "small"\n'
        f"leads = [{', '.join(cards[:5])}]\nhand = [{', '.join(cards[5:])}]\n{more}\n"
        f'[settings]\nvictims = 3\n[[case]]\nvictim = "v1"\nline = [{words}]\n{line_more}\n'
        '[[case]]\nvictim = "v2"\n'
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("other", "card 'other' does not fit behind victim 'v1': their edges share no technique"),
        ("key other", "card 'other' does not fit behind 'key': their edges share no technique"),
        ("late", "card 'late' has minimum 2 and 0 cards before it"),
        ("lock-2 key", "card 'lock-2' has a lock and no unused key before it"),
        ("key lock lock-2", "card 'lock-2' has a lock and no unused key before it"),
    ],
)
def test_a_line_that_could_not_be_played_is_refused(line: str, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        read(small(line), _DECK)
    assert str(caught.value) == f"file: case 1, key 'line': {message}"


def test_a_key_effect_may_have_opened_a_lock() -> None:
    text = small("key lock lock-2", 'contact = "used"', "key-effects = 1")
    assert read(text, _DECK).position.view()["cases"][0]["key_effects"] == 1
    with pytest.raises(PositionError, match="key 'key-effects': 1 in all cases"):
        read(small("key lock lock-2", "", "key-effects = 1"), _DECK)


def test_what_is_unusual_is_told() -> None:
    remarks = read(small("key lock late", 'time = ["blank-9"]'), _DECK).position.remarks
    assert remarks == ("key 'time': card 'blank-9' has no hourglass",)
    assert read(small("key lock late", 'time = ["other"]'), _DECK).position.remarks == ()


def test_a_complete_win_is_no_position_to_play_on() -> None:
    deck = make_deck([make_clue("p", attributes="puzzle")], least=20)
    text = small("", 'picture = ["p"]').replace("victims = 3", "victims = 4\npuzzles = 1")
    text = text.replace('victim = "v1"\nline = []', 'victim = "v1"\nclosed = true')
    with pytest.raises(PositionError, match="key 'picture': the game is won with these cards"):
        read(text, deck)
    blank = text.replace('"p"', '"blank-9"')
    with pytest.raises(PositionError, match="card 'blank-9' has not the attribute 'puzzle'"):
        read(blank, deck)


# Infinite Gulfs of Darkness

_GULFS_DECK = make_gulfs_deck(
    [make_gulfs_clue("face"), make_gulfs_clue("kit", sides="key", attributes="equipment")],
    cases=[make_case(3, on_close="flip add-to-hand take-stability", clue="face")],
    menaces=[make_menace("m1", "aurora"), make_menace("m2"), make_menace("m3")],
    contact="key",
    least=20,
)
_GULFS = """format = 1
game = "infinite-gulfs"
deck = "small"
leads = ["blank-1", "blank-2", "blank-3", "blank-4", "blank-5"]
hand = ["blank-6"]
cases-left = [3]
menaces-active = ["m1"]
menaces-left = 2

[settings]
equipment = "necronomicon"

[[case]]
number = 1

[[case]]
number = 2
"""


def test_the_base_of_the_refusals_is_read() -> None:
    position = read(_GULFS, _GULFS_DECK).position
    assert position.unseen == ("m2", "m3")
    assert "face" not in position.stack
    assert position.remarks == ()


_REFUSED_GULFS = [
    ("hand = [", "victims-left = 2\nhand = [", "unknown key 'victims-left'"),
    ('"blank-6"', '"face"', "key 'hand': card 'face' is still the other side of case card 3"),
    ("cases-left = [3]\n", "", "key 'cases-left' is missing"),
    ("[3]", '["3"]', "key 'cases-left' must be a list of the numbers"),
    ("[3]", "[3, 9]", "key 'cases-left': there is no case card 9"),
    ("[3]", "[3, 2]", "key 'cases-left': case card 2 is in a [[case]] already"),
    ("number = 2", "number = 8", "[[case]] entry 2, key 'number' is 8; cases are 1, 2, 3"),
    ("number = 2", "number = 1", "a [[case]]: case card 1 is in a [[case]] already"),
    ("number = 2", "number = 2\nclosed = true", "[[case]] entry 2, unknown key 'closed'"),
    ("menaces-left = 2", "menaces-left = 3", "key 'menaces-left' is 3; after what is on the table"),
    (
        "menaces-left = 2",
        'menaces-left = ["m2", "m1"]',
        "key 'menaces-left': the game has no menace",
    ),
    ('["m1"]', '["m9"]', "key 'menaces-active': the game has no menace 'm9'"),
    ("menaces-left = 2", 'menaces-out = ["m1"]', "key 'menaces-out': 'm1' is in key 'menaces-act"),
    ("menaces-left = 2", 'briefcase = ["blank-7"]', "key 'briefcase': card 'blank-7' has not the"),
    ("menaces-left = 2", 'equipment = "used"', "key 'equipment' is 'used'; this game has none"),
    (
        "menaces-left = 2",
        'pending = { due = "action", waiting = ["m9 icon 1"] }',
        "pending, key 'waiting': 'm9 icon 1' does not wait; what may is",
    ),
    (
        "menaces-left = 2",
        'pending = { due = "action", waiting = ["m1 icon 1"] }',
        "pending, key 'waiting': 'm1 icon 1': the card has 0 icons",
    ),
    (
        "menaces-left = 2",
        'pending = { due = "action", waiting = ["case 3 icon 2"] }',
        "pending, key 'waiting': 'case 3 icon 2' asks for nothing",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), _REFUSED_GULFS)
def test_a_fault_in_infinite_gulfs_is_named(old: str, new: str, message: str) -> None:
    text = _GULFS.replace(old, new, 1)
    assert text != _GULFS
    with pytest.raises(PositionError) as caught:
        read(text, _GULFS_DECK)
    assert str(caught.value).startswith(f"file: {message}"), str(caught.value)


def test_an_icon_that_asks_may_wait() -> None:
    text = _GULFS.replace("[3]", "[]").replace('["blank-6"]', '["face"]')
    text = text.replace("menaces-left = 2", 'stability = ["blank-7"]')
    pending = '[pending]\ndue = "action"\nwaiting = ["case 3 icon 2"]\n'
    position = read(text.replace("[settings]", f"{pending}\n[settings]"), _GULFS_DECK).position
    assert position.pending == "icon"
    assert [move.text for move in position.moves()][:2] == ["take blank-7", "decline"]


def test_used_equipment_is_out_of_the_game() -> None:
    text = _GULFS.replace("menaces-left = 2", 'out = ["kit"]')
    assert "kit" not in read(text, _GULFS_DECK).position.stack
    assert "kit" in read(_GULFS, _GULFS_DECK).position.stack


def test_remarks_do_not_make_another_position() -> None:
    deal = make_deal(find_deck("witch-cult-standard"))
    position = Position.of(State.start(deal))
    assert position == replace(position, remarks=("odd",), deck_id="another")


# Damaged files

_ODD: tuple[object, ...] = (
    None, "", "c01", "case 3", "m1", -1, 0, 1, 3, 7, 10**30, 1.5, True, [], {}, [[]], [1], ["c01"],
    ["c01", "c01"], ["m2"], [{}], {"due": "score", "case": 1}, {"due": "effect", "card": "c49"},
    {"due": "end", "waiting": ["m1 icon 1", "time"]}, {"due": "immediate", "card": "c01"}, "won",
)  # fmt: skip


def damaged(rng: random.Random, document: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """The document with one or two values changed, at the top or in a [[case]]."""
    document = copy.deepcopy(document)
    for _ in range(rng.randint(1, 2)):
        cases = document.get("case")
        entries = [e for e in cases if isinstance(e, dict)] if isinstance(cases, list) else []
        entry = rng.choice([document, document, *entries])
        names = keys if entry is document else (*CASE_KEYS, *GULFS_CASE_KEYS)
        key, value = rng.choice(sorted({*names})), rng.choice(_ODD)
        if value is None:
            entry.pop(key, None)
        else:
            entry[key] = copy.deepcopy(value)
    return document


@pytest.mark.parametrize("text", [EXAMPLE, _AT_FIRST, _GULFS], ids=["turn", "begin", "gulfs"])
def test_damaged_position_files_raise_our_errors_alone(text: str) -> None:
    rng, refused = random.Random(7), list[str]()
    deck = _GULFS_DECK if text is _GULFS else find_deck("witch-cult-standard")
    whole = parse_toml(text, "file")
    for _ in range(1000):
        document = damaged(rng, whole, known_keys(find_game(deck.game)))
        try:
            file = position_from_document(document, "file", lambda _: (deck, "small"))
        except CasecrackerError as error:
            refused.append(str(error))
            continue
        assert read(position_text(file), deck).position == file.position
        assert file.position.status != "playing" or file.position.moves()
        file.position.sample(rng)
    assert 300 < len(refused) < 1000
    assert all(message.startswith("file: ") and "\n" not in message for message in refused)


def test_a_case_number_beyond_all_cases_is_refused(in_tmp: Path) -> None:
    state = State.start(load_target("witch-cult:42"))
    for move in solve("witch-cult:42").moves:
        if state.pending == "score":
            break
        state = state.play(move)
    text = position_text(file_of(Position.of(state).sample(random.Random(1)).deal))
    spoiled = re.sub(r"(?m)^case = \d+", "case = " + "9" * 20, text)
    assert spoiled != text
    Path("spoiled.toml").write_text(spoiled)
    result = CliRunner().invoke(main, ["hint", "spoiled.toml"])
    assert result.exit_code == 2
    assert "pending, key 'case' is 99999999999999999999" in result.stderr
