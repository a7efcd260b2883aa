"""The rules of changes of a meter by two people: what each moves, and why it may not be.

A closed meter is moved to another meter or paid out; a meter that tables show is corrected. The
floor asks these functions, and the audit asks the same ones.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from fairdeal.english import quoted
from fairdeal.floor.money.ledger import BANK, Transfer, player_account
from fairdeal.floor.tables.pending_acts import CORRECT, METER_ACTS, MOVE, PAY_OUT, MeterRequest
from fairdeal.rulebook.money import CENTS, UNITS, UNITS_PER_CENT, dollars, to_json
from fairdeal.table.actors import OPERATOR, Actor

#: What becomes of what a payment leaves on a closed meter.
STAYS, TO_BANK = RESTS = ("stays", "bank")
#: The fields of a request by its kind, beside those that all have.
_FIELDS: Final[dict[str, frozenset[str]]] = {
    MOVE: frozenset({"to"}),
    PAY_OUT: frozenset({"player", "amount", "rest"}),
    CORRECT: frozenset({"from", "to"}),
}
_OPTIONAL: Final = frozenset[str]().union(*_FIELDS.values())


def meter_account(meter: str) -> str:
    """Return the account of a meter by its name on the floor."""
    return f"meter:{meter}"


def form_objection(what: Mapping[str, Any]) -> str | None:
    """Return why the form of a request is wrong; None if it is right."""
    kind = what["kind"]
    if kind not in METER_ACTS:
        return f"nothing is asked about meters by the name {quoted(kind)}"
    if what.keys() & _OPTIONAL != _FIELDS[kind]:
        return f"{quoted(kind)} is asked for with other fields"
    if kind == PAY_OUT and what["rest"] not in RESTS:
        return "what stays of the meter goes to no such place"
    return None


def request_objection(
    asked: MeterRequest, by: Actor, held: int, open_at: Callable[[str], bool]
) -> str | None:
    """Return why a request may not be made, or not be confirmed now; None if it may.

    `held` is what the meter holds, in units, and `open_at` tells whether an open table shows a
    meter. `by` is who asks.
    """
    shown = open_at(asked.meter)
    if asked.kind == CORRECT:
        return _correction_objection(asked, held, shown=shown)
    if shown:
        return "the meter is still shown at a table: only a closed one is moved or paid out"
    if held <= 0:
        return "there is nothing on the meter"
    if asked.kind == MOVE:
        right = asked.to != asked.meter and open_at(asked.to)
        return None if right else "it is moved to another meter, which an open table shows"
    if by.role is not OPERATOR:
        return "a meter is paid out by decision of the operator"
    if asked.player == by.id:
        return "nobody decides on a payment to himself or herself"
    if not 0 < asked.cents * UNITS_PER_CENT <= held:
        return f"there are {dollars(held // UNITS_PER_CENT)} on the meter to be paid out"
    return None


def _correction_objection(asked: MeterRequest, held: int, *, shown: bool) -> str | None:
    if not shown:
        return "no open table shows the meter: it is moved or paid out"
    if asked.right == asked.shown:
        return "a correction changes what the meter shows"
    if held + asked.right - asked.shown < 0:
        return "a meter does not show less than nothing"
    return None


def second_objection(asked: MeterRequest, by: Actor) -> str | None:
    """Return why somebody may not confirm a request; None if he or she may."""
    if asked.by.id == by.id:
        return "whoever asks does not confirm: it takes a second person"
    if asked.player == by.id:
        return "nobody confirms a payment to himself or herself"
    return None


def confirmation(
    asked: MeterRequest, table: str, held: int
) -> tuple[dict[str, Any], list[Transfer]]:
    """Return the act that confirms a request, and its transfers."""
    account = meter_account(asked.meter)
    what = {
        "act": asked.kind,
        "table": table,
        "reason": asked.reason,
        "request": asked.id,
        "meter": asked.meter,
    }
    if asked.kind == MOVE:
        move = Transfer(account, meter_account(asked.to), held, "moved")
        return {**what, "to": asked.to}, [move]
    if asked.kind == PAY_OUT:
        units = asked.cents * UNITS_PER_CENT
        moves = [Transfer(account, player_account(asked.player), units, "paid out")]
        if asked.rest == TO_BANK and held > units:
            moves.append(Transfer(account, BANK, held - units, "rest"))
        amount = to_json(asked.cents, per_dollar=CENTS)
        return {**what, "player": asked.player, "amount": amount}, moves
    change = asked.right - asked.shown
    became = {"from": _amount(held), "to": _amount(held + change)}
    more = Transfer(BANK, account, change, "correction")
    less = Transfer(account, BANK, -change, "correction")
    return {**what, **became}, [more if change > 0 else less]


def _amount(units: int) -> int | float:
    return to_json(units, per_dollar=UNITS)
