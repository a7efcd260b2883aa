"""The rules of changes of a meter by two people, each at its limits. The floor and the audit ask
the same functions.
"""

from typing import Any

import pytest

from fairdeal.floor.money.ledger import BANK, Transfer
from fairdeal.floor.money.meter_moves import (
    confirmation,
    form_objection,
    request_objection,
    second_objection,
)
from fairdeal.floor.tables.pending_acts import MeterRequest, SlipSignature
from fairdeal.rulebook.money import UNITS, UNITS_PER_CENT
from fairdeal.table.actors import FLOOR, OPERATOR, Actor

OLGA, FRED = Actor("olga", OPERATOR), Actor("fred", FLOOR)
HELD = 1_000_00 * UNITS_PER_CENT
#: The meters that open tables show.
SHOWN = {"t2.major", "t2.minor"}

MOVE = MeterRequest(
    3, "move-meter", "t1.major", "closed", SlipSignature("fred", "fred", FLOOR, 1), to="t2.major"
)
PAY = MOVE._replace(kind="pay-out-meter", to="", player="ann", cents=400_00, rest="stays")
CORRECT = MOVE._replace(kind="correct-meter", meter="t2.major", to="", shown=HELD, right=HELD + 1)

STILL_SHOWN = "the meter is still shown at a table: only a closed one is moved or paid out"
ANOTHER = "it is moved to another meter, which an open table shows"
HIMSELF = "nobody decides on a payment to himself or herself"
HOW_MUCH = "there are $1,000 on the meter to be paid out"


@pytest.mark.parametrize(
    ("asked", "by", "held", "told"),
    [
        (MOVE, FRED, HELD, None),
        (MOVE, FRED, 1, None),
        (MOVE, FRED, 0, "there is nothing on the meter"),
        (MOVE._replace(meter="t2.minor"), FRED, HELD, STILL_SHOWN),
        (MOVE._replace(to="t1.major"), FRED, HELD, ANOTHER),
        (MOVE._replace(to="t1.minor"), FRED, HELD, ANOTHER),
        (PAY, OLGA, HELD, None),
        (PAY, FRED, HELD, "a meter is paid out by decision of the operator"),
        (
            PAY._replace(player="olga"),
            OLGA,
            HELD,
            "nobody decides on a payment to himself or herself",
        ),
        (PAY._replace(cents=1_000_00), OLGA, HELD, None),
        (PAY._replace(cents=1_000_00), OLGA, HELD + 1, None),
        (PAY._replace(cents=1_000_01), OLGA, HELD, HOW_MUCH),
        (PAY._replace(cents=0), OLGA, HELD, HOW_MUCH),
        (PAY._replace(meter="t2.minor"), OLGA, HELD, STILL_SHOWN),
        (CORRECT, FRED, HELD, None),
        (CORRECT._replace(right=0), FRED, HELD, None),
        (CORRECT._replace(right=0), FRED, HELD - 1, "a meter does not show less than nothing"),
        (CORRECT._replace(right=HELD), FRED, HELD, "a correction changes what the meter shows"),
        (
            CORRECT._replace(meter="t1.major"),
            FRED,
            HELD,
            "no open table shows the meter: it is moved or paid out",
        ),
    ],
)
def test_what_may_be_asked_about_a_meter(
    asked: MeterRequest, by: Actor, held: int, told: str | None
) -> None:
    assert request_objection(asked, by, held, SHOWN.__contains__) == told


@pytest.mark.parametrize(
    ("asked", "who", "told"),
    [
        (MOVE, "fred", "whoever asks does not confirm: it takes a second person"),
        (MOVE, "olga", None),
        (PAY, "ann", "nobody confirms a payment to himself or herself"),
        (PAY, "olga", None),
    ],
)
def test_who_confirms_a_change_of_a_meter(asked: MeterRequest, who: str, told: str | None) -> None:
    assert second_objection(asked, Actor(who, OPERATOR)) == told


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ({"kind": "move-meter", "to": "t2.a"}, None),
        ({"kind": "move-meter"}, "'move-meter' is asked for with other fields"),
        (
            {"kind": "move-meter", "to": "t2.a", "from": 5},
            "'move-meter' is asked for with other fields",
        ),
        ({"kind": "pay-out-meter", "player": "p", "amount": 5, "rest": "bank"}, None),
        ({"kind": "pay-out-meter", "player": "p", "amount": 5, "rest": "stays"}, None),
        (
            {"kind": "pay-out-meter", "player": "p", "amount": 5, "rest": "mine"},
            "what stays of the meter goes to no such place",
        ),
        ({"kind": "correct-meter", "from": 5, "to": 6}, None),
        ({"kind": "lose-meter"}, "nothing is asked about meters by the name 'lose-meter'"),
    ],
)
def test_the_form_of_a_request(what: dict[str, Any], told: str | None) -> None:
    assert form_objection({"act": "meter-request", "meter": "t1.a", **what}) == told


ACT = {"table": "t1", "reason": "closed", "meter": "t1.major"}


def test_what_a_confirmation_moves() -> None:
    assert confirmation(MOVE, "t1", HELD) == (
        {"act": "move-meter", "request": "move-meter-3", **ACT, "to": "t2.major"},
        [Transfer("meter:t1.major", "meter:t2.major", HELD, "moved")],
    )
    units = 400_00 * UNITS_PER_CENT
    paid: dict[str, Any] = {"act": "pay-out-meter", "request": "pay-out-meter-3", **ACT}
    paid |= {"player": "ann", "amount": 400}
    to_ann = Transfer("meter:t1.major", "player:ann", units, "paid out")
    rest = Transfer("meter:t1.major", BANK, HELD - units, "rest")
    for where, held, moves in (
        ("stays", HELD, [to_ann]),
        ("bank", HELD, [to_ann, rest]),
        ("bank", units, [to_ann]),
    ):
        assert confirmation(PAY._replace(rest=where), "t1", held) == (paid, moves)


@pytest.mark.parametrize(
    ("change", "move"),
    [
        (UNITS, Transfer(BANK, "meter:t2.major", UNITS, "correction")),
        (-UNITS, Transfer("meter:t2.major", BANK, UNITS, "correction")),
    ],
)
def test_a_correction_keeps_what_the_meter_was_fed_meanwhile(change: int, move: Transfer) -> None:
    """It showed $10 when it was asked for, and holds $12 now."""
    asked = CORRECT._replace(shown=10 * UNITS, right=10 * UNITS + change)
    what, moves = confirmation(asked, "t2", 12 * UNITS)
    assert what == {
        "act": "correct-meter",
        "table": "t2",
        "reason": "closed",
        "meter": "t2.major",
        "request": "correct-meter-3",
        "from": 12,
        "to": 12 + change // UNITS,
    }
    assert moves == [move]
