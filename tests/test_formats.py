"""Deal codes, deck files and deal files: what is read, what is written, and golden values."""

import hashlib
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casecracker.engine import files, shuffles
from casecracker.engine.cards import Clue, Contact, Deck, Victim
from casecracker.engine.dealfile import deal_text, load_target, looks_like_code, parse_code
from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.deckfile import deck_text, load_deck, parse_deck
from casecracker.engine.errors import CasecrackerError, FileFormatError
from casecracker.engine.games import GAMES, TECHNIQUES, WITCH_CULT, SettingValue, make_settings
from casecracker.engine.library import add_deck, find_deck, list_decks
from casecracker.engine.shuffles import MAX_SEED, shuffled
from tests.texts import DEAL, DECK, write_both

FORMATS = (Path(__file__).parent.parent / "docs" / "formats.md").read_text(encoding="utf-8")

SHUFFLES = [
    (42, "clue/0", "h g f e c a d b"),
    (42, "clue/1", "h d f e b a g c"),
    (42, "victim", "c d g f a h e b"),
    (0, "clue/0", "g f h c d a b e"),
    (MAX_SEED, "clue/0", "g a f c b d h e"),
]


@pytest.mark.parametrize(("seed", "stream", "order"), SHUFFLES)
def test_shuffles_of_scheme_1_are_frozen_and_documented(seed: int, stream: str, order: str) -> None:
    assert shuffled("abcdefgh", seed, stream) == tuple(order.split())
    assert f"`{order}`" in FORMATS


def by_the_book(ids: list[str], seed: int, stream: str) -> list[str]:
    """The scheme as docs/formats.md tells it, written once more from that text alone."""
    data = b"".join(
        hashlib.blake2b(
            f"{seed}/{stream}/{block}".encode("ascii"), key=b"casecracker shuffle scheme 1"
        ).digest()
        for block in range(20)
    )
    numbers = [int.from_bytes(data[k : k + 8], "little") for k in range(0, len(data), 8)]
    order = sorted(ids)
    for i in reversed(range(1, len(order))):
        x = numbers.pop(0)
        while x >= 2**64 - 2**64 % (i + 1):
            x = numbers.pop(0)
        j = x % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


@given(
    seed=st.integers(0, MAX_SEED),
    stream=st.sampled_from(["victim", "clue/0", "clue/1", "clue/17"]),
    size=st.integers(1, 62),
)
def test_the_documented_scheme_gives_the_same_orders(seed: int, stream: str, size: int) -> None:
    ids = [f"c{number:02}" for number in range(size)]
    assert list(shuffled(ids, seed, stream)) == by_the_book(ids, seed, stream)


def test_a_number_past_the_last_whole_multiple_is_thrown_away() -> None:
    assert 2**64 % 7 == 2
    assert shuffles._below(7, iter([2**64 - 1, 2**64 - 2, 2**64 - 3])) == (2**64 - 3) % 7
    assert shuffles._below(8, iter([2**64 - 1])) == 7


FIFTY_IN_ORDER_OF_SEED_42 = (
    "22 17 30 32 23 33 48 21 42 10 27 36 50 38 39 15 09 47 49 12 11 03 26 41 34 "
    "18 07 37 01 06 13 45 08 14 02 25 44 04 24 43 28 35 29 05 40 19 16 31 46 20"
)


def test_the_draw_order_of_fifty_cards_is_frozen() -> None:
    ids = [f"c{number:02}" for number in range(1, 51)]
    order = " ".join(card[1:] for card in shuffled(ids, 42, "clue/0"))
    assert order == FIFTY_IN_ORDER_OF_SEED_42


GOLDEN_DEALS: list[tuple[dict[str, SettingValue], str]] = [
    ({}, "v1 v5 v2 v4 v3"),
    ({"victims": 4}, "v1 v5 v2 v4"),
    ({"limits": 6}, "v1 v5 v2 v4 v3"),
    ({"puzzles": 6}, "v1 v5 v2 v4 v3"),
    ({"last-victim": "win"}, "v1 v5 v2 v4 v3"),
    ({"contact": "none"}, "v1 v5 v2 v4 v3"),
]
GOLDEN_DRAW = "c8 c7 c6 c5 c3 c1 c4 c2"


