"""Warns about wagers that return more than they cost, and holds outside the house's range."""

from collections.abc import Iterator
from fractions import Fraction

from fairdeal.english import all_of, one_of
from fairdeal.lab.figures.meters import MeterAtStake, MetersAtStake, envy_of
from fairdeal.lab.figures.payouts import MAIN, required
from fairdeal.rulebook.hand import ByReading, specs_in
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.wager import Wager
from fairdeal.submission.warnings.context import RulesWarning, WarningContext, amount, percent
from fairdeal.wire.fields import Path


def returns_over_stake(context: WarningContext) -> Iterator[RulesWarning]:
    """Yield a warning for each wager that returns over 100 percent, at reset or in the long run."""
    yield from _main_over(context)
    for wager, table in context.side_bets():
        yield from _side_over(context, wager, table)


def _main_path(context: WarningContext) -> Path:
    """Return the field that names the paytable of the main wagers."""
    game = context.rules.game
    chosen = [name for name in game.paytables if required(game, name)]
    several = [name for name in chosen if len(game.paytables[name].tables) > 1]
    return ("paytables", (several or chosen or [MAIN])[0])


def _main_is_sound(context: WarningContext) -> bool:
    game = context.rules.game
    tables = [("paytables", name) for name in game.paytables if required(game, name)]
    return context.is_sound(("readings",), *tables)


def _main_over(context: WarningContext) -> Iterator[RulesWarning]:
    if not _main_is_sound(context):
        return
    path, game = _main_path(context), context.rules.game
    group = game.paytables.get(path[1])
    clause = group.clause if group else None
    if context.main_ev is None:
        message = (
            "what the main wagers return is not known here and takes long to work out: "
            f"fairdeal analyze {game.name} --wager main --rules FILE does"
        )
        yield RulesWarning(path, message)
    elif context.main_ev > 0:
        gives = percent(context.main_ev)
        message = f"the main wagers give the player {gives} of one {game.unit} in a round"
        yield RulesWarning(path, message, clause)


def _side_over(context: WarningContext, wager: Wager, table: Paytable) -> Iterator[RulesWarning]:
    stake, path = min(context.stakes(wager)), ("paytables", wager.pays.name)
    counts = context.counts(wager)
    back = context.returned(wager, stake, counts)
    if back is None or counts is None:
        message = (
            f"what {wager.name} returns is not known here and takes long to work out: fairdeal "
            f"analyze {context.rules.game.name} --wager {wager.name} --rules FILE does"
        )
        yield RulesWarning(path, message)
        return
    meters = context.meters(wager, table, stake)
    if back > 1:
        where = ""
        if meters is not None:
            resets = [f"{one.name} at its reset of {amount(one.reset)}" for one in meters.meters]
            where = f" with {all_of(resets)}"
        message = (
            f"{wager.name} returns {percent(back)} of a stake of {amount(stake)}{where}: the house "
            f"gives {percent(back - 1)} away{_other_readings(context, wager, stake)}"
        )
        yield RulesWarning(path, message, table.clause)
    elif meters is not None:
        envy = envy_of(table, counts, stake) * (context.rules.seats - 1)
        yield from _grows_over(context, wager, meters, envy)


def _other_readings(context: WarningContext, wager: Wager, stake: Fraction) -> str:
    """Return words about the readings under which the wager returns no more than it costs."""
    alternatives = []
    for reading, choices in _readings(context, wager).items():
        for choice in choices:
            other = context.under(reading, choice)
            back = other.returned(wager, stake, other.counts(wager))
            if back is not None and back <= 1:
                alternatives.append(f"{percent(back)} under the reading {choice} of {reading}")
    return f"; it returns {one_of(alternatives)}" if alternatives else ""


def _readings(context: WarningContext, wager: Wager) -> dict[str, list[str]]:
    """Return the readings that a wager's hand depends on, with their other choices."""
    found: dict[str, list[str]] = {}
    for spec in specs_in(context.rules.hand_of(wager)):
        if isinstance(spec, ByReading):
            chosen = context.rules.readings[spec.reading]
            found[spec.reading] = [choice for choice in spec.choices if choice != chosen]
    return found


def _grows_over(
    context: WarningContext, wager: Wager, meters: MetersAtStake, envy: Fraction
) -> Iterator[RulesWarning]:
    """Yield a warning if a progressive returns over 100 percent only after its meters grow."""
    path = ("progressive", "rate")
    clause = context.rules.game.clauses.rates
    at_reset, long_run = percent(meters.at_reset), percent(meters.long_run)
    begins = f"{wager.name} returns {at_reset} of a stake of {amount(meters.stake)} at the reset"
    if meters.long_run > 1:
        averages = all_of([f"{one.name} {amount(one.average)}" for one in meters.meters])
        likely = max(meters.meters, key=lambda one: one.chance_of(meters.break_even(one)))
        message = (
            f"{begins}, and {long_run} where its meters stand on average when they are hit "
            f"({averages}): {_break_even(meters, likely)}"
        )
        yield RulesWarning(path, message, clause)
    elif meters.long_run + envy > 1:
        message = (
            f"{begins}, {long_run} where its meters stand on average when they are hit, and "
            f"{percent(meters.long_run + envy)} with the envy of {context.rules.seats} seats that "
            "all stake as much"
        )
        yield RulesWarning(path, message, clause)


def _break_even(meters: MetersAtStake, meter: MeterAtStake) -> str:
    value = meters.break_even(meter)
    wagers = meter.wagers_for(value - meter.reset)
    others = ", the others at their resets," if len(meters.meters) > 1 else ""
    return (
        f"it passes 100% when {meter.name} shows {amount(value)}{others} which takes "
        f"{amount(wagers * meters.stake)} of stakes after a reset; {meter.chance_of(value):.0%} of "
        "its runs get there before a hit"
    )


def hold_out_of_range(context: WarningContext) -> Iterator[RulesWarning]:
    """Yield a warning for each wager whose hold is outside the range in the file."""
    side = {wager.name: (wager, table) for wager, table in context.side_bets()}
    for name, (low, high) in context.rules.hold.items():
        held: list[tuple[Fraction, str]] = []
        meters = ""
        if name in side:
            wager, table = side[name]
            meters = " with its meters at their resets" if table.meters else ""
            for stake in sorted(context.stakes(wager)):
                back = context.returned(wager, stake, context.counts(wager))
                held += [] if back is None else [(1 - back, f"a stake of {amount(stake)}")]
        elif name == MAIN and _main_is_sound(context) and context.main_ev is not None:
            held = [(-context.main_ev, f"one {context.rules.game.unit}")]
        for edge, unit in held:
            if not Fraction(low) <= edge * 100 <= Fraction(high):
                wanted = f"outside {low:f}% to {high:f}%"
                message = f"{name} holds {percent(edge)} of {unit}{meters}, {wanted}"
                yield RulesWarning(("hold", name), message)
                break
