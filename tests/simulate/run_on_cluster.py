"""Plays a run on a Dask cluster of two workers, kills one after each part, and prints what came.

A program of its own, because a cluster starts its workers by starting the program anew.
"""

import json
import os
import signal
import sys
from fractions import Fraction
from typing import Any

from distributed import LocalCluster

from fairdeal.games import find_game
from fairdeal.rulebook.rules import house_rules
from fairdeal.simulate.run import simulate_rounds
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.workers import Workers

SETTINGS = run_settings(
    house_rules(find_game("let-it-ride")),
    5 * 720,
    7,
    strategies=("never",),
    bets={"three-card-bonus": Fraction(5)},
    session=50,
    per_hour=1,
)


def main() -> None:
    """Print how many workers were killed, and whether the tally is that of a run without any."""
    start: Any = LocalCluster
    cluster = start(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs="CRITICAL",
    )
    killed = 0

    def kill(done: int, total: int) -> None:
        nonlocal killed
        workers = [one.pid for one in cluster.workers.values() if one.pid]
        if done < total and workers:
            os.kill(workers[killed % len(workers)], signal.SIGKILL)
            killed += 1

    workers = Workers.parse(f"dask:{cluster.scheduler_address}")
    tally = simulate_rounds(SETTINGS, engine="table", workers=workers, progress=kill)
    alone = simulate_rounds(SETTINGS, engine="table")
    json.dump({"killed": killed, "same": tally.document() == alone.document()}, sys.stdout)
    cluster.close()


if __name__ == "__main__":
    main()
