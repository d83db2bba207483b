"""The commands games, deck and deal, from what is typed to what is shown."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casecracker import __version__
from casecracker.cli import main
from casecracker.engine.boxcheck import check_deck, check_text
from casecracker.engine.boxfacts import BOX_CHECKS
from casecracker.engine.cards import Clue, Contact, Deck, Victim
from casecracker.engine.dealfile import load_target
from casecracker.engine.deckfile import deck_text, load_deck
from casecracker.engine.games import TECHNIQUES, WITCH_CULT
from casecracker.engine.template import template_text
from casecracker.seeds.synthesize import synthesize
from tests.texts import write_both


def run(*args: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, args, input=stdin)


def output(*args: str, stdin: str = "") -> str:
    """What a command that must succeed prints."""
    result = run(*args, stdin=stdin)
    assert result.exit_code == 0, (result.output, result.exception)
    assert "\x1b" not in result.output
    return result.stdout


def as_json(*args: str) -> Any:
    return json.loads(output(*args, "--json"))


# A deck that fits the box in every respect.

_EFFECTS = {
    "take-lead": 8,
    "take-discard": 4,
    "take-closed": 2,
    "take-stability": 2,
    "take-time": 4,
    "search-stack": 2,
    "shuffle-discard": 2,
    "discard-hand": 2,
    "discard-lead": 2,
    "stability-check": 12,
}


def box_deck() -> Deck:
    effects = [word for word, count in _EFFECTS.items() for _ in range(count)]
    return Deck(
        game="witch-cult",
        name="Box",
        provenance="transcribed",
        clue=tuple(_box_clue(number, effects[number : number + 1]) for number in range(50)),
        victim=tuple(Victim(id=f"v{n + 1}", right=_techniques(n)) for n in range(6)),
        contact=(Contact(id="p1", sides=("key", "exchange-penalty")),),
    )


def _techniques(start: int) -> tuple[str, str]:
    return TECHNIQUES[start % 4], TECHNIQUES[(start + 1) % 4]


def _box_clue(number: int, effects: list[str]) -> Clue:
    attributes = ("puzzle", "lock") if number < 12 else ("key",) if number < 24 else ()
    return Clue(
        id=f"c{number + 1:02}",
        name=f"Card {number + 1}",
        types=(WITCH_CULT.types[number % 6],),
        left=(TECHNIQUES[number % 4],),
        right=_techniques(number // 4 + 1),
        attributes=attributes,
        minimum=2 if 30 <= number < 36 else 0,
        effects=tuple(effects),
        time=number % 3 == 0,
        stability=number % 4 == 1,
    )


def changed(*numbers: int, **update: object) -> Deck:
    """The box's deck with some clue cards changed."""
    deck = box_deck()
    clues = [
        clue.model_copy(update=update) if number in numbers else clue
        for number, clue in enumerate(deck.clue)
    ]
    return deck.model_copy(update={"clue": tuple(clues)})


def test_a_deck_like_the_box_has_no_findings() -> None:
    assert check_deck(box_deck()) == []


EVERY = range(50)
DIFFERENT: list[tuple[Deck, str, str]] = [
    (changed(*EVERY, attributes=()), "error", "puzzles of 0 different types can be scored"),
    (changed(0, 6, attributes=("key",)), "warning", "puzzles of 5 different types"),
    (changed(*range(0, 50, 6), types=("threat",)), "error", "no clue card has the type 'person'"),
    (changed(*range(6, 50), types=("person",)), "error", "leave no five types in a case"),
    (changed(*EVERY, attributes=("puzzle", "lock")), "error", "has the attribute 'key'"),
    (changed(*EVERY, minimum=0), "error", "no clue card has a card minimum"),
    (changed(*EVERY, time=False), "warning", "0 cards with the hourglass"),
    (changed(*range(2, 50), stability=False), "warning", "1 cards with the stability icon"),
    (changed(*EVERY, left=("research",)), "warning", "can be played first on this victim"),
    (changed(*EVERY, minimum=1), "warning", "no line of cards leads to this puzzle"),
    (changed(0, minimum=50), "warning", "no line of cards leads to this puzzle"),
    (changed(0, effects=("take-time",)), "warning", "counts 4 cards with 'take-time'; this deck"),
    (changed(*EVERY, effects=()), "warning", "counts 10 different effects; this deck has 0"),
    (changed(0, attributes=("puzzle",)), "warning", "every puzzle has the lock too"),
    (changed(20, name="Ephraim"), "warning", "a review says that this card has the puzzle"),
]


@pytest.mark.parametrize(("deck", "severity", "told"), DIFFERENT)
def test_each_difference_from_the_box_is_found(deck: Deck, severity: str, told: str) -> None:
    found = [f for f in check_deck(deck) if told in f.text()]
    assert found
    assert {f.severity for f in found} == {severity}


