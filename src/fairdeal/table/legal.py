"""What may be wagered or decided now, with bounds: asked alike by a page, a bot and a test."""

from collections.abc import Mapping
from functools import lru_cache
from typing import assert_never

import msgspec

from fairdeal.rulebook.game import BetOrFold, Call, Draw, Reveal, Settle, TakeBack
from fairdeal.rulebook.rules import Rules
from fairdeal.table.questions import incomplete
from fairdeal.table.state import DEALING, OPEN, State, bound
from fairdeal.table.values import Cents
from fairdeal.table.words import owed_words


class Action(msgspec.Struct, frozen=True, omit_defaults=True, rename="kebab"):
    """A command that a player may give now. The amount of a bet is from the least to the most by
    the step, or one of a few; in JSON these are dollars and named without a unit.
    """

    do: str
    seat: int
    wager: str | None = None
    least_cents: Cents | None = msgspec.field(default=None, name="least")
    most_cents: Cents | None = msgspec.field(default=None, name="most")
    step_cents: Cents | None = msgspec.field(default=None, name="step")
    amounts_cents: tuple[Cents, ...] = msgspec.field(default=(), name="amounts")
    up_to: int | None = None

    @property
    def least(self) -> int | None:
        """Return `least_cents`; this is its old name, deprecated in 0.2."""
        return self.least_cents

    @property
    def most(self) -> int | None:
        """Return `most_cents`; this is its old name, deprecated in 0.2."""
        return self.most_cents

    @property
    def step(self) -> int | None:
        """Return `step_cents`; this is its old name, deprecated in 0.2."""
        return self.step_cents

    @property
    def amounts(self) -> tuple[int, ...]:
        """Return `amounts_cents`; this is its old name, deprecated in 0.2."""
        return self.amounts_cents


def legal_actions(state: State, seat: int | None = None) -> list[Action]:
    """Return what the players may wager or decide, for one seat or for all. What lies on the layout
    may also be taken back until the bets are closed, and a player may leave at any time.
    """
    if state.phase is OPEN:
        if not bound(state):
            return []
        seats = [seat] if seat is not None else sorted(state.seats)
        return [action for number in seats for action in _wagers(state, number)]
    if state.phase is DEALING:
        return [action for action in _words(state) if seat in (None, action.seat)]
    number = state.turn
    if number is None or (seat is not None and seat != number) or state.seats[number].left:
        return []
    if state.replacing or state.asked or state.differs:
        return []
    step = state.current
    match step:
        case TakeBack(wager=wager):
            return [Action("ride", number, wager), Action("withdraw", number, wager)]
        case BetOrFold(wager=wager):
            stakes = state.seats[number].stakes
            return [Action("fold", number), _bet(state.rules, number, wager, stakes)]
        case Draw(up_to=up_to):
            return [Action("draw", number, up_to=up_to)]
        case Call() | Reveal() | Settle() | None:
            return []
        case _:
            assert_never(step)


def _words(state: State) -> list[Action]:
    """Return the words that players may reveal or pledge again between "no more bets" and the
    deal.
    """
    if not state.to_pledge:
        return [Action("reveal-word", number) for number in owed_words(state)]
    if not bound(state):
        return []
    waiting = [n for n in state.playing if n not in state.pledges and not state.seats[n].bot]
    return [Action("pledge", number) for number in waiting]


def _bet(rules: Rules, number: int, wager: str, stakes: Mapping[str, int]) -> Action:
    least, most, step, amounts = rules.bounds(rules.game.wager[wager], stakes)
    return Action(
        "bet",
        number,
        wager,
        least_cents=least,
        most_cents=most,
        step_cents=step,
        amounts_cents=amounts,
    )


def _wagers(state: State, number: int) -> list[Action]:
    """Return the wagers that a seat may place now before the deal, and the action by which it says
    that it is ready.
    """
    seat = state.seats.get(number)
    if seat is None or seat.ready:
        return []
    stakes = seat.stakes
    actions = [*_open_bets(state.rules, number, tuple(stakes.items()))]
    if stakes and incomplete(state, number) is None:
        actions.append(Action("ready", number))
    return actions


# Remembered, because players bet the same amounts round after round.
@lru_cache(maxsize=4096)
def _open_bets(
    rules: Rules, number: int, staked: tuple[tuple[str, int], ...]
) -> tuple[Action, ...]:
    """Return the wagers that a seat with some stakes may place before the deal."""
    # Whoever bet the same amount first may have written it in another way, as 500.0.
    stakes = {name: int(cents) for name, cents in staked}
    return tuple(
        _bet(rules, number, wager.name, stakes)
        for wager, needs in rules.to_place.values()
        if all(need in stakes for need in needs)
    )
