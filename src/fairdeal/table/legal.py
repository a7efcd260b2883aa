"""What may be wagered or decided now, with bounds: asked alike by a page, a bot and a test."""

import msgspec

from fairdeal.rulebook.game import BetOrFold, Draw, TakeBack
from fairdeal.table.decide.betting import bounds
from fairdeal.table.state import OPEN, State


class Action(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that a player may give now. Amounts in cents: from `least` to `most` by `step`."""

    do: str
    seat: int
    wager: str | None = None
    least: int | None = None
    most: int | None = None
    step: int | None = None
    up_to: int | None = None


def legal_actions(state: State, seat: int | None = None) -> list[Action]:
    """What the players may wager or decide, of one seat or of all. What lies on the layout may also
    be taken back until the bets are closed, and a player may leave at any time.
    """
    if state.phase is OPEN:
        seats = [seat] if seat is not None else sorted(state.seats)
        return [action for number in seats for action in _wagers(state, number)]
    number = state.turn
    if number is None or (seat is not None and seat != number) or state.seats[number].left:
        return []
    step = state.current
    match step:
        case TakeBack(wager=wager):
            return [Action("ride", number, wager), Action("withdraw", number, wager)]
        case BetOrFold(wager=wager):
            least, most, by = bounds(
                state, state.rules.game.wager[wager], state.seats[number].stakes
            )
            bet = Action("bet", number, wager, least=least, most=most, step=by)
            return [Action("fold", number), bet]
        case Draw(up_to=up_to):
            return [Action("draw", number, up_to=up_to)]
        case _:
            return []


def _wagers(state: State, number: int) -> list[Action]:
    """The wagers before the deal that a seat may place now."""
    stakes = state.seats[number].stakes if number in state.seats else None
    if stakes is None:
        return []
    actions = []
    for wager in state.rules.wagers:
        if wager.at is None and all(need in stakes for need in state.rules.needs(wager)):
            least, most, by = bounds(state, wager, stakes)
            actions.append(Action("bet", number, wager.name, least=least, most=most, step=by))
    return actions
