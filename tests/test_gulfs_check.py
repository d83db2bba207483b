"""`deck check` and `deck template` for Infinite Gulfs of Darkness."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pydantic import BaseModel

from casecracker.cli import main
from casecracker.engine.boxcheck import check_deck, check_text
from casecracker.engine.boxgulfs import GULFS_CHECKS
from casecracker.engine.cards import Clue, Deck
from casecracker.engine.deckfile import deck_text, load_deck
from casecracker.engine.games import INFINITE_GULFS, MENACE_ONGOINGS
from casecracker.engine.template import template_text
from tests.gulfs_box import box_deck


def changed(kind: str, card: str, **update: object) -> Deck:
    """The box's deck with one card changed."""
    deck = box_deck()
    cards = getattr(deck, kind)
    assert any(c.id == card for c in cards)
    new = tuple(c.model_copy(update=update) if c.id == card else c for c in cards)
    return deck.model_copy(update={kind: new})


def every(kind: str, **update: object) -> Deck:
    deck = box_deck()
    cards: tuple[BaseModel, ...] = getattr(deck, kind)
    return deck.model_copy(update={kind: tuple(c.model_copy(update=update) for c in cards)})


def without(kind: str, card: str) -> Deck:
    deck = box_deck()
    return deck.model_copy(update={kind: tuple(c for c in getattr(deck, kind) if c.id != card)})


def without_word(key: str, word: str) -> Deck:
    """The box's deck without a word in a list of clue cards."""
    deck = box_deck()
    clues = [
        c.model_copy(update={key: tuple(w for w in getattr(c, key) if w != word)})
        for c in deck.clue
    ]
    return deck.model_copy(update={"clue": tuple(clues)})


def told(deck: Deck) -> dict[str, str]:
    """Findings and their severities."""
    return {finding.text(): finding.severity for finding in check_deck(deck)}


def test_a_deck_like_the_box_has_no_findings() -> None:
    assert told(box_deck()) == {}


