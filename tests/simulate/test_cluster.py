"""A run on a real Dask cluster, whose workers die again and again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fairdeal.errors import BadInputError
from fairdeal.simulate.workers import Workers


@pytest.mark.slow
def test_workers_that_die_change_nothing() -> None:
    program = Path(__file__).with_name("run_on_cluster.py")
    ran = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, timeout=600, check=True
    )
    found = json.loads(ran.stdout)
    assert found["same"]
    assert found["killed"] >= 3


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_no_scheduler_is_said() -> None:
    with pytest.raises(BadInputError, match="no Dask scheduler answers"):
        Workers.parse("dask:tcp://127.0.0.1:9").executor("table")
