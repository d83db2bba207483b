"""Deal maps, what-ifs and deck statistics as text or JSON, for `analyze` to call."""

from typing import TYPE_CHECKING

from casecracker.cli.shell import note, print_json, print_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from rich.table import Table

    from casecracker.analysis.dealmap import DealMap, LineSet
    from casecracker.analysis.decisions import JudgedDecision
    from casecracker.analysis.linefacts import LineFacts
    from casecracker.analysis.statistics import DeckStatistics
    from casecracker.analysis.worth import DeckWorth, Pairs, Samples
    from casecracker.engine.cards import Deck
    from casecracker.engine.deals import Deal
    from casecracker.engine.games import Settings

SHOWN_MOVES = 4
"""Moves named in one row; `--json` names all."""

LIMITS = {
    "time": "the time limit was reached",
    "memory": "a search ran out of room",
    "unknown-shuffle": "some line depends on a shuffle that the deal does not tell",
    "briefcase": "lines are not collected in this game",
}


def tell_map(deal: "Deal", *, slack: int, time_limit: float | None, as_json: bool) -> None:
    """Make the map of a deal and print it.

    Raises:
        DealError: The deal begins in the middle of a game.
    """
    from casecracker.analysis.dealmap import SECONDS, deal_map
    from casecracker.solver.search import Limits

    limits = Limits(SECONDS if time_limit is None else time_limit, progress=note)
    found = deal_map(deal, limits, slack)
    if as_json:
        print_json(found.to_json())
        return
    print_table(_title(found))
    for lines in found.sets if found.result.turns else ():
        print_table(_set_words(lines, found), *([_facts_table(lines)] if lines.facts else []))
    if found.decisions:
        print_table("The line that solve tells, turn by turn:", _turns_table(found))
        print_table(*_crossroads_words(found))


def tell_what_if(
    deal: "Deal", cards: "Sequence[str]", *, time_limit: float | None, as_json: bool
) -> None:
    """Solve a deal without the play of each card named, or with the changes of the game at large.

    Raises:
        DealError: A card is unknown, or the deal begins in the middle of a game.
    """
    from casecracker.analysis.whatif import SECONDS, general_changes, what_if, without_card
    from casecracker.solver.search import Limits

    given = [without_card(deal, card) for card in cards] or list(general_changes(deal))
    limits = Limits(SECONDS if time_limit is None else time_limit, progress=note)
    found = what_if(deal, given, limits=limits)
    if as_json:
        print_json({"format": 1, **deal.summary(), "changes": [one.to_json() for one in found]})
        return
    table = _table("change", "verdict", "turns of a line found, not the fewest", "limit")
    for one in found:
        turns = "-" if one.result.turns is None else str(one.result.turns)
        table.add_row(one.change.name, str(one.result.verdict), turns, one.result.limit or "-")
    print_table(f"what if ({_deck_words(deal.deck)}):", table)


def tell_statistics(deck: "Deck", *, as_json: bool) -> None:
    """Print what a deck holds and what its stack brings."""
    from casecracker.analysis.statistics import deck_statistics

    found = deck_statistics(deck)
    if as_json:
        print_json(found.to_json())
        return
    print_table(
        f"{_deck_words(deck)}: {len(deck.clue)} clue cards, {found.stack} in the stack at first",
        _supply_table(found),
    )
    print_table("Chance that a random card fits a random end (exact):", _links_table(found))
    print_table(
        "Cards turned up until the first of a sort, and the chance of one or more (exact):",
        _waits_table(found),
    )


def tell_worth(deck: "Deck", settings: "Settings", samples: "Samples", *, as_json: bool) -> None:
    """Sample what the play of each card is worth, and print it. It takes long."""
    from casecracker.analysis.worth import SECONDS_A_DEAL, deck_worth
    from casecracker.solver.search import Limits

    limits = Limits(SECONDS_A_DEAL, progress=note)
    found = deck_worth(deck, settings, samples, limits)
    if as_json:
        print_json(found.to_json())
        return
    print_table(
        f"{_deck_words(deck)}: sampled, the same deals with a card and without its play; "
        f"{samples.games} games of the fast player, {samples.deals} deals solved for each card",
        _worth_table(found),
    )


# Maps


def _title(found: "DealMap") -> str:
    result, deal = found.result, found.source
    name = deal.code or "a deal"
    if result.turns is None:
        return f"{name} ({_deck_words(deal.deck)}): {result.verdict}; there is no line to map"
    known = "proven shortest" if result.proven_shortest else "not proven shortest"
    return f"{name} ({_deck_words(deal.deck)}): winnable in {result.turns} turns, {known}"


def _set_words(lines: "LineSet", found: "DealMap") -> str:
    turns = (found.result.turns or 0) + lines.slack
    limit = f"; {LIMITS.get(lines.known.limit, lines.known.limit)}" if lines.known.limit else ""
    if lines.facts is None:
        return f"Lines of {turns} turns or fewer: {lines.known.how}{limit}"
    if lines.known.how == "sampled":
        return f"Lines of {turns} turns or fewer: a sample of {lines.known.samples}{limit}"
    plans = "too many to count" if lines.facts.plans is None else f"{lines.facts.plans:,}"
    return (
        f"Lines of {turns} turns or fewer, proved: {lines.facts.lines:,} as sequences of "
        f"decisions, {plans} by the cards played, {lines.facts.positions:,} positions"
    )