FLIPPED = ("flip", "add-to-hand")
DIFFERENT: list[tuple[Deck, str, str]] = [
    # G1: counts
    (without("clue", "c30"), "error", "the box has 50 [[clue]] entries; this deck has 49"),
    (without("case", "1B"), "error", "the box has 8 [[case]] entries; this deck has 7"),
    (without("menace", "m1"), "error", "the box has 6 [[menace]] entries; this deck has 5"),
    (without("objective", "5"), "error", "the box has 5 [[objective]] entries; this deck has 4"),
    (without("contact", "p1"), "error", "the box has 1 [[contact]] entries; this deck has 0"),
    (without("equipment", "necronomicon"), "error", "the box has 2 [[equipment]] entries"),
    (without("equipment", "necronomicon"), "error", "no equipment card has the id 'necronomicon'"),
    (changed("contact", "p1", sides=("key",)), "error", "a contact has two sides; this one has 1"),
    (changed("case", "3", clue=""), "error", "4 case cards have a clue card on the other side; in"),
    (changed("menace", "m3", clue="c20"), "error", "1 menace card has a clue card on the other"),
    # G2: case cards
    (without("case", "6"), "error", "no case card has the number 6"),
    (changed("case", "1A", side=""), "error", "case card 1 has two case sides, 1A and 1B"),
    (changed("case", "4", side="A"), "error", "case '4A', key 'side': case card 1 alone has two"),
    (changed("case", "1A", clue="c30"), "error", "case '1A', key 'clue': both sides of this card"),
    (changed("case", "2", start=False), "error", "case '2', key 'start': cases 1 and 2 are open"),
    (changed("case", "4", start=True), "error", "case '4', key 'start': cases 1 and 2 are open"),
    (changed("case", "1B", ongoing=()), "error", "case '1B', key 'ongoing': side 1B raises"),
    (
        changed("case", "2", ongoing=("time-limit-plus-1",)),
        "error",
        "case '2', key 'ongoing': side",
    ),
    # G3: the Haunter of the Dark
    (changed("case", "7", right=("any",)), "error", "has no techniques; in this deck 0"),
    (changed("case", "7", on_close=()), "error", "case '7', key 'on-close': the Haunter of the"),
    (changed("case", "7", on_close=("flip",)), "error", "case '7', key 'on-close': the Haunter of"),
    (
        changed("case", "5", right=()),
        "error",
        "case '5', key 'right': cases 1 to 6 have techniques",
    ),
    # G4: ways to the cases
    (changed("menace", "m3", immediate=()), "error", "no menace accesses case 3"),
    (changed("menace", "m3", immediate=()), "error", "case '3', key 'number': nothing leads to"),
    (changed("case", "4", on_close=FLIPPED), "error", "case '5', key 'number': nothing leads to"),
    (changed("case", "4", on_close=FLIPPED), "error", "case '7', key 'number': nothing leads to"),
    (changed("case", "5", on_close=()), "error", "case '7', key 'number': nothing leads to this"),
    (changed("menace", "m3", immediate=("access-3", "access-4")), "error", "'access-4' is no effe"),
    # G5: cases closed by an effect
    (without_word("effects", "close-5"), "error", "no card has the effect 'close-5'"),
    (without_word("effects", "close-6"), "error", "no card has the effect 'close-6'"),
    # G6: menaces
    (every("menace", deck="standard"), "error", "no menace card belongs to the deck 'aurora'"),
    (every("menace", deck="aurora"), "error", "no menace card belongs to the deck 'standard'"),
    (changed("menace", "m1", deck="standard"), "error", "menace 'm1', key 'deck': Aurora Borealis"),
    (changed("menace", "m4", immediate=("shuffle-all",)), "error", "the effect 'remove-aurora'"),
    (changed("menace", "m4", immediate=("remove-aurora",)), "error", "the effect 'shuffle-all'"),
    (changed("case", "7", ongoing=("hand-limit-plus-1",)), "error", "the effect 'darkness-time'"),
    (changed("menace", "m6", icons=()), "error", "one menace, Nyarlathotep, has icons like a case"),
    (
        changed("menace", "m6", icons=()),
        "error",
        "menace 'm6', key 'icons': Nyarlathotep has icons",
    ),
    # G7: types
    (without_word("types", "formula"), "error", "no clue card has the type 'formula'"),
    (every("clue", types=("person",)), "error", "1 different types can be scored; mode=classic"),
    # G8: the card minimum; attributes have a test of their own
    (every("clue", minimum=0), "error", "no clue card has a card minimum"),
    # G10: equipment
    (
        changed("clue", "c46", attributes=("machine",)),
        "error",
        "has the attributes 'equipment' and",
    ),
    (changed("clue", "c46", attributes=("equipment",)), "error", "Tillinghast's Machine has the"),
    (changed("case", "2", clue="c30"), "error", "clue 'c46', key 'id': Tillinghast's Machine is"),
    (changed("case", "2", on_close=("purple-flip",)), "error", "needed to find Tillinghast's Mach"),
    (
        changed("clue", "c41", attributes=(), sides=()),
        "error",
        "clue 'c41', key 'attributes': Elder",
    ),
    (changed("clue", "c41", attributes=(), sides=()), "error", "have 'equipment'; in this deck 1"),
    # G11: purple techniques
    (
        every("clue", left_purple=(), right_purple=()),
        "error",
        "no clue card has a purple technique",
    ),
    # G12: objectives
    (changed("objective", "5", number=6), "error", "no objective has the number 5"),
    # P1 to P7: what is likely
    (
        changed("menace", "m2", deck="standard"),
        "warning",
        "speaks of several Aurora Borealis cards",
    ),
    (changed("menace", "m1", ongoing=()), "warning", "an Aurora Borealis card with 'hand-limit"),
    (changed("case", "1A", on_close=()), "", "case 4 by closing an earlier case"),
    (every("case", on_close=()), "warning", "a review reaches case 4 by closing an earlier case"),
    (changed("menace", "m5", icons=("take-stability",)), "warning", "gives icons to one menace"),
    (changed("menace", "m2", ongoing=()), "warning", "menace 'm2': this menace does nothing"),
    (changed("clue", "c30", attributes=("equipment",)), "warning", "'equipment'; in this deck 3"),
    (changed("case", "5", on_close=("access-7",)), "warning", "purple icons that access a case"),
    (changed("clue", "c10", left=("any",)), "warning", "puzzle of an objective needs Tillinghast"),
    (changed("case", "3", on_close=()), "warning", "case '3', key 'clue': no icon 'flip' turns"),
    (changed("menace", "m6", icons=("access-4",)), "warning", "menace 'm6', key 'clue': no icon"),
    (changed("objective", "5", letters=("I",)), "warning", "puzzle of an objective needs Tilling"),
    (every("clue", time=False, attributes=()), "warning", "0 cards with hourglass or Darkness"),
    (every("clue", time=False), "", "cards with hourglass or Darkness"),
    (every("clue", stability=False), "warning", "0 cards with stability icon"),
    (
        every("clue", minimum=1),
        "warning",
        "case '2', key 'right': no clue card can be played first",
    ),
    (changed("clue", "c05", minimum=50), "warning", "clue 'c05', key 'left': no line of cards"),
]


