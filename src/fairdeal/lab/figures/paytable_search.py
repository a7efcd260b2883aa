"""A paytable for a wanted edge: which changes of one line or two, in steps that can be printed,
bring a wager's edge nearest to a target.

A side bet's value is a sum over its lines, so every change is worked out at once from the counts of
one table. The main wagers are played anew under each table: their value falls and rises with a
line's payout, so the best step of a line is found by halving, each figure solved exactly.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.cache import results
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.analyze import analyze, analyze_main
from fairdeal.lab.figures.payout_limit import limit_units
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.lab.progress import check_duration, reported, unshown
from fairdeal.rulebook.odds import Form, Odds
from fairdeal.rulebook.paytable import Paytable, PaytableLine
from fairdeal.rulebook.rules import Rules

#: What is printed on a sign: whole numbers up to so much, then in these steps.
_STEPS: Final = ((1, 20), (5, 100), (10, 200), (25, 500), (50, 1_000), (100, 5_000), (1_000, None))
#: The largest factor by which the top line may grow.
_GROWS: Final = 4
#: About how often the main wagers are solved to find the best step of a line.
_SOLUTIONS: Final = 7


@dataclass(frozen=True, repr=False)
class Proposal:
    """Lines of a paytable with their new odds, and the exact value of the wager under them.

    - `changes`: each line that changes, with its new odds.
    - `ev`, `house_edge`: exact, in units of the stake.
    """

    changes: tuple[tuple[str, str], ...]
    ev: Fraction

    @property
    def house_edge(self) -> Fraction:
        """Return the share of one unit that the house keeps."""
        return -self.ev

    def to_dict(self) -> dict[str, Any]:
        """Return the proposal as an entry of `fairdeal target --json`."""
        return {
            "lines": dict(self.changes),
            "ev": str(self.ev),
            "house_edge": float(self.house_edge),
        }

    def __repr__(self) -> str:
        changes = ", ".join(map(" ".join, self.changes))
        return f"<Proposal {changes}: house edge {float(self.house_edge):.4%}, value {self.ev}>"


def printable_amounts(least: int, most: int) -> list[int]:
    """Return the amounts from the least to the most that a sign would have."""
    found, amount = [], 0
    while amount <= most:
        step = next(step for step, up_to in _STEPS if up_to is None or amount < up_to)
        amount += step
        if least <= amount <= most:
            found.append(amount)
    return found


def side_proposals(
    rules: Rules,
    wager: str,
    edge: Fraction,
    *,
    stake: Fraction | None = None,
    lines: Sequence[str] = (),
    most: int = 8,
) -> list[Proposal]:
    """Return the nearest changes of a side bet's table, the nearest first; of equal ones the fewest
    lines and the smallest change. `lines` are those that may change, all by default.
    """
    table = _table(rules, rules.game.wager[wager].pays.name)
    free = _free(table, lines)
    (now,) = analyze(
        rules.game,
        paytables={table.group: table},
        readings=rules.readings,
        wager=wager,
        stake=stake,
    )
    worth = {
        line.hand: _worth_of_one(now, line, Fraction(1) if stake is None else stake)
        for line in free
    }
    options = {line.hand: _options(table, line) for line in free}
    found: dict[tuple[tuple[str, int], ...], Fraction] = {}
    for line in free:
        for amount in options[line.hand]:
            changed = worth[line.hand] * (amount - line.pays.amount)
            if amount != line.pays.amount:
                found[((line.hand, amount),)] = now.ev + changed
    for one, other in combinations(free, 2):
        for amount in options[one.hand]:
            if amount == one.pays.amount:
                continue
            so_far = now.ev + worth[one.hand] * (amount - one.pays.amount)
            for second in _around(-edge - so_far, other, worth[other.hand], options[other.hand]):
                if second != other.pays.amount:
                    value = so_far + worth[other.hand] * (second - other.pays.amount)
                    found[((one.hand, amount), (other.hand, second))] = value
    by_hand = {line.hand: line for line in free}

    def order(item: tuple[tuple[tuple[str, int], ...], Fraction]) -> tuple[Fraction, int, float]:
        changes, value = item
        size = sum(
            abs(amount - by_hand[hand].pays.amount) / max(1, by_hand[hand].pays.amount)
            for hand, amount in changes
        )
        return abs(-value - edge), len(changes), size

    proposals = []
    for changes, value in sorted(found.items(), key=order):
        told = tuple((hand, str(replace(by_hand[hand].pays, amount=n))) for hand, n in changes)
        if _falls(table.paying(dict(told))):
            proposals.append(Proposal(told, value))
        if len(proposals) == most:
            break
    return proposals


def main_proposals(
    rules: Rules,
    edge: Fraction,
    *,
    stake: Fraction | None = None,
    lines: Sequence[str] = (),
    most: int = 8,
) -> list[Proposal]:
    """Return the nearest change of each line of the main wagers' table, the nearest first. With a
    stake of one unit in dollars the payout limit of the rules counts.
    """
    name = _main_group(rules)
    table = _table(rules, name)
    free = _free(table, lines)
    check_duration(
        f"Solving {rules.game.title} under each change",
        lambda: len(free) * _SOLUTIONS * results.seconds_to_solve(rules, limit_units(rules, stake)),
    )
    proposals: list[Proposal] = []
    with reported(lambda: "Solving the main wagers under each change") as progress, unshown():
        for done, line in enumerate(free):
            if progress:
                progress(done, len(free))
            proposals += _best_of_line(rules, name, table, line, edge, stake)
    return sorted(proposals, key=lambda one: abs(one.house_edge - edge))[:most]


def _best_of_line(
    rules: Rules,
    name: str,
    table: Paytable,
    line: PaytableLine,
    edge: Fraction,
    stake: Fraction | None,
) -> Iterator[Proposal]:
    """Yield the two printable payouts of a line between which the edge lies, or the nearest end."""
    known: dict[int, Proposal] = {}

    def value(amount: int) -> Proposal:
        if amount not in known:
            told = ((line.hand, str(replace(line.pays, amount=amount))),)
            changed = replace(rules, paytables={**rules.paytables, name: table.paying(dict(told))})
            ev = analyze_main(changed, stake=stake, cache=False).ev
            known[amount] = Proposal(told, ev)
        return known[amount]

    amounts = [
        amount
        for amount in _options(table, line)
        if amount != line.pays.amount
        and _falls(table.paying({line.hand: str(replace(line.pays, amount=amount))}))
    ]
    at = bisect_left(amounts, -edge, key=lambda amount: value(amount).ev)
    for near in (at - 1, at):
        if 0 <= near < len(amounts):
            yield value(amounts[near])


def _main_group(rules: Rules) -> str:
    """Return the table of the main wagers that has payouts to choose."""
    groups = [MAIN, *(w.name for w in rules.game.wagers if not w.optional)]
    found = [name for name in groups if name in rules.game.paytables]
    several = [name for name in found if len(rules.game.paytables[name].tables) > 1]
    return (several or found)[0]


def _table(rules: Rules, name: str) -> Paytable:
    return rules.paytables[name]


def _free(table: Paytable, lines: Sequence[str]) -> list[PaytableLine]:
    """Return the lines that may change: no share of a meter, and no push."""
    may = [line for line in table.lines if line.pays.form in (Form.TO, Form.FOR, Form.DOLLARS)]
    names = [line.hand for line in may]
    for name in lines:
        if name not in names:
            hint = did_you_mean(name, names) or f": choose {one_of(names)}"
            raise BadInputError(f"no line {quoted(name)} may be changed{hint}")
    return [line for line in may if not lines or line.hand in lines]


def _options(table: Paytable, line: PaytableLine) -> list[int]:
    """Return the payouts that a line may have: between those of the line below it and of the line
    above it, where these are of the same form.
    """
    alike = [one for one in table.lines if _kind(one.pays) == _kind(line.pays)]
    at = alike.index(line)
    below = alike[at + 1].pays.amount if at + 1 < len(alike) else 1
    above = alike[at - 1].pays.amount if at else _GROWS * line.pays.amount
    return printable_amounts(min(1, below), max(above, line.pays.amount * 2))


def _kind(odds: Odds) -> tuple[Form, int]:
    return odds.form, odds.per


def _falls(table: Paytable) -> bool:
    """Return whether no line pays more than a line of its form that is printed above it."""
    last: dict[tuple[Form, int], int] = {}
    for line in table.lines:
        kind = _kind(line.pays)
        if line.pays.amount > last.get(kind, line.pays.amount):
            return False
        last[kind] = line.pays.amount
    return True


def _worth_of_one(now: Analysis, line: PaytableLine, stake: Fraction) -> Fraction:
    """Return what one more on a line adds to the value: the probability of the line, divided by the
    stake where it pays dollars.
    """
    chance = sum(
        (o.probability for o in now.outcomes if (o.hand, o.pays) == (line.hand, str(line.pays))),
        Fraction(0),
    )
    return chance / stake if line.pays.form is Form.DOLLARS else chance / line.pays.per


def _around(
    missing: Fraction, line: PaytableLine, worth: Fraction, options: Sequence[int]
) -> list[int]:
    """Return the two payouts of a line between which the missing value would be made up."""
    if not worth:
        return []
    at = bisect_left(options, line.pays.amount + missing / worth)
    return list(options[max(0, at - 1) : at + 1])
