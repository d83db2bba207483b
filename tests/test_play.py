"""Games that are played: sessions as rules, told deals, files, the command and its terminal."""

import io
import json
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from casecracker import advice
from casecracker.cli import main
from casecracker.cli.playing import Playing
from casecracker.cli.prompting import Words, matching
from casecracker.engine.dealfile import load_target
from casecracker.engine.deals import Deal
from casecracker.engine.errors import DealError, FileFormatError, MoveError
from casecracker.engine.position import Position
from casecracker.engine.positionfile import file_of
from casecracker.engine.positiontext import position_text
from casecracker.engine.state import State
from casecracker.gamefile import GameFile, last_path, new_game_file, remember
from casecracker.session import Session
from casecracker.solver.api import solve
from casecracker.solver.record import load_record, record_text, save_record
from casecracker.table_view import table_view
from casecracker.told_deal import Question, ToldDeal, complete, play_told, resume_told, told_record
from tests.decks import passion_deal, random_deal
from tests.gulfs_decks import menacing_gulfs_deal, random_gulfs_deal
from tests.walks import random_choice

GAMES = ("witch-cult:42", "king-in-yellow:3", "infinite-gulfs:7")
Maker = Callable[[random.Random], Deal]
MAKERS: tuple[Maker, ...] = (random_deal, passion_deal, random_gulfs_deal, menacing_gulfs_deal)
ROOT = Path(__file__).parent.parent


def drawn(session: Session) -> str:
    """The table and the legal moves as text."""
    console = Console(width=200, file=io.StringIO())
    console.print(*table_view(session))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue() + "\n".join(map(str, session.options()))


def wander(session: Session, rng: random.Random, most: int = 60) -> Iterator[tuple[Session, str]]:
    """A random game: each session with the move that is made next."""
    choice = random_choice(rng, session.deal.game)
    for _ in range(most):
        if session.is_over:
            return
        lengths = {case["number"]: len(case["line"]) for case in session.state.view()["cases"]}
        moves = [option.move for option in session.options()]
        move = choice.move(moves, session.state.pending, lengths)
        yield session, move
        session = session.play(move)


def random_deals(count: int) -> Iterator[tuple[Deal, random.Random]]:
    """Small random deals of all games, with their generators."""
    for seed in range(count):
        rng = random.Random(seed)
        for make in MAKERS:
            yield make(rng), rng


# Sessions


def test_every_legal_move_is_listed_once_and_told() -> None:
    for deal, rng in random_deals(6):
        for session, _ in wander(Session.start(deal), rng):
            options = session.options()
            assert sorted(option.move for option in options) == sorted(
                map(str, session.state.moves())
            )
            assert [option.number for option in options] == list(range(1, len(options) + 1))
            for option in options:
                assert option.text[-1] == ".", option
            assert session.due()


def test_the_session_is_in_step_with_the_rules() -> None:
    for deal, rng in random_deals(4):
        state = State.start(deal)
        for session, move in wander(Session.start(deal), rng):
            assert session.state == state
            assert session.steps[-1].referee.snapshot() == state.snapshot()
            state = state.play(move)


def test_undo_and_redo_are_inverse() -> None:
    for deal, rng in random_deals(4):
        for session, move in wander(Session.start(deal), rng, 20):
            after = session.play(move)
            back = after.undo()
            assert (back.state, back.moves, back.undone) == (session.state, session.moves, (move,))
            again = back.redo()
            assert (again.state, again.moves) == (after.state, after.moves)
            assert again.undone == ()
            assert back.play(move).undone == ()


def test_many_undone_moves_come_back_in_their_order() -> None:
    session = Session.start(load_target("witch-cult:42"))
    for move in ("take", "discard c21", "take"):
        session = session.play(move)
    back = session.undo().undo().undo()
    assert back.undone == session.moves
    assert back.redo().redo().redo().moves == session.moves


def test_nothing_to_undo_or_redo_is_an_error() -> None:
    session = Session.start(load_target("witch-cult:42"))
    with pytest.raises(MoveError, match="no move was made"):
        session.undo()
    with pytest.raises(MoveError, match="no move was undone"):
        session.redo()


