"""Answers of the lab in the form in which they are printed as JSON and sent."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.lab.decisions.strategy_card import GridCell, Section, StrategyCard
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.payouts import main_table
from fairdeal.lab.figures.seen import Seen, assumption, most_hands
from fairdeal.rulebook.game import Game
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
    WagerAnswer,
)
from fairdeal.wire.situation import card_texts, read_situation, write_situation


def analyses_answer(
    game: Game, readings: Mapping[str, str], analyses: Sequence[Analysis]
) -> AnalyzeAnswer:
    """The answer of `analyze`."""
    return AnalyzeAnswer(
        game=game.name,
        jurisdiction=game.jurisdiction,
        readings=dict(readings),
        wagers=tuple(analysis_answer(one) for one in analyses),
    )


def analysis_answer(one: Analysis) -> WagerAnswer:
    """One wager of the answer of `analyze`: the exact expected value, and decimals."""
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


def situation_answer(rules: Rules, document: Any) -> StrategyAnswer:
    """The answer of `strategy` to a situation's JSON, or `BadInputError`."""
    situation = read_situation(document)
    (decision,) = strategy(rules, [situation])
    return decision_answer(situation, decision)


def decision_answer(situation: Situation, decision: Decision) -> StrategyAnswer:
    """The answer of `strategy`."""
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


def card_answer(rules: Rules, card: StrategyCard) -> StrategyCardAnswer:
    """The answer of `strategy` without a situation: the strategy card."""
    return StrategyCardAnswer(
        game=rules.game.name,
        jurisdiction=rules.game.jurisdiction,
        paytable=main_table(rules),
        readings=dict(rules.readings),
        unit=card.unit,
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


def seen_answer(rules: Rules, found: Sequence[Seen], seed: int) -> SeenAnswer:
    """The answer of `seen`."""
    before = found[0].before
    return SeenAnswer(
        game=rules.game.name,
        jurisdiction=rules.game.jurisdiction,
        paytable=main_table(rules),
        readings=dict(rules.readings),
        unit=rules.game.unit,
        assumption=assumption(rules),
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
