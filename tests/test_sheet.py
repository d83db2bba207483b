"""Sheets: everything to set up on the front, the solution on the back alone."""

import html
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import pytest

from casecracker.engine.state import State
from casecracker.seeds.challenge import Challenge
from casecracker.seeds.positions import position_of
from casecracker.seeds.sheet import (
    PAPERS,
    RESHUFFLES,
    Card,
    is_sheet,
    sheet_of,
    sheets_html,
    solution_of,
)
from tests.challenges import challenge, challenges

PROBLEM = "witch-cult:7#24-b706"
DEAL = "witch-cult:7"
every_row = pytest.mark.parametrize("row", challenges(), ids=lambda row: row.id)


def parts(page: str) -> list[tuple[str, str]]:
    """Class and text of each page of a document."""
    pages = re.findall(r'<section class="page ([a-z]+)[^"]*">(.*?)</section>', page, re.S)
    return [(kind, re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))) for kind, text in pages]


def ids(cards: tuple[Card, ...]) -> list[str]:
    return [card.id for card in cards]


@every_row
def test_front_and_back_follow_each_other(row: Challenge) -> None:
    page = sheets_html([row])
    assert [kind for kind, _ in parts(page)] == ["front", "back"]
    assert is_sheet(page)
    assert re.search(r"\.back \{ break-before: page; \}", page)


@every_row
def test_the_front_and_the_title_tell_nothing_of_the_solution(row: Challenge) -> None:
    page = sheets_html([row])
    (_, front), (_, back) = parts(page)
    title = re.findall(r"<title>(.*?)</title>", page)
    assert title == [f"Case sheet {row.id}"]
    for turn in solution_of(row):
        text = html.escape(turn.text).replace("&#x27;", "&#39;")
        assert text in back
        assert text not in front
        assert "; ".join(turn.moves) in back
    for tag in row.tags:
        assert tag in back
        assert tag not in front
    assert "The big picture is complete" not in front


@every_row
def test_the_front_says_game_grade_settings_and_goal(row: Challenge) -> None:
    (_, front), (_, back) = parts(sheets_html([row]))
    assert row.id in front
    assert row.grade in front
    assert "limits 5" in front
    goal = f"Win in {row.turns} turns." if row.played else f"The solution takes {row.turns} turns"
    assert goal in front
    assert "Synthetic deck." in front
    assert "Deck: synthetic." in back


