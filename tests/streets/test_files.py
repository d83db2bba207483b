"""Box files and deal codes of Streets of Arkham: what is refused, and in which words."""

from pathlib import Path

import pytest

from casecracker.engine.errors import CasecrackerError, IllegalMoveError
from casecracker.engine.streets.boxfile import parse_box, parse_effect, parse_row, shipped_box
from casecracker.engine.streets.deal import parse_streets_code
from casecracker.engine.streets.state import StreetsState

BOX = """
format = 1
game = "streets-of-arkham"
name = "Small"
provenance = "synthetic"
adventure = [
  { id = "a", rows = ["1"] }, { id = "b", rows = ["1"] }, { id = "c", rows = ["1"] },
  { id = "d", rows = ["1"] }, { id = "e", rows = ["1"] }, { id = "f", rows = ["1"] },
]
mythos = [{ id = "m" }]
ancient-one = [{ id = "boss", signs = 1, doom = 3, combat = "1" }]
investigator = [{ id = "p", sanity = 3, stamina = 3 }]
"""

FAULTS = [
    ('"1"] }, { id = "b"', '"1", 7] }, { id = "b"', "adventure 'a' rows: 7 is no row"),
    ('id = "b", rows = ["1"]', 'id = "b", rows = []', "'b': rows: an adventure has at least one"),
    ('id = "b"', 'id = "a"', "adventure 'a': two entries have this id"),
    ('id = "b"', 'id = "b", rewards = ["elder-sing"]', "did you mean 'elder-sign'"),
    ('id = "b"', 'id = "b", reward = ["clue"]', "'b' reward: unknown key; did you mean 'rewards'?"),
    ('id = "b"', 'id = "b", of = "gates-of-arkham/nowhere"', "no such shipped adventure"),
    ('id = "b"', 'id = "b", rewards = ["monster -1"]', "monster takes a positive number"),
    ('id = "b"', 'id = "b", rewards = ["trophies 2"]', "write a negative number"),
    ('id = "b"', 'id = "b", of = "unseen-forces/lingering-curse"', "is not played in this game"),
    ("stamina = 3 }", 'stamina = 3 }, { id = "p", sanity = 1, stamina = 1 }', "'p': two entries"),
    (
        "mythos =",
        'monster = [{ id = "x", row = "1", count = 2 }, { id = "x-2", row = "1" }]\nmythos =',
        "monster 'x-2': two entries",
    ),
    ("doom = 3", "doom = 3, gates = [4]", "'boss': space 4; the track has 3"),
    ("doom = 3", "doom = 3, ability = 'none'", "'boss': ability 'none'"),
    ('"streets-of-arkham"', '"witch-cult"', "game: 'witch-cult'; write 'streets-of-arkham'"),
    ('game = "streets-of-arkham"', "", "'game': the key is missing"),
    ('"synthetic"', '"real"', "provenance: 'real'; write 'transcribed' or 'synthetic'"),
    ("signs = 1", 'signs = "8"', "'boss' signs: '8'; write a whole number"),
    ("signs = 1", "signs = 18", "'boss' signs: 18; at most 17"),
    ("signs = 1", "signs = 0", "'boss' signs: 0; at least 1"),
    ('"Small"', "5", "name: 5; write a text"),
    ('mythos = [{ id = "m" }]', "mythos = []", "mythos: 0 given; at least 1"),
    ('mythos = [{ id = "m" }]', "mythos = 5", "mythos: 5; write a list"),
    ('{ id = "m" }', "5", "mythos 0: 5; write a table"),
    ('id = "m"', 'id = "M"', "'M' id: 'M'; write small letters"),
    ('combat = "1"', 'combat = ""', "'boss': combat: no dice"),
    ('rows = ["1"]', f'rows = ["1{" clock" * 21}"]', "each cost at most 20 times"),
    *(
        ('id = "m"', f'id = "m", effects = ["{effect}"]', f"mythos 'm' effects: {words}")
        for effect, words in (
            ("clock 99999999999", "'clock 99999999999': at most 20"),
            ("monster 21", "'monster 21': at most 20"),
            ("elder-sign -21", "'elder-sign -21': at most 20"),
            ("clue | spell 2000 + doom", "'spell 2000': at most 20"),
            ("clue " + "9" * 5000, "'clue 9999"),
            ("clue --2", "'clue --2': after the effect stand a number"),
            ("clue ²", "'clue ²': after the effect stand a number"),
            ("{clue}", "'{clue}': no effect '{clue}'"),
            ("clue 0", "'clue 0': clue takes a positive or a negative number"),
            ("gate 0", "'gate 0': gate takes a positive number"),
        )
    ),
    ("format = 1", "format = 2", "newer"),
]


