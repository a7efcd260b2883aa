"""What may be wagered or decided now, with bounds: asked alike by a page, a bot and a test."""

from collections.abc import Mapping
from typing import assert_never

import msgspec

from fairdeal.rulebook.game import BetOrFold, Call, Draw, Reveal, Settle, TakeBack
from fairdeal.table.questions import incomplete
from fairdeal.table.state import OPEN, State, bound
from fairdeal.table.values import Cents


class Action(msgspec.Struct, frozen=True, omit_defaults=True, rename="kebab"):
    """A command that a player may give now. Amounts in cents: from `least` to `most` by `step`, or
    one of a few `amounts`.
    """

    do: str
    seat: int
    wager: str | None = None
    least: Cents | None = None
    most: Cents | None = None
    step: Cents | None = None
    amounts: tuple[Cents, ...] = ()
    up_to: int | None = None


def legal_actions(state: State, seat: int | None = None) -> list[Action]:
    """What the players may wager or decide, of one seat or of all. What lies on the layout may also
    be taken back until the bets are closed, and a player may leave at any time.
    """
    if state.phase is OPEN:
        if not bound(state):
            return []
        seats = [seat] if seat is not None else sorted(state.seats)
        return [action for number in seats for action in _wagers(state, number)]
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
            return [Action("fold", number), _bet(state, number, wager, stakes)]
        case Draw(up_to=up_to):
            return [Action("draw", number, up_to=up_to)]
        case Call() | Reveal() | Settle() | None:
            return []
        case _:
            assert_never(step)


def _bet(state: State, number: int, wager: str, stakes: Mapping[str, int]) -> Action:
    rules = state.rules
    least, most, step, amounts = rules.bounds(rules.game.wager[wager], stakes)
    return Action("bet", number, wager, least=least, most=most, step=step, amounts=amounts)


def _wagers(state: State, number: int) -> list[Action]:
    """The wagers before the deal that a seat may place now, and that its bets stand."""
    seat = state.seats.get(number)
    if seat is None or seat.ready:
        return []
    stakes = seat.stakes
    actions = [
        _bet(state, number, wager.name, stakes)
        for wager, needs in state.rules.to_place.values()
        if all(need in stakes for need in needs)
    ]
    if stakes and incomplete(state, number) is None:
        actions.append(Action("ready", number))
    return actions
