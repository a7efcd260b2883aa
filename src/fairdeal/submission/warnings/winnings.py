"""What a bettor of the minimum can win beside what the house will pay."""

from collections.abc import Iterator

from fairdeal.rulebook.money import dollars
from fairdeal.submission.warnings.context import RulesWarning, WarningContext
from fairdeal.table.limits import most_winnable


def winnings_over_limit(context: WarningContext) -> Iterator[RulesWarning]:
    """The most that a hand can win with every bet as small as it may be, where that is more than
    the payout limit, or where the limit follows from it (the second branch of MD-RET 12.C).
    """
    rules = context.rules
    limit, law = rules.payout_limit_cents, rules.game.limit
    needs = (("minimum",), ("payout-limit",), ("readings",), ("paytables",))
    if limit is None or not rules.minimum_cents or not context.is_sound(*needs):
        return
    lines = tuple((name, table.lines) for name, table in rules.paytables.items())
    units = most_winnable(rules.game, tuple(rules.readings.items()), lines)
    most = int(units * rules.minimum_cents)
    told = f"a hand with every bet at the minimum of {dollars(rules.minimum_cents)} can win"
    if most > limit:
        message = f"{told} {dollars(most)}, and the payout limit of {dollars(limit)} cuts that"
        yield RulesWarning(("payout-limit",), message, law.clause)
    elif law.or_best_at_minimum and law.cents is not None and limit > law.cents:
        message = (
            f"{told} {dollars(most)}: the payout limit is {dollars(limit)} by the second branch, "
            f"above {dollars(law.cents)}, and grows with the minimum"
        )
        yield RulesWarning(("minimum",), message, f"{law.clause}(2)")
