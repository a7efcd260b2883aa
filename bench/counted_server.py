"""A server whose calls of functions are counted: `python counted_server.py FILE serve ...`.

It imports nothing of the floor before it counts, so that it runs with the code of any version. At
each SIGUSR1 it writes how many calls each function has had so far, by thread, to the file.
"""

import cProfile
import json
import os
import signal
import sys
import threading
from typing import Any

_OUT = sys.argv[1] if len(sys.argv) > 1 else ""
_profiles: dict[str, cProfile.Profile] = {}


def _begin(*_: Any) -> None:
    """Count in the thread that calls this, in place of Python's own function for profiles."""
    sys.setprofile(None)
    name = threading.current_thread().name
    profile = _profiles[f"{name} {len(_profiles)}"] = cProfile.Profile()
    profile.enable()


def _name(code: Any) -> str:
    if isinstance(code, str):
        return code
    return f"{code.co_filename.rpartition('/src/')[2]}:{code.co_firstlineno} {code.co_qualname}"


def _write(*_: Any) -> None:
    found: dict[str, dict[str, list[float]]] = {}
    for thread, profile in list(_profiles.items()):
        calls = found.setdefault(thread, {})
        for entry in profile.getstats():
            one = calls.setdefault(_name(entry.code), [0, 0.0, 0.0])
            one[0] += entry.callcount
            one[1] += entry.inlinetime
            one[2] += entry.totaltime
    with open(_OUT + ".part", "w", encoding="utf-8") as file:
        json.dump(found, file)
    os.replace(_OUT + ".part", _OUT)


def main() -> None:
    """Count the calls of all threads of the command line's `serve`."""
    from fairdeal.cli import main as command_line  # noqa: PLC0415 - the threads' functions are set

    signal.signal(signal.SIGUSR1, _write)
    threading.setprofile(_begin)
    _begin()
    sys.argv = ["fairdeal", *sys.argv[2:]]
    command_line()


if __name__ == "__main__":
    main()
