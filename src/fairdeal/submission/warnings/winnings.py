"""Warns if a bet of the minimum or of the maximum can win more than the payout limit."""

from collections.abc import Iterator

from fairdeal.rulebook.money import dollars
from fairdeal.submission.warnings.context import RulesWarning, WarningContext
from fairdeal.table.limits import most_winnable


def winnings_over_limit(context: WarningContext) -> Iterator[RulesWarning]:
    """Yield a warning if a hand with minimum bets can win more than the payout limit.

    Where only a hand with the largest bets at the maximum can, the warning is about that one.
    Another warning says that the limit is set by a minimum hand (the second branch of MD-RET 12.C).
    """
    rules = context.rules
    limit, law = rules.payout_limit_cents, rules.game.limit
    needs = (("minimum",), ("payout-limit",), ("readings",), ("paytables",))
    if limit is None or not rules.minimum_cents or not context.is_sound(*needs):
        return
    lines = tuple((name, table.lines) for name, table in rules.paytables.items())
    readings = tuple(rules.readings.items())
    units = most_winnable(rules.game, readings, lines)
    most = int(units * rules.minimum_cents)
    hand = f"a hand with every bet at the minimum of {dollars(rules.minimum_cents)} can win"
    if most > limit:
        message = f"{hand} {dollars(most)}, and the payout limit of {dollars(limit)} cuts that"
        yield RulesWarning(("payout-limit",), message, law.clause)
    elif law.or_best_at_minimum and law.cents is not None and limit > law.cents:
        message = (
            f"{hand} {dollars(most)}: the payout limit is {dollars(limit)} by the second branch, "
            f"above {dollars(law.cents)}, and grows with the minimum"
        )
        yield RulesWarning(("minimum",), message, f"{law.clause}(2)")
    if most <= limit and rules.maximum_cents and context.is_sound(("maximum",)):
        units = most_winnable(rules.game, readings, lines, largest=True)
        most = int(units * rules.maximum_cents)
        if most > limit:
            message = (
                f"with {dollars(rules.maximum_cents)} as one {rules.game.unit} and the largest "
                f"bets a hand can win {dollars(most)}, and the payout limit of {dollars(limit)} "
                f"cuts that; it cuts nothing up to {dollars(int(limit / units))}, and fairdeal "
                "analyze --rules prints the edge at the maximum"
            )
            yield RulesWarning(("maximum",), message, law.clause)
