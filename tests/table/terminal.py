"""A program run in a pseudo-terminal, typed at as a person would."""

import contextlib
import os
import pty
import select
import signal
import sys
import time
from pathlib import Path

from conftest import ROOT

PROGRAM = [sys.executable, "-c", "from fairdeal.cli import main; main()"]
#: Prompts of the side bets, each answered with nothing.
SIDE_BETS = [("Five Card", ""), ("Ultimate", ""), ("Progressive", "")]


def typed(arguments: list[str], answers: list[tuple[str, str]], *, seconds: float = 40) -> str:
    """Start the program on a terminal, wait for each prompt and answer it; all it wrote."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", COLUMNS="100", NO_COLOR="1")
        os.environ["PYTHONIOENCODING"] = "utf-8:strict"  # as in most locales
        os.execv(PROGRAM[0], [*PROGRAM, *arguments])
    text, seen, until = "", 0, time.monotonic() + seconds
    waiting = list(answers)
    try:
        while time.monotonic() < until:
            if waiting and waiting[0][0] in text[seen:]:
                seen = len(text)
                os.write(terminal, f"{waiting.pop(0)[1]}\n".encode(errors="surrogateescape"))
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


def rules_file(folder: Path, game: str, changes: dict[str, str]) -> str:
    """The sample file of a game with some of its words changed."""
    text = (ROOT / "examples" / "rules" / f"{game}.toml").read_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    path = folder / "rules.toml"
    path.write_text(text)
    return str(path)