@pytest.mark.parametrize(("old", "new", "words"), FAULTS)
def test_a_fault_in_a_box_file_is_named_in_one_line(old: str, new: str, words: str) -> None:
    assert old in BOX
    with pytest.raises(CasecrackerError) as fault:
        parse_box(BOX.replace(old, new, 1), "box.toml")
    assert words in str(fault.value)
    assert "\n" not in str(fault.value)
    assert str(fault.value).startswith("box.toml")


def test_a_box_of_ones_own_is_played(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(BOX, encoding="utf-8")
    deal = parse_streets_code("streets-of-arkham:1", str(path))
    assert deal.code is None
    assert StreetsState.start(deal).moves()


CODES = [
    ("streets-of-arkham:x", "seed 'x'"),
    ("streets-of-arkham:18446744073709551616", "seed"),
    ("streets-of-arkham:000000000000000000000018446744073709551616", "seed"),
    ("streets-of-arkham:1,players=2", "no setting 'players'"),
    ("streets-of-arkham:1,investigator=2", "did you mean 'investigators'"),
    ("streets-of-arkham:1,investigators=0", "it takes 1 to 8"),
    ("streets-of-arkham:1,investigators=1,investigators=2", "given twice"),
    ("streets-of-arkham", "looks like"),
]


@pytest.mark.parametrize(("code", "words"), CODES)
def test_a_code_that_is_none_is_refused(code: str, words: str) -> None:
    with pytest.raises(CasecrackerError, match=words):
        parse_streets_code(code)


def test_a_code_names_what_differs_from_the_default() -> None:
    code = "streets-of-arkham:7,ancient-one=ghatanothoa,investigators=3"
    assert parse_streets_code(code).code == code
    assert parse_streets_code("streets-of-arkham:7,investigators=1").code == "streets-of-arkham:7"


def test_an_illegal_move_is_refused_with_the_legal_ones() -> None:
    state = StreetsState.start(parse_streets_code("streets-of-arkham:0"))
    with pytest.raises(IllegalMoveError, match=f"legal: '{state.moves()[0]}'"):
        state.play("go home")


@pytest.mark.parametrize(
    "text", ["elder-sign 2", "sanity -1 each", "clue | spell + doom -1", "gate"]
)
def test_an_effect_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_effect(text)) == text


def test_a_row_is_written_as_it_is_read() -> None:
    row = parse_row("3 L T/P sanity gate after-first-1 sheldon-gang")
    assert str(row) == "3 L T/P sanity gate"
    assert (row.monster, row.membership) == (1, "sheldon-gang")


def test_public_facts_go_before_what_the_box_file_says() -> None:
    places = {one.id: one for one in shipped_box().places}
    robbery = places["bank-robbery"]
    assert [str(effect) for effect in robbery.rewards] == ["common-item 2"]
    assert robbery.member == "sheldon-gang"
    assert robbery.rows[0].membership == "sheldon-gang"
    assert places["rlyeh"].trophies == 2
    assert {"rewards", "rows"} <= set(robbery.public)


def test_every_effect_of_the_shipped_box_is_in_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "streets.md").read_text(encoding="utf-8")
    kinds = set()
    for place in shipped_box().places:
        for effects in (place.rewards, place.penalties, place.terror, place.entry, place.midnight):
            kinds |= {effect.kind for effect in effects}
    assert {kind for kind in kinds if f"`{kind}" not in page} <= {"choose-one"}