def test_why_not_gives_the_rule_that_a_move_breaks() -> None:
    session = Session.start(load_target("witch-cult:42"))
    assert session.why_not("take") == ""
    assert "c22 is not the first lead" in session.why_not("play c22 1")
    with pytest.raises(MoveError, match="c22 is not the first lead"):
        session.play("play c22 1")
    with pytest.raises(MoveError, match="is no move"):
        session.why_not("jump")


@pytest.mark.parametrize("code", GAMES)
def test_nothing_hidden_is_shown(code: str) -> None:
    """Two deals that differ in hidden orders alone look the same."""
    deal = load_target(code)
    session = Session.start(deal)
    known = 8
    other = replace(
        deal,
        draw=(*deal.draw[:known], *reversed(deal.draw[known:])),
        victims=(*deal.victims[:2], *reversed(deal.victims[2:])),
        menaces=(*reversed(deal.menaces[:2]), *reversed(deal.menaces[2:])),
        from_seed=False,
    )
    shown = drawn(session).replace(code, deal.game)
    assert shown.split() == drawn(Session.start(other)).split()


def test_no_shuffle_tells_the_order_of_the_stack() -> None:
    shuffled = 0
    for deal, rng in random_deals(8):
        for session, _ in wander(Session.start(deal), rng):
            assert "top first" not in session.steps[-1].told
            shuffled += "(shuffle " in session.steps[-1].told
    assert shuffled > 20


def test_the_latest_reveals_are_what_left_the_hidden_piles() -> None:
    session = Session.start(load_target("witch-cult:42"))
    assert [reveal.pile for reveal in session.reveals()] == ["victim"] * 2 + ["clue/0"] * 8
    after = session.play("take").play("discard c21")
    assert after.names(after.latest_reveals()) == ["Disused observatory (c42)"]


# Deals that are told card by card


class FromTruth:
    """Tells the cards of a game whose deal is known."""

    def __init__(self, truth: Session) -> None:
        self.truth = truth

    def __call__(self, told: ToldDeal, question: Question) -> ToldDeal:
        cards = [card.card for card in self.truth.reveals() if card.pile == question.pile]
        known = sum(card.pile == question.pile for card in told.told)
        return told.tell(question, cards[known])


def never_asked(told: ToldDeal, question: Question) -> ToldDeal:
    raise AssertionError(f"{question} after {told}")


@pytest.mark.parametrize("make", MAKERS)
def test_a_game_that_is_told_is_the_game_that_is_played(make: Maker) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        deal = make(rng)
        deal = replace(deal, seed=deal.seed or 1, from_seed=False)
        told: Session | None = None
        for truth, move in wander(Session.start(deal), rng, 25):
            if told is None:
                told = complete(ToldDeal.of(deal, ()), (), FromTruth(truth))
            assert told.state.view() == truth.state.view()
            assert [card[:2] for card in told.reveals()] == [card[:2] for card in truth.reveals()]
            if is_search_of_unsure_menaces(deal, move):
                break
            told = play_told(told, move, FromTruth(truth.play(move)))
        if told is not None:  # it is where the game is over at set-up
            assert resume_told(told_record(told), "record", never_asked).state == told.state


def is_search_of_unsure_menaces(deal: Deal, move: str) -> bool:
    """With one menace taken out unseen, nobody can tell which ones a search finds."""
    return deal.settings.get("menace") == "minus-one" and "menace " in move


def test_only_cards_that_can_come_are_told() -> None:
    truth = Session.start(load_target("witch-cult:42"))
    told = ToldDeal.of(truth.deal, truth.reveals())
    question = told.question(truth.play("take").play("discard c21").reveals())
    assert question is not None
    assert set(question.cards) == set(truth.deal.draw[8:])
    with pytest.raises(DealError, match="no card drawn from the stack that can come now"):
        told.tell(question, "c21")
    assert told.tell(question, "c42") == told.tell(question, "disused observatory")
    with pytest.raises(DealError, match=" or "):
        told.tell(question, "e")


# Files


def test_a_file_that_another_program_changed_is_not_overwritten(tmp_path: Path) -> None:
    session = Session.start(load_target("witch-cult:42"))
    file = GameFile(str(tmp_path / "game.json"))
    file.write(session.record())
    (tmp_path / "game.json").write_text("mine", encoding="utf-8")
    with pytest.raises(FileFormatError, match="another program"):
        file.write(session.play("take").record())
    assert (tmp_path / "game.json").read_text(encoding="utf-8") == "mine"