@pytest.mark.parametrize(("chosen", "victims"), GOLDEN_DEALS)
def test_a_deal_is_frozen_whatever_its_settings(
    chosen: dict[str, SettingValue], victims: str
) -> None:
    settings = make_settings(WITCH_CULT, chosen)
    deal = deal_from_seed(parse_deck(DECK, "deck"), "deck", 42, settings)
    assert " ".join(deal.draw) == GOLDEN_DRAW
    assert " ".join(deal.victims) == victims
    assert " ".join(deal.order(1) or ()) == "c8 c4 c6 c5 c2 c1 c7 c3"


def test_the_golden_deals_cover_every_setting() -> None:
    covered = {name for chosen, _ in GOLDEN_DEALS for name in chosen}
    assert covered == {setting.name for setting in WITCH_CULT.settings}


@pytest.mark.parametrize("model", [Deck, Clue, Victim, Contact])
def test_every_key_of_a_deck_file_is_documented(model: Any) -> None:
    for name, field in model.model_fields.items():
        key = field.alias or name
        assert f"`{key}`" in FORMATS or f"`[[{key}]]`" in FORMATS or f"`[{key}]`" in FORMATS


def test_every_word_of_the_games_is_documented() -> None:
    for game in GAMES.values():
        words = (*game.types, *game.attributes, *game.effects, *game.immediates)
        for word in (*words, *TECHNIQUES):
            assert f"`{word}`" in FORMATS


# Deck files


def test_a_deck_file_is_read_and_written_without_loss() -> None:
    deck = parse_deck(DECK, "deck")
    assert len(deck.clue) == 8
    assert deck.clue[0].effects == ("take-lead", "stability-check", "stability-check")
    assert parse_deck(deck_text(deck), "copy") == deck
    assert deck_text(parse_deck(deck_text(deck), "copy")) == deck_text(deck)


