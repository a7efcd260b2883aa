"""Runs tests in forks of a process that has imported them, each fork with one function changed.

Most of the time of a mutant is the start of Python and the import of the tests. This process
imports each test file once. A fork of it then gets the new code of the functions of one file, runs
tests and ends. What is not inside a function has had its effect at the import: `tools/mutants.py`
runs the tests of such a mutant, and of every mutant that no fork has noticed, in a new process.

It runs in a copy of the tree, and reads requests as lines of JSON: `{"load": [test files]}`, or
`{"run": [tests], "seconds": ...}`, with the `file` that is changed, and its sources `before` and
`after`. It answers with the exit code of the tests and the first one that failed; with the code
`NOT_HERE` where the change is not inside a function, and with `TIMED_OUT` where the time is over.
"""

import gc
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

#: Exit codes that pytest does not have.
NOT_HERE: Final = 255
TIMED_OUT: Final = 254
#: How pytest is called here and in `tools/mutants.py`.
OPTIONS: Final = ("-x", "-q", "-rfE", "--tb=no", "--no-header", "-p", "no:cacheprovider")


def failed_first(output: str) -> str:
    """Return the first test that failed, as the summary of pytest names it."""
    found = [line for line in output.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return found[0].partition(" ")[2].partition(" - ")[0] if found else ""


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of everything that is defined inside a piece of code."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from codes_of(one)


class NotInFunctionError(Exception):
    """The change takes effect at the import of its module."""


def new_codes(file: str, before: str, after: str) -> dict[CodeType, CodeType]:
    """Return the new code of each function whose code a change of its file changes."""
    old, new = compile(before, file, "exec"), compile(after, file, "exec")
    pairs = list(zip(codes_of(old), codes_of(new), strict=False))
    found = {
        one: other
        for one, other in pairs
        if one != other and one.co_qualname == other.co_qualname and not _is_body(one)
    }
    same_names = [one.co_qualname for one in codes_of(old)] == [
        one.co_qualname for one in codes_of(new)
    ]
    if not found or not same_names or not _outside_alike(old, new):
        raise NotInFunctionError
    if any(one.co_freevars != other.co_freevars for one, other in found.items()):
        raise NotInFunctionError
    return found


def _is_body(code: CodeType) -> bool:
    """Whether code is the body of a class, which runs at the import."""
    return "__module__" in code.co_names and "__qualname__" in code.co_names


def _outside_alike(old: CodeType, new: CodeType) -> bool:
    """Whether what runs at the import is the same in both."""
    if old.co_code != new.co_code or old.co_names != new.co_names:
        return False
    if len(old.co_consts) != len(new.co_consts):
        return False
    for one, other in zip(old.co_consts, new.co_consts, strict=True):
        if not isinstance(one, CodeType):
            if (type(one), one) != (type(other), other):
                return False
        elif _is_body(one) and not _outside_alike(one, other):
            return False
    return True


class Loaded:
    """The test files that are imported, and the functions of the modules that they import."""

    def __init__(self) -> None:
        self._files: set[str] = set()

    def load(self, files: Sequence[str]) -> None:
        """Import test files, with the assertions as pytest writes them."""
        import pytest  # noqa: PLC0415 - only needed in the process that runs tests

        new = [file for file in files if file not in self._files]
        if new:
            with silent():
                pytest.main([*OPTIONS, "--collect-only", *new])
            self._files.update(new)
            self.__dict__.pop("functions", None)

    @cached_property
    def functions(self) -> dict[str, list[FunctionType]]:
        """All functions by the file that they stand in."""
        found: dict[str, list[FunctionType]] = {}
        for one in gc.get_objects():
            if isinstance(one, FunctionType):
                found.setdefault(one.__code__.co_filename, []).append(one)
        return found

    def change(self, file: str, before: str, after: str) -> None:
        """Give the functions of a file the code of its new source, and forget what they cached."""
        place = str(Path(file).resolve())
        codes = new_codes(place, before, after)
        functions = self.functions.get(place, [])
        for one in functions:
            if (code := codes.get(one.__code__)) is not None:
                one.__code__ = code
        for one in functions:
            if callable(clear := getattr(_wrapper_of(one), "cache_clear", None)):
                clear()


def _wrapper_of(function: FunctionType) -> Any:
    """What a module has under the name of a function: the function, or what a decorator made."""
    found: Any = sys.modules.get(function.__module__)
    for name in function.__qualname__.split("."):
        found = getattr(found, name, None)
    return found


class silent:  # noqa: N801 - it is used as a context
    """Sends both outputs to a file, whose text is there afterwards."""

    def __enter__(self) -> "silent":
        self._file = tempfile.TemporaryFile("w+b")
        self._kept = [os.dup(1), os.dup(2)]
        sys.stdout.flush()
        for number in (1, 2):
            os.dup2(self._file.fileno(), number)
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdout.flush()
        for number, kept in zip((1, 2), self._kept, strict=True):
            os.dup2(kept, number)
            os.close(kept)
        self._file.seek(0)
        self.text = self._file.read().decode(errors="replace")


def in_a_fork(work: Callable[[], int], seconds: float) -> int:
    """Do something in a fork of this process, and return its exit code."""
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        code = NOT_HERE
        try:
            code = work()
            sys.stdout.flush()
        finally:
            os._exit(code)
    until = time.monotonic() + seconds
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > until:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return TIMED_OUT
        time.sleep(0.02)


def answer(loaded: Loaded, request: dict[str, Any]) -> dict[str, Any]:
    """Do what one request asks for."""
    import pytest  # noqa: PLC0415 - as above

    if "load" in request:
        loaded.load(request["load"])
        return {"code": 0}

    def work() -> int:
        if request.get("file"):
            try:
                loaded.change(request["file"], request["before"], request["after"])
            except NotInFunctionError:
                return NOT_HERE
        return int(pytest.main([*OPTIONS, *request["run"]]))

    _ = loaded.functions
    with silent() as said:
        code = in_a_fork(work, request["seconds"])
    return {"code": code, "failed": failed_first(said.text)}


def main() -> None:
    """Answer requests until the input ends."""
    loaded = Loaded()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    for line in requests:
        print(json.dumps(answer(loaded, json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