def _facts_table(lines: "LineSet") -> "Table":
    assert lines.facts is not None
    facts, how = lines.facts, str(lines.known)
    table = _table("", "", "known")
    for name, text in _facts_rows(facts):
        table.add_row(name, text, how)
    return table


def _facts_rows(facts: "LineFacts") -> "Iterable[tuple[str, str]]":
    yield "every line plays", _words(_with_window(facts, card) for card in facts.must_play)
    others = [card for card in facts.may_play if card not in facts.must_play]
    yield "some lines play", _words(_with_window(facts, card) for card in others)
    yield "every line scores", _words(facts.must_score)
    yield "no line discards", _words(facts.never_discarded)
    yield "forced penalties", _words(facts.forced_penalties)
    yield "contact", "needed" if facts.needs_contact else _optional(facts.may_use_contact)
    yield "reshuffles", _span(facts.reshuffles)
    if facts.victims[1]:
        yield "victims", _span(facts.victims)


def _optional(is_used: bool) -> str:
    return "used by some lines" if is_used else "not used"


def _with_window(facts: "LineFacts", card: str) -> str:
    return f"{card} ({_span(facts.windows[card])})"


def _span(span: "tuple[int, int]") -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]}-{span[1]}"


def _words(words: "Iterable[str]") -> str:
    return " ".join(words) or "-"


def _turns_table(found: "DealMap") -> "Table":
    table = _table(
        "turn", "moves", "keep the win", "keep the turns", "crossroads", "what the line does"
    )
    rows = {row.turn: row for row in found.per_turn()}
    for turn in found.line:
        row = rows.get(turn.turn)
        cells = ["-"] * 4
        if row is not None:
            won = f"{row.winning} ({row.unknown} unknown)" if row.unknown else str(row.winning)
            late = f"{row.in_time} ({row.unknown_in_time} unknown)"
            in_time = late if row.unknown_in_time else str(row.in_time)
            cells = [str(row.legal), won, in_time, str(row.crossroads or "-")]
        table.add_row(str(turn.turn), *cells, "; ".join(turn.moves))
    return table


def _crossroads_words(found: "DealMap") -> "Iterable[str]":
    of_turns = len(found.crossroads_of_turns)
    yield (
        f"Crossroads: {len(found.crossroads)} of {len(found.decisions)} decisions; "
        f"for the turns: {of_turns}. Points of no return: {len(found.points_of_no_return)}."
    )
    yield from (_losing_words(one) for one in found.points_of_no_return)


def _losing_words(one: "JudgedDecision") -> str:
    lost = [move.move for move in one.moves if move.keeps_win is False]
    more = f" and {len(lost) - SHOWN_MOVES} more" if len(lost) > SHOWN_MOVES else ""
    names = ", ".join(f"'{move}'" for move in lost[:SHOWN_MOVES])
    return f"  turn {one.turn}, {one.pending}: {names}{more} would give the win away"


# Statistics


def _supply_table(found: "DeckStatistics") -> "Table":
    table = _table("where", "icon", "cards", "icons")
    before = ""
    for one in found.supply:
        table.add_row(
            "" if one.group == before else one.group, one.icon, str(one.cards), str(one.icons)
        )
        before = one.group
    return table


def _links_table(found: "DeckStatistics") -> "Table":
    table = _table("end", "card", "", "pairs that fit", "chance")
    for one in found.links:
        machine = "Machine in play" if one.machine else ""
        share = f"{one.fits} of {one.pairs}"
        table.add_row(one.end, one.card, machine, share, _percent(one.chance))
    return table


def _waits_table(found: "DeckStatistics") -> "Table":
    from casecracker.analysis.statistics import DRAWS

    draws = [number for number in DRAWS if number <= found.stack]
    table = _table("sort", "in the stack", "expected", *(f"in {number}" for number in draws))
    for wait in found.waits:
        expected = wait.expected()
        chances = (_percent(wait.chance(1, number)) for number in draws)
        first = "-" if expected is None else f"{float(expected):.2f}"
        table.add_row(wait.what, str(wait.hits), first, *chances)
    return table


def _worth_table(found: "DeckWorth") -> "Table":
    table = _table("card", "name", "player's win share", "95 %", "deals winnable", "95 %", "open")
    names = {clue.id: clue.name for clue in found.deck.clue}
    from casecracker.engine.files import escaped

    for row in found.cards:
        table.add_row(
            row.card,
            escaped(names[row.card]),
            *_pairs_cells(row.games),
            *_pairs_cells(row.deals),
            str(row.games.undecided + row.deals.undecided),
        )
    return table


def _pairs_cells(pairs: "Pairs") -> "tuple[str, str]":
    if pairs.difference is None:
        return "-", "-"
    low, high = pairs.interval
    return f"{100 * pairs.difference:+.1f}", f"{100 * low:+.1f} to {100 * high:+.1f}"


def _percent(chance: "Fraction") -> str:
    return f"{100 * float(chance):.1f} %"


def _table(*columns: str) -> "Table":
    from rich.table import Table

    return Table(*columns, box=None, pad_edge=False)


def _deck_words(deck: "Deck") -> str:
    from casecracker.advice import deck_words

    return deck_words(deck)
