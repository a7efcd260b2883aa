"""Settlement rows in words: what was paid, how it was worked out, and why nothing was."""

from typing import Final

from fairdeal.english import all_of
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
    """Return the title of a settled wager, or the name of a payment that belongs to no wager."""
    if row.wager:
        return game.wager[row.wager].title
    return "Envy Bonus" if row.holder else "By hand"


def hand_words(row: SettlementRow) -> str:
    """Name the hand that decided, or say how the wager was lost without one."""
    if row.result is LOSE:
        return row.hand or LOST_WITHOUT_HAND.get(row.why, "")
    return row.hand or ""


def row_sum(row: SettlementRow) -> str:
    """Write how a row's payment is worked out; nothing for a lost wager and an envy bonus."""
    if row.pays is not None:
        return payment_sum(row.stake, row.paid, row.pays, row.limited)
    if row.result is WITHDRAWN:
        return f"{dollars(row.paid)} back"
    if row.result is LOSE or row.holder:
        return ""
    return f"{dollars(row.paid)} paid by hand: {row.why}"


def payment_sum(stake: int, paid: int, pays: str, cut: int = 0) -> str:
    """Write how a payment is worked out, as in `$45 x 2 + $45 back = $135`."""
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
    """Return the cents that the dealer pays out for a wager; a stake that lies on the layout stays
    there.

    `state` is the table's before the payment.
    """
    seat = state.seats[event.seat]
    return event.cents - (0 if event.wager in seat.taken else seat.stakes[event.wager])


def hand_pay_words(state: State, asked: ev.HandPayAsked) -> str:
    """Describe a payment that takes two people: the sum, for whom, the hand, the wagers and the
    meter.
    """
    titles = state.rules.game.wager
    parts = [f"{titles[wager].title} {dollars(cents)}" for wager, cents in asked.wagers.items()]
    meter = f" from the {meter_name(asked.meter)}" if asked.meter else ""
    hand = f" for {asked.hand}" if asked.hand else ""
    told = []
    if asked.cents:
        wagers = f": {all_of(parts)}" if parts else ""
        told.append(f"{dollars(asked.cents)} to seat {asked.seat}{hand}{wagers}{meter}")
    if asked.envy:
        told.append(f"envy bonuses of {dollars(asked.envy)} for the hand of seat {asked.seat}")
    return all_of(told)


def meter_name(meter: str) -> str:
    """Name a meter, as in `mega meter`; the only meter of a table is just `meter`."""
    return "meter" if meter == "meter" else f"{meter} meter"


def limit_words(event: ev.WagerPaid) -> str:
    """Describe what the payout limit took off a payment, with the clause; nothing where it took
    nothing.
    """
    if not event.cut:
        return ""
    return f", cut by {dollars(event.cut)} at the payout limit ({event.cut_clause})"


def won_or_lost(net: int) -> str:
    """Describe a result, as in `wins $15`, `loses $20`, `comes out even`."""
    if net == 0:
        return "comes out even"
    return f"{'wins' if net > 0 else 'loses'} {dollars(abs(net))}"
