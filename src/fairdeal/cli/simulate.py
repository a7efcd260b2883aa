"""`fairdeal simulate`: play many rounds and compare what came with the exact figures."""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import Annotated, Final

import typer

from fairdeal.cli.game_options import GameOptions
from fairdeal.cli.options import (
    AsJson,
    GameName,
    Jurisdiction,
    MeterAmounts,
    ReadingChoices,
    RulesFile,
    parse_dollars,
    parse_meters,
    parse_pairs,
)
from fairdeal.cli.output import TerminalProgress, console, print_json
from fairdeal.cli.simulation_text import print_simulation
from fairdeal.english import counted
from fairdeal.lab.figures.plot_files import plot_path
from fairdeal.rulebook.money import UNITS
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.engines import choose_engine, engine_of
from fairdeal.simulate.history import RoundRow, simulated_rows, write_lines
from fairdeal.simulate.lazy import write_parquet
from fairdeal.simulate.philox import seed_number
from fairdeal.simulate.plan import plan_of
from fairdeal.simulate.result import Simulation
from fairdeal.simulate.rounds import RoundResult
from fairdeal.simulate.run import simulate_rounds
from fairdeal.simulate.settings import Settings, run_settings
from fairdeal.simulate.simulation import new_seed
from fairdeal.simulate.strategies import SeatStrategies
from fairdeal.simulate.workers import Workers

#: After so many rounds that are written the progress bar moves.
_TOLD: Final = 100


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal simulate let-it-ride --rounds 1000000 --seed 7 · fairdeal simulate "
            "run-em-twice --rounds 20000 --players 6 --strategy cautious --engine table · fairdeal "
            "simulate let-it-ride --rounds 100000 --bet main=10 --bet progressive=1 --session 500 "
            "--bankroll 1000 --json"
        )
    )(simulate)


def simulate(
    game: GameName,
    *,
    rounds: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="The rounds to play.")],
    seed: Annotated[
        str | None, typer.Option(metavar="SEED", help="The same seed gives the same rounds.")
    ] = None,
    players: Annotated[int, typer.Option(metavar="NUMBER", min=1, help="The seats that play.")] = 1,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=(
                "best, card, always, never, cautious, best-seen-K (with K other hands seen) "
                "or module:function; SEAT=NAME for one seat. May be repeated."
            ),
        ),
    ] = None,
    bet: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER=DOLLARS",
            help="A bet of every seat; main=10 is one base bet. May be repeated.",
        ),
    ] = None,
    session: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            min=1,
            help="The rounds of a player's session. By default 1,000, or all of a shorter run.",
        ),
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="Count how often this bankroll is lost.")
    ] = None,
    per_hour: Annotated[
        int, typer.Option(metavar="NUMBER", min=1, help="The rounds of the table in an hour.")
    ] = 40,
    stop_loss: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="A session ends when so much is lost.")
    ] = None,
    stop_win: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="A session ends when so much is won.")
    ] = None,
    raise_after_loss: Annotated[
        str | None,
        typer.Option(
            metavar="FACTOR",
            help="Raise the main bet so after each lost round (2: martingale), until one is won.",
        ),
    ] = None,
    raise_most: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="The highest raised bet; by default the maximum."),
    ] = None,
    one_player: Annotated[
        bool, typer.Option("--one-player", help="All seats are one player's: results are added.")
    ] = False,
    meter_above: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=DOLLARS",
            help="Make the progressive bet only while this meter shows so much.",
        ),
    ] = None,
    meter_grows: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="What others feed to that meter in a round."),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="kernel (compiled) or table (the live table's own code); by default the fastest.",
        ),
    ] = None,
    workers: Annotated[
        str | None,
        typer.Option(metavar="local:N|dask:ADDRESS", help="By default all cores of this machine."),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Go on from this file where it is there, and keep it."),
    ] = None,
    history: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write every round as JSON Lines (fairdeal-round-1)."),
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write every round as Parquet.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the figures (.svg, .png).")
    ] = None,
    meter: MeterAmounts = None,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    paytable: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WAGER=X",
            help="Choose the paytable of a wager, or a TOML file of your own. May be repeated.",
        ),
    ] = None,
    reading: ReadingChoices = None,
    as_json: AsJson = False,
) -> None:
    """Play many rounds and compare the returns with the exact ones.

    The document is the same for the same game, rules, rounds, seed, bets and strategies, whatever
    the engine and the workers. The time that it took goes to standard error.
    """
    chosen = GameOptions(game, jurisdiction, rules, paytable, reading)
    settings = run_settings(
        rules_of_run(chosen),
        rounds,
        new_seed() if seed is None else seed_number(seed),
        strategies=tuple(
            map(
                SeatStrategies.parse(strategy or [], "--strategy", players).of,
                range(1, players + 1),
            )
        ),
        bets={
            name: parse_dollars(value, name) for name, value in parse_pairs(bet, "--bet").items()
        },
        meters={name: int(amount * UNITS) for name, amount in parse_meters(meter).items()},
        session=session,
        bankroll=None if bankroll is None else parse_dollars(bankroll, "--bankroll"),
        per_hour=per_hour,
    )
    settings = plan_of(
        settings,
        {
            "stop_loss": _optional(stop_loss, "--stop-loss"),
            "stop_win": _optional(stop_win, "--stop-win"),
            "raise_after_loss": _optional(raise_after_loss, "--raise-after-loss"),
            "raise_most": _optional(raise_most, "--raise-most"),
            "one_player": one_player,
            "meter_above": {
                name: parse_dollars(value, name)
                for name, value in parse_pairs(meter_above, "--meter-above").items()
            },
            "meter_grows": _optional(meter_grows, "--meter-grows"),
        },
    )
    if plot is not None:
        plot_path(str(plot))
    for path, write in ((history, write_lines), (parquet, write_parquet)):
        if path is not None:
            _write_rounds(settings, engine, write, path)
    result = _played(settings, engine, Workers.parse(workers), checkpoint)
    if plot is not None:
        result.plot(plot)
    if as_json:
        print_json(result.to_dict())
    else:
        print_simulation(console(), settings, result.to_dict())