@pytest.mark.parametrize(("deck", "severity", "message"), DIFFERENT)
def test_each_difference_from_the_box_is_found(deck: Deck, severity: str, message: str) -> None:
    found = {text: how for text, how in told(deck).items() if message in text}
    assert set(found.values()) == ({severity} if severity else set())


@pytest.mark.parametrize("mark", INFINITE_GULFS.attributes)
def test_every_attribute_occurs(mark: str) -> None:
    found = told(without_word("attributes", mark))
    assert found[f"key 'attributes': no clue card has the attribute '{mark}'"] == "error"


ELSEWHERE = {"take-discard", "exchange-penalty", "search-stack", "take-stability", "prevent-next"}


@pytest.mark.parametrize("effect", INFINITE_GULFS.effects)
def test_every_effect_occurs_somewhere(effect: str) -> None:
    """On a clue card, the contact, an equipment card or an item of the briefcase."""
    deck = without_word("effects", effect)
    message = f"key 'effects': no card has the effect '{effect}'"
    assert (message in told(deck)) == (effect not in ELSEWHERE)


def test_the_key_effect_occurs_somewhere() -> None:
    deck = without_word("sides", "key")
    message = "key 'effects': no card has the effect 'key'"
    assert message not in told(deck)
    [contact] = deck.contact
    plain = contact.model_copy(update={"sides": ("take-lead", "take-discard")})
    assert told(deck.model_copy(update={"contact": (plain,)}))[message] == "error"


@pytest.mark.parametrize("effect", MENACE_ONGOINGS)
def test_every_ongoing_effect_of_menaces_occurs(effect: str) -> None:
    deck = box_deck()
    cards: dict[str, Any] = {
        kind: tuple(
            card.model_copy(update={"ongoing": tuple(w for w in card.ongoing if w != effect)})
            for card in getattr(deck, kind)
        )
        for kind in ("case", "menace")
    }
    found = told(deck.model_copy(update=cards))
    assert found[f"key 'ongoing': no menace has the effect '{effect}'"] == "error"


def test_a_menace_search_is_likely_on_a_clue_card() -> None:
    deck = without_word("effects", "search-menace")
    [contact] = deck.contact
    other = contact.model_copy(update={"sides": ("key", "search-menace")})
    message = "key 'effects': a review has a clue card with 'search-menace'; in this deck none"
    assert told(deck.model_copy(update={"contact": (other,)})) == {message: "warning"}


def test_every_check_of_the_box_is_tried() -> None:
    assert len(GULFS_CHECKS) == 19


def test_findings_have_their_lines() -> None:
    text = deck_text(changed("case", "1A", start=False))
    [finding] = check_text(text, "x").findings
    assert finding.entry == "case '1A'"
    assert finding.line is not None
    assert text.split("\n")[finding.line - 1] == "[[case]]"
    text = deck_text(changed("menace", "m1", deck="standard"))
    first = next(f for f in check_text(text, "x").findings if f.entry == "menace 'm1'")
    assert first.line is not None
    assert text.split("\n")[first.line - 1] == 'deck = "standard"'


# deck template


def test_an_empty_template_asks_for_every_entry() -> None:
    text = template_text(INFINITE_GULFS)
    report = check_text(text, "my.toml")
    assert report.deck is None
    assert len(report.findings) == 8 + 6 + 5 + 1 + 2 + 50
    assert {finding.message for finding in report.findings} == {
        "not filled in yet: right",
        "not filled in yet: ongoing",
        "not filled in yet: deck, immediate, ongoing, icons",
        "not filled in yet: letters",
        "not filled in yet: sides",
        "not filled in yet: types, left, right",
        "not filled in yet: types, left, right, sides",
    }
    lines = text.split("\n")
    for finding in report.findings:
        assert finding.line is not None
        assert lines[finding.line - 1].split(" #")[0].strip() in (
            "[[case]]",  # of the Haunter of the Dark, which has no line `right`
            "right = []",
            'deck = ""',
            "letters = []",
            "sides = []",
            "types = []",
        )


