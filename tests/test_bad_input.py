"""Whatever is wrong with the input: one clear line, exit status 2, never a traceback."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from casecracker.cli import main
from casecracker.engine import games
from casecracker.engine.boxcheck import check_text
from casecracker.engine.dealfile import load_target, parse_code, parse_deal
from casecracker.engine.deckfile import deck_text, parse_deck
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import MAX_BYTES, parse_json, read_text
from casecracker.engine.template import template_text
from tests.texts import DEAL, DECK, write_both

CODE = "witch-cult:42"
FAR = "18446744073709551616"  # 2^64


def error_line(*args: str, stdin: str | bytes = "") -> str:
    """The one line of standard error of a command that must fail."""
    result = CliRunner().invoke(main, args, input=stdin)
    assert result.exit_code == 2, (result.exit_code, result.output, result.exception)
    assert isinstance(result.exception, SystemExit)
    [line] = result.stderr.splitlines()
    assert line.startswith("casecracker: error: ")
    assert line.isprintable()
    assert "Error" not in line
    return line.removeprefix("casecracker: error: ")


BAD_CODES = [
    ("king:1", "unknown game 'king'"),
    ("witch-clt:1", "did you mean 'witch-cult'?"),
    ("witch-cult:", "seed '' is no whole number; a seed is 0 to 18446744073709551615"),
    ("witch-cult:-1", "seed '-1' is no whole number"),
    ("witch-cult:1.5", "seed '1.5' is no whole number"),
    ("witch-cult:one", "seed 'one' is no whole number"),
    ("witch-cult:٣", "seed '٣' is no whole number"),
    (f"witch-cult:{FAR}", f"seed '{FAR}' is too large; a seed is 0 to 18446744073709551615"),
    ("witch-cult:" + "9" * 5000, "is too large"),
    (f"{CODE},limit=6", "has no setting 'limit'; did you mean 'limits'?"),
    (f"{CODE},format=1", "has no setting 'format'"),
    (f"{CODE},limits=7", "setting 'limits' is '7'; it takes 5 or 6"),
    (f"{CODE},limits=five", "setting 'limits' is 'five'; it takes 5 or 6"),
    (f"{CODE},limits=", "setting 'limits' is ''; it takes 5 or 6"),
    (f"{CODE},limits", "'limits' is no setting; settings look like limits=6"),
    (f"{CODE},", "'' is no setting"),
    (f"{CODE},limits=6,limits=6", "setting 'limits' is given twice"),
    (f"{CODE},v=2", "shuffle scheme v=2 is not known"),
    (f"{CODE},v=1,v=1", "setting 'v' is given twice"),
    (f"{CODE},deck=none", "no deck 'none'"),
    (f"{CODE},contact=armitage", "it takes own or none"),
    (f"{CODE},\x1b[2J\u202e=1", "has no setting '\\x1b[2J\\u202e'"),
]


@pytest.mark.parametrize(("code", "told"), BAD_CODES, ids=[code[:40] for code, _ in BAD_CODES])
def test_a_bad_code_is_told_in_one_line(code: str, told: str) -> None:
    assert told in error_line("deal", code)


def _after(old: str, new: str, text: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


BAD_DEALS: list[tuple[str, str, str]] = [
    ('game = "witch-cult"', 'game = "wich-cult"', "unknown game 'wich-cult'; did you mean"),
    ('game = "witch-cult"', "", "key 'game' is missing; it must be text in quotes"),
    ('game = "witch-cult"', "game = 5", "key 'game' is 5; it must be text in quotes"),
    ("format = 1", "", "key 'format' is missing; write: format = 1"),
    ("format = 1", 'format = "1"', "key 'format' is '1'; write: format = 1"),
    ("format = 1", "format = true", "key 'format' is true; write: format = 1"),
    ("format = 1", "format = 0", "key 'format' is 0; write: format = 1"),
    (
        "format = 1",
        "format = 2",
        "written by a newer casecracker (format 2; this one reads 1)",
    ),
    ("limits = 2", 'limits = "2"', "setting 'limits' is '2'; it takes 1 to 9"),
    ("limits = 2", "limits = 2.0", "setting 'limits' is 2.0; it takes 1 to 9"),
    ("limits = 2", "limits = true", "setting 'limits' is true; it takes 1 to 9"),
    ("limits = 2", "limits = 10", "setting 'limits' is 10; it takes 1 to 9"),
    ("limits = 2", "limits = 0x" + "f" * 5000, "is a very large number; it takes 1 to 9"),
    ("limits = 2", "limits = " + "9" * 5000, "a number has too many digits"),
    ("limits = 2", "time = 2", "has no setting 'time'"),
    ("limits = 2", "limits = two", "not TOML: Invalid value (at line 10, column 10)"),
    ("limits = 2", "limits = 2\nlimits = 3", "Cannot overwrite a value (at line 11"),
    ("victims = 3", "victims = 4", "key 'victims': 3 victims are listed, but setting 'victims' is"),
    ("victims = 3", "victims = 1", "setting 'victims' is 1; it takes 2 to 6"),
    ('"v2", "v1"', '"v2", "v2"', "key 'victims': victim 'v2' is listed 2 times"),
    ('"v2", "v1"', '"v2", "v9"', "key 'victims': the deck has no victim 'v9'"),
    ('draw = ["c3"', 'draw = ["c9"', "key 'draw': the deck has no card 'c9'"),
    ('draw = ["c3"', 'draw = ["c1"', "key 'draw': card 'c1' is listed 2 times"),
    ('draw = ["c3", ', "draw = [", "key 'draw': card 'c3' is missing; every clue card"),
    ('draw = ["c3"', "draw = [3", "key 'draw': item 1 is 3; it must be a card id"),
    ("draw =", "drawn =", "unknown key 'drawn'; did you mean 'draw'?"),
    ("draw =", "draw = 3 #", "key 'draw' is 3; it must be a list of card ids"),
    ("draw =", "# draw =", "key 'draw' is missing; it must be a list of card ids"),
    ('[["c1", "c2"', '[["c1"', "key 'reshuffles', order 1: card 'c2' is missing"),
    ('[["c1", "c2"', '[["c1", "c1"', "key 'reshuffles', order 1: card 'c1' is listed 2 times"),
    ("reshuffles = [[", "reshuffles = [3, [", "key 'reshuffles', order 1 is 3; it must be a list"),
    ("reshuffle = 42", "reshuffle = -1", "key 'reshuffle' is -1; it must be a seed, 0 to"),
    ("reshuffle = 42", f"reshuffle = {FAR}", f"key 'reshuffle' is {FAR}; it must be a seed"),
    ("reshuffle = 42", 'reshuffle = "x"', "seed 'x' is no whole number"),
    ("[settings]", "[[settings]]", "key 'settings' is a list; it must be a table [settings]"),
    ('"deck.toml"', '"no.toml"', "no.toml: no such file"),
    ('"deck.toml"', '"nodeck"', "no deck 'nodeck'"),
    ('"deck.toml"', '"."', "a directory; a file is needed"),
    ('"deck.toml"', '"a\\u0000b.toml"', "a\\x00b.toml: no such file"),
    ('"deck.toml"', '""', "a directory; a file is needed"),
    ('"deck.toml"', "2024-05-05", "key 'deck' is a date or time; it must be text in quotes"),
    ("limits = 2", "position = 1", "has no setting 'position'"),
]


@pytest.mark.parametrize(("old", "new", "told"), BAD_DEALS)
def test_a_bad_deal_file_is_told_in_one_line(in_tmp: Path, old: str, new: str, told: str) -> None:
    path = write_both(in_tmp, deal=_after(old, new, DEAL))
    line = error_line("deal", path)
    assert told in line
    assert line.startswith(f"{path}: ")


BAD_DECKS: list[tuple[str, str, str]] = [
    ('game = "witch-cult"', 'game = "king"', "key 'game': unknown game 'king'"),
    ('game = "witch-cult"', "", "key 'game' is missing; write the game's id in quotes"),
    ("format = 1", "format = 2", "written by a newer casecracker"),
    ('name = "Small deck"', "", "key 'name': missing; it must be text in quotes"),
    ('"synthetic"', '"real"', "key 'provenance': is 'real'; it must be \"transcribed\""),
    ("format = 1", "format = 1\nauthor = 1", "key 'author': unknown key; known keys: format"),
    ("format = 1", "format = 1\nsynthesis = 1979-05-27", "key 'synthesis'"),
    ("format = 1", "format = 1\nsynthesis = {a = nan}", "key 'synthesis'"),
    ('types = ["person", "threat"]', 'types = ["persn"]', "key 'types': unknown word 'persn'; did"),
    ('types = ["person", "threat"]', "types = []", "key 'types': nothing is listed; choose from"),
    ('types = ["person", "threat"]', "", "clue 'c1', key 'types': missing; it must be a list"),
    ('types = ["person", "threat"]', 'types = "person"', "key 'types': is 'person'; it must be a"),
    ('types = ["person", "threat"]', 'kinds = ["person"]', "key 'kinds': unknown key"),
    ("minimum = 2", "minimun = 2", "unknown key; did you mean 'minimum'?"),
    ("minimum = 2", "minimum = -1", "key 'minimum': is -1; it must be a whole number"),
    ("minimum = 2", "minimum = 2.5", "key 'minimum': is 2.5; it must be a whole number"),
    ("minimum = 2", "minimum = 0x" + "f" * 5000, "is a very large number; it must be"),
    ("time = true", "time = 1", "key 'time': is 1; it must be true or false"),
    ('left = ["any"]', 'left = ["any", "research"]', "'any' stands for all techniques"),
    ('"puzzle", "lock"', '"puzzle", "puzzle"', "key 'attributes': 'puzzle' is listed 2 times"),
    ('["take-lead", ', "[" + '"take-lead", ' * 6, "key 'effects': at most 6 effects; this card"),
    ('["take-lead", ', '["take-leads", ', "unknown word 'take-leads'; did you mean 'take-lead'?"),
    ('id = "c1"', 'id = "c2"', "key 'id': this id is used before"),
    ('id = "c1"', 'id = "C1"', "key 'id': is 'C1'; it must be text of a-z, 0-9 and -"),
    ('id = "c1"', 'id = "c1\\n"', "key 'id': is 'c1\\n'; it must be text of a-z"),
    ('id = "c1"', "", "clue number 1, key 'id': missing"),
    ("[[clue]]", "[clue]", "line"),
    ("[[contact]]", "[contact]", "key 'contact': must be entries that begin with [[contact]]"),
    ("[[contact]]", "[[contacts]]", "key 'contacts': unknown key; did you mean 'contact'?"),
    ('["key", "exchange-penalty"]', '["lock"]', "contact 'p1', key 'sides': unknown word 'lock'"),
    ('name = "Card 2"', 'name = "' + "x" * 201 + '"', "it must be text in quotes, at most 200"),
    ('name = "Card 2"', 'letter = "a"', "clue 'c2', key 'letter': unknown key"),
]


@pytest.mark.parametrize(("old", "new", "told"), BAD_DECKS)
def test_a_bad_deck_file_is_told_in_one_line(in_tmp: Path, old: str, new: str, told: str) -> None:
    path = write_both(in_tmp, deck=_after(old, new, DECK))
    for args in (("deal", path), ("deck", "show", "deck.toml"), ("deck", "add", "deck.toml")):
        line = error_line(*args)
        assert told in line
        assert "deck.toml: " in line


def test_counts_of_cards_are_told(in_tmp: Path) -> None:
    last = DECK.index('\n[[clue]]\nid = "c8"')
    write_both(in_tmp, deck=DECK[:last] + DECK[DECK.index("\n[[victim]]") :])
    assert "8 to 62 clue cards; this one has 7" in error_line("deck", "show", "deck.toml")


BAD_FILES: list[tuple[str, bytes | None, str]] = [
    ("missing.toml", None, "missing.toml: no such file"),
    ("missing", None, "missing: no such file; a deal code has a colon and a seed"),
    ("empty.toml", b"", "empty.toml: key 'format' is missing"),
    ("binary.toml", b"\x7fELF\0\0\0", "binary.toml: a binary file; a text file is needed"),
    ("latin.toml", b'format = 1\nname = "Zo\xeb"', "latin.toml: line 2: not UTF-8 text"),
    ("utf16.toml", "format = 1".encode("utf-16"), "utf16.toml: UTF-16 text; save it as UTF-8"),
    ("prose.toml", b"Once upon a time", "prose.toml: not TOML: Expected '=' after a key"),
    ("large.toml", b"#" * (MAX_BYTES + 1), f"large.toml: larger than {MAX_BYTES} bytes"),
    ("cut.toml", DEAL[:80].encode(), "cut.toml: not TOML: "),
    ("deep.toml", b"a = " + b"[" * 100_000, "deep.toml: nested too deeply"),
    ("dots.toml", b"a." * 100_000, "dots.toml: line 1: more than 200 dots in one line"),
    ("a\x1b[31m\n.toml", b"", "a\\x1b[31m\\n.toml: key 'format' is missing"),
]


@pytest.mark.parametrize(("name", "data", "told"), BAD_FILES)
def test_a_bad_file_is_told_in_one_line(
    in_tmp: Path, name: str, data: bytes | None, told: str
) -> None:
    if data is not None:
        (in_tmp / name).write_bytes(data)
    assert told in error_line("deal", name)
    if data is not None:
        standard = told.replace(files_name(name), "standard input")
        assert standard in error_line("deal", "-", stdin=data)


def files_name(name: str) -> str:
    """A file's name as messages show it."""
    return name.encode("unicode_escape").decode()