def _write_rounds(
    settings: Settings,
    engine: str | None,
    write: Callable[[Iterable[RoundRow], Path], int],
    path: Path,
) -> None:
    """Play all rounds in their order and write them as rows."""
    display = TerminalProgress(f"writing {settings.rounds:,} rounds to {path.name}", "rounds")

    def played() -> Iterator[RoundResult]:
        rounds = engine_of(settings, choose_engine(settings, engine)).rounds(0, settings.rounds)
        for done, one in enumerate(rounds, start=1):
            yield one
            if done % _TOLD == 0:
                display.progress(done, settings.rounds)

    try:
        write(simulated_rows(settings, played()), path)
    finally:
        display.end()


def _optional(amount: str | None, name: str) -> Fraction | None:
    return None if amount is None else parse_dollars(amount, name)


def rules_of_run(chosen: GameOptions) -> Rules:
    """Return the rules of the file with the further choices; without a file, all that the house
    offers.
    """
    if chosen.table is None:
        return chosen.rules()
    return replace(
        chosen.table,
        paytables={**chosen.table.paytables, **chosen.paytables},
        readings=chosen.readings,
    )


def _played(
    settings: Settings, engine: str | None, workers: Workers, checkpoint: Path | None
) -> Simulation:
    display = TerminalProgress(f"playing {settings.rounds:,} rounds", "rounds")
    started = monotonic()
    try:
        tally = simulate_rounds(
            settings,
            engine=engine,
            workers=workers,
            checkpoint=checkpoint,
            progress=display.progress,
        )
    except KeyboardInterrupt:
        if checkpoint is not None:
            typer.echo(f"stopped; the same command goes on from {checkpoint}", err=True)
        raise
    finally:
        display.end()
    seconds = monotonic() - started
    if sys.stderr is not None:
        rate = settings.rounds / max(seconds, 1e-9)
        played = counted(settings.rounds, "round")
        typer.echo(f"{played} in {seconds:.1f} s: {rate:,.0f} a second", err=True)
    return Simulation(settings, tally)
