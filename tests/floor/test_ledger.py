"""The ledger: closing a table reconciles to the cent, and every act leaves the sum at zero."""

from typing import Any

import pytest
from conftest import Urls
from harness import DRAW, RIDE, Harness, move_chips, rules_of
from linked import linked_rules

from fairdeal.errors import BadInputError, Forbidden, KeyUsedError, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import add_guest
from fairdeal.floor.startup import open_database
from fairdeal.floor.tables.chip_requests import confirm_request, request_chips
from fairdeal.floor.tables.closing import close_table
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.floor.writer import WriterJob
from fairdeal.table.state import OPEN

UNITS = 10_000


class Floor:
    """A table with ann at it, and a floorperson."""

    def __init__(self, url: str, rules: str = RIDE) -> None:
        self.house = Harness(url, rules_of(rules))
        self.ann = self.house.guest()
        staff = self.house.staff()
        self.dealer, self.boss = staff["dealer"], staff["floor"]
        self.operator = staff["operator"]

    def move(self, cents: int, *, fill: bool, by: Person | None = None, reason: str = "so") -> None:
        who = by or self.boss
        both = (who, self.operator if who is not self.operator else self.boss)
        self.house.ask(lambda floor: move_chips(floor, both, "t1", cents, reason, fill=fill))

    def cents(self, account: str) -> int:
        units = self.house.floor.store.balances.get(account, 0)
        assert units % UNITS == 0
        return units // UNITS

    def rounds(self, number: int) -> None:
        self.house.sit(self.ann)
        for _ in range(number):
            self.house.bet(self.ann)
            self.house.play_out({1: self.ann})

    def close(self) -> dict[str, Any]:
        return self.house.ask(lambda floor: close_table(floor, self.boss, "t1"))


def test_a_fill_and_a_credit_happen_once_for_a_key(urls: Urls) -> None:
    url = urls()
    one = Floor(url)

    def keyed(
        cents: int, *, fill: bool = True, reason: str = "low", by: Person = one.boss
    ) -> WriterJob:
        return WriterJob(
            lambda floor: request_chips(floor, by, "t1", cents, reason, fill=fill, key="k")
        )

    def told(*jobs: WriterJob) -> list[Any]:
        one.house.writer.run_batch(list(jobs))
        return [job.done.exception(timeout=0) for job in jobs]

    before = one.cents("inventory:t1")
    # The second comes in the same transaction, the third in another, the last after a restart.
    first = keyed(500_00)
    assert told(first, keyed(500_00)) == [None, None]
    assert told(keyed(500_00)) == [None]
    one.house.reopen()
    again = keyed(500_00)
    assert told(again) == [None]
    asked = first.done.result(timeout=0)
    assert again.done.result(timeout=0) == asked
    assert [request.id for request in one.house.table().pending.requests] == [asked]
    assert one.cents("inventory:t1") == before, "nothing moves before it is confirmed"
    one.house.ask(lambda floor: confirm_request(floor, one.operator, "t1", asked))
    assert told(keyed(500_00)) == [None]
    assert one.cents("inventory:t1") == before + 500_00
    for another in (keyed(500_01), keyed(500_00, reason="high"), keyed(500_00, fill=False)):
        assert isinstance(told(another)[0], KeyUsedError)
    assert told(keyed(7_00, by=one.operator)) == [None], "a key is its giver's own"
    one.house.ask(
        lambda floor: confirm_request(
            floor, one.boss, "t1", floor.tables["t1"].pending.requests[-1].id
        )
    )
    assert one.cents("inventory:t1") == before + 507_00
    one.move(1_00, fill=True)
    one.move(1_00, fill=True)
    assert one.cents("inventory:t1") == before + 509_00, "without a key each is another"
    # One that was refused does not bind its key.
    guest = WriterJob(
        lambda floor: request_chips(floor, one.ann, "t1", 1, "so", fill=True, key="a")
    )
    assert isinstance(told(guest)[0], Forbidden)
    one.house.audit()
    one.house.close()
    database = open_database(url)
    assert verify(database).valid
    database.close()


@pytest.mark.clause("COMAR 36.05.03.02B(3)")
@pytest.mark.parametrize("rules", [RIDE, DRAW], ids=["let-it-ride", "double-draw"])
def test_closing_reconciles_opening_fills_credits_and_results(urls: Urls, rules: str) -> None:
    one = Floor(urls(), rules)
    one.rounds(4)
    one.move(1_234_56, fill=True)
    one.move(34_07, fill=False)
    won = 1_000_00 - one.house.floor.chips(one.ann.id)
    told = one.close()
    assert told["reconciled"] is True
    assert told["opening"] == 100_000
    assert told["fills"] == 1_234.56
    assert told["credits"] == 34.07
    assert round(told["result"] * 100) == won, "what the table won is what ann lost"
    bought = round(told["drop"] * 100)
    assert bought >= 100_00, "ann bought chips at the table"
    left = 100_000_00 + 1_234_56 - 34_07 - bought + won
    assert round(told["inventory"] * 100) == left
    assert one.cents("inventory:t1") == one.cents("layout:t1") == 0
    assert one.cents("bank") == -one.cents(f"player:{one.ann.id}")
    one.house.audit()
    one.house.reopen()
    assert one.house.table().closed
    one.house.audit()
    one.house.close()