def test_a_transcribed_deck_is_not_called_synthetic(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = challenge(DEAL).deal()
    own = replace(deal, deck=deal.deck.model_copy(update={"provenance": "transcribed"}))
    monkeypatch.setattr("casecracker.seeds.sheet.check_against_deal", lambda row: own)
    assert "ynthetic deck" not in sheets_html([challenge(DEAL)])


# What is stacked


@pytest.mark.parametrize("code", ["witch-cult:7", "king-in-yellow:3", "infinite-gulfs:2"])
def test_the_stack_of_a_deal_is_what_is_dealt(code: str) -> None:
    """Dealt as the rulebook says, it gives the opening: five leads, last one left; the hand."""
    row = challenge(code)
    sheet, opening = sheet_of(row), State.start(row.deal()).snapshot()
    stack = ids(sheet.stack)
    if row.game != "king-in-yellow":  # whose immediate effects may move cards at set-up
        assert stack[4::-1] == opening["leads"]
        assert sorted(stack[5:8]) == opening["hand"]
        assert stack[8:] == opening["stack"]
    assert len(set(stack)) == len(stack) == 50 - len(row.deal().deck.faces())


def test_small_decks_are_told_in_their_order() -> None:
    deal = challenge(DEAL).deal()
    assert [ids(pile.cards) for pile in sheet_of(challenge(DEAL)).orders] == [list(deal.victims)]
    gulfs = challenge("infinite-gulfs:2")
    assert [ids(pile.cards) for pile in sheet_of(gulfs).orders] == [list(gulfs.deal().menaces)]


@every_row
def test_later_shuffles_go_on_from_the_position(row: Challenge) -> None:
    sheet, deal = sheet_of(row), row.deal()
    first = position_of(row).shuffles + 1
    assert [number for number, _ in sheet.reshuffles] == list(
        range(first, first + len(sheet.reshuffles))
    )
    assert all(order == deal.order(number) for number, order in sheet.reshuffles)
    end = State.start(deal)
    for move in row.line:
        end = end.play(move)
    assert sheet.reshuffles[-1][0] >= end.shuffles
    assert row.played or len(sheet.reshuffles) >= RESHUFFLES


def test_cards_after_a_shuffle_come_in_the_order_of_the_list() -> None:
    """A player who keeps to the list stacks just what the program stacks."""
    row = challenge("witch-cult:42")
    state, orders = State.start(row.deal()), dict(sheet_of(row).reshuffles)
    seen = 0
    for move in row.line:
        before, state = state.shuffles, state.play(move)
        if state.shuffles == before + 1:
            stack = state.snapshot()["stack"]
            assert [card for card in orders[state.shuffles] if card in stack] == stack
            seen += 1
    assert seen > 1


# The position of a problem


@pytest.mark.parametrize("row", [it for it in challenges() if it.played], ids=lambda row: row.id)
def test_every_card_of_a_problem_has_its_place_on_the_front(row: Challenge) -> None:
    sheet, seen = sheet_of(row), position_of(row).snapshot()
    table = sheet.table
    assert table is not None
    assert ids(table.leads) == seen["leads"]
    assert sorted(ids(table.hand)) == seen["hand"]
    assert ids(sheet.stack) == seen["stack"]
    assert [sorted(ids(case.line)) for case in table.cases] == [it["line"] for it in seen["cases"]]
    assert [case.line[-1].id if case.line else None for case in table.cases] == [
        case["last"] for case in seen["cases"]
    ]
    told = places(sheet)
    clues = {clue.id for clue in row.deal().deck.clue} - row.deal().deck.faces()
    assert clues <= set(told)
    assert len(set(told)) == len(told)
    (_, front), _ = parts(sheets_html([row]))
    assert all(re.search(rf"\b{card}\b", front) for card in clues)


def places(sheet: Any) -> list[str]:
    """All clue cards of a problem's front, as often as they are told."""
    table = sheet.table
    groups = [table.leads, table.hand, sheet.stack]
    groups += [case.line for case in table.cases] + [pile.cards for pile in table.areas]
    return [card.id for group in groups for card in group]


def test_the_edge_that_the_next_card_meets_is_that_of_the_last_card() -> None:
    row = challenge(PROBLEM)
    table, clues = sheet_of(row).table, {clue.id: clue for clue in row.deal().deck.clue}
    assert table is not None
    assert [case.right for case in table.cases] == [
        " ".join(clues[case.line[-1].id].right) for case in table.cases
    ]


# The document


@pytest.mark.parametrize("paper", PAPERS)
def test_the_paper_is_the_one_asked_for(paper: str) -> None:
    assert f"@page {{ size: {paper} portrait;" in sheets_html([challenge(DEAL)], paper)


def test_many_sheets_make_one_document() -> None:
    page = sheets_html(challenges())
    assert "<title>Case sheets</title>" in page
    assert [kind for kind, _ in parts(page)] == ["front", "back"] * len(challenges())
    reveals = re.findall(r'id="(reveal-\d+)"', page)
    assert len(set(reveals)) == len(challenges())


def test_names_cannot_write_html(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = challenge(DEAL).deal()
    clues = [card.model_copy(update={"name": "<b>&'\"x"}) for card in deal.deck.clue]
    own = replace(deal, deck=deal.deck.model_copy(update={"clue": tuple(clues)}))
    monkeypatch.setattr("casecracker.seeds.sheet.check_against_deal", lambda row: own)
    page = sheets_html([challenge(DEAL)])
    assert "&lt;b&gt;&amp;&#39;&#34;x" in page
    assert "<b>&'" not in page


def test_the_document_is_well_formed() -> None:
    page = sheets_html(challenges()).removeprefix("<!DOCTYPE html>")
    closed = re.sub(r"<(meta|input)([^>]*)>", r"<\1\2/>", page)
    assert ET.fromstring(closed).tag == "html"
