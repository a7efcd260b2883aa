"""Tests of dieharder, the known battery, over the stream of the live shuffle."""

import re
import shutil
import subprocess
import sys

import pytest

#: Some of dieharder's tests, by the numbers that `dieharder -l` lists them under.
NUMBERS = (0, 2, 8, 13, 15, 16, 100, 101, 102, 204, 205)


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_dieharder_finds_nothing_in_the_stream(number: int) -> None:
    """The seed is fixed: a p-value below dieharder's bound of one in a million is a fault."""
    program = shutil.which("dieharder")
    if program is None:
        pytest.skip("dieharder is not installed: apt-get install dieharder")
    write = [sys.executable, "-m", "fairdeal", "rng", "stream", "--bytes", "--seed", "dieharder"]
    with subprocess.Popen(write, stdout=subprocess.PIPE) as stream:
        run = subprocess.run(
            [program, "-g", "200", "-d", str(number)],
            stdin=stream.stdout,
            capture_output=True,
            text=True,
            check=True,
            timeout=900,
        )
        stream.kill()
    judged = re.findall(r"\|\s+(PASSED|WEAK|FAILED)", run.stdout)
    assert judged, run.stdout
    assert "FAILED" not in judged, run.stdout