def test_a_payment_by_hand_is_a_transfer_with_who_and_why(urls: Urls) -> None:
    url = urls()
    one = Floor(url)
    one.rounds(2)
    dealer = one.dealer
    held, lies = one.house.floor.chips(one.ann.id), one.cents("inventory:t1")
    one.house.ask(lambda floor: hand_over(floor, one.boss, "t1", "person"))
    one.house.say(dealer, "t1", do="pay-by-hand", seat=1, amount=12.5, reason="a pair of tens")
    assert one.cents("inventory:t1") == lies, "nothing moves before it is confirmed"
    with pytest.raises(Forbidden):
        one.house.say(dealer, "t1", do="confirm")
    one.house.say(one.boss, "t1", do="confirm")
    assert one.house.floor.chips(one.ann.id) == held + 12_50
    assert one.cents("inventory:t1") == lies - 12_50
    one.house.ask(lambda floor: hand_over(floor, one.boss, "t1", "auto"))
    # The round after it is played, recorded and closed as any other.
    one.house.bet(one.ann)
    one.house.play_out({1: one.ann})
    won = 1_000_00 - one.house.floor.chips(one.ann.id)
    told = one.close()
    assert told["reconciled"] is True
    assert round(told["result"] * 100) == won
    one.house.audit()
    one.house.close()
    database = open_database(url)
    assert verify(database).valid
    database.close()


def test_closing_gives_back_what_lies_on_the_layout(urls: Urls) -> None:
    one = Floor(urls())
    one.house.sit(one.ann)
    one.house.say(one.ann, "t1", **one.house.bets())
    assert one.cents("layout:t1") == 15_00
    assert one.close()["result"] == 0
    assert one.cents(f"player:{one.ann.id}") == 1_000_00
    with pytest.raises(Refused, match="closed"):
        one.house.sit(one.ann)
    with pytest.raises(Refused, match="closed already"):
        one.close()
    one.house.audit()
    one.house.close()


def test_no_table_closes_in_the_middle_of_a_round(urls: Urls) -> None:
    one = Floor(urls())
    one.house.sit(one.ann)
    one.house.bet(one.ann)
    assert one.house.table().state.phase is not OPEN
    before = one.house.dump()
    with pytest.raises(Refused):
        one.close()
    assert one.house.dump() == before
    assert not one.house.table().closed
    one.house.close()


@pytest.mark.clause("COMAR 36.05.03.24A(1)", "COMAR 36.05.03.24E(1)")
def test_a_meter_of_its_own_reconciles_in_units(urls: Urls) -> None:
    house = Harness(urls(), linked_rules("North"))
    ann, boss = house.guest(), house.staff()["floor"]
    house.sit(ann)
    for _ in range(3):
        house.bet(ann, progressive=1)
        house.play_out({1: ann})
    told = house.ask(lambda floor: close_table(floor, boss, "t1"))
    assert told["reconciled"] is True
    # Three dollars put 20.34 percent of each on the meters, to the ten-thousandth of a cent.
    meters = 3 * (100_100 + 70_000 + 33_300)
    chips = house.floor.store.balances[f"player:{ann.id}"]
    result = round(told["result"] * 1_000_000)
    assert result == 1_000_000_000 - chips - meters
    house.audit()
    house.close()


def test_a_table_gives_no_more_than_it_holds(urls: Urls) -> None:
    one = Floor(urls())
    before = one.house.dump()
    with pytest.raises(Refused, match="does not hold"):
        one.move(100_000_01, fill=False)
    for cents in (0, -5, 10**12):
        with pytest.raises(BadInputError):
            one.move(cents, fill=True)
    for reason in ("", "  ", "x" * 201, "a\nb"):
        with pytest.raises(BadInputError):
            one.move(5, fill=True, reason=reason)
    with pytest.raises(Forbidden):
        one.move(5, fill=True, by=one.ann)
    assert one.house.dump() == before, "a refusal leaves nothing behind"
    one.move(100_000_00, fill=False)
    assert one.cents("inventory:t1") == 0
    one.house.audit()
    one.house.close()


def test_every_act_of_an_evening_leaves_the_sum_at_zero(urls: Urls) -> None:
    one = Floor(urls())
    one.rounds(2)
    one.move(500_00, fill=True)
    store = one.house.floor.store
    rows = store.database.execute("SELECT debit, credit, units FROM transfers ORDER BY leaf, part")
    sums: dict[str, int] = {}
    for debit, credit, units in rows:
        sums[debit] = sums.get(debit, 0) - units
        sums[credit] = sums.get(credit, 0) + units
        assert sum(sums.values()) == 0
    kept: dict[str, int] = dict(store.database.execute("SELECT account, units FROM balances"))
    assert {a: u for a, u in kept.items() if u} == {a: u for a, u in sums.items() if u}
    one.house.close()


@pytest.mark.parametrize("name", ["entries", "transfers", "nodes"])
@pytest.mark.parametrize("act", ["UPDATE {} SET {} = {}", "DELETE FROM {}"])
def test_the_log_and_the_ledger_are_only_added_to(urls: Urls, name: str, act: str) -> None:
    one = Floor(urls())
    jobs = [WriterJob(lambda floor: add_guest(floor, "bob")) for _ in range(256)]
    one.house.writer.run_batch(jobs)
    before = one.house.dump()
    assert before[name]
    column = {"entries": "number", "transfers": "units", "nodes": "number"}[name]
    database = one.house.floor.database
    database.begin()

    def change() -> None:
        database.execute(act.format(name, column, column))
        database.commit()  # where statements are sent together, it is told here

    with pytest.raises(Exception, match=r"only ever added to|permission denied"):
        change()
    database.rollback()
    assert one.house.dump() == before
    one.house.close()
