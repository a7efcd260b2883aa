"""A person at a terminal: a whole round of each game, typed into a pseudo-terminal."""

import contextlib
import os
import pty
import select
import signal
import sys
import time

import pytest

PROGRAM = [sys.executable, "-c", "from fairdeal.cli import main; main()"]


def typed(arguments: list[str], answers: list[tuple[str, str]], *, seconds: float = 40) -> str:
    """Start the program on a terminal, wait for each prompt and answer it; all it wrote."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", COLUMNS="100", NO_COLOR="1")
        os.execv(PROGRAM[0], [*PROGRAM, *arguments])
    text, seen, until = "", 0, time.monotonic() + seconds
    waiting = list(answers)
    try:
        while time.monotonic() < until:
            if waiting and waiting[0][0] in text[seen:]:
                seen = len(text)
                os.write(terminal, f"{waiting.pop(0)[1]}\n".encode())
            ready, _, _ = select.select([terminal], [], [], 0.2)
            if not ready:
                continue
            try:
                chunk = os.read(terminal, 65536)
            except OSError:  # Linux says so when the other side has closed
                break
            if not chunk:
                break
            text += chunk.decode(errors="replace")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
    assert not waiting, f"never asked for {waiting[0][0]!r}:\n{text}"
    return text


@pytest.mark.parametrize(
    ("game", "deck", "answers", "says"),
    [
        (
            "run-em-twice",
            "Ah Kd 6c 6d Qs As Ks",
            [
                ("and the same on", "x"),  # no amount: asked again
                ("and the same on", "3"),  # refused: below the minimum
                ("and the same on", ""),
                ("Five Card Bonus", ""),
                ("Ultimate Pairs", "1"),
                ("$1 or $5", ""),
                ("1) fold", "4"),
                ("1) fold", "2"),
                ("1) fold", "b"),  # three bets begin so: asked again
                ("1) fold", "$5"),
                ("and the same on", "q"),
            ],
            # Ultimate Pairs 25 to 1; ante 5, 1st run 15 at 2 to 1, center 5 at 2 to 1.
            ["your cards As Ks", "must be from $5 to $500", "In all: +$70"],
        ),
        (
            "let-it-ride",
            "2c 3d 4h Ts Tc Td 8s 5h",
            [
                ("and the same on", "10"),
                ("Five Card Bonus, $1 ", ""),
                ("Three Card Bonus", ""),
                ("Six Card Bonus", ""),
                ("Progressive", ""),
                ("1) ride", "z"),  # no such choice: asked again
                ("1) ride", "r"),
                ("1) ride", "withdraw"),
                ("and the same on", "q"),
            ],
            # Three tens, 3 to 1 on the two bets of $10 that stayed.
            ["your cards Ts Td 5h", "choose by its number", "In all: +$60"],
        ),
        (
            "double-draw",
            "7c 7d 9h Ks 2c 7h 5c 5d",
            [
                ("and the same on", ""),
                ("1) fold", "2"),
                ("Discard up to 3 cards", "Xx"),  # no card: asked again
                ("Discard up to 3 cards", "As"),  # not held: refused
                ("Discard up to 3 cards", "3, ks 2C"),
                ("1) fold", "bet"),
                ("Discard one card", ""),
                ("and the same on", "q"),
            ],
            # A full house: 5 to 1 on the bonus, 1 to 1 on three.
            ["is not a card", "does not hold", "your cards 7c 7d 7h 5c 5d", "In all: +$40"],
        ),
    ],
)
def test_a_round_at_the_terminal(
    game: str, deck: str, answers: list[tuple[str, str]], says: list[str]
) -> None:
    text = typed(["table", game, "--deck", deck], answers)
    for words in says:
        assert words in text, text
    assert "Traceback" not in text


def test_a_command_of_the_floor_is_typed_as_json() -> None:
    text = typed(
        ["table", "run-em-twice", "--seed", "1"],
        [
            ("and the same on", '{"do": "fold", "seat": 1}'),
            ("and the same on", ""),
            ("Five Card Bonus", ""),
            ("Ultimate Pairs", ""),
            ("Progressive", ""),
            # The round is void: the question that stood is gone.
            ("1) fold", '{"do": "exposed-community", "area": "top"}'),
            ("and the same on", "q"),
        ],
    )
    assert "MD-RET 7.D" in text
    assert "All hands are void" in text
    assert "In all: $0" in text
    assert "Traceback" not in text


def test_bets_that_were_placed_come_back_to_a_player_who_leaves() -> None:
    answers = [("and the same on", "10"), ("Five Card Bonus", "Q")]
    text = typed(["table", "run-em-twice"], answers)
    assert "Seat 1 gets $10 of 2nd Ante back" in text
    assert "In all: $0" in text


def test_a_player_who_leaves_in_a_round_loses_its_wagers_and_is_told() -> None:
    answers = [("and the same on", "10"), *[(name, "") for name in ("Five", "Ultimate", "Progr")]]
    text = typed(["table", "run-em-twice"], [*answers, ("1) fold", "?"), ("1) fold", "exit")])
    assert "500 to 1" in text, "what pays what"
    assert "stay behind, and lose" in text
    assert "In all: -$20" in text


def test_a_refused_side_bet_is_asked_for_again() -> None:
    answers = [("and the same on", ""), ("Five Card Bonus, $1 ", "5"), ("Five Card Bonus", "1")]
    text = typed(["table", "let-it-ride"], [*answers, ("Three Card Bonus", "q")])
    assert "must be $1" in text
    assert "gets $1 of Five Card Bonus back" in text
