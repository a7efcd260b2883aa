"""A rules file from the choices of the lab: the file of `init` with these choices, as `check` sees
it. A text prints its paytables, so a table of one's own is a finding.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any, Final

from fairdeal.english import all_of, counted
from fairdeal.lab.cache import known
from fairdeal.lab.figures.meters import meters_of
from fairdeal.lab.figures.payouts import required
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, to_json
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Progressive
from fairdeal.rulebook.wager import Wager
from fairdeal.submission.findings import Finding
from fairdeal.submission.review import review
from fairdeal.submission.template import rules_template
from fairdeal.submission.toml_positions import comment_out, insert_key, key_positions, replace_value
from fairdeal.web.lab.documents import RulesAnswer, RulesFinding
from fairdeal.web.lab.questions import OwnTableBody, RulesBody, Terms, read_terms

#: Lines of a paytable that a finding names.
_MOST_NAMED: Final = 3


def make_rules_answer(question: RulesBody) -> RulesAnswer:
    """Return the rules file of these choices; none where `check` has findings."""
    terms = read_terms(question)
    own = [
        Finding(
            terms.game.paytables[name].clause,
            f"paytables.{name}",
            1,
            _not_printed(terms.game, name, question.paytables[name], table),
        )
        for name, table in terms.paytables.items()
        if table.name not in terms.game.paytables[name]
    ]
    text = _text(question, terms)
    checked = review(text)
    findings = [*own, *checked.findings]
    return RulesAnswer(
        valid=not findings,
        findings=list(map(_told, findings)),
        warnings=list(map(_told, checked.warnings)),
        toml=None if findings else text,
    )


def _told(one: Finding) -> RulesFinding:
    return RulesFinding(clause=one.clause, field=one.field, line=one.line, message=one.message)


def _not_printed(game: Game, name: str, asked: str | OwnTableBody, own: Paytable) -> str:
    """Return why a table of one's own cannot stand in a rules file, and where it differs."""
    group = game.paytables[name]
    like = (asked.like if isinstance(asked, OwnTableBody) else None) or group.names[0]
    printed = {line.hand: str(line.pays) for line in group[like].lines}
    mine = {line.hand: str(line.pays) for line in own.lines}
    differs = [
        f"{hand} {pays} where {like} has {printed.get(hand, 'no such line')}"
        for hand, pays in mine.items()
        if printed.get(hand) != pays
    ]
    differs += [f"no {hand}" for hand in printed if hand not in mine]
    more = len(differs) - _MOST_NAMED
    shown = differs[:_MOST_NAMED] + ([counted(more, "more line")] if more > 0 else [])
    words = all_of(shown) if shown else "its lines stand in another order"
    names = all_of(list(group.names))
    return f"the text prints {names} for {name}, and this table is none of them: {words}"


def _text(question: RulesBody, terms: Terms) -> str:
    game = terms.game
    text = _template(game)
    for name, wager in _side_groups(game).items():
        table = terms.paytables.get(name)
        if table is None:
            text = _without(text, ("paytables", name))
            text = _without(text, ("side-maximum", wager.name))
            if wager.progressive:
                text = _without_progressive(text)
        elif wager.progressive:
            text = _with_progressive(text, question, terms, wager, table)
    for name, table in terms.paytables.items():
        text = _with(text, ("paytables", name), _printed_name(question, game, name, table))
    for name, choice in question.readings.items():
        text = _with(text, ("readings", name), choice)
    amounts = {
        "minimum": question.minimum,
        "maximum": question.maximum,
        "payout-limit": question.payout_limit,
    }
    for key, amount in amounts.items():
        if amount is not None:
            text = _with(text, (key,), _plain(amount))
    return text


def _printed_name(question: RulesBody, game: Game, name: str, table: Paytable) -> str:
    """Return the name of a printed table, or of the one that a table of one's own is like, so that
    `check` has nothing else to say about it.
    """
    if table.name in game.paytables[name]:
        return table.name
    asked = question.paytables[name]
    like = asked.like if isinstance(asked, OwnTableBody) else None
    return like or game.paytables[name].names[0]


@cache
def _template(game: Game) -> str:
    """Return the file of `init` without what it says of figures under its own choices."""
    lines = rules_template(game).split("\n")
    return "\n".join(one for one in lines if not one.startswith("# check warns here"))


def _side_groups(game: Game) -> dict[str, Wager]:
    return {
        one.pays.name: one
        for one in game.wagers
        if one.optional and not required(game, one.pays.name)
    }


def _with(text: str, path: tuple[str, ...], value: Any) -> str:
    """Return the text with a value for a key, which is added where it is missing."""
    found = key_positions(text)
    if path in found and (changed := replace_value(text, found[path], value)) is not None:
        return changed
    if len(path) > 1 and path[:-1] not in found:
        text = f"{text.rstrip()}\n\n[{'.'.join(path[:-1])}]\n"
        found = key_positions(text)
    return insert_key(text, found, path, value) or text


def _without(text: str, path: tuple[str, ...]) -> str:
    found = key_positions(text)
    if path not in found:
        return text
    return comment_out(text, found[path]) or text


def _without_progressive(text: str) -> str:
    found = key_positions(text)
    if ("progressive",) not in found:
        return text
    for key in ("stakes", "rate", "reset"):
        text = _without(text, ("progressive", key))
    return text.replace("\n[progressive]\n", "\n# [progressive]\n")


def _with_progressive(
    text: str, question: RulesBody, terms: Terms, wager: Wager, table: Paytable
) -> str:
    """Return the text with the rates and resets of a progressive: those given, else the least
    resets of the text and rates that pay for them.
    """
    stakes = wager.size.amounts or (wager.size.default_cents,)
    resets = {
        meter.name: question.reset.get(meter.name, meter.least_reset_cents / CENTS)
        for meter in table.meters
    }
    rates = {meter.name: question.rate.get(meter.name) for meter in table.meters}
    if None in rates.values():
        funded = _funding(terms, wager, table, stakes, resets)
        rates = {name: funded[name] if one is None else one for name, one in rates.items()}
    text = _with(text, ("progressive", "stakes"), [to_json(cents) for cents in stakes])
    text = _with(text, ("progressive", "rate"), rates)
    return _with(
        text, ("progressive", "reset"), {name: _plain(one) for name, one in resets.items()}
    )


def _funding(
    terms: Terms,
    wager: Wager,
    table: Paytable,
    stakes: tuple[int, ...],
    resets: Mapping[str, float],
) -> dict[str, float]:
    """Return the least rates, in whole hundredths, with which every meter earns its reset."""
    rates = dict.fromkeys(resets, 0.1)
    counts = known.side_counts(terms.rules, wager)
    if counts is None:
        return rates
    stake = Fraction(min(stakes), CENTS)
    units = {name: round(one * CENTS) * UNITS_PER_CENT for name, one in resets.items()}
    tenth = dict.fromkeys(units, UNITS_PER_CENT // 10)
    for meter in meters_of(table, counts, Progressive(stakes, tenth, units), stake).meters:
        earns = meter.taken * meter.reset / stake
        rates[meter.name] = (ceil(earns * 100) + 1) / 100
    return rates


def _plain(amount: float) -> int | float:
    return int(amount) if amount == int(amount) else amount
