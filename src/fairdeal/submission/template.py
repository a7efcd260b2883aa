"""`init`: a commented rules file to start from, made from a game's data.

Every wager is on offer that can be offered without a warning; for that the tables are tried in
turn, and what goes with them. What cannot is put into a comment with the warning that it earned.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Final

from fairdeal.lab.cache import known
from fairdeal.lab.figures.meters import meters_of
from fairdeal.lab.figures.payouts import MAIN, net_by_cell, required
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Progressive, Rules, house_rules
from fairdeal.rulebook.wager import Wager
from fairdeal.submission.review import review
from fairdeal.submission.template_text import TemplateChoices, comment_lines, template_text

#: How many times the least reset is tried, and which bounds of a side bet in dollars.
_RESET_MULTIPLES: Final = (1, 2, 5, 10, 20)
_SIDE_MAXIMUMS: Final = (None, 100, 25)


def rules_template(game: Game, *, schema: str | None = None) -> str:
    """A rules file to start from; `schema` is where an editor finds its JSON Schema."""
    house = house_rules(game)
    start = TemplateChoices(
        game,
        house,
        {name: group.tables[0] for name, group in game.paytables.items() if required(game, name)},
        {name: _edges(house, name) for name in game.paytables},
    )
    for wager in game.wagers:
        if wager.optional and wager.pays.name in game.paytables:
            start = _with_side_bet(start, wager)
    return _with_warnings(template_text(start, schema))


def _with_side_bet(start: TemplateChoices, wager: Wager) -> TemplateChoices:
    """The start with a side bet on offer, or with the reason why it is not."""
    before = set(_review_messages(start))
    reason = ""
    for tried in _ways_to_offer(start, wager):
        if not (new := [told for told in _review_messages(tried) if told not in before]):
            return tried
        reason = reason or new[0]
    return replace(start, left_out={**start.left_out, wager.pays.name: reason})


def _review_messages(start: TemplateChoices) -> list[str]:
    """What `check` says of a start."""
    checked = review(template_text(start, None))
    return [one.message for one in (*checked.findings, *checked.warnings)]


def _ways_to_offer(start: TemplateChoices, wager: Wager) -> Iterator[TemplateChoices]:
    """The ways to offer a side bet, those nearest to the least of the text first."""
    name = wager.pays.name
    tables = start.game.paytables[name].tables
    if wager.progressive:
        for times in _RESET_MULTIPLES:
            for table in tables:
                chosen = {**start.tables, name: table}
                yield replace(
                    start,
                    tables=chosen,
                    progressive=_funded_progressive(start, wager, table, times),
                )
        return
    for most in _SIDE_MAXIMUMS:
        if most is not None and not wager.size.has_side_maximum:
            return
        bounds = start.bounds if most is None else {**start.bounds, wager.name: most}
        for table in tables:
            yield replace(start, tables={**start.tables, name: table}, bounds=bounds)


def _funded_progressive(
    start: TemplateChoices, wager: Wager, table: Paytable, times: int
) -> Progressive:
    """Resets so many times the least, and rates in whole percents that earn them."""
    stakes = wager.size.amounts or (wager.size.default_cents,)
    resets = {m.name: times * m.least_reset_cents * UNITS_PER_CENT for m in table.meters}
    rates = dict.fromkeys(resets, UNITS_PER_CENT // 10)
    begun = Progressive(stakes, rates, resets)
    rules = replace(start.house, paytables={**start.tables, wager.pays.name: table})
    counts = known.side_counts(rules, wager)
    if counts is None:
        return begun
    stake = Fraction(min(stakes), CENTS)
    percent = UNITS_PER_CENT // 100
    for meter in meters_of(table, counts, begun, stake).meters:
        earns = meter.taken * meter.reset / stake
        rates[meter.name] = (ceil(earns * 100) + 1) * percent
    return replace(begun, rates=rates)


def _edges(house: Rules, name: str) -> dict[str, Fraction]:
    """What each table of a group keeps, at the least stake and the least resets."""
    game, found = house.game, {}
    for table in game.paytables[name].tables:
        rules = replace(house, paytables={**house.paytables, name: table})
        if required(game, name):
            ev = known.main_ev(rules)
        else:
            wager = game.wager[name] if name != MAIN else game.wagers[0]
            counts = known.side_counts(rules, wager)
            net = net_by_cell(
                table,
                stake=Fraction(wager.size.default_cents, CENTS),
                collected=wager.collected,
                meters={m.name: Fraction(m.least_reset_cents, CENTS) for m in table.meters},
            )
            ev = None if counts is None else counts.ev(net)
        if ev is not None:
            found[table.name] = -ev
    return found


def _with_warnings(text: str) -> str:
    """The text with a comment above each line that `check` still warns of."""
    lines = text.split("\n")
    for warning in reversed(review(text).warnings):
        told = comment_lines(f"check warns here: {warning.message}")
        lines[warning.line - 1 : warning.line - 1] = told
    return "\n".join(lines)
