"""Advice of the coach at practice: the value of each choice, and what a decision cost.

The values are exact. A choice is called as its button is. A page and a terminal use the same words.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from fairdeal.cards import Card, card_text, cards_text
from fairdeal.english import all_of
from fairdeal.lab.card_lines.line import CardLine
from fairdeal.lab.decisions.decision import Choice, Decision
from fairdeal.lab.decisions.strategy import strategy
from fairdeal.lab.figures.payout_limit import cutting_limit, limit_units
from fairdeal.rulebook.game import BetOrFold
from fairdeal.rulebook.money import CENTS, dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.state import PLAYING, State
from fairdeal.wording.player import PLAIN_WORDS, card_name

#: The largest number of choices in an advice; where there are more, the best ones are in it.
MOST_CHOICES: Final = 8


class CoachChoice(msgspec.Struct, frozen=True):
    """A choice and its value: in base bets, exact, and in the player's own money."""

    words: str
    ev: str
    cents: int
    dollars: str
    best: bool


class LineAdvice(msgspec.Struct, frozen=True):
    """The line of the strategy card that applies, by its place on the card and in words. `leaves`
    where the best choice is another than the line's; `cost` is then what following it costs, empty
    where that is not known. `hand` has the own cards, which the card's grid has a cell for.
    """

    section: int
    rule: int
    when: str
    do: str
    leaves: bool
    cost: str = ""
    hand: tuple[str, ...] = ()


class Advice(msgspec.Struct, frozen=True):
    """Advice on a decision that is still to be made; `equal` where several choices are best.

    `costs` has what each choice costs against the best one, in cents, by the button that makes it,
    with the cards where it discards some (`draw 2c 5d`); `best_keys` has those that cost nothing.
    `between` where a bet between two multiples costs at least what lies between their costs. The
    value of a round is the largest of several sums in proportion to the bet, so it is nowhere above
    the straight line between two bets; under a payout limit that cuts wins this does not hold.
    `helped` where the coach has helped with this decision before.
    """

    version: int
    choices: tuple[CoachChoice, ...]
    best: str
    equal: bool
    costs: dict[str, int] = {}
    best_keys: tuple[str, ...] = ()
    line: LineAdvice | None = None
    between: bool = False
    helped: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """The verdict on a decision that was made. A bet between whole multiples of the base bet has no
    value here, and is not judged.
    """

    version: int
    words: str
    best: str
    right: bool
    cost: str
    cents: int
    judged: bool = True
    line: LineAdvice | None = None


@lru_cache(maxsize=4096)
def _known(
    rules: Rules,
    limit: Fraction | None,
    cards: Any,
    board: Any,
    discards: Any,
    bets: Any,
    back: Any,
) -> Decision:
    situation = Situation(cards, board, discards, dict(bets), back)
    return strategy(rules, [situation], limit=limit)[0]


def decision_at(rules: Rules, one: Situation, *, limit: Fraction | None = None) -> Decision:
    """Return the exact values of every choice in a situation, under a payout limit in units where
    one is given (see `seat_limit`); recent answers are cached.
    """
    bets = tuple(sorted(one.bets.items()))
    return _known(rules, limit, one.cards, one.board, one.discards, bets, one.withdrawn)


def seat_limit(state: State, seat: int) -> Fraction | None:
    """Return the payout limit of the table in units of a seat's base bet; None where no hand of the
    seat can win more.
    """
    stake = Fraction(unit_cents(state, seat), CENTS)
    return cutting_limit(state.rules, limit_units(state.rules, stake))


# Values -------------------------------------------------------------------------------------------


def unit_cents(state: State, seat: int) -> int:
    """Return the base bet of a seat in cents, which values are in units of."""
    game = state.rules.game
    base = next(wager.name for wager in game.wagers if wager.size.binding)
    before = state.seats[seat].stakes
    # A base bet that was taken back is as large as its equals, one of which still lies there.
    equals = [wager.name for wager in game.wagers if wager.size.equals == base]
    return next(before[name] for name in (base, *equals) if name in before)


