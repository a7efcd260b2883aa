"""What a coach says at practice: what each choice is worth, and what a decision cost.

The values are the lab's, exact; the words are a button's. A page and a terminal say the same.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from fairdeal.cards import cards_text
from fairdeal.english import all_of
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.rulebook.game import BetOrFold, Draw
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.table import events as ev
from fairdeal.table.state import PLAYING, State
from fairdeal.wording.player import card_name

#: So many choices are told where there are many: the best ones.
MOST_CHOICES: Final = 8


class CoachChoice(msgspec.Struct, frozen=True):
    """A choice and its worth: in base bets, exact, and in the viewer's own money."""

    words: str
    ev: str
    cents: int
    dollars: str
    best: bool


class Advised(msgspec.Struct, frozen=True):
    """What the lab says of a decision that is open; `equal`: several choices are the best."""

    version: int
    choices: tuple[CoachChoice, ...]
    best: str
    equal: bool


class Judged(msgspec.Struct, frozen=True):
    """What the lab says of a decision that was made; no cost is told of a bet between multiples."""

    version: int
    words: str
    best: str
    right: bool
    cost: str
    cents: int
    judged: bool = True


@lru_cache(maxsize=4096)
def _known(rules: Rules, cards: Any, board: Any, discards: Any, bets: Any, back: Any) -> Decision:
    return strategy(rules, [Situation(cards, board, discards, dict(bets), back)])[0]


def decision_at(rules: Rules, one: Situation) -> Decision:
    """What the lab says of a situation; what was asked lately is remembered."""
    bets = tuple(sorted(one.bets.items()))
    return _known(rules, one.cards, one.board, one.discards, bets, one.withdrawn)


# Values -------------------------------------------------------------------------------------------


def unit_cents(state: State, seat: int) -> int:
    """What 1 is worth to a seat: its base bet."""
    game = state.rules.game
    base = next(wager.name for wager in game.wagers if wager.size.binding)
    before = state.seats[seat].stakes
    # A base bet that was taken back is as large as its equals, one of which still lies there.
    equals = [wager.name for wager in game.wagers if wager.size.equals == base]
    return next(before[name] for name in (base, *equals) if name in before)


def advised(state: State, seat: int, decision: Decision) -> Advised:
    """Every choice of a decision in words, the best first."""
    unit = unit_cents(state, seat)
    choices = _of_step(state, decision)
    ranked = sorted(choices, key=lambda one: one.ev, reverse=True)[:MOST_CHOICES]
    top = ranked[0].ev
    told = tuple(
        CoachChoice(
            choice_words(state, choice),
            str(choice.ev),
            _cents(choice.ev, unit),
            dollars(_cents(choice.ev, unit)),
            choice.ev == top,
        )
        for choice in ranked
    )
    best = choice_words(state, _best(decision, choices))
    return Advised(state.version, told, best, sum(one.best for one in told) > 1)


def judged(version: int, state: State, event: ev.Event, seat: int, decision: Decision) -> Judged:
    """What a decision that was made cost against the best one; `state` is that before it."""
    choices = _of_step(state, decision)
    best = _best(decision, choices)
    chosen = _chosen(state, seat, event, choices)
    if chosen is None:
        words = "A bet between whole multiples"
        return Judged(version, words, choice_words(state, best), True, "", 0, judged=False)
    cents = _cents(best.ev - chosen.ev, unit_cents(state, seat))
    lost = best.ev > chosen.ev
    cost = (dollars(cents) if cents else "less than a cent") if lost else ""
    words, better = choice_words(state, chosen), choice_words(state, best)
    return Judged(version, words, better, not lost, cost, cents)


def _of_step(state: State, decision: Decision) -> list[Choice]:
    """The choices that are open at the step that is on: once a draw is paid for, only the draw."""
    if isinstance(state.current, Draw):
        return [choice for choice in decision.choices if choice.action == "draw"]
    draws = [choice for choice in decision.choices if choice.action == "draw"]
    if not draws:
        return list(decision.choices)
    # Before a draw it is only asked whether to bet: the bet is worth its best draw.
    best = max(draws, key=lambda one: one.ev)
    return [choice for choice in decision.choices if choice.action != "draw"] + [best]


def _best(decision: Decision, choices: list[Choice]) -> Choice:
    if decision.best in choices:
        return decision.best
    return max(choices, key=lambda one: one.ev)


def choice_words(state: State, choice: Choice) -> str:
    """A choice as a button has it."""
    step = state.current
    match choice.action:
        case "ride":
            return "Let it ride"
        case "withdraw":
            return "Withdraw"
        case "fold":
            return "Fold"
        case "draw" if isinstance(step, BetOrFold):
            return f"Place {state.rules.game.wager[step.wager].title}"
        case "draw":
            names = [card_name(one) for one in choice.discard or ()]
            return f"Discard {all_of(names)}" if names else "Keep all"
        case _:
            return f"Bet {choice.times or 1}x"


def _cents(value: Fraction, unit: int) -> int:
    return round(value * unit)


def seat_deciding(before: State, event: ev.Event, person: str) -> int | None:
    """The seat of a person that made a decision with an event; None where it is none."""
    if before.phase is not PLAYING or not isinstance(
        event, ev.BetRode | ev.BetWithdrawn | ev.HandFolded | ev.WagerPlaced | ev.CardsDiscarded
    ):
        return None
    if getattr(event, "cause", "player") != "player":
        return None
    seat = before.seats.get(event.seat)
    return event.seat if seat is not None and seat.player == person else None


def _chosen(state: State, seat: int, event: ev.Event, choices: list[Choice]) -> Choice | None:
    """The choice that an event was."""
    found: list[Choice] = []
    match event:
        case ev.BetRode():
            found = [one for one in choices if one.action == "ride"]
        case ev.BetWithdrawn():
            found = [one for one in choices if one.action == "withdraw"]
        case ev.HandFolded():
            found = [one for one in choices if one.action == "fold"]
        case ev.CardsDiscarded(cards=cards):
            thrown = cards_text(sorted(cards or ()))
            found = [one for one in choices if cards_text(sorted(one.discard or ())) == thrown]
        case ev.WagerPlaced(cents=cents):
            unit = unit_cents(state, seat)
            found = [
                one for one in choices if one.action == "draw" or (one.times or 0) * unit == cents
            ]
    return found[0] if found else None
