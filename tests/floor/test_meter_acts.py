"""Changes of meters by two people: closed meters are moved or paid out, and shown ones corrected;
and the identity of every meter, which is checked at every entry.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from conftest import Urls
from harness import Harness, rules_of, works
from linked import linked_rules
from night import METERS, Night

from fairdeal.errors import FairdealError, Forbidden, Refused, UnknownError
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import Floor
from fairdeal.floor.money import ledger
from fairdeal.floor.money.ledger import BANK, Transfer
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.exclusion import exclude
from fairdeal.floor.tables.closing import close_table
from fairdeal.floor.tables.meter_acts import (
    ask_to_correct,
    ask_to_move,
    ask_to_pay_out,
    closed_meters,
    confirm_meter,
    void_meter,
)
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table.actors import FLOOR, OPERATOR
from fairdeal.table.state import OPEN

DOLLAR = 100 * UNITS_PER_CENT
MAJOR = 1_000 * DOLLAR


class Pit:
    """Two tables with meters, of which the first closes, and two people in charge."""

    def __init__(self, url: str, *, linked: bool = False) -> None:
        rules = linked_rules("North") if linked else rules_of(METERS)
        self.house = Harness(url, rules, rules)
        staff = self.house.staff()
        self.dealer, self.fred, self.olga = staff["dealer"], staff["floor"], staff["operator"]
        self.ann = self.house.guest()

    def close(self, table: str = "t1") -> None:
        self.house.ask(lambda floor: close_table(floor, self.fred, table))

    def held(self, meter: str) -> int:
        return self.house.floor.store.balances.get(f"meter:{meter}", 0)

    def shown(self, table: str, name: str) -> int:
        return self.house.table(table).state.meters.units[name]

    def move(self, who: Person, to: str = "t2.major", *, meter: str = "t1.major") -> str:
        return self.house.ask(lambda floor: ask_to_move(floor, who, "t1", meter, to, "closed"))

    def pay_out(
        self, who: Person, player: Person, cents: int | None = None, *, rest: str = "stays"
    ) -> str:
        return self.house.ask(
            lambda floor: ask_to_pay_out(
                floor, who, "t1", "t1.major", player.id, cents, rest, "a raffle"
            )
        )

    def correct(self, who: Person, meter: str, shown: int, right: int, table: str = "t2") -> str:
        return self.house.ask(
            lambda floor: ask_to_correct(floor, who, table, meter, shown, right, "display failed")
        )

    def confirm(self, who: Person, asked: str, table: str = "t1") -> None:
        self.house.ask(lambda floor: confirm_meter(floor, who, table, asked))

    def closed(self) -> dict[str, int]:
        return {one.meter: one.units for one in closed_meters(self.house.floor)}

    def end(self) -> None:
        self.house.audit()
        assert sum(self.house.floor.store.balances.values()) == 0
        self.house.close()


@pytest.fixture
def pit(tmp_path: Path) -> Pit:
    return Pit(str(tmp_path / "floor.db"))


# Closed meters ------------------------------------------------------------------------------------


def test_a_closed_meter_is_moved_to_another_one_by_two_people(urls: Urls) -> None:
    pit = Pit(urls())
    with pytest.raises(Refused, match="only a closed one"):
        pit.move(pit.fred)
    pit.close()
    assert pit.closed() == {"t1.mega": 10 * MAJOR, "t1.major": MAJOR, "t1.minor": MAJOR // 4}
    asked = pit.move(pit.fred)
    with pytest.raises(Refused, match="a second person"):
        pit.confirm(pit.fred, asked)
    assert pit.held("t1.major") == MAJOR
    # What waits is in the log: a restart keeps it.
    pit.house.reopen()
    pit.confirm(pit.olga, asked)
    assert (pit.held("t1.major"), pit.held("t2.major")) == (0, 2 * MAJOR)
    assert pit.shown("t2", "major") == 2 * MAJOR
    assert "t1.major" not in pit.closed()
    with pytest.raises(Refused, match="no request"):
        pit.confirm(pit.olga, asked)
    pit.end()


def test_a_closed_meter_is_moved_to_one_that_tables_share(tmp_path: Path) -> None:
    rules = [rules_of(METERS), linked_rules("North"), linked_rules("South")]
    pit = Pit(str(tmp_path / "floor.db"))
    for one in rules[1:]:
        pit.house.open_table(one)
    pit.close()
    pit.confirm(pit.olga, pit.move(pit.fred, "house", meter="t1.mega"))
    assert pit.shown("t3", "mega") == pit.shown("t4", "mega") == 20 * MAJOR
    pit.end()


def test_a_shared_meter_is_closed_when_no_open_table_shows_it(tmp_path: Path) -> None:
    pit = Pit(str(tmp_path / "floor.db"), linked=True)
    pit.close()
    assert pit.closed() == {"t1.major": MAJOR}
    pit.close("t2")
    assert pit.closed().keys() == {"t1.major", "t2.major", "house", "small"}
    pit.end()


@pytest.mark.parametrize(("rest", "stays"), [("stays", MAJOR - 400 * DOLLAR), ("bank", 0)])
def test_a_closed_meter_is_paid_out_by_decision_of_the_operator(
    urls: Urls, rest: str, stays: int
) -> None:
    pit = Pit(urls())
    pit.close()
    before = pit.house.floor.purse(pit.ann.id)
    with pytest.raises(Forbidden, match="decision of the operator"):
        pit.pay_out(pit.fred, pit.ann)
    asked = pit.pay_out(pit.olga, pit.ann, 400_00, rest=rest)
    with pytest.raises(Refused, match="a second person"):
        pit.confirm(pit.olga, asked)
    pit.confirm(pit.fred, asked)
    assert pit.house.floor.purse(pit.ann.id) == before + 400_00
    assert pit.held("t1.major") == stays
    pit.end()


def test_without_an_amount_all_whole_cents_are_paid_out(pit: Pit) -> None:
    pit.house.sit(pit.ann)
    pit.house.bet(pit.ann, progressive=1)
    pit.house.play_out({1: pit.ann})
    pit.house.say(pit.ann, "t1", do="leave", seat=1)
    pit.close()
    held, before = pit.held("t1.major"), pit.house.floor.purse(pit.ann.id)
    pit.confirm(pit.fred, pit.pay_out(pit.olga, pit.ann))
    assert pit.house.floor.purse(pit.ann.id) == before + held // UNITS_PER_CENT
    assert pit.held("t1.major") == held % UNITS_PER_CENT
    pit.end()


def test_nobody_decides_on_a_payment_to_himself_or_herself(pit: Pit) -> None:
    pit.close()
    both = pit.house.ask(lambda floor: works(floor, "both", FLOOR, OPERATOR, *pit.ann.roles))
    with pytest.raises(Refused, match="himself"):
        pit.pay_out(both, both)
    asked = pit.pay_out(pit.olga, both)
    with pytest.raises(Refused, match="himself"):
        pit.confirm(both, asked)
    pit.end()


@pytest.mark.clause("COMAR 36.03.06.02A(9)(c)")
def test_an_excluded_person_is_paid_no_meter(pit: Pit) -> None:
    pit.close()
    asked = pit.pay_out(pit.olga, pit.ann)
    pit.house.ask(lambda floor: exclude(floor, pit.olga, pit.ann.id, "a request", None))
    with pytest.raises(Refused, match="excluded") as refused:
        pit.confirm(pit.fred, asked)
    assert refused.value.clause == "COMAR 36.03.06.02A(9)(c)"
    pit.house.ask(lambda floor: void_meter(floor, pit.olga, "t1", asked, "excluded"))
    with pytest.raises(Refused, match="excluded"):
        pit.pay_out(pit.olga, pit.ann)
    assert pit.held("t1.major") == MAJOR
    pit.end()


def test_a_meter_that_was_paid_to_an_excluded_person_is_found(pit: Pit) -> None:
    pit.close()
    asked = pit.pay_out(pit.olga, pit.ann)
    pit.house.ask(lambda floor: exclude(floor, pit.olga, pit.ann.id, "a request", None))
    with patch("fairdeal.floor.tables.meter_acts.require_may_claim"):
        pit.confirm(pit.fred, asked)
    bad = verify(pit.house.real).bad
    assert bad is not None
    assert bad.reason == "it is paid to an excluded person"
    pit.house.close()


def test_what_is_asked_about_a_meter_must_be_possible(pit: Pit) -> None:
    pit.close()
    refused: list[tuple[type[FairdealError], Callable[[], object]]] = [
        (Forbidden, lambda: pit.move(pit.dealer)),
        (UnknownError, lambda: pit.move(pit.fred, meter="t2.major")),
        (Refused, lambda: pit.move(pit.fred, "t1.major")),
        (Refused, lambda: pit.move(pit.fred, "t9.major")),
        (Refused, lambda: pit.pay_out(pit.olga, pit.ann, 1_000_01)),
        (UnknownError, lambda: pit.pay_out(pit.olga, pit.dealer)),
        (Refused, lambda: pit.correct(pit.fred, "t1.major", MAJOR, 2 * MAJOR, "t1")),
    ]
    for kind, ask in refused:
        with pytest.raises(kind):
            ask()
    asked = pit.move(pit.fred)
    with pytest.raises(Refused, match="something waits"):
        pit.pay_out(pit.olga, pit.ann)
    pit.house.ask(lambda floor: void_meter(floor, pit.olga, "t1", asked, "not now"))
    with pytest.raises(Refused, match="no request"):
        pit.confirm(pit.olga, asked)
    pit.end()


def test_what_is_left_of_a_closed_shared_meter_is_filled_up_to_its_reset(tmp_path: Path) -> None:
    pit = Pit(str(tmp_path / "floor.db"), linked=True)
    pit.close()
    pit.close("t2")
    ask = pit.house.ask
    asked = ask(
        lambda floor: ask_to_pay_out(
            floor, pit.olga, "t1", "house", pit.ann.id, 400_00, "stays", "a raffle"
        )
    )
    pit.confirm(pit.fred, asked)
    pit.house.open_table(linked_rules("North"))
    assert pit.shown("t3", "mega") == pit.held("house") == 10 * MAJOR
    pit.end()


# Corrections --------------------------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.05.03.24J(2)")
@pytest.mark.parametrize("right", [MAJOR - 7, MAJOR + 7])
def test_a_meter_is_corrected_by_two_people(urls: Urls, right: int) -> None:
    pit = Pit(urls())
    with pytest.raises(Refused, match="does not show that"):
        pit.correct(pit.fred, "t2.major", right, MAJOR)
    asked = pit.correct(pit.fred, "t2.major", MAJOR, right)
    with pytest.raises(Refused, match="a second person"):
        pit.confirm(pit.fred, asked, "t2")
    pit.confirm(pit.olga, asked, "t2")
    assert pit.shown("t2", "major") == pit.held("t2.major") == right
    pit.end()


def test_a_meter_is_lowered_between_rounds_and_keeps_what_it_was_fed(pit: Pit) -> None:
    pit.house.sit(pit.ann, "t2")
    asked = pit.correct(pit.fred, "t2.major", MAJOR, MAJOR - 7)
    pit.house.bet(pit.ann, "t2", progressive=1)
    fed = pit.held("t2.major") - MAJOR
    assert fed > 0
    with pytest.raises(Refused, match="between rounds"):
        pit.confirm(pit.olga, asked, "t2")
    pit.house.play_out({1: pit.ann}, "t2")
    assert pit.house.table("t2").state.phase is OPEN
    before = pit.held("t2.major")
    pit.confirm(pit.olga, asked, "t2")
    assert pit.shown("t2", "major") == before - 7
    pit.end()


# The identity -------------------------------------------------------------------------------------


@pytest.mark.parametrize("linked", [False, True])
def test_an_entry_after_which_a_meter_is_not_its_movements_is_refused(
    urls: Urls, linked: bool
) -> None:
    """A fault in the program that loses a unit of what a meter is fed."""
    pit = Pit(urls(), linked=linked)
    pit.house.sit(pit.ann)
    pit.house.say(pit.ann, "t1", **pit.house.bets(progressive=1))
    before, size = dict(pit.house.floor.store.balances), pit.house.floor.store.leaves

    def loses(*told: Any) -> list[Transfer]:
        return [
            move._replace(units=move.units - 1) if move.what == "contribution" else move
            for move in ledger.event_transfers(*told)
        ]

    with patch("fairdeal.floor.floor.event_transfers", loses):
        pit.house.say(pit.ann, "t1", do="ready", seat=1)
    # Nobody bets any more there, and nothing was written of it.
    assert pit.house.table().stopped
    assert any("its movements come to" in str(error) for _, error in pit.house.faults)
    pit.house.reopen()
    changed = {a for a, n in pit.house.floor.store.balances.items() if n != before.get(a, 0)}
    assert not {account for account in changed if account.startswith("meter:")}
    assert pit.house.floor.store.leaves <= size + 1
    assert verify(pit.house.real).bad is None
    pit.house.close()


# The audit ----------------------------------------------------------------------------------------

Forge = Callable[[Night, str], tuple[dict[str, Any], Sequence[Transfer]]]
ACT = {"table": "t2", "reason": "closed", "meter": "t2.major"}
ALL = Transfer("meter:t2.major", "meter:t3.major", MAJOR, "moved")
FORGED: dict[str, Forge] = {
    "without a request": lambda _, __: (
        {"act": "move-meter", **ACT, "request": "move-meter-99", "to": "t3.major"},
        [ALL],
    ),
    "to another meter": lambda _, asked: (
        {"act": "move-meter", **ACT, "request": asked, "to": "t3.minor"},
        [ALL._replace(credit="meter:t3.minor")],
    ),
    "not all of it": lambda _, asked: (
        {"act": "move-meter", **ACT, "request": asked, "to": "t3.major"},
        [ALL._replace(units=MAJOR - 1)],
    ),
    "paid out instead": lambda n, asked: (
        {"act": "pay-out-meter", **ACT, "request": asked, "player": n.ann.id, "amount": 1000},
        [Transfer("meter:t2.major", f"player:{n.ann.id}", MAJOR, "paid out")],
    ),
    "another reason": lambda _, asked: (
        {"act": "move-meter", **ACT, "reason": "so", "request": asked, "to": "t3.major"},
        [ALL],
    ),
    "corrected by one": lambda _, __: (
        {"act": "correct-meter", **ACT, "request": "correct-meter-1", "from": 1000, "to": 999},
        [Transfer("meter:t2.major", BANK, DOLLAR, "correction")],
    ),
    "asked without a meter": lambda _, __: (
        {"act": "meter-request", **ACT, "meter": "t2.big", "kind": "move-meter", "to": "t3.major"},
        [],
    ),
    "asked with other fields": lambda _, __: (
        {"act": "meter-request", **ACT, "kind": "move-meter", "to": "t3.major", "rest": "bank"},
        [],
    ),
    "asked for a payment by a floorperson": lambda n, __: (
        {
            "act": "meter-request",
            **ACT,
            "kind": "pay-out-meter",
            "player": n.ann.id,
            "amount": 5,
            "rest": "bank",
        },
        [],
    ),
    "corrected from another amount": lambda _, __: (
        {
            "act": "meter-request",
            **ACT,
            "table": "t3",
            "meter": "t3.major",
            "kind": "correct-meter",
            "from": 1001,
            "to": 1000,
        },
        [],
    ),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_a_forged_act_about_a_meter_is_found(tmp_path: Path, forge: Forge) -> None:
    night = Night(tmp_path / "floor.db")
    night.house.open_table(rules_of(METERS))
    night.house.ask(lambda floor: close_table(floor, night.boss, "t2"))
    asked = night.house.ask(
        lambda floor: ask_to_move(floor, night.olga, "t2", "t2.major", "t3.major", "closed")
    )
    assert night.bad() is None
    leaf = night.house.floor.store.leaves
    what, moves = forge(night, asked)
    night.act(what, night.by(night.boss, FLOOR), *moves)
    bad = night.bad()
    assert bad is not None
    assert bad.leaf == leaf
    night.house.close()


def test_the_second_person_is_another_one_by_the_log(tmp_path: Path) -> None:
    night = Night(tmp_path / "floor.db")
    night.house.open_table(rules_of(METERS))
    night.house.ask(lambda floor: close_table(floor, night.boss, "t2"))
    asked = night.house.ask(
        lambda floor: ask_to_move(floor, night.boss, "t2", "t2.major", "t3.major", "closed")
    )

    def alone(floor: Floor) -> object:
        with patch("fairdeal.floor.tables.meter_acts.second_objection", return_value=None):
            return confirm_meter(floor, night.boss, "t2", asked)

    night.house.ask(alone)
    bad = night.bad()
    assert bad is not None
    assert "a second person" in bad.reason
    night.house.close()


def test_a_meter_that_an_open_table_of_another_share_shows_is_not_closed(tmp_path: Path) -> None:
    """However tables are shared out to processes, the finding is the same."""
    pit = Pit(str(tmp_path / "floor.db"), linked=True)
    pit.close()
    with patch("fairdeal.floor.tables.meter_acts.request_objection", return_value=None):
        asked = pit.move(pit.fred, "t2.major", meter="house")
    bad = [verify(pit.house.real, processes=count).bad for count in (1, 2)]
    assert bad[0] == bad[1]
    assert bad[0] is not None
    assert "still shown" in bad[0].reason
    assert asked
    pit.house.close()


def test_what_does_not_wait_is_neither_confirmed_nor_void(pit: Pit) -> None:
    pit.close()
    asked = pit.move(pit.fred)
    with pytest.raises(Refused, match="something waits about this meter") as refused:
        pit.move(pit.olga)
    assert refused.value.clause == "COMAR 36.05.03.24J(2)"
    for reason, asks, told in (
        (" ", asked, "say the reason"),
        ("so", "move-meter-99", "no request 'move-meter-99' waits at this table"),
    ):
        with pytest.raises(FairdealError, match=told):
            pit.house.ask(lambda floor: void_meter(floor, pit.olga, "t1", asks, reason))  # noqa: B023 - at once
    pit.house.ask(lambda floor: void_meter(floor, pit.olga, "t1", asked, "so"))
    with pytest.raises(Refused, match=f"no request '{asked}' waits at this table"):
        pit.confirm(pit.olga, asked)
    pit.end()


def test_a_meter_whose_tables_of_other_shares_have_closed_is_closed(tmp_path: Path) -> None:
    pit = Pit(str(tmp_path / "floor.db"), linked=True)
    pit.house.open_table(rules_of(METERS))
    for table in ("t1", "t2"):
        pit.close(table)
    pit.confirm(pit.olga, pit.move(pit.fred, "t3.mega", meter="house"))
    assert pit.held("house") == 0
    found = [verify(pit.house.real, processes=count) for count in (1, 3)]
    assert [one.bad for one in found] == [None, None]
    pit.house.close()
