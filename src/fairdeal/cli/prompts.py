"""Reading what a person types at the terminal: amounts, choices from a menu, cards of the hand."""

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

# Amounts as `dollars` writes them. A comma separates thousands only: `1,50` is not an amount.
_AMOUNT: Final = re.compile(r"\$? ?([0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,9})(\.[0-9]{1,2})?")
_BET: Final = re.compile(r"^b(et)? ?")


class MenuItem(NamedTuple):
    """A choice of the menu: its words and its command."""

    label: str
    command: cmd.Command


def read_amount(answer: str) -> int | None:
    """Return the cents of `15`, `$15`, `15.00` or `$1,500`, or None for any other text."""
    found = _AMOUNT.fullmatch(answer)
    return parse_amount(Decimal((found[1] + (found[2] or "")).replace(",", ""))) if found else None


def menu(actions: Sequence[Action]) -> list[MenuItem]:
    """Return the choices of a decision. A bet of many sizes is listed in multiples of the least."""
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
            least, most = action.least_cents or 0, action.most_cents or 0
            sizes = range(least, most + 1, least) if most > least else [least]
            return [
                MenuItem(f"bet {dollars(cents)}", bet_of(action, cents))
                for cents in sizes
                if cents in (least, most) or not cents % (action.step_cents or 1)
            ]


def read_decision(answer: str, actions: Sequence[Action]) -> cmd.Command | Action:
    """Return the command that an answer means, or the action if the size of a bet is still open.

    A number is a choice of the menu, or an amount if the menu has no such choice. A number that
    could be both is an error, so that no money moves by a misunderstanding.
    """
    choices = menu(actions)
    numbered = {str(number): choice for number, choice in enumerate(choices, start=1)}.get(answer)
    bet = next((action for action in actions if action.do == "bet"), None)
    cents = read_amount(_BET.sub("", answer)) if bet else None
    if bet and cents is not None:
        meant = bet_of(bet, cents)
        if numbered is None:
            return meant  # the table refuses a wrong size with its own reason
        if (bet.least_cents or 0) <= cents <= (bet.most_cents or 0) and numbered.command != meant:
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
    """Return the cards that an answer names, by face (`2c`) or by place in the hand (`3`)."""
    places = {str(place): card for place, card in enumerate(held, start=1)}
    named: list[Card] = []
    for word in answer.replace(",", " ").split():
        if word in places:
            named.append(places[word])
        else:
            named += parse_cards(word)
    return tuple(named)