def test_a_template_explains_every_word() -> None:
    head = template_text(INFINITE_GULFS).split("\nformat = 1")[0]
    game = INFINITE_GULFS
    words = {*game.types, *game.attributes, *game.effects, *MENACE_ONGOINGS, "time-limit-plus-1"}
    for word in (*words, "flip", "add-to-hand", "purple-access-3", "remove-aurora", "shuffle-all"):
        assert f" {word} " in f"{head} ".replace("\n", " "), word
    assert all(len(line) <= 100 for line in head.split("\n"))


def _filled(entry: str, card: Any) -> str:
    """One entry of a template with what is on the card."""
    for name, field in type(card).model_fields.items():
        key, value = field.alias or name, getattr(card, name)
        written = json.dumps(list(value) if isinstance(value, tuple) else value)
        for blank in ("[]", '""', "0", "false"):
            entry = entry.replace(f"\n{key} = {blank}", f"\n{key} = {written}")
    if getattr(card, "sides", ()) and "\nsides" not in entry:
        entry = f"{entry.rstrip()}\nsides = {json.dumps(card.sides)}\n\n"
    return entry


def fill_in(text: str, deck: Deck) -> str:
    """What an owner does to a template."""
    head, *entries = text.split("\n[[")
    order = ("case", "menace", "objective", "contact", "equipment", "clue")
    cards = [card for kind in order for card in getattr(deck, kind)]
    assert len(cards) == len(entries)
    return "\n[[".join([head, *map(_filled, entries, cards)])


def test_a_filled_in_template_is_a_deck_that_fits(in_tmp: Path) -> None:
    runner = CliRunner()
    args = ["deck", "template", "infinite-gulfs", "--out", "my-box.toml"]
    assert runner.invoke(main, args).exit_code == 0
    path = in_tmp / "my-box.toml"
    path.write_text(fill_in(path.read_text(encoding="utf-8"), box_deck()), encoding="utf-8")
    result = runner.invoke(main, ["deck", "check", "my-box.toml"])
    assert result.output == "my-box.toml: a whole transcribed deck that fits the box\n"
    named = box_deck().model_copy(update={"name": "My infinite-gulfs deck"})
    assert load_deck("my-box.toml") == named


def test_a_half_filled_template_is_told_line_by_line() -> None:
    text = fill_in(template_text(INFINITE_GULFS), box_deck())
    for old, new in (
        ('deck = "aurora"', 'deck = ""'),  # of a menace with effects: not blank any more
        ('letters = ["C", "D"]', "letters = []"),
        ('types = ["monster"]', 'types = ["monstr"]'),
        ('clue = "c47"', 'clue = "c99"'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    found = [finding.text() for finding in check_text(text, "x").findings]
    assert [line.partition(": ")[2] for line in found] == [
        "menace 'm1', key 'deck': is ''; it must be \"aurora\" (marked I) or \"standard\"",
        "objective '2': not filled in yet: letters",
        "clue 'c06', key 'types': unknown word 'monstr'; did you mean 'monster'?",
    ]  # what the cards ask of each other comes when all entries are sound
    for old, new in (
        ('deck = ""', 'deck = "aurora"'),
        ("letters = []", 'letters = ["C", "Z"]'),
        ("monstr", "monster"),
    ):
        text = text.replace(old, new, 1)
    found = [finding.text() for finding in check_text(text, "x").findings]
    assert [line.partition(": ")[2] for line in found] == [
        "case '3', key 'clue': there is no clue card 'c99'; did you mean 'c49'?",
        "objective '2', key 'letters': no clue card has the letter 'Z'",
    ]


def test_a_template_never_names_what_is_not_known() -> None:
    """What the contact does is published nowhere; the sides of visiting contacts are made up."""
    text = template_text(INFINITE_GULFS)
    assert '[[contact]]\nid = "p1"\nname = ""\nsides = []\n' in text
    assert text.count("[[clue]]") == 50
    clue: dict[str, Any] = {field.alias or name: 0 for name, field in Clue.model_fields.items()}
    entry = text.split("[[clue]]  # 1 of 50")[1].split("[[clue]]")[0]
    for key in set(clue) - {"yellow-minimum", "immediate", "sides"}:
        assert f"\n{key} = " in entry
