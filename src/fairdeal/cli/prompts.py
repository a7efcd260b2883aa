"""What a person types at the terminal: amounts, choices from a menu, cards of the hand."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from fairdeal.cards import Card, parse_cards
from fairdeal.errors import UnclearError
from fairdeal.play.bots import bet_of
from fairdeal.rulebook.money import dollars, parse_amount
from fairdeal.table import commands as cmd
from fairdeal.table.legal import Action

# As `dollars` writes them. A comma only between thousands: 1,50 is not a hundred and fifty.
_AMOUNT: Final = re.compile(r"\$? ?([0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,9})(\.[0-9]{1,2})?")
_BET: Final = re.compile(r"^b(et)? ?")


class MenuItem(NamedTuple):
    """A line of the menu."""

    label: str
    command: cmd.Command


def read_amount(answer: str) -> int | None:
    """The cents of `15`, `$15`, `15.00` or `$1,500`; None for what is no amount."""
    found = _AMOUNT.fullmatch(answer)
    return parse_amount(Decimal((found[1] + (found[2] or "")).replace(",", ""))) if found else None


def menu(actions: Sequence[Action]) -> list[MenuItem]:
    """The choices of a decision. Of a bet that may have many sizes, the multiples of the least."""
    return [choice for action in actions for choice in _choices(action)]


def _choices(action: Action) -> list[MenuItem]:
    match action.do:
        case "ride":
            return [MenuItem("ride", cmd.Ride(seat=action.seat))]
        case "withdraw":
            return [MenuItem("withdraw", cmd.Withdraw(seat=action.seat))]
        case "fold":
            return [MenuItem("fold", cmd.Fold(seat=action.seat))]
        case _:
            least, most = action.least or 0, action.most or 0
            sizes = range(least, most + 1, least) if most > least else [least]
            return [
                MenuItem(f"bet {dollars(cents)}", bet_of(action, cents))
                for cents in sizes
                if cents in (least, most) or not cents % (action.step or 1)
            ]


def read_decision(answer: str, actions: Sequence[Action]) -> cmd.Command | Action:
    """The command that an answer means; the action itself for a bet whose size is still open.

    A number is one of the menu, or an amount where the menu has no such number. Where it could be
    either it is neither: money moves only by what was clearly said.
    """
    choices = menu(actions)
    numbered = {str(number): choice for number, choice in enumerate(choices, start=1)}.get(answer)
    bet = next((action for action in actions if action.do == "bet"), None)
    cents = read_amount(_BET.sub("", answer)) if bet else None
    if bet and cents is not None:
        meant = bet_of(bet, cents)
        if numbered is None:
            return meant  # of whatever size: the table says best what is wrong with it
        if (bet.least or 0) <= cents <= (bet.most or 0) and numbered.command != meant:
            raise UnclearError(
                f"{answer} may be the amount or the choice {answer}: "
                f"say {dollars(cents)} or {numbered.label}"
            )
    if numbered:
        return numbered.command
    named = [choice.command for choice in choices if answer and choice.label.startswith(answer)]
    if len(named) == 1:
        return named[0]
    if bet and named and all(isinstance(one, cmd.Bet) for one in named):
        return bet
    or_amount = ", its first letter or its amount" if bet else " or its first letter"
    raise UnclearError(f"choose by its number{or_amount}")


def read_held_cards(answer: str, held: Sequence[Card]) -> tuple[Card, ...]:
    """Cards by face in any case, or by their place in the hand."""
    places = {str(place): card for place, card in enumerate(held, start=1)}
    named: list[Card] = []
    for word in answer.replace(",", " ").split():
        if word in places:
            named.append(places[word])
        else:
            named += parse_cards(word)
    return tuple(named)
