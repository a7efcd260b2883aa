"""`init`: makes a commented rules file to start from, from a game's data.

The file offers every wager that some paytable, reset or maximum lets it offer without a warning of
`check`. Other wagers are in comments, each with the warning that it would cause.
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

#: The multiples of the least reset, and the maximums of a side bet in dollars, that are tried.
_RESET_MULTIPLES: Final = (1, 2, 5, 10, 20)
_SIDE_MAXIMUMS: Final = (None, 100, 25)


def rules_template(game: Game, *, schema: str | None = None) -> str:
    """Return a rules file to start from; `schema` is the path of its JSON Schema."""
    house = house_rules(game)
    choices = TemplateChoices(
        game,
        house,
        {name: group.tables[0] for name, group in game.paytables.items() if required(game, name)},
        {name: _edges(house, name) for name in game.paytables},
    )
    for wager in game.wagers:
        if wager.optional and wager.pays.name in game.paytables:
            choices = _with_side_bet(choices, wager)
    return _with_warnings(template_text(choices, schema))


def _with_side_bet(choices: TemplateChoices, wager: Wager) -> TemplateChoices:
    """Return the choices with a side bet on offer, or with the reason why it is not offered."""
    before = set(_review_messages(choices))
    reason = ""
    for tried in _ways_to_offer(choices, wager):
        if not (new := [message for message in _review_messages(tried) if message not in before]):
            return tried
        reason = reason or new[0]
    return replace(choices, left_out={**choices.left_out, wager.pays.name: reason})


def _review_messages(choices: TemplateChoices) -> list[str]:
    """Return the messages of `check` about a file with these choices."""
    checked = review(template_text(choices, None))
    return [one.message for one in (*checked.findings, *checked.warnings)]


def _ways_to_offer(choices: TemplateChoices, wager: Wager) -> Iterator[TemplateChoices]:
    """Yield the ways to offer a side bet, those nearest to the text's least amounts first."""
    name = wager.pays.name
    tables = choices.game.paytables[name].tables
    if wager.progressive:
        for times in _RESET_MULTIPLES:
            for table in tables:
                chosen = {**choices.tables, name: table}
                yield replace(
                    choices,
                    tables=chosen,
                    progressive=_funded_progressive(choices, wager, table, times),
                )
        return
    for most in _SIDE_MAXIMUMS:
        if most is not None and not wager.size.has_side_maximum:
            return
        bounds = choices.bounds if most is None else {**choices.bounds, wager.name: most}
        for table in tables:
            yield replace(choices, tables={**choices.tables, name: table}, bounds=bounds)


def _funded_progressive(
    choices: TemplateChoices, wager: Wager, table: Paytable, times: int
) -> Progressive:
    """Return a progressive with multiples of the least resets, and rates that fund them."""
    stakes = wager.size.amounts or (wager.size.default_cents,)
    resets = {m.name: times * m.least_reset_cents * UNITS_PER_CENT for m in table.meters}
    rates = dict.fromkeys(resets, UNITS_PER_CENT // 10)
    progressive = Progressive(stakes, rates, resets)
    rules = replace(choices.house, paytables={**choices.tables, wager.pays.name: table})
    counts = known.side_counts(rules, wager)
    if counts is None:
        return progressive
    stake = Fraction(min(stakes), CENTS)
    percent = UNITS_PER_CENT // 100
    for meter in meters_of(table, counts, progressive, stake).meters:
        earns = meter.taken * meter.reset / stake
        rates[meter.name] = (ceil(earns * 100) + 1) * percent
    return replace(progressive, rates=rates)


def _edges(house: Rules, name: str) -> dict[str, Fraction]:
    """Return the house edge of each table of a wager, at the least stake and the least resets."""
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
    """Return the text with a comment above each line that `check` warns about."""
    lines = text.split("\n")
    for warning in reversed(review(text).warnings):
        comment = comment_lines(f"check warns here: {warning.message}")
        lines[warning.line - 1 : warning.line - 1] = comment
    return "\n".join(lines)