class Moves(msgspec.Struct, frozen=True):
    """What strategies would do at a decision, as their commands: best play, and the strategy card
    with its line. None where a strategy does not know the game.
    """

    best: cmd.Command | None = None
    card: cmd.Command | None = None
    line: CardLine | None = None


#: Without strategies the lab's values alone say what is best.
NO_MOVES: Final = Moves()


def advice(
    state: State, seat: int, decision: Decision, moves: Moves = NO_MOVES, *, helped: bool = False
) -> Advice:
    """Return advice on a decision: its choices in words, the best first."""
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
    best = choice_words(state, _best(state, seat, decision, choices, moves))
    return Advice(
        state.version,
        told,
        best,
        sum(one.best for one in told) > 1,
        costs={choice_key(state, one): _cents(top - one.ev, unit) for one in choices},
        best_keys=tuple(choice_key(state, one) for one in choices if one.ev == top),
        line=_line_advice(state, seat, choices, moves),
        between=seat_limit(state, seat) is None,
        helped=helped,
    )


def _line_advice(state: State, seat: int, choices: list[Choice], moves: Moves) -> LineAdvice | None:
    """Return the line in words. Once a draw is paid for, a line that says to fold is of no use."""
    line = moves.line
    paid_for = state.current in state.rules.game.draws
    if line is None or (paid_for and line.rule.action == "fold"):
        return None
    top = max(one.ev for one in choices)
    followed = chosen_by(state, seat, moves.card, choices)
    if followed is not None:
        leaves = followed.ev < top
    else:
        best = [one for one in choices if one.ev == top]
        # Before a draw only the bet is decided, and not yet what to keep.
        leaves = not any(map(line.agrees, best)) if paid_for else not _betting_as(line, best)
    cost = _cost_words(top - followed.ev, unit_cents(state, seat)) if followed and leaves else ""
    place, rule = line.place, line.rule
    hand = tuple(card_text(one) for one in state.seats[seat].cards)
    return LineAdvice(place.section, place.rule, rule.when, rule.do, leaves, cost, hand)


def _betting_as(line: CardLine, choices: list[Choice]) -> bool:
    """Return whether one of the choices bets, rides, takes back or folds as a line says."""
    return line.rule.action in {one.action for one in choices}


def verdict_on(
    version: int,
    state: State,
    event: ev.Event,
    seat: int,
    decision: Decision,
    moves: Moves = NO_MOVES,
) -> Verdict:
    """Return the verdict on the decision that an event was: what it cost against the best choice.
    `state` is the state before the event.
    """
    choices = _of_step(state, decision)
    best = _best(state, seat, decision, choices, moves)
    chosen = _chosen(state, seat, event, choices)
    told = _line_advice(state, seat, choices, moves)
    if chosen is None:
        words = "A bet between whole multiples"
        return Verdict(
            version, words, choice_words(state, best), True, "", 0, judged=False, line=told
        )
    unit = unit_cents(state, seat)
    cents = _cents(best.ev - chosen.ev, unit)
    lost = best.ev > chosen.ev
    cost = _cost_words(best.ev - chosen.ev, unit) if lost else ""
    words, better = choice_words(state, chosen), choice_words(state, best)
    return Verdict(version, words, better, not lost, cost, cents, line=told)


def _of_step(state: State, decision: Decision) -> list[Choice]:
    """Return the choices at the current step: once a draw is paid for, the discards only."""
    if state.current in state.rules.game.draws:
        return [choice for choice in decision.choices if choice.action == "draw"]
    draws = [choice for choice in decision.choices if choice.action == "draw"]
    if not draws:
        return list(decision.choices)
    # Before a draw it is only asked whether to bet: the bet is worth its best draw.
    best = max(draws, key=lambda one: one.ev)
    return [choice for choice in decision.choices if choice.action != "draw"] + [best]