def test_no_two_games_get_the_same_file() -> None:
    deal = load_target("witch-cult:42")
    assert len({new_game_file(deal).path for _ in range(3)}) == 3


def test_the_game_left_last_is_remembered_as_long_as_it_is_there() -> None:
    assert last_path() is None
    file = new_game_file(load_target("witch-cult:42"))
    remember(file.path)
    assert last_path() == file.path
    os.remove(file.path)
    assert last_path() is None


def test_a_record_keeps_moves_that_were_undone(tmp_path: Path) -> None:
    session = Session.start(load_target("witch-cult:42")).play("take").play("discard c21").undo()
    file = GameFile(str(tmp_path / "game.json"))
    file.write(session.record())
    record = load_record(file.path)
    assert (record.moves, record.undone, record.told) == (("take",), ("discard c21",), None)
    assert Session.resume(load_record(file.path), "game").redo().moves == ("take", "discard c21")


# The command with lines from standard input


def play(*words: str, lines: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *words], input=lines)


def moves_in(path: str | Path) -> tuple[str, ...]:
    return load_record(str(path)).moves


@pytest.mark.parametrize("code", GAMES)
def test_a_script_plays_and_the_game_goes_on_without_a_target(code: str) -> None:
    first = play(code, lines="take\n1  # a comment\n")
    assert first.exit_code == 0, first.output
    second = play(lines="1;1\nquit\n")
    assert second.exit_code == 0, second.output
    path = last_path()
    assert path is not None
    assert len(moves_in(path)) == 4
    assert "going on with the game left last" in second.stderr


def test_a_refused_line_changes_nothing_and_is_told(in_tmp: Path) -> None:
    result = play("witch-cult:42", "--file", "game.json", lines="close 1\n99\nundo\nundo x\ntake\n")
    assert result.exit_code == 2
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == ["refused"] * 4
    assert moves_in("game.json") == ("take",)


def test_the_commands_answer(in_tmp: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "SECONDS_AT_THE_TABLE", 0.3)
    lines = "why not play c22 1\nwhy not 1\nhint\nverdict\ncard c23\nhelp\nmoves\ntable\n"
    lines += "TAKE\ndiscard c21\nundo 2\nredo\nstory\nsave copy.json\n"
    result = play("witch-cult:42", "--file", "game.json", lines=lines)
    assert result.exit_code == 0, result.output
    for text in (
        "c22 is not the first lead",
        "'take' is legal here",
        "%  take: keeps the first lead for later",
        "can be won with full knowledge",
        "Blackened ring (c23)  artifact",
        "save FILE",
        "Undone: discard c21.",
        "You have seen what was hidden: Disused observatory (c42)",
        "in hand. [take]",
        "Saved to copy.json",
    ):
        assert text in result.output
    assert load_record("copy.json") == load_record("game.json")


def test_save_replaces_no_other_game_and_no_result(in_tmp: Path) -> None:
    play("witch-cult:1", "--file", "other.json", lines="take\n")
    save_record("solved.json", solve("witch-cult:42"))
    before = [Path(name).read_bytes() for name in ("other.json", "solved.json")]
    lines = "save other.json\nsave solved.json\nsave mine.json\ntake\nsave mine.json\n"
    result = play("witch-cult:42", "--file", "game.json", lines=lines)
    assert result.exit_code == 2
    assert result.stderr.count("holds another game or a result") == 2
    assert [Path(name).read_bytes() for name in ("other.json", "solved.json")] == before
    assert moves_in("mine.json") == ("take",)


def test_more_moves_than_were_made_cannot_be_undone(in_tmp: Path) -> None:
    result = play("witch-cult:42", "--file", "game.json", lines="take\nundo 3\n")
    assert "only 1 moves were made" in result.stderr
    assert moves_in("game.json") == ("take",)


def test_a_file_of_the_same_deal_is_gone_on_with_and_no_other(in_tmp: Path) -> None:
    play("witch-cult:42", "--file", "game.json", lines="take\n")
    play("witch-cult:42", "--file", "game.json", lines="1\n")
    play("game.json", lines="take\n")
    assert moves_in("game.json") == ("take", "discard c21", "take")
    other = play("witch-cult:43", "--file", "game.json")
    assert other.exit_code == 2
    assert "holds a game of another deal" in other.stderr
    Path("notes.txt").write_text("mine", encoding="utf-8")
    assert play("witch-cult:42", "--file", "notes.txt").exit_code == 2
    assert Path("notes.txt").read_text(encoding="utf-8") == "mine"


