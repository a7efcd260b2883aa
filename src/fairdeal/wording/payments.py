"""Settlement rows in words: what was paid, how it was worked out, and why nothing was."""

from typing import Final

from fairdeal.errors import NotOddsError
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.odds import Form, Odds
from fairdeal.table import events as ev
from fairdeal.table.outcome import LOSE, WITHDRAWN, SettlementRow
from fairdeal.table.state import State

#: How a wager was lost that no hand has lost.
LOST_WITHOUT_HAND: Final = {"fold": "folded", "forfeit": "forfeited", "abandoned": "abandoned"}


def payment_title(game: Game, row: SettlementRow) -> str:
    """What was settled: the wager's title, or the name of a payment beside the wagers."""
    if row.wager:
        return game.wager[row.wager].title
    return "Envy Bonus" if row.holder else "By hand"


def hand_words(row: SettlementRow) -> str:
    """The hand that decided, or how the wager was lost without one."""
    if row.result is LOSE:
        return row.hand or LOST_WITHOUT_HAND.get(row.why, "")
    return row.hand or ""


def row_sum(row: SettlementRow) -> str:
    """How a row's payment is worked out; nothing for a lost wager and an envy bonus."""
    if row.pays is not None:
        return payment_sum(row.stake, row.paid, row.pays, row.limited)
    if row.result is WITHDRAWN:
        return f"{dollars(row.paid)} back"
    if row.result is LOSE or row.holder:
        return ""
    return f"{dollars(row.paid)} paid by hand: {row.why}"


def payment_sum(stake: int, paid: int, pays: str, cut: int = 0) -> str:
    """How a payment is worked out: `$45 x 2 + $45 back = $135`."""
    less = f", less {dollars(cut)} at the payout limit" if cut else ""
    whole = dollars(paid + cut)
    try:
        odds = Odds.parse(pays)
    except NotOddsError:
        return f"{dollars(paid)}"
    times = f"{odds.amount:,}" if odds.per == 1 else f"{odds.amount:,}/{odds.per}"
    match odds.form:
        case Form.TO if stake * odds.amount == (paid + cut - stake) * odds.per:
            return f"{dollars(stake)} x {times} + {dollars(stake)} back = {whole}{less}"
        case Form.FOR if stake * odds.amount == (paid + cut) * odds.per:
            return f"{dollars(stake)} x {times} = {whole}{less}"
        case Form.PUSH:
            return f"{dollars(stake)} back"
        case _:
            return f"{pays} = {whole}{less}"


def chips_paid(state: State, event: ev.WagerPaid) -> int:
    """The cents that the dealer pays out for a wager; a stake that lies on the layout stays there.

    `state` is the table's before the payment.
    """
    seat = state.seats[event.seat]
    return event.cents - (0 if event.wager in seat.taken else seat.stakes[event.wager])


def limit_words(event: ev.WagerPaid) -> str:
    """What the payout limit took off a payment, with the clause; nothing where it took nothing."""
    if not event.cut:
        return ""
    return f", cut by {dollars(event.cut)} at the payout limit ({event.cut_clause})"


def won_or_lost(net: int) -> str:
    """`wins $15`, `loses $20`, `comes out even`."""
    if net == 0:
        return "comes out even"
    return f"{'wins' if net > 0 else 'loses'} {dollars(abs(net))}"
