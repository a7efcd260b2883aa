"""Tables that share a meter are alike in what a player stakes and may win (COMAR 36.05.03.24H)."""

from fractions import Fraction

from fairdeal.english import quoted
from fairdeal.errors import Refused
from fairdeal.lab.cache import results
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.figures.payouts import table_for
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.wager import Wager

_CLAUSE = "COMAR 36.05.03.24H"


def require_alike(meter: str, shared: str, here: Rules, there: Rules, table: str) -> None:
    """Refuse to share a meter with a table whose stakes, rate or exact probability of winning it
    are others. `meter` is its name in both rules, `shared` that of the floor.
    """
    mine, its = here.progressive, there.progressive
    assert mine is not None, "it has the meter"
    assert its is not None, "it has the meter"
    named = f"the shared meter {quoted(shared)}"
    if mine.stakes_cents != its.stakes_cents:
        stakes = [" or ".join(map(dollars, one.stakes_cents)) for one in (its, mine)]
        reason = f"{named} takes {stakes[0]} at table {table}, and {stakes[1]} here"
        raise Refused(reason, f"{_CLAUSE}(2)(a)")
    if mine.rates[meter] != its.rates[meter]:
        rates = [f"{Fraction(one.rates[meter], 100)} %" for one in (its, mine)]
        reason = f"{named} grows by {rates[0]} of a stake at table {table}, and by {rates[1]} here"
        raise Refused(reason, f"{_CLAUSE}(2)(b)")
    tables = [table_for(rules, _progressive(rules)) for rules in (here, there)]
    if tables[0] == tables[1] and (here.game, here.readings) == (there.game, there.readings):
        return
    chances = [_chances(rules, meter) for rules in (there, here)]
    if chances[0] != chances[1]:
        told = [_words(one) for one in chances]
        reason = f"{named} pays {told[0]} at table {table}, and {told[1]} here"
        raise Refused(reason, f"{_CLAUSE}(1)")


def _progressive(rules: Rules) -> Wager:
    return next(wager for wager in rules.game.wagers if wager.progressive)


def _chances(rules: Rules, meter: str) -> dict[int, Fraction]:
    """Return the exact probability of each percentage of a meter that a stake may win."""
    wager = _progressive(rules)
    counts = Counts(results.side_counts(rules, wager))
    chances: dict[int, Fraction] = {}
    for cell, line in enumerate(table_for(rules, wager).by_cell):
        if line is not None and line.pays.form is Form.METER and line.pays.meter == meter:
            part = line.pays.amount
            chances[part] = chances.get(part, Fraction(0)) + counts.probability(cell)
    return chances


def _words(chances: dict[int, Fraction]) -> str:
    parts = [f"{part} % once in {float(1 / chance):,.0f}" for part, chance in chances.items()]
    return " and ".join(parts) or "nothing"
