"""Entries of a position file: values under their keys, and the cases of each game.

Every fault is named with its entry and key. The file as a whole is read by `positionfile.py`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from casecracker.engine.cards import Deck
from casecracker.engine.dealfile import id_list
from casecracker.engine.deals import case_cards_of
from casecracker.engine.errors import PositionError
from casecracker.engine.files import did_you_mean, shown
from casecracker.engine.layout import KEY_MASK
from casecracker.engine.positionkeys import CASE_KEYS, GULFS_CASE_KEYS
from casecracker.engine.tabletop import OpenCase, Tabletop, menaces_in_game
from casecracker.engine.tasktext import case_source

Document: TypeAlias = Mapping[str, Any]
_OPENING_CASES = 2


def check_keys(document: Document, known: Iterable[str], where: str) -> None:
    """Check that an entry has no other keys."""
    known = tuple(known)
    for key in document:
        if key not in known:
            hint = did_you_mean(key, known)
            raise PositionError(
                f"{where}unknown key {shown(key)}{hint}; known keys: {', '.join(known)}"
            )


def check_ids(where: str, ids: Iterable[str], known: Iterable[str], what: str) -> None:
    """Check that each id is known and stands there once."""
    known, before = tuple(known), set[str]()
    for card in ids:
        if card not in known:
            hint = did_you_mean(card, known)
            raise PositionError(f"{where}: the game has no {what} {shown(card)}{hint}")
        if card in before:
            raise PositionError(f"{where}: '{card}' is listed twice; each {what} once")
        before.add(card)


def number_value(document: Document, key: str, where: str, least: int, most: int) -> int:
    """A whole number; the least if the key is missing."""
    value = document.get(key, least)
    if type(value) is not int or not least <= value <= most:
        raise PositionError(
            f"{where}key '{key}' is {shown(value)}; it must be a whole number, {least} to {most}"
        )
    return value


def flag_value(document: Document, key: str, where: str) -> bool:
    """True or false; false if the key is missing."""
    value = document.get(key, False)
    if not isinstance(value, bool):
        raise PositionError(f"{where}key '{key}' is {shown(value)}; it must be true or false")
    return value


def is_used(document: Document, key: str) -> bool:
    """Whether a helper has been used."""
    value = document.get(key, "unused")
    if value not in ("used", "unused"):
        raise PositionError(f'key \'{key}\' is {shown(value)}; it must be "used" or "unused"')
    return bool(value == "used")


def required(document: Document, key: str, what: str) -> Any:
    """The value under a key that must be there."""
    if key not in document:
        raise PositionError(f"key '{key}' is missing; {what}")
    return document[key]


def _entries(document: Document) -> list[Document]:
    entries = document.get("case", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise PositionError("key 'case' must be tables [[case]], one for each case")
    return entries


def with_victims(document: Document, table: Tabletop) -> Tabletop:
    """The table with its cases: an entry for each victim that has appeared, closed ones too."""
    entries = _entries(document)
    most = table.settings.number("victims")
    if len(entries) > most:
        raise PositionError(
            f"case {most + 1}: too many victims; setting 'victims' is {most}, and each [[case]] "
            f"is one that has appeared"
        )
    if len(entries) < _OPENING_CASES:
        raise PositionError(
            f"{len(entries)} [[case]]; a game begins with {_OPENING_CASES}, and a closed one stays "
            f"in the file with closed = true"
        )
    victims, cases = [], []
    for number, entry in enumerate(entries, start=1):
        where = f"case {number}, "
        check_keys(entry, CASE_KEYS, where)
        victims.append(_victim(entry, where))
        if flag_value(entry, "closed", where):
            _check_closed(entry, where)
        else:
            cases.append(_open_case(entry, number, where))
    _check_victims(victims, table.deck)
    return replace(table, victims=tuple(victims), cases=tuple(cases))


def _victim(entry: Document, where: str) -> str:
    victim = entry.get("victim")
    if not isinstance(victim, str):
        was = "is missing" if victim is None else f"is {shown(victim)}"
        raise PositionError(f"{where}key 'victim' {was}; it must be the id of a victim in quotes")
    return victim


def _check_victims(victims: list[str], deck: Deck) -> None:
    for number, victim in enumerate(victims, start=1):
        where = f"case {number}, key 'victim'"
        check_ids(where, [victim], deck.victim_ids(), "victim")
        before = victims.index(victim) + 1
        if before < number:
            raise PositionError(f"{where}: '{victim}' is the victim of case {before} already")


def _check_closed(entry: Document, where: str) -> None:
    """Check that a closed case has no line."""
    for key in ("line", "key-effects", "last"):
        if entry.get(key):
            raise PositionError(
                f"{where}key '{key}': the case is closed; its cards are listed under 'closed' and "
                f"'picture'"
            )


def _open_case(entry: Document, number: int, where: str) -> OpenCase:
    last = entry.get("last")
    if last is not None and not isinstance(last, str):
        raise PositionError(f"{where}key 'last' is {shown(last)}; it must be the id of a card")
    return OpenCase(
        number,
        id_list(entry.get("line", []), f"{where}key 'line'"),
        number_value(entry, "key-effects", where, 0, KEY_MASK),
        flag_value(entry, "prevented", where),
        last,
    )


# Infinite Gulfs of Darkness


def with_gulfs(document: Document, table: Tabletop) -> Tabletop:
    """The table with its cases, menaces and briefcase."""
    deck, settings = table.deck, table.settings
    known = case_cards_of(deck, settings)
    cases = []
    for place, entry in enumerate(_entries(document), start=1):
        where = f"[[case]] entry {place}, "
        check_keys(entry, GULFS_CASE_KEYS, where)
        number = entry.get("number")
        if type(number) is not int or number not in known or not known[number].is_case:
            cards = ", ".join(str(n) for n, card in sorted(known.items()) if card.is_case)
            raise PositionError(f"{where}key 'number' is {shown(number)}; cases are {cards}")
        cases.append(_open_case(entry, number, f"case {number}, "))
    table = replace(
        table,
        cases=tuple(sorted(cases, key=lambda case: case.number)),
        equipment_used=is_used(document, "equipment"),
        briefcase=id_list(document.get("briefcase", []), "key 'briefcase'"),
        out=id_list(document.get("out", []), "key 'out'"),
        cases_left=_cases_left(document),
        menaces_active=id_list(document.get("menaces-active", []), "key 'menaces-active'"),
        menaces_out=id_list(document.get("menaces-out", []), "key 'menaces-out'"),
        prevented_any=flag_value(document, "prevented-any", ""),
    )
    _check_case_cards(table, [case.number for case in cases])
    _check_menaces(table)
    return table


def _cases_left(document: Document) -> tuple[int, ...]:
    numbers = required(document, "cases-left", "the numbers of the cards in the case deck")
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise PositionError("key 'cases-left' must be a list of the numbers in the case deck")
    return tuple(numbers)


def _check_case_cards(table: Tabletop, numbers: list[int]) -> None:
    """Check that each case card is in one place."""
    known = case_cards_of(table.deck, table.settings)
    places: dict[int, str] = {}
    named = [(number, "a [[case]]") for number in numbers]
    named += [(number, "key 'cases-left'") for number in table.cases_left]
    named += [
        (card.number, "key 'menaces-active'")
        for card in known.values()
        if case_source(card) in table.menaces_active
    ]
    for number, place in named:
        if number not in known:
            raise PositionError(f"{place}: there is no case card {number}")
        if number in places:
            raise PositionError(f"{place}: case card {number} is in {places[number]} already")
        if known[number].start and place == "key 'cases-left'":
            raise PositionError(f"{place}: case {number} is open when the game begins")
        places[number] = place


def _check_menaces(table: Tabletop) -> None:
    menaces = menaces_in_game(table.deck, table.settings)
    cards = case_cards_of(table.deck, table.settings).values()
    disguised = tuple(case_source(card) for card in cards if not card.is_case)
    check_ids("key 'menaces-active'", table.menaces_active, (*menaces, *disguised), "menace")
    check_ids("key 'menaces-out'", table.menaces_out, menaces, "menace")
    for menace in table.menaces_out:
        if menace in table.menaces_active:
            raise PositionError(f"key 'menaces-out': '{menace}' is in key 'menaces-active' already")
