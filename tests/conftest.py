"""What several test files share: the rule texts, the command line, and deals to change."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings

from fairdeal.cli import main

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

# Examples are drawn the same way in every run; a machine under load is no failure.
settings.register_profile(
    "fairdeal", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fairdeal")


@dataclass(frozen=True)
class Ran:
    """One run of the command line."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(scope="session")
def fairdeal() -> Callable[..., Ran]:
    """The command line, called: standard input and output are bytes in UTF-8, as in a pipe."""

    def run(*arguments: str | Path, stdin: str | bytes = b"") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        written = [BytesIO(), BytesIO()]
        out, err = (TextIOWrapper(one, "utf-8", write_through=True) for one in written)
        with (
            patch("sys.stdin", TextIOWrapper(BytesIO(data))),
            redirect_stdout(out),
            redirect_stderr(err),
            pytest.raises(SystemExit) as done,
        ):
            main([str(argument) for argument in arguments])
        texts = [one.getvalue().decode() for one in written]
        return Ran(int(str(done.value.code)), *texts)

    return run


@pytest.fixture(scope="session")
def fairdeal_process() -> Callable[..., Ran]:
    """The command line as a person starts it; keywords are its environment."""

    def run(*arguments: str | bytes | Path, stdin: str | bytes = b"", **environ: str) -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(
            [sys.executable, "-m", "fairdeal", *arguments],
            input=data,
            capture_output=True,
            timeout=120,
            check=False,
            env={**os.environ, "PYTHONPATH": path.rstrip(os.pathsep), **environ},
        )
        ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in ran.err, ran.err
        return ran

    return run


@pytest.fixture(scope="session")
def rule_texts() -> Callable[[str], str]:
    """A rule text by the first digits of its file; without the texts the test is skipped."""

    def read(number: str) -> str:
        found = sorted((SHARED / "rules").glob(f"{number}_*.txt"))
        if not found:
            pytest.skip("the rule texts are not beside this checkout (../shared/rules)")
        return found[0].read_text(encoding="utf-8")

    return read


#: Gives the address of a database that nobody has used yet.
Urls = Callable[[], str]


@pytest.fixture(params=["sqlite"])
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> Urls:
    """New databases, of each kind that a floor can stand on."""
    assert request.param == "sqlite"
    numbers = count(1)
    return lambda: str(tmp_path / f"floor-{next(numbers)}.db")
