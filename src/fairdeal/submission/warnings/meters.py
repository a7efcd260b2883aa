"""Warns about meters whose rates do not fund their resets."""

from collections.abc import Iterator
from math import ceil

from fairdeal.submission.warnings.context import RulesWarning, WarningContext, amount


def unfunded_meters(context: WarningContext) -> Iterator[RulesWarning]:
    """Yield a warning for each meter that collects less between two wins than its reset."""
    rules = context.rules
    for wager in rules.wagers:
        table = rules.table_of(wager)
        if not wager.progressive or table is None or rules.progressive is None:
            continue
        shared = (("paytables", wager.pays.name), ("readings",), ("progressive", "stakes"))
        if not context.is_sound(*shared):
            continue
        whole = {meter.name for meter in table.meters}
        if not whole <= set(rules.progressive.rates) & set(rules.progressive.resets):
            continue
        stake = min(context.stakes(wager))
        meters = context.meters(wager, table, stake)
        for meter in meters.meters if meters else ():
            path = ("progressive", "rate", meter.name)
            if meter.funded or not context.is_sound(path, ("progressive", "reset", meter.name)):
                continue
            wagers = meter.wagers_for(meter.reset)
            message = (
                f"the rate of {meter.name} does not earn its reset of {amount(meter.reset)}: it is "
                f"won once in {round(meter.wagers_between):,} wagers, which bring "
                f"{amount(meter.earned_between)} at {amount(stake)} each; a reset takes "
                f"{amount(wagers * stake)} of stakes, {ceil(wagers / rules.seats):,} rounds with "
                f"all {rules.seats} seats"
            )
            yield RulesWarning(path, message, rules.game.clauses.rates)
