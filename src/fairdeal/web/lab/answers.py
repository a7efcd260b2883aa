"""Answers of the lab, as one text of JSON each: the bytes that the command line prints.

`compute_answer` solves what is not known. It runs in the lab's own process; `find_answer` runs
anywhere, since it reads and adds up only.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from msgspec import UNSET

from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.cache import keys, results
from fairdeal.lab.documents import analyses_answer, target_document
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.analyze import analyze
from fairdeal.lab.figures.counts import Counts
from fairdeal.lab.figures.meters import MeterAtStake, MetersAtStake, meters_of
from fairdeal.lab.figures.payouts import MAIN, table_for
from fairdeal.lab.figures.paytable_search import main_proposals, side_proposals
from fairdeal.lab.progress import reported, unshown
from fairdeal.rulebook.money import CENTS, UNITS, UNITS_PER_CENT
from fairdeal.rulebook.rules import Progressive, Rules
from fairdeal.web.lab.boxes import BoxesBody, boxes_answer
from fairdeal.web.lab.documents import (
    ChoiceWorth,
    MeterFigures,
    MeterPoint,
    MetersAnswer,
    ReadingsAnswer,
    ReadingWorth,
    document_of,
)
from fairdeal.web.lab.drill_prices import DrillBody, drill_answer
from fairdeal.web.lab.fan import make_fan
from fairdeal.web.lab.questions import (
    AnalyzeBody,
    FanBody,
    MetersBody,
    QuestionBody,
    ReadingsBody,
    TargetBody,
    Terms,
    is_known,
    read_amount,
    read_terms,
)
from fairdeal.wire.json import json_text
from fairdeal.wire.lab_answers import answer_document

#: The number of points that a line of a meter is drawn through.
_POINTS: Final = 13


def find_answer(question: QuestionBody) -> str | None:
    """Return the answer to a question; None where something would have to be solved."""
    terms = read_terms(question)
    if isinstance(question, TargetBody | FanBody) or not terms.known():
        return None
    if isinstance(question, ReadingsBody) and not all(
        is_known(rules, question.wager, terms.stake) for rules in _each_reading(terms)
    ):
        return None
    return _text(question, terms)


def compute_answer(question: QuestionBody) -> str:
    """Return the answer to a question; what is not known is solved."""
    if isinstance(question, BoxesBody):
        return boxes_answer(question)
    if isinstance(question, DrillBody):
        return drill_answer(question)
    return _text(question, read_terms(question))


def _text(question: QuestionBody, terms: Terms) -> str:
    return json_text(_DOCUMENTS[type(question)](question, terms)) + "\n"


# analyze and target -------------------------------------------------------------------------------


def _analyze(question: QuestionBody, terms: Terms) -> dict[str, Any]:
    del question
    found = _analyses(terms)
    document: dict[str, Any] = answer_document(analyses_answer(terms.game, terms.readings, found))
    return document


def _analyses(terms: Terms) -> list[Analysis]:
    """Return the analyses of the wagers. What is solved is not stored: anybody may ask for any
    paytable, and a disk is not endless.
    """
    return analyze(
        terms.game,
        paytables=terms.paytables,
        readings=terms.readings,
        wager=terms.wager,
        stake=terms.stake,
        limit=terms.limit,
        meters=terms.meters,
        cache=terms.known(),
    )


def analyze_one(terms: Terms) -> Analysis:
    """Return the analysis of the one wager that was asked about, under its first paytable."""
    return _analyses(replace(terms, paytables=terms.rules.paytables))[0]


def _target(question: QuestionBody, terms: Terms) -> dict[str, Any]:
    assert isinstance(question, TargetBody)
    edge = Fraction(repr(question.edge)) / 100
    if question.wager == MAIN:
        found = main_proposals(terms.rules, edge, stake=terms.stake, lines=question.lines)
    else:
        found = side_proposals(
            terms.rules, question.wager, edge, stake=terms.stake, lines=question.lines
        )
    return target_document(terms.rules, question.wager, edge, found, stake=terms.stake)


def _fan(question: QuestionBody, terms: Terms) -> dict[str, Any]:
    assert isinstance(question, FanBody)
    if terms.stake is None:
        raise BadInputError("the fan needs a stake in dollars")
    found = analyze_one(terms)
    return document_of(make_fan(terms, found, question.rounds))


# Readings -----------------------------------------------------------------------------------------


def _each_reading(terms: Terms) -> list[Rules]:
    return [
        replace(terms.rules, readings={**terms.readings, reading.id: choice})
        for reading in terms.game.readings
        for choice, _ in reading.choices
    ]


def _readings(question: QuestionBody, terms: Terms) -> dict[str, Any]:
    assert isinstance(question, ReadingsBody)
    now = analyze_one(terms)
    found: dict[str | None, Fraction] = {_key(terms.rules, question.wager): now.ev}

    def value(choices: Mapping[str, str]) -> Fraction:
        changed = replace(terms, readings=choices)
        key = _key(changed.rules, question.wager)
        if key is None or key not in found:
            found[key] = analyze_one(changed).ev
        return found[key]

    # The solves under the readings are the steps of this work, and none shows steps of its own.
    kinds = {_key(rules, question.wager) for rules in _each_reading(terms)} | set(found)
    with reported(lambda: "Solving under each reading") as progress, unshown():
        solved: dict[str, dict[str, Fraction]] = {}
        for reading in terms.game.readings:
            for choice, _ in reading.choices:
                choices = {**terms.readings, reading.id: choice}
                solved.setdefault(reading.id, {})[choice] = value(choices)
                if progress:
                    progress(len(found), len(kinds))
    worth = []
    for reading in terms.game.readings:
        values = solved.get(reading.id)
        if not values:
            continue
        worth.append(
            ReadingWorth(
                reading=reading.id,
                question=reading.question,
                clauses=list(reading.clauses),
                differs=len(set(values.values())) > 1,
                choices=[
                    ChoiceWorth(
                        choice=choice,
                        means=means,
                        in_force=terms.readings[reading.id] == choice,
                        ev=str(values[choice]),
                        house_edge=-float(values[choice]),
                        difference=str(values[choice] - now.ev),
                        difference_decimal=float(values[choice] - now.ev),
                    )
                    for choice, means in reading.choices
                ],
            )
        )
    return document_of(
        ReadingsAnswer(
            game=terms.game.name,
            jurisdiction=terms.game.jurisdiction,
            wager=question.wager,
            paytable=now.paytable,
            unit=now.unit,
            readings=worth,
        )
    )


def _key(rules: Rules, wager: str) -> str | None:
    """Return what the figures of a wager depend on: two readings with one key are worth the same.
    The payout limit is the same for all of them.
    """
    if wager == MAIN:
        return keys.main_key(rules)
    return keys.side_key(rules, rules.game.wager[wager])


# Meters -------------------------------------------------------------------------------------------


def _meters(question: QuestionBody, terms: Terms) -> dict[str, Any]:
    assert isinstance(question, MetersBody)
    wager, rules = terms.side(), terms.rules
    table = table_for(rules, wager)
    if not table.meters:
        raise BadInputError(f"{wager.name} has no meters: name a progressive")
    found = analyze_one(terms)
    more = found.progressive
    assert more is not None, "the table has meters"
    for name in question.rate:
        if name not in more.meters:
            raise BadInputError(f"the paytable has no meter {quoted(name)}")
    growing = _growing(question, terms, rules, more.stake)
    figures = []
    for meter in table.meters:
        amount, gain = more.meters[meter.name], more.return_per_1000[meter.name] / 1000
        even = amount - found.ev / gain if gain else None
        least = Fraction(meter.least_reset_cents, CENTS)
        grown = next((m for m in growing.meters if m.name == meter.name), None) if growing else None
        figures.append(
            MeterFigures(
                meter=meter.name,
                least=float(least),
                amount=float(amount),
                return_per_1000=float(1000 * gain),
                break_even=None if even is None else str(even),
                break_even_decimal=None if even is None else float(even),
                points=_points(found.ev, amount, gain, even),
                **_growth(grown, even),
            )
        )
    return document_of(
        MetersAnswer(
            game=terms.game.name,
            jurisdiction=terms.game.jurisdiction,
            wager=wager.name,
            paytable=found.paytable,
            stake=float(more.stake),
            ev=str(found.ev),
            house_edge=float(found.house_edge),
            meters=figures,
            long_run_edge=UNSET if growing is None else float(1 - growing.long_run),
        )
    )


def _points(
    ev: Fraction, amount: Fraction, gain: Fraction, even: Fraction | None
) -> list[MeterPoint]:
    """Return the edge from the meter's amount to a little above its break-even: a straight line,
    each point exact.
    """
    end = even if even is not None and even > amount else 2 * amount
    far = amount + (end - amount) * Fraction(6, 5)
    step = (far - amount) / (_POINTS - 1)
    return [
        MeterPoint(amount=float(amount + n * step), house_edge=float(-(ev + n * step * gain)))
        for n in range(_POINTS)
    ]


def _growing(
    question: MetersBody, terms: Terms, rules: Rules, stake: Fraction
) -> MetersAtStake | None:
    """Return the meters as stakes feed them; None where not every meter has a rate."""
    table = table_for(rules, terms.side())
    rates = {
        name: read_amount(rate, f"the rate of {name}", UNITS_PER_CENT)
        for name, rate in question.rate.items()
    }
    if not all(rates.get(meter.name) for meter in table.meters):
        return None
    amounts = {
        meter.name: terms.meters.get(meter.name, Fraction(meter.least_reset_cents, CENTS))
        for meter in table.meters
    }
    progressive = Progressive(
        (int(stake * CENTS),), rates, {name: int(one * UNITS) for name, one in amounts.items()}
    )
    counts = Counts(results.side_counts(rules, terms.side(), cache=terms.known()))
    return meters_of(table, counts, progressive, stake)


def _growth(meter: MeterAtStake | None, even: Fraction | None) -> dict[str, Any]:
    if meter is None:
        return {}
    above = even is not None and even > meter.reset
    return {
        "fed": float(meter.fed),
        "wagers_between": float(meter.wagers_between) if meter.taken else None,
        "funded": meter.funded,
        "wagers_to_break_even": meter.wagers_for(even - meter.reset) if above and even else None,
        "reaches_break_even": meter.chance_of(even) if above and even else None,
    }


_DOCUMENTS: Final[Mapping[type, Callable[[Any, Terms], dict[str, Any]]]] = {
    AnalyzeBody: _analyze,
    TargetBody: _target,
    FanBody: _fan,
    ReadingsBody: _readings,
    MetersBody: _meters,
}