def test_a_directory_and_a_closed_file_are_told(
    in_tmp: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (in_tmp / "folder.toml").mkdir()
    assert "folder.toml: a directory; a file is needed" in error_line("deal", "folder.toml")

    def denied(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("builtins.open", denied)
    assert "deal.toml: permission denied" in error_line("deal", "deal.toml")


def test_a_deck_of_another_game_is_refused(in_tmp: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = dataclasses.replace(games.WITCH_CULT, id="other-game", default_deck="deck")
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, "other-game": other})
    path = write_both(in_tmp, deck=DECK.replace("witch-cult", "other-game"))
    told = "deck 'deck.toml' is one of other-game, not of witch-cult"
    assert told in error_line("deal", path).replace(str(in_tmp) + "/", "")
    assert told in error_line("deal", "witch-cult:1", "--deck", "deck.toml")


BAD_USE: list[tuple[tuple[str, ...], str]] = [
    (("bogus",), "No such command 'bogus'"),
    (("deal",), "Missing argument 'TARGET'"),
    (("deal", CODE, "--bogus"), "No such option '--bogus'"),
    (("deal", CODE, "--out"), "Option '--out' requires an argument"),
    (("deck", "bogus\x1b[31m"), "No such command 'bogus\\x1b[31m'"),
    (("deck", "show", "nodeck"), "no deck 'nodeck'"),
    (("deck", "template", "king"), "unknown game 'king'"),
    (("deck", "add", "Deck.toml"), "the file's name becomes the deck's id"),
    (("deck", "add", "-"), "the file's name becomes the deck's id"),
    (("deck", "synthesize", "witch-cult", "--seed", "x"), "seed 'x' is no whole number"),
    (("deck", "synthesize", "witch-cult", "--preset", "x"), "unknown preset 'x'; known: standard"),
]


@pytest.mark.parametrize(("args", "told"), BAD_USE)
def test_bad_use_of_a_command_is_told_in_one_line(args: tuple[str, ...], told: str) -> None:
    assert told in error_line(*args)


def test_a_failed_write_leaves_no_file(in_tmp: Path) -> None:
    path = write_both(in_tmp)
    assert "no/x.toml: cannot write: no such folder" in error_line(
        "deal", path, "--out", "no/x.toml"
    )
    assert sorted(p.name for p in in_tmp.iterdir()) == ["deal.toml", "deck.toml"]


@pytest.mark.parametrize("text", ["{", "[" * 100_000, "NaN", "9" * 5000, '{"a": Infinity}', ""])
def test_bad_json_is_told(text: str) -> None:
    with pytest.raises(CasecrackerError, match=r"^record: (not JSON|nested too deeply)"):
        parse_json(text, "record")


def test_long_lists_are_refused_without_delay() -> None:
    """Work that is quadratic in the list's length would take minutes."""
    cards = ", ".join(['"c1"'] * 150_000)
    with pytest.raises(CasecrackerError, match="'c1' is listed 150000 times"):
        _parse_deal(_after("draw = [", f"draw = [{cards}]#", DEAL))
    with pytest.raises(CasecrackerError, match="'v1' is listed 150000 times"):
        _parse_deal(_after("victims = [", f"victims = [{cards}]#".replace("c1", "v1"), DEAL))
    effects = ", ".join(['"take-lead"'] * 80_000)
    with pytest.raises(CasecrackerError, match="this card has 80000"):
        parse_deck(DECK.replace('effects = ["', f'effects = [{effects}]#"'), "deck")


# Thousands of broken files: only our own errors may come out, each one line.

_junk = st.text(max_size=12) | st.sampled_from(
    [
        "[",
        "]",
        "[[",
        '"',
        "'''",
        "\n",
        "=",
        "#",
        "nan",
        "-1",
        "true",
        "{}",
        "1979-05-27",
        "0x" + "f" * 99,
    ]
)


@st.composite
def _damaged(draw: st.DrawFn, text: str) -> str:
    """`text` with some pieces cut out, written twice, moved or replaced by junk."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.integers(0, 40)))
        piece = draw(_junk | st.just("") | st.just(text[start:stop] * 2))
        text = text[:start] + piece + text[stop:]
    return text


@st.composite
def _rewritten(draw: st.DrawFn, text: str) -> str:
    """`text` with some whole lines given another value, dropped, repeated or put elsewhere."""
    lines = text.split("\n")
    for _ in range(draw(st.integers(1, 4))):
        index = draw(st.integers(0, len(lines) - 1))
        key = lines[index].partition("=")[0]
        new = [
            f"{key}= {draw(_values)}",
            "",
            f"{lines[index]}\n{lines[index]}",
            draw(st.sampled_from(lines)),
        ]
        lines[index] = draw(st.sampled_from(new))
    return "\n".join(lines)


_WORDS = (
    '0 -1 99 1e9 true "" "c1" [] [[]] ["c1"] {} {a=1} nan 1979-05-27 ["person"] ["any"] '
    '[["c1"]] [1] "synthetic" "witch-cult"'
)
_values = st.sampled_from(_WORDS.split())


def _parse_deal(text: str) -> None:
    deck = parse_deck(DECK, "deck")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("casecracker.engine.dealfile.resolve_deck", lambda *_: (deck, "deck.toml"))
        parse_deal(text, "deal.toml")


def _only_ours(load: Callable[[str], object], text: str) -> None:
    try:
        load(text)
    except CasecrackerError as error:
        text = str(error)
    else:
        return
    assert text.isprintable(), text
    assert len(text) < 600


@settings(max_examples=1500)
@given(text=_damaged(DECK) | _rewritten(DECK) | st.text())
def test_damaged_deck_files_raise_our_errors_alone(text: str) -> None:
    _only_ours(lambda t: deck_text(parse_deck(t, "deck.toml")), text)


@settings(max_examples=1500)
@given(text=_damaged(DEAL) | _rewritten(DEAL) | st.text())
def test_damaged_deal_files_raise_our_errors_alone(text: str) -> None:
    _only_ours(_parse_deal, text)


@settings(max_examples=1500)
@given(text=_damaged(f"{CODE},limits=6,victims=4,v=1") | st.text())
def test_damaged_codes_raise_our_errors_alone(text: str) -> None:
    _only_ours(parse_code, text)
    _only_ours(load_target, text if text != "-" else "")


@settings(max_examples=600)
@given(text=_damaged(DECK) | _rewritten(DECK) | _rewritten(template_text(games.WITCH_CULT)))
def test_damaged_decks_are_checked_without_a_crash(text: str) -> None:
    _only_ours(lambda t: [f.text() for f in check_text(t, "deck.toml").findings], text)


@settings(max_examples=500)
@given(data=st.binary(max_size=200))
def test_any_bytes_raise_our_errors_alone(
    data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.toml"
    path.write_bytes(data)
    _only_ours(lambda t: parse_deck(read_text(t), "deck.toml"), str(path))
