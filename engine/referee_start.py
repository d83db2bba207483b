"""The referee's table laid out as it is in a position, in the middle of a turn too.

Games that a referee plays from the opening do not need this. What lies where is read from the
position in plain words (`tabletop.py`).
"""

from collections.abc import Iterator

from casecracker.engine.position import Position
from casecracker.engine.referee import Referee
from casecracker.engine.referee_areas import Case
from casecracker.engine.referee_gulfs import GulfsReferee
from casecracker.engine.referee_gulfs_areas import CASE_NAME, GulfsCase
from casecracker.engine.referee_gulfs_table import GulfsTable, Step
from casecracker.engine.state import AREAS
from casecracker.engine.tabletop import Tabletop, unpacked

_ADD = "add-to-hand"


def lay_out(referee: Referee) -> None:
    """Lay out the position that the referee's deal begins with."""
    position = referee.deal.start
    assert position is not None
    top, table = unpacked(position), referee.table
    for name in AREAS:
        setattr(table, name, set(top.areas[name]))
    table.leads = list(top.leads)
    table.stack = set(position.stack)
    table.victims_left = list(referee.deal.victims[len(top.victims) :])
    table.cases_begun = len(top.victims)
    referee.turn = top.turn
    if isinstance(table, GulfsTable):
        _lay_out_gulfs(table, top, position)
    else:
        table.cases = {
            case.number: Case(case.number, top.victims[case.number - 1], list(case.line))
            for case in top.cases
        }
    for opened in top.cases:
        case = table.cases[opened.number]
        case.last = opened.last or next(reversed(opened.line), None)
        case.key_effects = opened.key_effects
    _begin(referee, top)


def _lay_out_gulfs(table: GulfsTable, top: Tabletop, position: Position) -> None:
    """Case cards, menaces and items."""
    active = top.menaces_active
    table.case_deck = set(top.cases_left)
    table.haunters = {int(n.removeprefix(CASE_NAME)) for n in active if n.startswith(CASE_NAME)}
    table.menaces = [menace for menace in active if not menace.startswith(CASE_NAME)]
    table.menaces_left = [menace for menace in table.deal.menaces if menace in position.unseen]
    table.briefcase = set(top.briefcase)
    table.prevented_any = top.prevented_any
    if top.contact_used:
        del table.helpers[table.deal.deck.contact[0].id]
    equipment = table.deal.equipment()
    if top.equipment_used and equipment is not None:
        del table.helpers[equipment.id]
    table.cases = {
        case.number: GulfsCase(
            case.number,
            table.case_cards[case.number].id,
            list(case.line),
            prevented=case.prevented,
        )
        for case in top.cases
    }
    table.steps = [step for text in top.pending.waiting for step in _steps(table, text)]


def _steps(table: GulfsTable, text: str) -> Iterator[Step]:
    """What is still to happen for one thing that waits."""
    source, is_icon, place = text.rpartition(" icon ")
    if is_icon:
        yield from _icons(table, source, int(place))
        return
    word, _, new_stack = text.partition(" ")
    if word == "time":
        yield from (Step("empty-time"), Step("refill"))
        return
    if word == "strain":
        yield Step("check", "strain")
        return
    if not new_stack:
        yield Step("renew")
    yield Step("refill", again=True) if word == "refill" else Step("check", "check", again=True)


def _icons(table: GulfsTable, source: str, place: int) -> Iterator[Step]:
    """The icons of a card from a place on; a flip and the add-to-hand behind it are one."""
    if source in table.menace_cards:
        menace = table.menace_cards[source]
        steps = [Step("immediate", word, source) for word in menace.immediate]
        steps += [Step("icon", word, source, menace.clue) for word in menace.icons]
    else:
        card = table.case_cards[int(source.removeprefix(CASE_NAME))]
        steps = [Step("icon", word, source, card.clue) for word in card.on_close]
    for step in steps:
        place -= not step.word.endswith(_ADD)
        if place <= 0:
            yield step


def _begin(referee: Referee, top: Tabletop) -> None:
    """Set what is due."""
    pending = top.pending
    if top.contact_used:
        referee.forget_contact()
    if pending.due in ("won", "lost", "unknown-shuffle"):
        referee.table.status = pending.due  # type: ignore[assignment]  # one of its words
        return
    referee.resume(pending)
    if pending.due == "immediate":
        referee.table.asking = pending.card
    if isinstance(referee, GulfsReferee) and pending.due == "effect":
        gained = pending.gained
        pairs = None if gained is None else [(effect, source) for source, effect in gained]
        referee.gain(pairs)