def test_counts_and_short_cards_are_found() -> None:
    deck = box_deck().model_copy(
        update={
            "clue": box_deck().clue[:49],
            "victim": (Victim(id="v1", right=("research",)), *box_deck().victim[1:5]),
            "contact": (Contact(id="p1", sides=("key",)),),
        }
    )
    told = " ".join(finding.text() for finding in check_deck(deck))
    assert "the box has 50 [[clue]] entries; this deck has 49" in told
    assert "the box has 6 [[victim]] entries; this deck has 5" in told
    assert "contact 'p1', key 'sides': a contact has two sides; this one has 1" in told
    assert "victim 'v1', key 'right': a review says that victims have two techniques" in told
    bare = box_deck().model_copy(update={"contact": ()})
    assert "the box has 1 [[contact]] entries; this deck has 0" in check_deck(bare)[0].text()


def test_puzzles_of_two_types_count_for_one_of_them() -> None:
    """Five puzzles that all show the same two types score two types, not ten."""
    deck = changed(*range(12), types=("person", "threat"))
    assert any("puzzles of 2 different types" in f.text() for f in check_deck(deck))


def test_every_check_of_the_box_is_tried() -> None:
    assert len(BOX_CHECKS["witch-cult"]) == 8


# deck template and deck check


def test_an_empty_template_lists_every_entry_with_its_line() -> None:
    text = template_text(WITCH_CULT)
    report = check_text(text, "my.toml")
    assert report.deck is None
    assert len(report.findings) == 56
    lines = text.split("\n")
    for finding in report.findings:
        assert finding.line is not None
        assert lines[finding.line - 1] in ("types = []", "right = []")
    assert report.findings[0].text() == "line 42: victim 'v1': not filled in yet: right"


def fill_in(text: str) -> str:
    """What an owner does to a template."""
    for clue in box_deck().clue:
        head, mark, tail = text.partition(f'id = "{clue.id}"\n')
        for key in ("types", "left", "right", "attributes", "effects"):
            words = json.dumps(getattr(clue, key))
            tail = tail.replace(f"\n{key} = []", f"\n{key} = {words}", 1)
        tail = tail.replace("minimum = 0 ", f"minimum = {clue.minimum} ", 1)
        for key in ("time", "stability"):
            value = str(getattr(clue, key)).lower()
            tail = tail.replace(f"\n{key} = false", f"\n{key} = {value}", 1)
        # What is done is out of reach of the next replacement.
        text = head + mark + tail.replace("[[clue]]", "[[done]]", 1)
    text = text.replace("[[done]]", "[[clue]]")
    return text.replace("right = []", 'right = ["research", "interview"]')


