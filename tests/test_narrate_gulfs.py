"""Lines of Infinite Gulfs of Darkness are told in the words of that game."""

from casecracker.engine.narrate import tell_line
from casecracker.engine.referee import Referee
from tests.gulfs import Box, make_case, make_gulfs_clue, make_menace
from tests.test_referee_gulfs import HAND, LEADS, table_of
from tests.test_referee_gulfs_items import SIGN, WITH_SIGN


def told(referee: Referee, moves: str) -> str:
    line = [move.strip() for move in moves.split(";")]
    return " ".join(turn.text for turn in tell_line(referee.deal, line))


def test_a_line_is_told_in_the_words_of_this_game() -> None:
    clues = [
        make_gulfs_clue("l1", effects="draw-menace"),
        make_gulfs_clue("l2", letter="A", effects="close-5"),
    ]
    menace = make_menace("m1", name="Night", immediate="access-5", ongoing="darkness-time")
    cases = [make_case(5, name="The vault", on_close="flip add-to-hand", clue="f")]
    box: Box = {"menaces": [menace], "cases": cases}
    referee = table_of(*clues, SIGN, box=box, cards=WITH_SIGN)
    moves = "play l1 1; menace; done; pack sign; use sign prevent-next; play l2 5"
    assert told(referee, moves) == (
        "Play l1, the first lead, to case 1. Turn over the top menace. New menace: Night (m1). "
        "As long as it is active, Darkness cards gain the hourglass. Immediate effect of Night "
        "(m1): access case 5. New case: case 5 (The vault). New leads: s1. Put sign into the "
        "briefcase. Use sign. The effects of the next card played to any case are prevented. "
        "Play l2, the first lead, to case 5. The effects of l2 are prevented. New leads: s2."
    )
    moves = "play l1 1; menace; done; play l2 5; close 5; discard h2"
    assert told(referee, moves).endswith(
        "Play l2, the first lead, to case 5. Effect close-5: close case 5. Score l2. "
        "Objective 1 is complete. The rest of case 5 goes to the closed cases. The card is "
        "turned over: f goes to hand. Hand limit: discard h2."
    )


def test_full_areas_bring_menaces_and_no_victims() -> None:
    late = make_gulfs_clue("l1", time=True)
    box: Box = {"menaces": [make_menace("m1", name="Night")]}
    referee = table_of(late, box=box, cards=(LEADS, HAND, "s1"), limits=1)
    assert told(referee, "pass; pass") == (
        "Discard the first lead, l1, to the time area, and pass. The time area is full. "
        "New menace: Night (m1). The cards of the time area go to the discard area. "
        "New leads: s1. Discard the first lead, l2, and pass. The stack is empty. "
        "A new menace is needed and none is left. The game is lost."
    )


def test_a_gained_effect_and_a_key_are_told_with_what_gives_them() -> None:
    clues = [
        make_gulfs_clue("l1", effects="draw-menace"),
        make_gulfs_clue("l2", attributes="darkness lock"),
    ]
    menace = make_menace("m1", ongoing="darkness-discard-lead")
    box: Box = {"menaces": [menace], "equipment": "key"}
    referee = table_of(*clues, box=box)
    moves = "play l1 1; menace; play l2 1 key necronomicon; discard l3"
    assert told(referee, moves).endswith(
        "Play l2, the first lead, to case 1 with the key of necronomicon. "
        "Gained from m1: Discard l3 from the leads row. New leads: s2, s3."
    )