_plain = st.recursive(
    st.text(max_size=20)
    | st.integers()
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
_names = st.text(max_size=40)


@given(name=_names, card=_names, synthesis=st.dictionaries(st.text(max_size=8), _plain))
def test_any_name_and_any_synthesis_survives_a_file(
    name: str, card: str, synthesis: dict[str, Any]
) -> None:
    deck = parse_deck(DECK, "deck")
    clue = deck.clue[0].model_copy(update={"name": card})
    update = {"name": name, "synthesis": synthesis, "clue": (clue, *deck.clue[1:])}
    changed = deck.model_copy(update=update)
    assert parse_deck(deck_text(changed), "copy") == changed


def test_the_digest_is_over_the_content_not_the_bytes() -> None:
    deck = parse_deck(DECK, "deck")
    assert parse_deck(f"# a comment\n{DECK}", "deck").digest == deck.digest
    assert parse_deck(DECK.replace("Helper", "Friend"), "deck").digest != deck.digest
    noted = deck.model_copy(update={"synthesis": {"seed": 1}})
    assert noted.digest == deck.digest


# Deal files


def test_a_deal_file_is_read_and_written_without_loss(in_tmp: Path) -> None:
    deal = load_target(write_both(in_tmp))
    assert deal.draw == ("c3", "c1", "c2", "c8", "c5", "c6", "c7", "c4")
    assert deal.victims == ("v2", "v1", "v5")
    assert deal.settings["limits"] == 2
    assert deal.order(1) == ("c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8")
    assert deal.order(2) == shuffled(deal.deck.clue_ids(), 42, "clue/2")
    assert deal.code is None
    (in_tmp / "copy.toml").write_text(deal_text(deal, str(in_tmp)), encoding="utf-8")
    assert load_target(str(in_tmp / "copy.toml")) == deal


def test_a_deck_path_starts_from_the_deal_file(in_tmp: Path) -> None:
    (in_tmp / "deals").mkdir()
    write_both(in_tmp)
    moved = DEAL.replace("deck.toml", "../deck.toml")
    (in_tmp / "deals" / "deal.toml").write_text(moved, encoding="utf-8")
    deal = load_target("deals/deal.toml")
    (in_tmp / "other.toml").write_text(deal_text(deal), encoding="utf-8")
    assert 'deck = "deck.toml"' in deal_text(deal)
    assert load_target("other.toml").draw == deal.draw


def test_without_a_seed_later_shuffles_are_unknown(in_tmp: Path) -> None:
    deal = load_target(write_both(in_tmp, deal=DEAL.replace("reshuffle = 42\n", "")))
    assert deal.order(1) is not None
    assert deal.order(2) is None


_orders = st.permutations([f"c{number}" for number in range(1, 9)]).map(tuple)
_deals = st.builds(
    lambda draw, victims, seed, reshuffles, limits: Deal(
        parse_deck(DECK, "deck"),
        "deck.toml",
        make_settings(
            WITCH_CULT, {"limits": limits, "victims": len(victims), "puzzles": 1}, from_file=True
        ),
        draw,
        victims,
        seed,
        tuple(reshuffles),
    ),
    draw=_orders,
    victims=st.lists(st.sampled_from(["v1", "v2", "v3", "v4", "v5"]), min_size=2, unique=True).map(
        tuple
    ),
    seed=st.none() | st.integers(0, MAX_SEED),
    reshuffles=st.lists(_orders, max_size=3),
    limits=st.integers(1, 9),
)


@given(deal=_deals)
def test_any_deal_survives_a_file(deal: Deal, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("deals")
    path = write_both(folder, deal=deal_text(deal))
    loaded = load_target(path)
    assert (loaded.draw, loaded.victims, loaded.seed) == (deal.draw, deal.victims, deal.seed)
    assert (loaded.settings, loaded.reshuffles) == (deal.settings, deal.reshuffles)
    assert deal_text(loaded, str(folder)) == deal_text(deal)


# Deal codes


@pytest.fixture
def added(in_tmp: Path) -> str:
    """Id of a small deck in the library."""
    write_both(in_tmp)
    return add_deck("deck.toml")


_chosen = st.fixed_dictionaries(
    {}, optional={s.name: st.sampled_from(s.choices) for s in WITCH_CULT.settings}
)


@given(seed=st.integers(0, MAX_SEED), chosen=_chosen)
def test_any_code_is_printed_as_it_is_read(
    seed: int, chosen: dict[str, SettingValue], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("code")
    write_both(folder, deck=f'{DECK}\n[[victim]]\nid = "v6"\nright = ["any"]\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CASECRACKER_DATA", str(folder))
        add_deck(str(folder / "deck.toml"))
        words = [f"{key}={value}" for key, value in chosen.items()]
        deal = parse_code(",".join([f"witch-cult:{seed}", *words, "deck=deck"]))
        assert deal.code is not None
        assert parse_code(deal.code) == deal
        assert parse_code(deal.code).code == deal.code


def test_a_code_prints_changed_settings_only_and_sorted(added: str) -> None:
    deal = parse_code(f"witch-cult:007,victims=4,limits=5,v=1,deck={added},contact=none")
    assert deal.code == "witch-cult:7,contact=none,deck=deck,victims=4"


def test_a_code_written_as_a_file_is_known_by_its_code(added: str, in_tmp: Path) -> None:
    deal = parse_code(f"witch-cult:{MAX_SEED},deck={added},limits=6")
    (in_tmp / "seeded.toml").write_text(deal_text(deal), encoding="utf-8")
    assert load_target("seeded.toml") == deal
    assert load_target("seeded.toml").code == deal.code


def test_a_deck_given_by_its_path_has_no_code(in_tmp: Path) -> None:
    write_both(in_tmp)
    assert load_target("witch-cult:1", "deck.toml").code is None
    assert (
        load_target("witch-cult:1", "./deck.toml").draw
        == load_target("witch-cult:1", "deck.toml").draw
    )


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("witch-cult:42", True),
        ("witch-cult:", True),
        ("nothing:x,y", True),
        ("deal.toml", False),
        ("./witch-cult:42", False),
        ("C:\\deal.toml", False),
        ("a.b:c", False),
        ("-", False),
        ("", False),
    ],
)
def test_codes_are_told_from_paths(target: str, expected: bool) -> None:
    assert looks_like_code(target) is expected


# The library


def test_added_decks_are_found_and_listed(added: str) -> None:
    assert find_deck(added) == find_deck("deck.toml") == load_deck("deck.toml")
    assert [entry.id for entry in list_decks() if entry.source == "added"] == ["deck"]


def test_another_deck_does_not_take_a_taken_id(added: str, in_tmp: Path) -> None:
    add_deck("deck.toml")  # the same deck again
    write_both(in_tmp, deck=DECK.replace("Helper", "Friend"))
    with pytest.raises(CasecrackerError, match="another deck was added as 'deck'"):
        add_deck("deck.toml")
    add_deck("deck.toml", replace=True)
    assert find_deck(added).contact[0].name == "Friend"


def test_built_in_decks_are_whole_synthetic_and_not_shadowed(in_tmp: Path) -> None:
    for entry in list_decks():
        assert entry.source == "built-in"
        assert entry.deck is not None, entry.fault
        assert entry.deck.provenance == "synthetic"
        (in_tmp / f"{entry.id}.toml").write_text(DECK, encoding="utf-8")
        with pytest.raises(CasecrackerError, match="is a built-in deck"):
            add_deck(f"{entry.id}.toml")


def test_a_damaged_deck_is_listed_as_damaged(added: str) -> None:
    path = Path(os.environ["CASECRACKER_DATA"]) / "decks" / f"{added}.toml"
    path.write_text("format = 1\n", encoding="utf-8")
    [entry] = [entry for entry in list_decks() if entry.source == "added"]
    assert entry.deck is None
    assert "key 'game' is missing" in entry.fault


# Reading and writing


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(in_tmp: Path) -> None:
    data = b"\xef\xbb\xbf" + DECK.replace("\n", "\r\n").encode()
    (in_tmp / "windows.toml").write_bytes(data)
    assert load_deck("windows.toml") == parse_deck(DECK, "deck")


def test_writing_leaves_nothing_behind_when_interrupted(
    in_tmp: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    files.write_text("kept.toml", "old")
    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.write_text("kept.toml", "new")
    assert os.listdir(in_tmp) == ["kept.toml"]
    assert (in_tmp / "kept.toml").read_text() == "old"


def test_writing_keeps_permissions_and_links(in_tmp: Path) -> None:
    files.write_text("real.toml", "old")
    os.chmod("real.toml", 0o640)
    os.symlink("real.toml", "link.toml")
    files.write_text("link.toml", "new")
    assert os.path.islink("link.toml")
    assert (in_tmp / "real.toml").read_text() == "new"
    assert stat.S_IMODE(os.stat("real.toml").st_mode) == 0o640


@pytest.mark.parametrize("path", ["no-folder/deck.toml", ".", "a\0b"])
def test_a_file_that_cannot_be_written_is_told(in_tmp: Path, path: str) -> None:
    with pytest.raises(FileFormatError, match="cannot write"):
        files.write_text(path, "text")
    assert os.listdir(in_tmp) == []


@given(name=st.text())
def test_shown_names_cannot_steer_a_terminal(name: str) -> None:
    text = files.escaped(name)
    assert text.isprintable()
    assert files.escaped(text) == text
    text.encode()


def test_names_are_shown_with_what_they_hide() -> None:
    assert files.escaped("a\x1b[31mb\n\u202ec\x85") == "a\\x1b[31mb\\n\\u202ec\\x85"
    assert files.escaped("Zoë 黄衣の王") == "Zoë 黄衣の王"
