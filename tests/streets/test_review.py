"""Reviews of games of Streets of Arkham: by what could be seen, and where the win was lost."""

import json
from pathlib import Path

from click.testing import CliRunner

from casecracker.cli import main
from casecracker.engine.streets.deal import StreetsDeal
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.streets.lastchance import LastChance, last_chance
from casecracker.solver.streets.review import StreetsReview, review_streets_game
from casecracker.solver.streets.search import check_line, solve_streets
from tests.streets.hand import card, game, make_deal
from tests.streets.small import doomed, two_signs


def one_way_out() -> StreetsDeal:
    """One card wins, all others devour; the second death is the end."""
    deadly = [
        card(f"d{number}", "1", entry=["devoured"], facedown=["devoured"]) for number in range(8)
    ]
    return make_deal(
        card("a", "1", rewards=["elder-sign"]), *deadly, ancient={"signs": 1, "doom": 2}
    )


def reviewed(deal: StreetsDeal, *moves: str) -> StreetsReview:
    return review_streets_game(deal, moves, time_limit=20.0)


def judgements(review: StreetsReview) -> list[str]:
    return [str(decision.judgement) for decision in review.decisions]


def test_what_gives_much_worth_away_is_marked() -> None:
    sign = card("sign", "1", rewards=["elder-sign"], penalties=["doom"])
    table = game(sign, ancient={"signs": 2})
    found = review_streets_game(table.state.deal, ("go 1", "fail"), time_limit=0.0)
    assert [one.is_marked for one in found.decisions] == [False, True]
    assert found.decisions[1].best.move == "roll"
    assert any("??" in row for row in found.rows())


def test_without_time_nothing_is_said_of_the_win() -> None:
    found = review_streets_game(two_signs(), ("stay",), time_limit=0.0)
    assert judgements(found) == ["unknown"]
    assert (found.last.found, found.last.lost, found.last.limit) == (None, None, "time")
    assert any("proves nothing" in row for row in found.rows())


def test_a_game_that_was_won_kept_the_win_all_along() -> None:
    deal = two_signs()
    found = reviewed(deal, *solve_streets(deal).moves)
    assert set(judgements(found)) == {"kept"}
    assert found.last.searches == 0
    assert any("every decision kept the win" in row for row in found.rows())


def test_the_move_that_gave_the_win_away_is_named() -> None:
    found = reviewed(one_way_out(), "go 2", "go 3")
    assert found.status == "lost"
    assert judgements(found) == ["kept", "gave-away"]
    assert (found.last.found, found.last.lost, found.last.limit) == (1, 2, None)
    assert found.last.line[:2] == ("go 2", "go 1")
    assert check_line(found.deal, found.last.line)
    text = "\n".join(found.rows())
    assert "a win was left before move 2 (go 3, turn 2): there, go 1" in text
    assert "no win is left (proved): it gave the win away" in text


def test_a_deal_that_nobody_can_win_has_nothing_to_lose() -> None:
    deal = doomed()
    state, moves = StreetsState.start(deal), []
    while state.moves():
        moves.append(state.moves()[-1])
        state = state.play(moves[-1])
    found = reviewed(deal, *moves)
    assert set(judgements(found)) == {"nothing-to-lose"}
    assert "No win was ever there" in "\n".join(found.rows())


def test_a_game_that_was_given_up_can_still_be_won() -> None:
    found = reviewed(one_way_out(), "go 2")
    assert found.status == "playing"
    assert judgements(found) == ["kept"]
    assert found.last.found == 1
    assert "nothing was given away" in "\n".join(found.rows())


def test_a_win_is_never_found_behind_a_proof_that_there_is_none() -> None:
    for moves in (["go 2"], ["go 2", "go 3"]):
        last = last_chance(one_way_out(), moves, time_limit=20.0)
        told = [last.winnable(position) for position in range(len(moves) + 1)]
        assert told == sorted(told, key=(True, None, False).index)


def test_what_is_not_known_is_none() -> None:
    last = LastChance(found=2, lost=5, line=(), searches=0, seconds=0.0, limit="time")
    told = [last.winnable(position) for position in range(7)]
    assert told == [True, True, True, None, None, False, False]


def test_the_command_tells_it(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("streets-of-arkham:3\nstay\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["review", str(path), "--time-limit", "0"])
    assert result.exit_code == 0, result.output
    assert "With all dice and cards of this shuffle known" in result.output
    result = CliRunner().invoke(main, ["review", str(path), "--time-limit", "0", "--json"])
    told = json.loads(result.output)
    assert (told["last_chance"], told["lost_from"], told["limit"]) == (None, None, "time")
    assert told["decisions"][0]["judgement"] == "unknown"
