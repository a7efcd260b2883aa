"""The lab's own process: it reads questions from its input, one a line, and writes progress and
answers to its output, one a line.

It runs at a low priority and with little memory, so that no player feels it, and the server
can end it at any moment: that is how a computation is cancelled.
"""

import json
import os
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, Final, TextIO

from fairdeal.errors import FairdealError, TooLongError
from fairdeal.lab.progress import shown_by
from fairdeal.web.lab.answers import compute_answer
from fairdeal.web.lab.boxes import BoxesBody
from fairdeal.web.lab.drill_prices import DrillBody
from fairdeal.web.lab.questions import BODIES, QuestionBody, read_question

#: The most memory that a computation may use, in bytes.
MOST_MEMORY: Final = 4 * 1024**3
#: How much the process gives way to others: a server beside it gets ten times as much time.
NICENESS: Final = 10
#: The questions that only the server itself asks.
_OWN_BODIES: Final[Mapping[str, type[QuestionBody]]] = {"boxes": BoxesBody, "drill": DrillBody}
#: Progress is told at most so often, in seconds.
_TELL_SECONDS: Final = 0.1


class Told:
    """Shows progress by telling it; a computation may open several displays after each other."""

    def __init__(self, work: str, tell: Callable[[dict[str, Any]], None]) -> None:
        self._work, self._tell, self._told = work, tell, 0.0
        tell({"work": work, "done": 0, "total": 0})

    def progress(self, done: int, total: int) -> None:
        """Tell how many of all steps are done."""
        now = time.monotonic()
        if now - self._told >= _TELL_SECONDS:
            self._told = now
            self._tell({"work": self._work, "done": int(done), "total": int(total)})

    def end(self) -> None:
        """Do nothing: the last answer ends the progress."""


def handle(line: str, longest: float, tell: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Return what a line of input is answered with: an answer, or the problem in a sentence."""
    asked = json.loads(line)
    try:
        question = read_question(asked["question"], {**BODIES, **_OWN_BODIES}[asked["kind"]])
        with shown_by(lambda work: Told(work, tell), longest=longest):
            return {"answer": compute_answer(question)}
    except TooLongError as error:
        words = str(error).partition(": add --patient")[0]
        return {"problem": f"{words}: ask the command line, which can wait"}
    except FairdealError as error:
        return {"problem": str(error)}
    except MemoryError:
        # What is still held would fail the next question too: the server ends this process.
        return {"problem": "this needs more memory than the lab of a floor may use", "end": True}
    except Exception:
        fault = "the lab has a fault here, and the operator's log has it"
        return {"problem": fault, "fault": traceback.format_exc()}


def main() -> None:
    """Answer questions until the input ends."""
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(OSError, ValueError):
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hard))
    # Whatever a library prints goes to the log, and never among the answers.
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    longest = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0

    def tell(document: dict[str, Any]) -> None:
        output.write(json.dumps(document) + "\n")
        output.flush()

    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin, lines), daemon=True).start()
    while True:
        tell(handle(lines.get(), longest, tell))


def _read(source: TextIO, lines: "SimpleQueue[str]") -> None:
    """Pass on each line. A server that has ended needs no answers: then the process ends."""
    for line in source:
        lines.put(line)
    signal.raise_signal(signal.SIGTERM)


if __name__ == "__main__":
    main()
