"""`deck check` and `deck template` for The King in Yellow."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from casecracker.cli import main
from casecracker.engine.boxcheck import check_deck, check_text
from casecracker.engine.boxfacts import BOX_CHECKS
from casecracker.engine.cards import Clue, Contact, Deck, Victim
from casecracker.engine.deckfile import deck_text, load_deck
from casecracker.engine.games import KING_IN_YELLOW
from casecracker.engine.template import template_text
from casecracker.seeds.synthesize import synthesize

GAME = KING_IN_YELLOW.id


@pytest.fixture(scope="module")
def box() -> Deck:
    """A deck that fits the box in every respect."""
    return synthesize(GAME, 0)


def with_clue(deck: Deck, card: Clue, **update: object) -> Deck:
    clues = tuple(c.model_copy(update=update) if c is card else c for c in deck.clue)
    return deck.model_copy(update={"clue": clues})


def with_all(deck: Deck, **update: object) -> Deck:
    return deck.model_copy(update={"clue": tuple(c.model_copy(update=update) for c in deck.clue)})


def without_mark(deck: Deck, mark: str) -> Deck:
    clues = [
        clue.model_copy(update={"attributes": tuple(m for m in clue.attributes if m != mark)})
        for clue in deck.clue
    ]
    return deck.model_copy(update={"clue": tuple(clues)})


def first(deck: Deck, attribute: str) -> Clue:
    return next(clue for clue in deck.clue if attribute in clue.attributes)


def first_immediate(deck: Deck, effect: str) -> Clue:
    return next(clue for clue in deck.clue if clue.immediate == effect)


def told(deck: Deck) -> dict[str, str]:
    """Findings and their severities."""
    return {finding.text(): finding.severity for finding in check_deck(deck)}


def test_a_deck_like_the_box_has_no_findings(box: Deck) -> None:
    assert told(box) == {}


@pytest.mark.parametrize("mark", KING_IN_YELLOW.attributes)
def test_every_attribute_occurs(box: Deck, mark: str) -> None:
    found = told(without_mark(box, mark))
    assert found[f"key 'attributes': no clue card has the attribute '{mark}'"] == "error"


def test_the_king_is_told_by_name_attribute_and_puzzle(box: Deck) -> None:
    king = first(box, "king")
    plain = with_clue(box, king, attributes=("puzzle",))
    message = (
        f"clue '{king.id}', key 'attributes': this card has the attributes 'puzzle' and 'king'"
    )
    assert told(plain)[message] == "error"
    unscored = with_clue(box, king, attributes=("king",))
    message = f"clue '{king.id}', key 'attributes': The King in Yellow must be scored to win"
    assert told(unscored)[f"{message}; here it is no puzzle"] == "error"
    second = with_clue(box, first(box, "key"), attributes=("king", "puzzle"))
    message = "key 'attributes': 2 clue cards have the attribute 'king'; the box has one such card"
    assert told(second)[message] == "error"


def test_the_king_needs_puzzles_of_four_other_types(box: Deck) -> None:
    """Five types in all do not help if the King is needed for a sixth."""
    left = {"person", "threat", "evidence"}
    deck = box
    for clue in box.clue:
        if "puzzle" in clue.attributes and clue.types[0] not in (*left, "artifact"):
            deck = with_clue(deck, clue, attributes=())
    message = "key 'attributes': puzzles of 3 types beside the King's can be scored; a win needs 4"
    assert told(deck)[message] == "error"


def test_a_yellow_minimum_must_be_possible(box: Deck) -> None:
    none = with_all(box, yellow_minimum=0)
    assert told(none)["key 'yellow-minimum': no clue card has a Yellow card minimum"] == "error"
    card = first(box, "colour")
    count = sum("colour" in clue.attributes for clue in box.clue)
    high = with_clue(box, card, yellow_minimum=count)
    message = f"is {count}; only {count - 1} other cards have 'colour'"
    assert told(high)[f"clue '{card.id}', key 'yellow-minimum': {message}"] == "error"


def test_printed_totals_count_icons_or_cards(box: Deck) -> None:
    [one, *others] = [clue for clue in box.clue if clue.effects == ("take-lead",)]
    twice = with_clue(box, one, effects=("take-lead", "take-lead"))
    assert told(twice) == {}  # eight cards, nine icons
    fewer = with_clue(twice, others[0], effects=())
    assert told(fewer) == {}  # seven cards, eight icons
    gone = with_clue(fewer, others[1], effects=("shuffle-discard",))
    message = "key 'effects': the rulebook counts '{}' {} times; this deck has it {} times"
    assert told(gone) == {
        message.format("take-lead", 8, 7): "error",
        message.format("shuffle-discard", 0, 1): "error",
    }


def test_immediate_effects_are_one_each_on_passion_cards(box: Deck) -> None:
    lost = first_immediate(box, "to-front")
    found = told(with_clue(box, lost, immediate=""))
    entry = f"clue '{lost.id}', key 'immediate': Passion cards have an immediate effect"
    message = "key 'immediate': one clue card has the effect"
    assert found[f"{message} 'to-front'; in this deck 0"] == "error"
    assert found[f"{entry}; this card has none"] == "error"
    moved = with_clue(box, lost, types=("person",))
    assert told(moved)[f"{entry}; this card is of another type"] == "warning"


def test_the_total_that_no_public_text_shows_is_a_warning(box: Deck) -> None:
    double = with_clue(box, first_immediate(box, "discard-hand"), immediate="discard-case")
    message = "key 'immediate': one clue card has the effect"
    assert told(double) == {
        f"{message} 'discard-hand'; in this deck 0": "error",
        f"{message} 'discard-case'; in this deck 2": "warning",
    }


def test_contact_and_victims_are_compared_with_what_is_known(box: Deck) -> None:
    contact = Contact(id="p1", sides=("key", "take-time"))
    archer = Victim(id="v1", name="Dr. John Archer", right=("research", "interview"))
    deck = box.model_copy(update={"contact": (contact,), "victim": (archer, *box.victim[1:])})
    assert told(deck) == {
        "contact 'p1', key 'sides': the rulebook has the sides take-stability, take-time": "error",
        "victim 'v1', key 'right': a review says that this victim has interview and surveillance": (
            "warning"
        ),
    }


def test_every_check_of_the_box_is_tried() -> None:
    assert len(BOX_CHECKS[GAME]) == 12


def test_findings_have_their_lines(box: Deck) -> None:
    card = next(clue for clue in box.clue if not clue.attributes)
    text = deck_text(with_clue(box, card, yellow_minimum=62))
    [finding] = check_text(text, "x").findings
    assert finding.line is not None
    assert text.split("\n")[finding.line - 1] == "yellow-minimum = 62"


# deck template


def test_an_empty_template_asks_for_every_entry() -> None:
    text = template_text(KING_IN_YELLOW)
    assert 'sides = ["take-stability", "take-time"]' in text
    assert "take-lead" in text
    assert "shuffle-discard" not in text
    report = check_text(text, "my.toml")
    assert {finding.message for finding in report.findings} == {
        "not filled in yet: types, left, right",
        "not filled in yet: right",
    }


def fill_in(text: str, deck: Deck) -> str:
    """What an owner does to a template."""
    head, *entries = text.split("[[clue]]")
    for number, clue in enumerate(deck.clue):
        entry = entries[number]
        for key in ("types", "left", "right", "attributes", "effects"):
            entry = entry.replace(f"{key} = []", f"{key} = {json.dumps(getattr(clue, key))}")
        entry = entry.replace("\nminimum = 0", f"\nminimum = {clue.minimum}")
        entry = entry.replace("yellow-minimum = 0", f"yellow-minimum = {clue.yellow_minimum}")
        entry = entry.replace('immediate = ""', f'immediate = "{clue.immediate}"')
        for key in ("time", "stability"):
            value = str(getattr(clue, key)).lower()
            entry = entry.replace(f"\n{key} = false", f"\n{key} = {value}")
        entries[number] = entry
    head = head.replace("right = []", 'right = ["research", "interview"]')
    return "[[clue]]".join((head, *entries))


def test_a_filled_in_template_is_a_deck_that_fits(in_tmp: Path, box: Deck) -> None:
    runner = CliRunner()
    result = runner.invoke(main, ["deck", "template", GAME, "--out", "my-box.toml"])
    assert result.exit_code == 0, result.output
    path = in_tmp / "my-box.toml"
    path.write_text(fill_in(path.read_text(encoding="utf-8"), box), encoding="utf-8")
    clues = [clue.model_copy(update={"name": ""}) for clue in box.clue]
    assert list(load_deck("my-box.toml").clue) == clues
    result = runner.invoke(main, ["deck", "check", "my-box.toml"])
    assert result.exit_code == 0, result.output
    assert "a whole transcribed deck that fits the box" in result.output


def test_show_prints_yellow_minimums_and_immediate_effects(in_tmp: Path, box: Deck) -> None:
    (in_tmp / "box.toml").write_text(deck_text(box), encoding="utf-8")
    result = CliRunner(env={"COLUMNS": "300"}).invoke(main, ["deck", "show", "box.toml"])
    assert "3 colour" in result.output
    assert "[to-front]" in result.output