def test_the_record_of_a_result_is_left_as_it_is(in_tmp: Path) -> None:
    text = record_text(solve("witch-cult:42"))
    Path("win.json").write_text(text, encoding="utf-8")
    result = play("win.json", lines="undo\n")
    assert "The game is won in 29 turns." in result.output
    assert "review" in result.output
    assert Path("win.json").read_text(encoding="utf-8") == text


def test_a_lost_game_ends(in_tmp: Path) -> None:
    result = play("witch-cult:42,contact=none,victims=4", lines="pass\n" * 60)
    assert "The game is lost after " in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "no game was left"),
        (("-",), "reads moves from standard input"),
        (("witch-cult",), "no such file"),
        (("witch-cult:42", "--table"), "takes a game without a seed"),
        (("witch-cult:42", "--file", "no/such/game.json"), "no such folder"),
        (("broken.json",), "not JSON"),
        (("illegal.json",), "move 1: turn 1"),
    ],
)
def test_what_cannot_be_played_is_one_line(
    words: tuple[str, ...], message: str, in_tmp: Path
) -> None:
    Path("broken.json").write_text("{", encoding="utf-8")
    play("witch-cult:42", "--file", "illegal.json")
    document = json.loads(Path("illegal.json").read_text(encoding="utf-8"))
    Path("illegal.json").write_text(json.dumps({**document, "moves": ["done"]}), encoding="utf-8")
    (Path(os.environ["CASECRACKER_DATA"]) / "games" / "last").unlink(missing_ok=True)
    result = play(*words)
    assert result.exit_code == 2
    assert message in result.stderr.splitlines()[-1]
    assert len([line for line in result.stderr.splitlines() if "error" in line]) == 1


def test_a_game_at_a_table_asks_for_its_cards(in_tmp: Path) -> None:
    cards = ["v1", "v2", "c01", "c02", "back", "bogus", "c02", *(f"c0{n}" for n in range(3, 9))]
    lines = "\n".join([*cards, "take", "discard c06", "back", "discard c06", "c09", "undo", "quit"])
    result = play("witch-cult,victims=4", "--table", "--file", "game.json", lines=lines)
    assert result.exit_code == 2  # for the move that was given up
    assert "can come now" in result.stderr
    assert "a card was not told" in result.stderr
    assert "it will be asked for again" in result.output
    assert moves_in("game.json") == ("take",)
    again = play(lines="redo\nc10\n")
    assert again.exit_code == 0, again.output
    record = load_record("game.json")
    assert record.told is not None
    assert record.told[-1] == ("clue/0", "c10")
    assert record.deal.seed is None
    assert State.start(record.deal).play("take").play("discard c06").leads()[-1] == "c10"


def test_a_set_up_that_was_broken_off_goes_on(in_tmp: Path) -> None:
    begun = play("witch-cult", "--table", lines="v1\nv2\nc01\nc02\nback\n")
    assert begun.exit_code == 2
    assert "a card was not told" in begun.stderr
    rest = "\n".join(["c03", *(f"c0{n}" for n in range(4, 10)), "take", "quit"])
    result = play(lines=rest)
    assert result.exit_code == 0, result.output
    path = last_path()
    assert path is not None
    record = load_record(path)
    assert record.deal.draw[:3] == ("c01", "c03", "c04")
    assert record.moves == ("take",)


def test_quit_leaves_while_cards_are_asked_for(in_tmp: Path) -> None:
    begun = play(
        "witch-cult,contact=none", "--table", "--file", "game.json", lines="back\nv1\nquit\n"
    )
    assert begun.exit_code == 0, begun.output
    assert "no card was told yet" in begun.stderr
    cards = ["v2", *(f"c0{n}" for n in range(1, 9)), "pass", "quit", "take"]
    again = play("game.json", lines="\n".join(cards))
    assert again.exit_code == 0, again.output
    assert moves_in("game.json") == ()