def _best(
    state: State, seat: int, decision: Decision, choices: list[Choice], moves: Moves
) -> Choice:
    """Return the best choice; of several that are equal, the one that the strategy makes."""
    top = max(choices, key=lambda one: one.ev)
    chosen = chosen_by(state, seat, moves.best, choices)
    if chosen is not None and chosen.ev == top.ev:
        return chosen
    return decision.best if decision.best in choices else top


def choice_words(state: State, choice: Choice) -> str:
    """Return a choice in the words of its button."""
    step = state.current
    if choice.action in PLAIN_WORDS:
        return PLAIN_WORDS[choice.action]
    match choice.action:
        case "draw" if isinstance(step, BetOrFold):
            return f"Place {state.rules.game.wager[step.wager].title}"
        case "draw":
            names = [card_name(one) for one in choice.discard or ()]
            return f"Discard {all_of(names)}" if names else "Keep all"
        case _:
            return f"Bet {choice.times or 1}x"


def choice_key(state: State, choice: Choice) -> str:
    """Return the id of the button that makes a choice, with the cards that it discards, if any."""
    if choice.action != "draw":
        return f"{choice.times}x" if choice.times else choice.action
    if isinstance(state.current, BetOrFold):
        return "bet"
    names = sorted(card_text(one) for one in choice.discard or ())
    return " ".join(("draw", *names)) if names else "keep"


def _cents(value: Fraction, unit: int) -> int:
    return round(value * unit)


def _cost_words(value: Fraction, unit: int) -> str:
    cents = _cents(value, unit)
    return dollars(cents) if cents else "less than a cent"


def seat_deciding(before: State, event: ev.Event, person: str) -> int | None:
    """Return the seat at which a person made a decision with an event; None where the event is no
    decision of that person.
    """
    if before.phase is not PLAYING or not isinstance(
        event, ev.BetRode | ev.BetWithdrawn | ev.HandFolded | ev.WagerPlaced | ev.CardsDiscarded
    ):
        return None
    if getattr(event, "cause", "player") != "player":
        return None
    seat = before.seats.get(event.seat)
    return event.seat if seat is not None and seat.player == person else None


def _chosen(state: State, seat: int, event: ev.Event, choices: list[Choice]) -> Choice | None:
    """Return the choice that an event made; None where it is none of these."""
    match event:
        case ev.BetRode():
            return _choice(choices, "ride")
        case ev.BetWithdrawn():
            return _choice(choices, "withdraw")
        case ev.HandFolded():
            return _choice(choices, "fold")
        case ev.CardsDiscarded(cards=cards):
            return _discarding(choices, cards or ())
        case ev.WagerPlaced(cents=cents):
            return _betting(state, seat, choices, cents)
    return None


def chosen_by(
    state: State, seat: int, command: cmd.Command | None, choices: Sequence[Choice]
) -> Choice | None:
    """Return the choice that a command makes; None where it is none of these."""
    match command:
        case cmd.Ride():
            return _choice(choices, "ride")
        case cmd.Withdraw():
            return _choice(choices, "withdraw")
        case cmd.Fold():
            return _choice(choices, "fold")
        case cmd.Draw(discard=discard):
            return _discarding(choices, discard)
        case cmd.Bet(cents=cents):
            return _betting(state, seat, choices, cents)
    return None


def _choice(choices: Sequence[Choice], action: str) -> Choice | None:
    return next((one for one in choices if one.action == action), None)


def _discarding(choices: Sequence[Choice], cards: Sequence[Card]) -> Choice | None:
    thrown = cards_text(sorted(cards))
    return next((one for one in choices if cards_text(sorted(one.discard or ())) == thrown), None)


def _betting(state: State, seat: int, choices: Sequence[Choice], cents: int) -> Choice | None:
    unit = unit_cents(state, seat)
    return next(
        (one for one in choices if one.action == "draw" or (one.times or 0) * unit == cents), None
    )
