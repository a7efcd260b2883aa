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
                ("Bet each", "x"),  # no amount: asked again
                ("Bet each", "3"),  # refused: below the minimum
                ("Bet each", ""),
                ("Five Card Bonus", ""),
                ("Ultimate Pairs", "1"),
                ("$1 or $5", ""),
                ("1) fold", "4"),
                ("1) fold", "2"),
                ("1) fold", "b"),
                ("Bet each", "q"),
            ],
            # Ultimate Pairs 25 to 1; ante 5, 1st run 15 at 2 to 1, center 5 at 2 to 1.
            ["your cards As Ks", "must be from $5 to $500", "You leave with +$70"],
        ),
        (
            "let-it-ride",
            "2c 3d 4h Ts Tc Td 8s 5h",
            [
                ("Bet each", "10"),
                ("Five Card Bonus, $1 ", ""),
                ("Three Card Bonus", ""),
                ("Six Card Bonus", ""),
                ("Progressive", ""),
                ("1) ride", "z"),  # no such choice: asked again
                ("1) ride", "r"),
                ("1) ride", "withdraw"),
                ("Bet each", "q"),
            ],
            # Three tens, 3 to 1 on the two bets of $10 that stayed.
            ["your cards Ts Td 5h", "choose by number or letter", "You leave with +$60"],
        ),
        (
            "double-draw",
            "7c 7d 9h Ks 2c 7h 5c 5d",
            [
                ("Bet each", ""),
                ("1) fold", "2"),
                ("Discard up to 3", "Xx"),  # no card: asked again
                ("Discard up to 3", "As"),  # not held: refused
                ("Discard up to 3", "9h Ks 2c"),
                ("1) fold", "bet"),
                ("Discard up to 1", ""),
                ("Bet each", "q"),
            ],
            # A full house: 5 to 1 on the bonus, 1 to 1 on three.
            ["is not a card", "does not hold", "your cards 7c 7d 7h 5c 5d", "You leave with +$40"],
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
            ("Bet each", '{"do": "fold", "seat": 1}'),
            ("Bet each", ""),
            ("Five Card Bonus", ""),
            ("Ultimate Pairs", ""),
            ("Progressive", ""),
            ("1) fold", '{"do": "exposed-community", "area": "top"}'),
            ("1) fold", "1"),
            ("Bet each", "q"),
        ],
    )
    assert "MD-RET 7.D" in text
    assert "All hands are void" in text
    assert "You leave with $0" in text
    assert "Traceback" not in text