def test_a_position_with_its_hidden_order_is_played_on(in_tmp: Path) -> None:
    state = State.start(load_target("witch-cult:42")).play("take")
    position = Position.of(state)
    Path("blind.toml").write_text(position_text(position), encoding="utf-8")
    refused = play("blind.toml")
    assert refused.exit_code == 2
    assert "key 'draw' does not tell the hidden order" in refused.stderr
    known = file_of(position.sample(random.Random(1)).deal)
    Path("known.toml").write_text(position_text(known), encoding="utf-8")
    begun = play("known.toml", "--file", "game.json", lines="1\n")
    assert begun.exit_code == 0, begun.output
    again = play("known.toml", "--file", "game.json", lines="undo\n2\n")
    assert again.exit_code == 0, again.output
    assert moves_in("game.json") == (str(state.moves()[1]),)


def test_a_told_record_that_does_not_hold_is_refused(in_tmp: Path) -> None:
    cards = "\n".join(["v1", "v2", *(f"c0{n}" for n in range(1, 9))])
    play("witch-cult", "--table", "--file", "game.json", lines=cards)
    document = json.loads(Path("game.json").read_text(encoding="utf-8"))
    for told in (1, [["clue/x", "c01"]], [["clue/0", "c01"], ["clue/0", "c01"]], [["victim", "x"]]):
        Path("bad.json").write_text(json.dumps({**document, "told": told}), encoding="utf-8")
        result = play("bad.json")
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1, result.stderr


class Advice:
    """An advisor that says what it was asked about."""

    def hint(self, state: State) -> str:
        return f"hint for turn {state.turn}"

    def verdict(self, state: State) -> str:
        return f"verdict for turn {state.turn}"


class Typed:
    """Lines that are given beforehand."""

    is_script = True

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    def ask(self, prompt: str, words: Words) -> str | None:
        assert words()
        return self._lines.pop(0) if self._lines else None


def test_an_advisor_answers_in_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = Session.start(load_target("witch-cult:42"))
    file = GameFile(str(tmp_path / "game.json"))
    Playing(session, file, False, Typed("hint", "verdict"), Advice).run()
    output = capsys.readouterr().out
    assert "hint for turn 1" in output
    assert "verdict for turn 1" in output


def test_completion_goes_by_beginning_then_by_meaning() -> None:
    words = {"play c07 1": "Play Old ledger (c07)", "pass": "Pass."}
    assert matching(words, "pa") == ["pass"]
    assert matching(words, "ledger") == ["play c07 1"]
    assert matching(words, "") == list(words)


# A terminal


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_a_whole_game_at_a_terminal_survives_being_killed(tmp_path: Path) -> None:
    moves = solve("witch-cult:42").moves
    half = len(moves) // 2
    with Terminal(tmp_path, "witch-cult:42") as first:
        first.type("; ".join(moves[:half]))
        first.type("undo")
        first.expect("Undone: ")
        first.type("redo")
        first.type("save copy.json")
        first.expect("Saved to ")
        first.kill()
    with Terminal(tmp_path) as second:
        second.expect("Go on with the game left last")
        second.type("y")
        for move in moves[half : half + 3]:
            second.type(move)
        second.type("; ".join(moves[half + 3 :]))
        second.expect(r"The game is won in 29 turns\.")
        second.type("quit")
        second.end()
    kept = tmp_path / "data" / "games" / "witch-cult-42.json"
    assert moves_in(kept) == moves
    assert moves_in(tmp_path / "copy.json") == moves[:half]


class Terminal:
    """`casecracker play` at a pseudo-terminal."""

    def __init__(self, folder: Path, *words: str) -> None:
        import pexpect  # noqa: PLC0415 - there is none on Windows

        environment: Mapping[str, str] = {
            **os.environ,
            "CASECRACKER_DATA": str(folder / "data"),
            "PYTHONPATH": str(ROOT),
            "PROMPT_TOOLKIT_NO_CPR": "1",
            "TERM": "xterm",
        }
        self._child = pexpect.spawn(
            sys.executable,
            ["-m", "casecracker", "play", *words],
            cwd=str(folder),
            env=environment,
            dimensions=(60, 200),
            timeout=120,
            encoding="utf-8",
        )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self._child.close(force=True)

    def type(self, line: str) -> None:
        self._child.send(f"{line}\r")

    def expect(self, pattern: str) -> None:
        self._child.expect(pattern)

    def kill(self) -> None:
        self._child.kill(signal.SIGKILL)
        self._child.wait()

    def end(self) -> None:
        import pexpect  # noqa: PLC0415

        self._child.expect(pexpect.EOF)
        self._child.wait()
        assert self._child.exitstatus == 0