def test_a_filled_in_template_is_a_deck_that_fits(in_tmp: Path) -> None:
    output("deck", "template", "witch-cult", "--out", "my-box.toml")
    path = in_tmp / "my-box.toml"
    path.write_text(fill_in(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert output("deck", "check", "my-box.toml") == (
        "my-box.toml: a whole transcribed deck that fits the box\n"
    )
    clues = [clue.model_copy(update={"name": ""}) for clue in box_deck().clue]
    assert list(load_deck("my-box.toml").clue) == clues


def test_a_half_filled_template_is_told_line_by_line(in_tmp: Path) -> None:
    text = fill_in(template_text(WITCH_CULT))
    text = text.replace('left = ["surveillance"]', "left = []", 1)
    text = text.replace('types = ["monster"]', 'types = ["monstr"]', 1)
    text = text.replace("time = false", "tiem = false", 1)
    (in_tmp / "half.toml").write_text(text, encoding="utf-8")
    result = run("deck", "check", "half.toml")
    assert result.exit_code == 2
    lines = text.split("\n")
    for told, line in (
        ("key 'left': nothing is listed; choose from: collection", "left = []"),
        ("unknown word 'monstr'; did you mean 'monster'?", 'types = ["monstr"]'),
        ("key 'tiem': unknown key; did you mean 'time'?", "tiem = false"),
    ):
        number = next(n for n, text_line in enumerate(lines, 1) if text_line.startswith(line))
        [found] = [row for row in result.stdout.splitlines() if told in row]
        assert found.startswith(f"error: line {number}: clue 'c0")
    [last] = result.stderr.splitlines()
    assert last.startswith("casecracker: error: half.toml: line ")
    assert last.endswith("(2 more above)")


def test_box_findings_have_lines_too() -> None:
    report = check_text(deck_text(changed(0, attributes=("puzzle",))), "x")
    [finding] = report.findings
    assert finding.entry == "clue 'c01'"
    assert finding.line is not None
    assert deck_text(changed(0, attributes=("puzzle",))).split("\n")[finding.line - 1] == (
        'attributes = ["puzzle"]'
    )


def test_a_template_never_overwrites(in_tmp: Path) -> None:
    (in_tmp / "my.toml").write_text("hours of typing", encoding="utf-8")
    result = run("deck", "template", "witch-cult", "--out", "my.toml")
    assert result.exit_code == 2
    assert "is there already" in result.stderr
    assert (in_tmp / "my.toml").read_text(encoding="utf-8") == "hours of typing"


def test_check_prints_one_json_object(in_tmp: Path) -> None:
    write_both(in_tmp)
    result = run("deck", "check", "deck.toml", "--json")
    assert result.exit_code == 2
    report = json.loads(result.stdout)
    assert report["provenance"] == "synthetic"
    assert report["errors"] == sum(f["severity"] == "error" for f in report["findings"])
    assert {"severity", "line", "entry", "key", "message"} == set(report["findings"][0])


# games, deck list, deck show, deck add


def test_games_lists_settings_with_their_defaults() -> None:
    text = output("games")
    assert "witch-cult: Arkham Noir Case #1" in text
    assert "limits       limit of the stability and time areas: [5], 6" in text
    game = as_json("games")["games"][0]
    assert game["settings"][0]["choices"] == [5, 6]


def test_an_added_deck_is_listed_shown_and_dealt(in_tmp: Path) -> None:
    write_both(in_tmp)
    told = output("deck", "add", "deck.toml")
    assert told == "added the synthetic deck 'deck'; use it like witch-cult:42,deck=deck\n"
    assert "deck                    added     witch-cult      synthetic" in output("deck", "list")
    rows = as_json("deck", "list")["decks"]
    [row] = [row for row in rows if row["source"] == "added"]
    assert row["digest"] == load_deck("deck.toml").digest
    assert "synthetic" in output("games").split("deck", 1)[1]
    assert output("deal", "witch-cult:42,deck=deck").startswith("witch-cult:42,deck=deck\n")


def test_show_prints_every_card_and_hides_nothing(in_tmp: Path) -> None:
    write_both(in_tmp)
    text = output("deck", "show", "deck.toml")
    assert "synthetic" in text
    assert "Ledger \\x1b[31m" in text
    for card in ("c1", "c8", "v1", "v5", "p1"):
        assert card in text
    shown = as_json("deck", "show", "deck.toml")
    assert shown["provenance"] == "synthetic"
    assert len(shown["clue"]) == 8


def test_a_damaged_added_deck_does_not_hide_the_others(in_tmp: Path) -> None:
    write_both(in_tmp)
    output("deck", "add", "deck.toml")
    folder = Path(os.environ["CASECRACKER_DATA"]) / "decks"
    (folder / "broken.toml").write_text("format = ", encoding="utf-8")
    text = output("deck", "list")
    assert "broken                  added     damaged: " in text
    assert "synthetic" in text
    assert "fault" in as_json("deck", "list")["decks"][-2]


# deck synthesize


def test_a_synthetic_deck_is_written_whole_and_fits_the_box(in_tmp: Path) -> None:
    result = run("deck", "synthesize", "witch-cult", "--seed", "3", "--out", "three.toml")
    assert (result.exit_code, result.stderr) == (0, "wrote three.toml\n")
    assert load_deck("three.toml") == synthesize("witch-cult", 3)
    assert "a whole synthetic deck" in output("deck", "check", "three.toml")


def test_assumptions_are_listed_under_the_keys_that_change_them() -> None:
    keys = [line.split(" = ")[0] for line in output("deck", "assumptions").splitlines()]
    assert {"keys", "cards.person", "effects.take-time"} <= set(keys)
    yellow = [
        line.split(" = ")[0] for line in output("deck", "assumptions", "king-in-yellow").split("\n")
    ]
    assert {"keys", "cards.passion", "yellow_minimums.2"} <= set(yellow)
    assert "cards.monster" not in yellow
    result = run("deck", "synthesize", "witch-cult", "--assume", "kees=1")
    assert result.exit_code == 2
    assert "kees" in result.stderr


# deal


def test_a_deal_is_laid_out_as_on_the_table(in_tmp: Path) -> None:
    text = output("deal", write_both(in_tmp))
    blocks = {block.split("\n")[0]: block.split("\n")[1:] for block in text.split("\n\n")}
    leads = [row.split()[1] for row in blocks["Leads, from left to right"]]
    hand = [row.split()[1] for row in blocks["Hand"]]
    assert leads == ["c5", "c8", "c2", "c1", "c3"]  # the fifth card drawn is the first lead
    assert hand == ["c6", "c7", "c4"]
    assert [row.split()[0] for row in blocks["Open cases, in the order of their numbers"]] == [
        "v2",
        "v1",
    ]
    assert [row.split()[0] for row in blocks["Victims to come, the next one first"]] == ["v5"]
    assert "synthetic" in text
    assert "any > research collection" in text
    assert "person threat puzzle lock minimum 2 (take-lead) (stability-check)" in text
    assert "Later shuffles: the first 1 in the deal file, then decided by seed 42" in text


def test_the_json_of_a_deal_says_the_same(in_tmp: Path) -> None:
    deal = as_json("deal", write_both(in_tmp))
    assert deal["leads"] == ["c5", "c8", "c2", "c1", "c3"]
    assert deal["hand"] == ["c6", "c7", "c4"]
    assert deal["stack"] == []
    assert deal["deal"] is None
    assert deal["deck"]["provenance"] == "synthetic"
    assert deal["settings"]["limits"] == 2


def test_a_deal_file_that_somebody_changed_is_not_overwritten(in_tmp: Path) -> None:
    output("deal", "witch-cult:9", "--out", "nine.toml")
    output("deal", "witch-cult:9", "--out", "nine.toml")
    text = (in_tmp / "nine.toml").read_text(encoding="utf-8").replace("limits = 5", "limits = 6")
    (in_tmp / "nine.toml").write_text(text, encoding="utf-8")
    result = run("deal", "witch-cult:9", "--out", "nine.toml")
    assert (result.exit_code, "left as it was" in result.stderr) == (2, True)
    assert (in_tmp / "nine.toml").read_text(encoding="utf-8") == text


def test_a_deal_file_is_written_and_read_again(in_tmp: Path) -> None:
    write_both(in_tmp)
    (in_tmp / "sub").mkdir()
    result = run("deal", "witch-cult:7", "--deck", "deck.toml", "--out", "sub/seven.toml")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "wrote sub/seven.toml\n"
    assert "synthetic" in (in_tmp / "sub" / "seven.toml").read_text(encoding="utf-8")
    written, typed = load_target("sub/seven.toml"), load_target("witch-cult:7", "deck.toml")
    assert (written.deck, written.draw, written.victims, written.seed) == (
        (typed.deck, typed.draw, typed.victims, typed.seed)
    )


def test_standard_input_and_output_take_part(in_tmp: Path) -> None:
    write_both(in_tmp)
    text = (in_tmp / "deal.toml").read_text(encoding="utf-8")
    assert output("deal", "-", stdin=text) == output("deal", "deal.toml")
    output("deck", "add", "deck.toml")
    code = "witch-cult:42,deck=deck"
    assert output("deal", "-", stdin=f"{code}\n") == output("deal", code)
    assert output("deal", "-", stdin=output("deal", code, "--out", "-")) == output("deal", code)


# The program


def program(*args: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run Python with `args`; the package is found wherever the program runs."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    command = [sys.executable, *args]
    return subprocess.run(command, check=False, text=True, timeout=100, env=environment, **options)


def test_the_program_starts_and_says_its_version() -> None:
    result = program("-m", "casecracker", "--version")
    assert (result.returncode, result.stdout) == (0, f"casecracker {__version__}\n")


def test_the_program_says_what_is_wrong(in_tmp: Path) -> None:
    (in_tmp / "bad.toml").write_text("format = ", encoding="utf-8")
    result = program("-m", "casecracker", "deal", "bad.toml")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("casecracker: error: bad.toml: not TOML: ")
    assert result.stderr.count("\n") == 1


SHOW = ("-m", "casecracker", "deck", "show", "deck.toml")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_one_line(in_tmp: Path) -> None:
    write_both(in_tmp)
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = program(*SHOW, stdout=full)
    told = "casecracker: error: cannot write the output: No space left on device\n"
    assert (result.returncode, result.stderr) == (2, told)


@pytest.mark.parametrize("args", [SHOW, ("-m", "casecracker", "deal", "deal.toml")])
def test_a_reader_that_leaves_early_is_no_error(in_tmp: Path, args: tuple[str, ...]) -> None:
    write_both(in_tmp)
    reader, writer = os.pipe()
    os.close(reader)
    result = program(*args, stdout=writer)
    os.close(writer)
    assert (result.returncode, result.stderr) == (141, "")


def test_starting_up_loads_nothing_heavy() -> None:
    heavy = ["numba", "numpy", "ortools", "pydantic", "rich", "tomlkit", "platformdirs"]
    code = f"import sys, casecracker.cli; print([m for m in {heavy} if m in sys.modules])"
    result = program("-c", code)
    assert result.stdout == "[]\n", result.stderr
