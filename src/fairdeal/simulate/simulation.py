"""`fairdeal.simulate(...)`: many rounds from Python."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from fairdeal.api.choices import (
    Dollars,
    SomeGame,
    SomePaytable,
    chosen_rules,
    dollars,
    dollars_by_name,
)
from fairdeal.errors import BadInputError
from fairdeal.rulebook.money import UNITS
from fairdeal.simulate.philox import seed_number
from fairdeal.simulate.plan import PlanChoices, plan_of
from fairdeal.simulate.result import Simulation
from fairdeal.simulate.run import Progress, simulate_rounds
from fairdeal.simulate.settings import run_settings
from fairdeal.simulate.strategies import BEST, Player, Strategy, name_of
from fairdeal.simulate.workers import Workers

#: A strategy by its name, as a value, or as a function from a table's state to a command.
SomeStrategy: TypeAlias = str | Strategy | Player


def simulate(
    game: SomeGame,
    rounds: int,
    *,
    seed: int | str | None = None,
    players: int = 1,
    strategy: SomeStrategy | Sequence[SomeStrategy] = BEST,
    bets_dollars: Mapping[str, Dollars] | None = None,
    session: int | None = None,
    bankroll_dollars: Dollars | None = None,
    per_hour: int = 40,
    engine: str | None = None,
    workers: str | Callable[[], Executor] | None = "local:1",
    checkpoint: str | Path | None = None,
    progress: Progress | None = None,
    jurisdiction: str | None = None,
    paytables: Mapping[str, SomePaytable] | None = None,
    readings: Mapping[str, str] | None = None,
    limit_dollars: Dollars | None = None,
    meters_dollars: Mapping[str, Dollars] | None = None,
    plan: PlanChoices | None = None,
) -> Simulation:
    """Play rounds of a game and compare what came with the exact figures.

    `strategy` is one for all seats, or one for each: a name, or a function of a module.
    `bets_dollars` are the bets of every seat: `main` is one base bet. `workers` is `local:N`,
    `dask:ADDRESS`, or a function that starts an executor. `progress` is called with the rounds done
    and all rounds. A run that is interrupted goes on from its `checkpoint` when it is called again.
    A `session` has 1,000 rounds, or all rounds of a shorter run.
    `paytables` are named, or your own, as `analyze` takes them. `plan` is how one player bets from
    round to round, in dollars, such as
    `{"stop_loss": 200, "raise_after_loss": 2}`; its keys are the options of the command.

    >>> run = simulate("let-it-ride", 200, seed=7, engine="table")
    >>> run.to_dict()["wagers"][0]["exact_fraction"]
    '-37963/1082900'
    """
    limit = dollars(limit_dollars, "limit_dollars")
    rules = chosen_rules(game, jurisdiction, paytables, readings, limit)
    if isinstance(strategy, Sequence) and not isinstance(strategy, str):
        names = tuple(map(name_of, strategy))
        if players not in (1, len(names)):
            raise BadInputError(f"there are {players} players and {len(names)} strategies")
    else:
        names = (name_of(strategy),) * players
    meters = dollars_by_name(meters_dollars, "meters_dollars")
    settings = run_settings(
        rules,
        rounds,
        new_seed() if seed is None else seed_number(seed),
        strategies=names,
        bets=dollars_by_name(bets_dollars, "bets_dollars"),
        meters={name: int(Fraction(amount) * UNITS) for name, amount in meters.items()},
        session=session,
        bankroll=dollars(bankroll_dollars, "bankroll_dollars"),
        per_hour=per_hour,
    )
    settings = plan_of(settings, plan or {})
    tally = simulate_rounds(
        settings,
        engine=engine,
        workers=Workers() if callable(workers) else Workers.parse(workers),
        executor=workers if callable(workers) else None,
        checkpoint=Path(checkpoint) if checkpoint else None,
        progress=progress,
    )
    return Simulation(settings, tally)


def new_seed() -> int:
    """Return a seed for a run that names none."""
    return secrets.randbits(64)
