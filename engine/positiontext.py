"""Position files written: a position as text that reads back as the same position."""

from collections.abc import Iterator

from casecracker.engine.dealfile import deck_name
from casecracker.engine.files import escaped
from casecracker.engine.position import Position
from casecracker.engine.positionfile import PositionFile, called_key
from casecracker.engine.state import AREAS
from casecracker.engine.tabletop import OpenCase, Pending, Tabletop, unpacked
from casecracker.engine.tomltext import toml_key, toml_lines, toml_value


def position_text(game: Position | PositionFile, folder: str = "") -> str:
    """A position as a position file in `folder`; reading it there gives back an equal one.

    Of a `PositionFile`, what it tells of the hidden order is written too.
    """
    file = game if isinstance(game, PositionFile) else PositionFile(game)
    position = file.position
    table = unpacked(position)
    deck = position.deck
    lines = [
        f"# a position of {deck.game} with a {deck.provenance} deck: {escaped(deck.name)}",
        "format = 1",
        *toml_lines("game", deck.game),
        *toml_lines("deck", deck_name(position.deck_id, folder)),
        f"turn = {table.turn}",
        *_pending_word(table.pending),
        *_areas(table),
        *_cards_to_come(file, table),
        *(_gulfs(table) if deck.menace else ()),
        *_chance(file),
        "",
        "[settings]",
        *(f"{toml_key(key)} = {toml_value(value)}" for key, value in position.settings.items()),
        *_pending_table(table.pending),
    ]
    cases = _gulfs_cases(table) if deck.menace else _cases(table)
    return "\n".join([*lines, *cases]) + "\n"


def _areas(table: Tabletop) -> Iterator[str]:
    yield "# first lead first"
    yield from toml_lines("leads", table.leads)
    for name in AREAS:
        yield from toml_lines(name, table.areas[name])
    if table.contact_used:
        yield 'contact = "used"'
    yield f"shuffles = {table.shuffles}"


def _cards_to_come(file: PositionFile, table: Tabletop) -> Iterator[str]:
    left = table.left if file.called is None else file.called
    yield from toml_lines(called_key(file.position.game), left)


def _gulfs(table: Tabletop) -> Iterator[str]:
    yield from toml_lines("menaces-active", table.menaces_active)
    yield from toml_lines("menaces-out", table.menaces_out)
    yield from toml_lines("cases-left", table.cases_left)
    yield from toml_lines("briefcase", table.briefcase)
    if table.out:
        yield "# out of the game, or on the other side of a card that is"
        yield from toml_lines("out", table.out)
    if table.equipment_used:
        yield 'equipment = "used"'
    if table.prevented_any:
        yield "prevented-any = true"


def _chance(file: PositionFile) -> Iterator[str]:
    if file.order is not None:
        yield "# the stack, top first"
        yield from toml_lines("draw", file.order)
    if file.seed is not None:
        # TOML readers need not take whole numbers past 63 bits.
        yield from toml_lines("reshuffle", file.seed if file.seed < 2**63 else str(file.seed))
    if file.reshuffles:
        yield from ("reshuffles = [", *(f"  {toml_value(o)}," for o in file.reshuffles), "]")


def _pending_word(pending: Pending) -> Iterator[str]:
    if pending == Pending(pending.due) and pending.due != "action":
        yield from toml_lines("pending", pending.due)


def _pending_table(pending: Pending) -> Iterator[str]:
    if pending == Pending(pending.due):
        return
    yield from ("", "[pending]", f"due = {toml_value(pending.due)}")
    if pending.card:
        yield from toml_lines("card", pending.card)
    if pending.gained is not None:
        yield from toml_lines("gained", [" ".join(pair) for pair in pending.gained])
    elif pending.due == "effect":
        yield f"effect = {pending.effect}"
    if pending.case:
        yield f"case = {pending.case}"
    if pending.scored:
        yield from toml_lines("scored", pending.scored)
    if pending.six_types:
        yield "six-types = true"
    if pending.waiting:
        yield from toml_lines("waiting", pending.waiting)


def _cases(table: Tabletop) -> Iterator[str]:
    """An entry for each victim that has appeared."""
    cases = {case.number: case for case in table.cases}
    for number, victim in enumerate(table.victims, start=1):
        yield from ("", "[[case]]", *toml_lines("victim", victim))
        if number in cases:
            yield from _line(cases[number])
        else:
            yield "closed = true"


def _gulfs_cases(table: Tabletop) -> Iterator[str]:
    if not table.cases:
        yield from ("", "# no case is open")
    for case in table.cases:
        yield from ("", "[[case]]", f"number = {case.number}", *_line(case))


def _line(case: OpenCase) -> Iterator[str]:
    yield from toml_lines("line", case.line)
    if case.key_effects:
        yield f"key-effects = {case.key_effects}"
    if case.prevented:
        yield "prevented = true"
    if case.last is not None:
        yield from toml_lines("last", case.last)
