"""Infinite Gulfs of Darkness: deck files, deal files, codes and what the commands show of them."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from casecracker.cli import deals as deals_command
from casecracker.cli import main
from casecracker.engine.cards import CaseCard, Clue, Deck, Equipment, Menace, Objective
from casecracker.engine.dealfile import (
    deal_document,
    deal_from_document,
    deal_text,
    load_target,
    parse_code,
)
from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.deckfile import deck_text, load_deck, parse_deck
from casecracker.engine.games import (
    CASE_ICONS,
    CASE_ONGOINGS,
    INFINITE_GULFS,
    MENACE_DECKS,
    MENACE_IMMEDIATES,
    MENACE_ONGOINGS,
    SettingValue,
    make_settings,
)
from casecracker.engine.library import add_deck, find_deck
from casecracker.engine.shuffles import MAX_SEED, shuffled
from casecracker.solver.record import parse_record
from tests.gulfs_box import GULFS_DEAL, GULFS_DECK, box_deck, write_gulfs
from tests.texts import DECK

FORMATS = (Path(__file__).parent.parent / "docs" / "formats.md").read_text(encoding="utf-8")


def output(*args: str) -> str:
    """What a command that must succeed prints."""
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


# Deck files


@pytest.mark.parametrize("deck", [box_deck(), parse_deck(GULFS_DECK, "deck")])
def test_a_deck_file_is_read_and_written_without_loss(deck: Deck) -> None:
    text = deck_text(deck)
    assert parse_deck(text, "copy") == deck
    assert deck_text(parse_deck(text, "copy")) == text
    assert parse_deck(text, "copy").digest == deck.digest


def test_every_key_of_an_entry_is_read() -> None:
    deck = parse_deck(GULFS_DECK, "deck")
    clue = deck.clue[7]
    assert (clue.left, clue.left_purple) == (("any",), ("research",))
    assert (clue.right_purple, clue.letter) == (("interview", "collection"), "A")
    assert deck.clue[8].sides == ("key", "prevent-next")
    assert [card.id for card in deck.case] == ["1A", "1B", "5", "7"]
    assert deck.case[0].on_close == ("access-5", "purple-access-7")
    assert deck.case[0].right_purple == ("research",)
    assert deck.case[1].ongoing == ("time-limit-plus-1",)
    assert (deck.case[0].start, deck.case[2].start, deck.case[2].clue) == (True, False, "c9")
    assert deck.menace_ids("aurora") == ("m1", "m2")
    assert deck.menace[2].immediate == ("remove-aurora", "access-5")
    assert (deck.menace[3].icons, deck.menace[3].clue) == (("flip", "add-to-hand"), "c10")
    assert [card.letters for card in deck.objective] == [("A",), ("A", "B")]
    assert deck.equipment[0].sides == ("exchange-penalty",)


def test_the_digest_covers_every_kind_of_card() -> None:
    digests = {parse_deck(GULFS_DECK, "deck").digest}
    for old, new in (
        ("Lost man", "Lost boy"),
        ("Lights", "Light"),
        ("Truth", "Lies"),
        ("Necronomicon", "Book"),
        ('letter = "B"', 'letter = "B"\ntime = true'),
    ):
        digests.add(parse_deck(GULFS_DECK.replace(old, new), "deck").digest)
    assert len(digests) == 6


def test_the_new_keys_leave_other_decks_as_they_were() -> None:
    """Digests of shipped decks, from before this game."""
    assert find_deck("witch-cult-tight").digest == "5b3d40d388553320d7a8af92dff3b2de"
    assert set(parse_deck(DECK, "deck").document()) == {
        "clue",
        "contact",
        "game",
        "name",
        "provenance",
        "victim",
    }


@pytest.mark.parametrize("model", [CaseCard, Clue, Deck, Equipment, Menace, Objective])
def test_every_key_of_a_deck_file_is_documented(model: Any) -> None:
    for name, field in model.model_fields.items():
        key = field.alias or name
        assert f"`{key}`" in FORMATS or f"`[[{key}]]`" in FORMATS or f"`[{key}]`" in FORMATS


def test_every_word_is_documented() -> None:
    words = (*CASE_ICONS, *CASE_ONGOINGS, *MENACE_IMMEDIATES, *MENACE_ONGOINGS)
    numbered = {f"access-{n}" for n in range(2, 7)}  # access-1 to access-7
    for word in {*words, *INFINITE_GULFS.contact_sides} - numbered:
        assert f"`{word}`" in FORMATS, word
    for part in MENACE_DECKS:
        assert f'`"{part}"`' in FORMATS


# Shuffles


@pytest.mark.parametrize(
    ("stream", "order"),
    [
        ("menace/aurora", "e g b d a f c h"),
        ("menace/standard", "g h a d f e c b"),
        ("menace/removed", "d e h b a f g c"),
    ],
)
def test_the_streams_of_menaces_are_frozen_and_documented(stream: str, order: str) -> None:
    assert shuffled("abcdefgh", 42, stream) == tuple(order.split())
    assert f"| 42 | `{stream}` | `{order}` |" in FORMATS


GOLDEN_MENACES: list[tuple[int, dict[str, SettingValue], str]] = [
    (7, {}, "m2 m1 m5 m3 m4 m6"),
    (7, {"menace": "minus-one"}, "m2 m5 m3 m4 m6"),
    (7, {"menace": "no-aurora"}, "m5 m3 m4 m6"),
    (42, {"limits": 6}, "m1 m2 m6 m3 m5 m4"),
    (42, {"mode": "classic", "help": "none"}, "m1 m2 m6 m3 m5 m4"),
    (42, {"equipment": "third-aklo-ritual"}, "m1 m2 m6 m3 m5 m4"),
    (42, {"menace": "minus-one"}, "m1 m2 m6 m3 m4"),
    (42, {"menace": "no-aurora"}, "m6 m3 m5 m4"),
]


@pytest.mark.parametrize(("seed", "chosen", "menaces"), GOLDEN_MENACES)
def test_the_menaces_of_a_deal_are_frozen(
    seed: int, chosen: dict[str, SettingValue], menaces: str
) -> None:
    deal = deal_from_seed(box_deck(), "box", seed, make_settings(INFINITE_GULFS, chosen))
    assert " ".join(deal.menaces) == menaces
    assert deal.victims == ()


# Deal files and codes


def test_a_deal_file_is_read_and_written_without_loss(in_tmp: Path) -> None:
    write_gulfs(in_tmp)
    deal = load_target("deal.toml")
    assert deal.menaces == ("m2", "m1", "m4", "m3")
    assert deal.settings["help"] == "equipment"
    assert deal.code is None
    text = deal_text(deal)
    assert "# top of the menace deck first\nmenaces = " in text
    assert "victims" not in text
    (in_tmp / "copy.toml").write_text(text, encoding="utf-8")
    assert load_target("copy.toml") == deal


@pytest.fixture
def added(in_tmp: Path) -> str:
    """Id of a deck in the library."""
    (in_tmp / "box.toml").write_text(deck_text(box_deck()), encoding="utf-8")
    return add_deck("box.toml")


CHANGED = "infinite-gulfs:7,deck=box,help=none,mode=classic"


def test_a_code_names_the_settings_that_are_changed(added: str) -> None:
    typed = f"infinite-gulfs:007,mode=classic,menace=all,help=none,deck={added},v=1"
    assert parse_code(typed).code == CHANGED


_chosen = st.fixed_dictionaries(
    {}, optional={s.name: st.sampled_from(s.choices) for s in INFINITE_GULFS.settings}
)


@given(seed=st.integers(0, MAX_SEED), chosen=_chosen)
def test_any_code_survives_a_deal_file(
    seed: int, chosen: dict[str, SettingValue], tmp_path_factory: pytest.TempPathFactory
) -> None:
    deck = box_deck()
    deal = deal_from_seed(deck, "box", seed, make_settings(INFINITE_GULFS, chosen))
    copy = deal_from_document(deal_document(deal), "deal", lambda name: (deck, name))
    assert copy == deal
    assert copy.code == deal.code is not None
    assert deal.code.startswith(f"infinite-gulfs:{seed},deck=box")


def test_the_command_writes_a_deal_that_is_known_by_its_code(added: str, in_tmp: Path) -> None:
    output("deal", CHANGED, "--out", "x.toml")
    assert (in_tmp / "x.toml").read_text(encoding="utf-8").startswith(f"# deal {CHANGED} of")
    assert load_target("x.toml") == parse_code(CHANGED)
    assert load_target("x.toml").code == CHANGED


def test_a_deck_by_its_path_gives_the_same_deal(added: str, in_tmp: Path) -> None:
    output("deal", "infinite-gulfs:7", "--deck", "box.toml", "--out", "x.toml")
    by_path, by_id = load_target("x.toml"), parse_code("infinite-gulfs:7,deck=box")
    assert by_path.from_seed
    assert (by_path.draw, by_path.menaces) == (by_id.draw, by_id.menaces)
    assert load_target("x.toml", "box").code == "infinite-gulfs:7,deck=box"


def test_other_menaces_are_another_deal(added: str, in_tmp: Path) -> None:
    """The seed decides the later shuffles still, but no code describes the deal."""
    text = deal_text(parse_code("infinite-gulfs:7,deck=box"))
    assert 'menaces = ["m2", "m1", ' in text
    (in_tmp / "x.toml").write_text(text.replace('["m2", "m1", ', '["m1", "m2", '), encoding="utf-8")
    deal = load_target("x.toml")
    assert (deal.code, deal.seed, deal.menaces[:2]) == (None, 7, ("m1", "m2"))


@pytest.mark.parametrize(
    ("setting", "menaces"),
    [("minus-one", ("m1", "m4", "m3")), ("no-aurora", ("m3", "m4"))],
)
def test_menaces_left_out_by_a_setting_are_absent(
    in_tmp: Path, setting: str, menaces: tuple[str, ...]
) -> None:
    text = GULFS_DEAL.replace('["m2", "m1", "m4", "m3"]', json.dumps(menaces))
    path = write_gulfs(in_tmp, deal=f'{text}menace = "{setting}"\n')
    assert load_target(path).menaces == menaces


def test_a_record_embeds_deck_and_menaces(in_tmp: Path) -> None:
    deal = load_target(write_gulfs(in_tmp))
    document = {
        "format": 1,
        "deck": {"format": 1, **deal.deck.document()},
        "deal": deal_document(deal),
        "moves": ["take"],
    }
    record = parse_record(json.dumps(document), "record")
    assert record.deal.menaces == deal.menaces
    assert record.deal.deck == deal.deck
    assert record.deal == deal


# What the commands show


def test_show_prints_every_card_with_its_words(in_tmp: Path) -> None:
    write_gulfs(in_tmp)
    text = output("deck", "show", "deck.toml")
    for told in (
        "any purple-research",
        "research purple-interview purple-collection",
        "puzzle skeleton-lock darkness letter A",
        "from the briefcase: key or prevent-next",
        "case 1A: Lost man (at the start; interview, purple-research; on-close: access-5, "
        "purple-access-7)",
        "case 5: Lost box (any; on-close: flip, add-to-hand, take-stability; other side: c9)",
        "case 7: Haunter of the Dark (ongoing: darkness-stability-check; "
        "on-close: purple-take-stability)",
        "menace m3:  (standard; immediate: remove-aurora, access-5)",
        "objective 2:  (A, B)",
        "equipment necronomicon: Necronomicon (exchange-penalty)",
    ):
        assert told in text, told


def test_the_json_of_show_has_the_keys_of_the_deck_file(in_tmp: Path) -> None:
    write_gulfs(in_tmp)
    shown = json.loads(output("deck", "show", "deck.toml", "--json"))
    assert {"case", "menace", "objective", "equipment", "digest", "id"} <= set(shown)
    assert "victim" not in shown
    assert shown["clue"][7]["left-purple"] == ["research"]
    assert not {"yellow-minimum", "immediate"} & set(shown["clue"][7])
    other = json.loads(output("deck", "show", "witch-cult-standard", "--json"))
    assert not {"case", "menace", "objective", "equipment"} & set(other)
    assert not {"letter", "sides", "left_purple", "right_purple"} & set(other["clue"][0])


def test_list_and_games_know_the_game(added: str) -> None:
    rows = json.loads(output("deck", "list", "--json"))["decks"]
    [row] = [row for row in rows if row["id"] == added]
    assert (row["cases"], row["menaces"], row["objectives"]) == (8, 6, 5)
    assert "victims" not in row
    text = output("games")
    assert "infinite-gulfs: Arkham Noir Case #3" in text
    assert "mode         what wins the game: [hardboiled], classic" in text
    assert "box                     transcribed, added: Box" in text


@pytest.fixture
def dealt(in_tmp: Path, monkeypatch: pytest.MonkeyPatch) -> Deal:
    """The small deal; what its opening gives is put in as it must come out."""
    opening = {
        "leads": ["c5", "c8", "c2", "c1", "c3"],
        "hand": ["c4", "c6", "c7"],
        "discard": [],
        "time": [],
        "stack": [],
    }
    monkeypatch.setattr(deals_command, "_opening", lambda _: opening)
    return load_target(write_gulfs(in_tmp))


def test_a_deal_is_laid_out_as_on_the_table(dealt: Deal) -> None:
    text = "\n".join(deals_command.layout_lines(dealt))
    blocks = {block.split("\n")[0]: block.split("\n")[1:] for block in text.split("\n\n")}
    heading = text.split("\n\n")[0].split("\n")
    assert heading[3:] == [
        "contact: none",
        "equipment: necronomicon Necronomicon (exchange-penalty)",
    ]
    [case] = blocks["Open cases, in the order of their numbers"]
    assert " ".join(case.split()) == (
        "1A Lost man > interview purple-research on closing: access-5 purple-access-7"
    )
    assert [row.split()[0] for row in blocks["Case deck"]] == ["5", "7"]
    assert blocks["Case deck"][1].endswith(
        "(darkness-stability-check)  icons: purple-take-stability"
    )
    menaces = blocks["Menaces to come, the next one first"]
    assert [row.split()[0] for row in menaces] == ["m2", "m1", "m4", "m3"]
    assert menaces[2].endswith("standard  icons: flip add-to-hand")
    assert menaces[3].endswith("standard  remove-aurora  access-5")
    objectives = blocks["Objectives, with the letters of their puzzles"]
    assert [row.split() for row in objectives] == [["1", "Truth", "A"], ["2", "A", "B"]]
    faces = blocks["Clue cards on the other sides of these cards, not in the stack"]
    assert [row.split()[-3:] for row in faces] == [["on", "case", "5"], ["on", "menace", "m4"]]
    assert [row.split()[0] for row in faces] == ["c9", "c10"]
    leads = blocks["Leads, from left to right"]
    assert "any purple-research > research purple-interview purple-collection" in leads[1]
    assert "darkness letter A minimum 2 (search-menace)" in leads[1]
    assert "Later shuffles: decided by seed 42" in text


def test_helpers_and_objectives_follow_the_settings(
    in_tmp: Path, dealt: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = GULFS_DEAL.replace('help = "equipment"', 'help = "contact"\nmode = "classic"')
    other = load_target(write_gulfs(in_tmp, deal=text))
    laid = "\n".join(deals_command.layout_lines(other))
    assert "contact: p1 Helper (key or take-discard)\nequipment: none\n" in laid
    assert "  1B " in laid
    assert "(time-limit-plus-1)" in laid
    assert "Objectives" not in laid


def test_the_json_of_a_deal_says_the_same(dealt: Deal) -> None:
    row = json.loads(output("deal", "deal.toml", "--json"))
    assert row["cases"] == ["1A"]
    assert row["cases_left"] == [5, 7]
    assert row["menaces"] == ["m2", "m1", "m4", "m3"]
    assert row["objectives"] == [
        {"number": 1, "letters": ["A"]},
        {"number": 2, "letters": ["A", "B"]},
    ]
    assert row["helpers"] == ["necronomicon"]
    assert row["faces"] == {"c9": "case 5", "c10": "menace m4"}
    assert row["leads"] == ["c5", "c8", "c2", "c1", "c3"]
    assert row["hand"] == ["c6", "c7", "c4"]
    assert "victims" not in row
    section = FORMATS.split("## JSON of the smaller commands")[1].split("\n## ")[0]
    for key in row:
        assert f"`{key}`" in section, key


def test_a_face_behind_a_menace_that_was_removed_is_not_in_the_game(
    in_tmp: Path, dealt: Deal
) -> None:
    text = GULFS_DEAL.replace('["m2", "m1", "m4", "m3"]', '["m2", "m1", "m3"]')
    write_gulfs(in_tmp, deal=f'{text}menace = "minus-one"\n')
    row = json.loads(output("deal", "deal.toml", "--json"))
    assert row["faces"] == {"c9": "case 5"}


def test_an_owner_adds_a_deck(in_tmp: Path) -> None:
    (in_tmp / "box.toml").write_text(deck_text(box_deck()), encoding="utf-8")
    told = output("deck", "add", "box.toml")
    assert told == ("added the transcribed deck 'box'; use it like infinite-gulfs:42,deck=box\n")
    assert load_deck("box.toml") == find_deck("box")
