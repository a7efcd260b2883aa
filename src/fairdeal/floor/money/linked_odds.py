"""Tables that share a meter: the same stakes and the same exact probability of winning it (COMAR
36.05.03.24H), or probabilities in proportion to their stakes (36.05.03.24I).

A proportional link needs one stake at each table. Where a table takes several stakes, each of them
wins the same share of a meter with the same probability, so no proportion holds for all of them.
"""

from collections.abc import Iterable
from fractions import Fraction

from fairdeal.english import quoted
from fairdeal.errors import Refused
from fairdeal.lab.cache import results
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.figures.payouts import table_for
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.rules import Progressive, Rules
from fairdeal.rulebook.wager import Wager

_SAME = "COMAR 36.05.03.24H"
_PROPORTIONAL = "COMAR 36.05.03.24I(1)"


def require_alike(meter: str, shared: str, here: Rules, there: Rules, table: str) -> None:
    """Refuse to share a meter with a table whose rate is another, or whose stakes and exact
    probabilities of winning it are neither the same nor in proportion. `meter` is its name in both
    rules, `shared` that of the floor.
    """
    mine, its = _progressive(here), _progressive(there)
    named = f"the shared meter {quoted(shared)}"
    if mine.stakes_cents != its.stakes_cents and not _one_stake_each(mine, its):
        reason = (
            f"{named} takes {_stakes(its)} at table {table}, and {_stakes(mine)} here; tables with "
            "other stakes share a meter where each takes one stake"
        )
        raise Refused(reason, f"{_SAME}(2)(a)")
    if mine.rates[meter] != its.rates[meter]:
        rates = [f"{Fraction(one.rates[meter], 100)} %" for one in (its, mine)]
        reason = f"{named} grows by {rates[0]} of a stake at table {table}, and by {rates[1]} here"
        raise Refused(reason, f"{_SAME}(2)(b)")
    if mine.stakes_cents != its.stakes_cents:
        _require_proportion(meter, named, here, there, table)
        return
    tables = [table_for(rules, _wager(rules)) for rules in (here, there)]
    if tables[0] == tables[1] and (here.game, here.readings) == (there.game, there.readings):
        return
    chances = [_chances(rules, meter) for rules in (there, here)]
    if chances[0] != chances[1]:
        told = [_words(one) for one in chances]
        reason = f"{named} pays {told[0]} at table {table}, and {told[1]} here"
        raise Refused(reason, f"{_SAME}(1)")


def _require_proportion(meter: str, named: str, here: Rules, there: Rules, table: str) -> None:
    """Refuse to share a meter with a table of another stake, unless each share of the meter is won
    in proportion to the stake.
    """
    (my_stake,), (its_stake,) = (_progressive(one).stakes_cents for one in (here, there))
    mine, its = _chances(here, meter), _chances(there, meter)
    ratio = Fraction(my_stake, its_stake)
    fair = {part: chance * ratio for part, chance in its.items()}
    if mine != fair:
        reason = (
            f"{named} pays {_words(its)} for {dollars(its_stake)} at table {table}, and "
            f"{_words(mine)} for {dollars(my_stake)} here; in proportion to the stake it would be "
            f"{_words(fair)}"
        )
        raise Refused(reason, _PROPORTIONAL)


def proportion_notices(
    table: str, rules: Rules, others: Iterable[tuple[str, Rules]]
) -> tuple[str, ...]:
    """Return the notice for each meter of a table that tables of other stakes share (COMAR
    36.05.03.24I(2)): the stake and the exact probability at each of them. `others` are open tables.
    """
    mine = rules.floor.linked if rules.floor else {}
    shown = sorted(others)
    notices = []
    for meter, shared in mine.items():
        linked = [(table, rules)] + [
            (one, its)
            for one, its in shown
            if one != table and its.floor and its.floor.linked.get(meter) == shared
        ]
        if len({_progressive(its).stakes_cents for _, its in linked}) == 1:
            continue
        parts = [
            f"{_words(_chances(its, meter))} for {_stakes(_progressive(its))} at "
            f"{'this table' if one == table else f'table {one}'}"
            for one, its in linked
        ]
        notices.append(
            f"The chance of the shared meter {quoted(shared)} is in proportion to the stake: it "
            f"pays {', '.join(parts)}."
        )
    return tuple(notices)


def _one_stake_each(*tables: Progressive) -> bool:
    return all(len(one.stakes_cents) == 1 for one in tables)


def _progressive(rules: Rules) -> Progressive:
    assert rules.progressive is not None, "the table has the meter"
    return rules.progressive


def _stakes(progressive: Progressive) -> str:
    return " or ".join(map(dollars, progressive.stakes_cents))


def _wager(rules: Rules) -> Wager:
    wager = rules.progressive_wager
    assert wager is not None, "the table has the meter"
    return wager


def _chances(rules: Rules, meter: str) -> dict[int, Fraction]:
    """Return the exact probability of each percentage of a meter that a stake may win."""
    wager = _wager(rules)
    counts = Counts(results.side_counts(rules, wager))
    chances: dict[int, Fraction] = {}
    for cell, line in enumerate(table_for(rules, wager).by_cell):
        if line is not None and line.pays.form is Form.METER and line.pays.meter == meter:
            part = line.pays.amount
            chances[part] = chances.get(part, Fraction(0)) + counts.probability(cell)
    return chances


def _words(chances: dict[int, Fraction]) -> str:
    parts = [f"{part} % {_odds(chance)}" for part, chance in chances.items()]
    return " and ".join(parts) or "nothing"


def _odds(chance: Fraction) -> str:
    """Return an exact probability in words: "once in 649,740", or "2 times in 1,299,481"."""
    times, of = chance.as_integer_ratio()
    return f"once in {of:,}" if times == 1 else f"{times:,} times in {of:,}"
