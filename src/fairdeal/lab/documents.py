"""Answers of the lab in the form in which they are printed as JSON and sent."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import UNSET

from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.lab.decisions.strategy_card import GridCell, Section, StrategyCard
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.betting_pattern import BettingPattern
from fairdeal.lab.figures.bounds import Bounded, SessionFigures
from fairdeal.lab.figures.payout_limit import limit_units, stake_limit
from fairdeal.lab.figures.payouts import MAIN, main_table
from fairdeal.lab.figures.paytable_search import Proposal
from fairdeal.lab.figures.seen_hands import Seen, assumption, most_hands
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import CENTS, to_json
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.wire.lab_answers import (
    ActionAnswer,
    AnalyzeAnswer,
    CardCellAnswer,
    CardRuleAnswer,
    CardRulesAnswer,
    CardSectionAnswer,
    ChoiceAnswer,
    OutcomeAnswer,
    SeenAnswer,
    SeenHandsAnswer,
    StrategyAnswer,
    StrategyCardAnswer,
    ValueAtStakeAnswer,
    WagerAnswer,
)
from fairdeal.wire.situation import card_texts, read_situation, write_situation


def analyses_answer(
    game: Game, readings: Mapping[str, str], analyses: Sequence[Analysis]
) -> AnalyzeAnswer:
    """Return the answer of `analyze`."""
    return AnalyzeAnswer(
        game=game.name,
        jurisdiction=game.jurisdiction,
        readings=dict(readings),
        wagers=tuple(analysis_answer(one) for one in analyses),
    )


def analysis_answer(one: Analysis) -> WagerAnswer:
    """Return one wager of the answer of `analyze`: the exact expected value, and decimals."""
    more = one.progressive
    even = more.break_even if more else None
    return WagerAnswer(
        wager=one.wager,
        paytable=one.paytable,
        unit=one.unit,
        ev=str(one.ev),
        ev_decimal=float(one.ev),
        house_edge=float(one.house_edge),
        average_wagered=float(one.average_wagered),
        element_of_risk=float(one.element_of_risk),
        standard_deviation=one.standard_deviation,
        hit_frequency=float(one.hit_frequency),
        stake=_dollars(one.stake),
        payout_limit=_dollars(one.payout_limit),
        at_limits=tuple(
            ValueAtStakeAnswer(
                stake=to_json(int(value.stake * CENTS)),
                payout_limit=_dollars(value.payout_limit),
                ev=str(value.ev),
                house_edge=float(value.house_edge),
            )
            for value in one.at_limits
        )
        or UNSET,
        outcomes=tuple(
            OutcomeAnswer(
                hand=outcome.hand,
                pays=outcome.pays,
                combinations=outcome.combinations,
                probability=float(outcome.probability),
                contribution=float(outcome.contribution),
            )
            for outcome in one.outcomes
        ),
        break_even=UNSET if more is None else None if even is None else float(even),
        return_per_1000=(
            {name: float(value) for name, value in more.return_per_1000.items()} if more else UNSET
        ),
        envy_per_player=float(more.envy_per_player) if more else UNSET,
    )


def _dollars(amount: Fraction | None) -> int | float | None:
    return None if amount is None else to_json(int(amount * CENTS))


def situation_answer(
    rules: Rules, document: Any, *, stake: Fraction | None = None
) -> StrategyAnswer:
    """Return the answer of `strategy` to a situation's JSON, or `BadInputError`. With a stake of
    one unit in dollars the payout limit of the rules counts.
    """
    situation = read_situation(document)
    (decision,) = strategy(rules, [situation], limit=limit_units(rules, stake))
    return decision_answer(situation, decision)


def decision_answer(situation: Situation, decision: Decision) -> StrategyAnswer:
    """Return the answer of `strategy`."""
    # Every choice once: two jokers look alike, and so do their discards.
    choices = dict.fromkeys(_choice(choice) for choice in decision.choices)
    return StrategyAnswer(
        situation=write_situation(situation), choices=tuple(choices), best=_action(decision.best)
    )


def _choice(choice: Choice) -> ChoiceAnswer:
    return ChoiceAnswer(
        action=choice.action,
        discard=UNSET if choice.discard is None else card_texts(choice.discard),
        ev=str(choice.ev),
        ev_decimal=float(choice.ev),
    )


def _action(choice: Choice) -> ActionAnswer:
    discard = UNSET if choice.discard is None else card_texts(choice.discard)
    return ActionAnswer(action=choice.action, discard=discard)


def card_answer(
    rules: Rules, card: StrategyCard, *, stake: Fraction | None = None
) -> StrategyCardAnswer:
    """Return the answer of `strategy` without a situation: the strategy card, as made for this
    stake.
    """
    counted = stake_limit(rules, stake)
    return StrategyCardAnswer(
        game=rules.game.name,
        jurisdiction=rules.game.jurisdiction,
        paytable=main_table(rules),
        readings=dict(rules.readings),
        unit=card.unit,
        stake=_dollars(counted.stake if counted else None),
        payout_limit=_dollars(counted.limit if counted else None),
        card=CardRulesAnswer(
            sections=tuple(_section(section) for section in card.sections),
            grid=tuple(_cell(cell) for cell in card.grid) or UNSET,
        ),
        ev=str(card.ev),
        ev_decimal=float(card.ev),
        card_ev=str(card.card_ev),
        card_ev_decimal=float(card.card_ev),
        cost=str(card.cost),
        cost_decimal=float(card.cost),
    )


def _section(section: Section) -> CardSectionAnswer:
    return CardSectionAnswer(
        decision=section.decision,
        note=section.note,
        rules=tuple(
            CardRuleAnswer(when=rule.when, do=rule.do, action=rule.action) for rule in section.rules
        ),
    )


def _cell(cell: GridCell) -> CardCellAnswer:
    return CardCellAnswer(
        hand=cell.name, action=cell.do, ev=str(cell.value), ev_decimal=float(cell.value)
    )


def seen_answer(
    rules: Rules, found: Sequence[Seen], seed: int, *, stake: Fraction | None = None
) -> SeenAnswer:
    """Return the answer of `seen`, for a stake of one unit in dollars where one was given."""
    before = found[0].before
    counted = stake_limit(rules, stake)
    return SeenAnswer(
        game=rules.game.name,
        jurisdiction=rules.game.jurisdiction,
        paytable=main_table(rules),
        readings=dict(rules.readings),
        unit=rules.game.unit,
        assumption=assumption(rules),
        stake=UNSET if counted is None else float(counted.stake),
        payout_limit=UNSET if counted is None else float(counted.limit),
        most=most_hands(rules),
        ev=str(before),
        ev_decimal=float(before),
        house_edge=-float(before),
        seed=seed,
        seen=tuple(map(_seen, found)),
    )


def _seen(one: Seen) -> SeenHandsAnswer:
    return SeenHandsAnswer(
        hands=one.hands,
        cards=one.cards,
        exact=one.exact,
        ev=str(one.ev) if one.exact else UNSET,
        ev_decimal=float(one.ev),
        gain=str(one.gain.mean) if one.exact else UNSET,
        gain_decimal=float(one.gain.mean),
        house_edge=float(one.house_edge),
        samples=UNSET if one.exact else one.gain.samples,
        margin=UNSET if one.exact else one.margin,
    )


def bet_document(
    game: Game, pattern: BettingPattern, session: SessionFigures, per_hour: int
) -> dict[str, Any]:
    """Return the answer of `bet`: a betting pattern and a session of it."""
    low, high = pattern.deviations
    return {
        "game": game.name,
        "jurisdiction": game.jurisdiction,
        "bets": {
            name: {
                "stake": float(wager.stake),
                "paytable": wager.figures.paytable,
                "ev": str(wager.mean),
                "wagered": float(wager.wagered),
                "standard_deviation": float(wager.variance) ** 0.5,
            }
            for name, wager in pattern.wagers.items()
        },
        "payout_limit": float(pattern.limit.limit) if pattern.limit else None,
        "covariances": [
            {"wagers": list(pair), "covariance": None if known is None else str(known)}
            for pair, known in pattern.covariances.items()
        ],
        "ev": str(pattern.mean),
        "ev_decimal": float(pattern.mean),
        "wagered": float(pattern.wagered),
        "hold": float(pattern.hold),
        "standard_deviation": high if pattern.exact else [low, high],
        "cost_an_hour": -float(pattern.mean) * per_hour,
        "rounds": session.rounds,
        "ahead": _bounded(session.ahead),
        "even": _bounded(session.even),
        "quantiles": {str(share): _bounded(at) for share, at in session.quantiles.items()},
        "risk": float(session.risk),
        "bankroll": _bounded(session.bankroll, whole=True),
        "ruin": _bounded(session.ruin),
        "is": {
            "standard_deviation": "exact" if pattern.exact else "bound",
            **session_kinds(session),
        },
    }


def session_kinds(session: SessionFigures) -> dict[str, str | None]:
    """Return whether each figure is exact or a bound; None where it is not known."""
    quantiles = [_kind(at) for at in session.quantiles.values()]
    return {
        "ahead": _kind(session.ahead),
        "even": _kind(session.even),
        "quantiles": None if None in quantiles else "bound" if "bound" in quantiles else "exact",
        "bankroll": _kind(session.bankroll),
        "ruin": _kind(session.ruin),
    }


def _kind(figure: Bounded | None) -> str | None:
    return None if figure is None else "exact" if figure.exact else "bound"


def _bounded(figure: Bounded | None, *, whole: bool = False) -> Any:
    if figure is None:
        return None
    ends = (figure.least, figure.greatest)
    numbers = [int(end) if whole else end for end in ends]
    return numbers[0] if figure.exact else numbers


def target_document(
    rules: Rules,
    wager: str,
    edge: Fraction,
    found: Sequence[Proposal],
    *,
    stake: Fraction | None = None,
) -> dict[str, Any]:
    """Return the answer of `target`: the changes of a paytable nearest to a house edge."""
    counted = stake_limit(rules, stake)
    limit = {
        "stake": _dollars(counted.stake if counted else None),
        "payout_limit": _dollars(counted.limit if counted else None),
    }
    return {
        "game": rules.game.name,
        "wager": wager,
        "edge": float(edge),
        **(limit if wager == MAIN else {}),
        "tables": [one.to_dict() for one in found],
    }
