"""Acts of two people beside the table's commands: fills, credits, counts, and a tray that is never
overdrawn.
"""

from pathlib import Path
from typing import Any

import pytest
from harness import RIDE, Harness, rules_of
from pit import FULL, Pit

from fairdeal.errors import BadInputError, Forbidden, Refused, ShortTrayError, UnknownError
from fairdeal.floor.audit import chips_check, verify
from fairdeal.floor.floor import Floor
from fairdeal.floor.tables import closing
from fairdeal.floor.tables.chip_requests import confirm_request, request_chips
from fairdeal.floor.tables.closing import close_table, count_table
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import commands as cmd
from fairdeal.table.actors import AUTOMATIC_DEALER, DEALER, FLOOR, OPERATOR, Actor, Role
from fairdeal.table.next_step import next_command
from fairdeal.wire.commands import command_document

# Fills and credits --------------------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.05.03.02B(5)")
def test_chips_move_when_a_second_person_confirms(pit: Pit) -> None:
    before = pit.tray
    asked = pit.ask(pit.dora)
    assert (pit.tray, pit.waiting) == (before, [asked])
    with pytest.raises(Refused, match="a second person"):
        pit.confirm(pit.dora, asked)
    pit.confirm(pit.fred, asked)
    assert (pit.tray, pit.waiting) == (before + 500_00, [])
    with pytest.raises(Refused, match="no request"):
        pit.confirm(pit.olga, asked)
    back = pit.ask(pit.fred, 200_00, fill=False)
    pit.confirm(pit.olga, back)
    assert pit.tray == before + 300_00


@pytest.mark.parametrize(
    "roles", [(DEALER, FLOOR), (FLOOR, OPERATOR), (DEALER, OPERATOR), (DEALER, FLOOR, OPERATOR)]
)
def test_one_person_is_never_both_under_whatever_roles(pit: Pit, roles: tuple[Role, ...]) -> None:
    many = pit.works("many", *roles)
    for asker in (many, pit.fred):
        asked = pit.ask(asker)
        with pytest.raises(Refused, match="a second person"):
            pit.confirm(asker, asked)
    chips = FULL
    assert pit.count(many, chips).closed is None
    assert pit.count(many, chips).closed is None, "the same person has counted twice"


def test_one_of_two_is_a_floorperson_or_the_operator(pit: Pit) -> None:
    dan = pit.works("dan", DEALER)
    asked = pit.ask(pit.dora)
    with pytest.raises(Refused, match="floorperson or the operator"):
        pit.confirm(dan, asked)
    from_above = pit.ask(pit.olga)
    pit.confirm(dan, from_above)
    assert pit.waiting == [asked]


@pytest.mark.clause("COMAR 36.05.03.04H(4)", "COMAR 36.05.03.05I(4)")
def test_a_request_is_voided_with_its_reason_and_stays_in_the_log(pit: Pit) -> None:
    dan = pit.works("dan", DEALER)
    asked = pit.ask(pit.dora)
    with pytest.raises(Forbidden):
        pit.void(dan, asked)
    pit.void(pit.fred, asked)
    assert pit.waiting == []
    last = list(pit.house.floor.store.entries(""))[-1].body
    assert '"act":"void-request"' in last
    assert '"reason":"not needed"' in last


@pytest.mark.clause("COMAR 36.05.03.04C(2)", "COMAR 36.05.03.04C(3)", "COMAR 36.05.03.04C(4)")
@pytest.mark.clause("COMAR 36.05.03.04C(5)", "COMAR 36.05.03.05C(2)", "COMAR 36.05.03.05C(3)")
@pytest.mark.clause("COMAR 36.05.03.05C(4)", "COMAR 36.05.03.05C(5)")
def test_denominations_make_the_amount(pit: Pit) -> None:
    asked = pit.ask(pit.dora, 130_50, chips={"25": 5, "5": 1, "0.01": 50})
    (request,) = pit.house.table().pending.requests
    assert dict(request.chips) == {"25": 5, "5": 1, "0.01": 50}
    assert (request.kind, request.by.id) == ("fill", pit.dora.id)
    back = pit.ask(pit.fred, 130_50, chips={"25": 5, "5": 1, "0.01": 50}, fill=False)
    (_, request) = pit.house.table().pending.requests
    assert (request.kind, request.by.id, request.cents) == ("credit", pit.fred.id, 130_50)
    assert dict(request.chips) == {"25": 5, "5": 1, "0.01": 50}
    for chips in ({"25": 5}, {"30": 1}, {"5": -1}, {"5": 1.5}, {"5": True}, [5]):
        with pytest.raises(BadInputError):
            pit.ask(pit.dora, 130_50, chips=chips)
    assert pit.waiting == [asked, back]


def test_who_plays_or_does_not_work_there_asks_for_nothing(pit: Pit) -> None:
    with pytest.raises(Forbidden):
        pit.ask(pit.ann)
    pit.house.ask(lambda floor: hand_over(floor, pit.fred, "t1", "auto"))
    with pytest.raises(Forbidden):
        pit.ask(pit.dora)


def test_what_waits_is_known_after_a_restart(pit: Pit) -> None:
    asked = pit.ask(pit.dora)
    pit.count(pit.fred, FULL)
    pending = pit.house.table().pending
    pit.house.reopen()
    assert pit.house.table().pending == pending
    pit.confirm(pit.fred, asked)


# The tray -----------------------------------------------------------------------------------------


def empty(pit: Pit, left: int) -> None:
    """All but some cents of the tray go back to the bank."""
    pit.confirm(pit.olga, pit.ask(pit.fred, pit.tray - left, fill=False))


def test_no_payment_leaves_the_tray_below_zero_and_the_refusal_names_the_fill(pit: Pit) -> None:
    pit.house.sit(pit.ann)
    empty(pit, 5_00)
    pay: Any = {"do": "pay-by-hand", "seat": 1, "amount": 20, "reason": "a pair of tens"}
    pit.house.say(pit.dora, "t1", **pay)
    with pytest.raises(ShortTrayError, match=r"too little: a fill of \$1,000 is needed first") as e:
        pit.house.say(pit.fred, "t1", do="confirm")
    assert pit.tray == 5_00
    pit.confirm(pit.fred, pit.ask(pit.dora, e.value.fill_cents))
    pit.house.say(pit.fred, "t1", do="confirm")
    assert pit.tray == 985_00


def test_the_automatic_pair_fills_its_own_tray(tmp_path: Path) -> None:
    """A payment from an empty tray is made, and the log tells of the fill of the pair."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    staff, ann = house.staff(), house.guest()
    asked = house.ask(
        lambda floor: request_chips(
            floor, staff["floor"], "t1", 100_000_00, "all of it", fill=False
        )
    )
    house.ask(lambda floor: confirm_request(floor, staff["operator"], "t1", asked))
    house.sit(ann)
    pay = cmd.PayByHand(1, 20_00, "a pair of tens")

    def give(floor: Floor) -> None:
        floor.automatic_dealer.give(floor.tables["t1"], pay, AUTOMATIC_DEALER)
        floor.automatic_dealer.run_due_steps(floor.tables["t1"])

    house.ask(give)
    assert house.floor.tray("t1") == 980_00 * UNITS_PER_CENT
    fills = [e.body for e in house.floor.store.entries("") if '"act":"fill"' in e.body]
    assert fills
    assert all('"id":"floor"' in body and '"automatic":true' in body for body in fills)
    house.audit()
    house.close()


# Closing ------------------------------------------------------------------------------------------


@pytest.mark.clause("COMAR 36.05.03.02F(3)", "COMAR 36.05.03.02F(4)", "COMAR 36.05.03.08A")
@pytest.mark.clause("COMAR 36.05.03.08B")
def test_a_table_closes_when_two_people_have_counted_the_same(pit: Pit) -> None:
    first = pit.count(pit.dora, FULL)
    assert (first.closed, first.differs) == (None, False)
    wrong = pit.count(pit.fred, {"500": 199})
    assert (wrong.closed, wrong.differs) == (None, True)
    assert not pit.house.table().closed
    done = pit.count(pit.dora, {"500": 199})
    assert done.closed is not None
    assert done.closed["counted"]["total"] == 99_500
    assert done.closed["counted"]["difference"] == -500, "told afterwards"
    assert pit.house.table().closed
    assert pit.tray == 0
    rows = pit.house.real.execute(
        "SELECT what, units FROM transfers WHERE debit = 'inventory:t1' ORDER BY leaf, part"
    )
    assert rows == [
        ("variance", 500_00 * UNITS_PER_CENT),
        ("closing", 99_500_00 * UNITS_PER_CENT),
    ]


def test_chips_too_many_are_a_variance_too(pit: Pit) -> None:
    pit.count(pit.fred, {**FULL, "1": 3})
    done = pit.count(pit.olga, {"1": 3, **FULL})
    assert done.closed is not None
    assert done.closed["counted"]["difference"] == 3


def test_cards_are_counted_as_they_were_found(pit: Pit) -> None:
    pit.count(pit.dora, FULL, {"red": 51})
    assert pit.count(pit.fred, FULL, {"red": 52}).differs
    pit.count(pit.dora, FULL, {"red": 51})
    done = pit.count(pit.fred, FULL, {"red": 51})
    assert done.closed is not None
    body = list(pit.house.floor.store.entries("t1"))[-1].body
    assert '"deck-counted","deck":"red","cards":51,"right":false' in body
    assert done.closed["counted"]["cards"] == {"red": 51}


@pytest.mark.parametrize("cards", [{}, {"blue": 52}, {"red": -1}, {"red": True}, None, 52])
def test_every_deck_is_counted(pit: Pit, cards: Any) -> None:
    with pytest.raises(BadInputError):
        pit.house.ask(lambda floor: count_table(floor, pit.fred, "t1", FULL, cards))


def test_nobody_closes_a_table_of_people_without_a_count(pit: Pit) -> None:
    with pytest.raises(BadInputError, match="two people count"):
        pit.house.ask(lambda floor: close_table(floor, pit.fred, "t1"))
    with pytest.raises(Forbidden, match="two people each count"):
        pit.house.say(pit.fred, "t1", do="close-table", cards={"red": 52})
    assert not pit.house.table().closed


def test_the_count_of_the_automatic_pair_is_marked_so(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    boss = house.staff()["floor"]
    told = house.ask(lambda floor: close_table(floor, boss, "t1"))
    assert told["counted"]["difference"] == 0
    count = next(e.body for e in house.floor.store.entries("") if '"act":"count"' in e.body)
    assert '"id":"dealer"' in count
    assert '"automatic":true' in count
    house.audit()
    house.close()


# An unbalanced close ------------------------------------------------------------------------------


def tamper(house: Harness) -> None:
    """Somebody puts $5 into the ledger of the tray, behind the log."""
    house.real.execute("DROP TRIGGER transfers_no_update")
    house.real.execute(
        "UPDATE transfers SET units = units + ? WHERE what = 'opening'", [5_00 * UNITS_PER_CENT]
    )


def log_size(house: Harness) -> int:
    return int(house.real.execute("SELECT count(*) FROM entries")[0][0])


def test_people_cannot_close_a_table_that_does_not_balance(tmp_path: Path) -> None:
    pit = Pit(tmp_path / "floor.db")
    tamper(pit.house)
    assert pit.count(pit.dora, FULL).closed is None
    before = log_size(pit.house)
    with pytest.raises(Refused, match="does not balance"):
        pit.count(pit.fred, FULL)
    assert log_size(pit.house) == before, "nothing is recorded"
    assert not pit.house.table().closed
    pit.house.close()


def test_the_automatic_pair_cannot_close_a_table_that_does_not_balance(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    fred = house.staff()["floor"]
    tamper(house)
    before = log_size(house)
    with pytest.raises(Refused, match="does not balance"):
        house.ask(lambda floor: close_table(floor, fred, "t1"))
    assert log_size(house) == before, "nothing is recorded"
    house.close()


def test_the_audit_finds_a_table_that_was_closed_unbalanced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program without the check writes what it finds, and the audit names it."""
    pit = Pit(tmp_path / "floor.db")

    def unbalanced(*_: object, **__: object) -> dict[str, Any]:
        return {"reconciled": False}

    pit.count(pit.dora, FULL)
    monkeypatch.setattr(closing, "_require_balanced", lambda *_: None)
    monkeypatch.setattr(closing, "reconcile_table", unbalanced)
    monkeypatch.setattr(chips_check, "reconciliation", unbalanced)
    pit.count(pit.fred, FULL)
    bad = verify(pit.house.real).bad
    assert bad is not None
    assert "although it does not balance" in bad.reason
    pit.house.close()


TWICE_COUNTED = "one person has counted twice: a second person must count"
NO_SUPERVISOR = "one of the two is a floorperson or the operator"
ALONE = "a dealer does not close a table alone"


@pytest.mark.clause("COMAR 36.05.03.02F(3)")
@pytest.mark.parametrize(
    ("dealer", "first", "second", "told"),
    [
        ("person", "dora", "fred", None),
        ("person", "fred", "dora", None),
        ("person", "dora", "dora", TWICE_COUNTED),
        ("person", "fred", "fred", TWICE_COUNTED),
        ("person", "dora", "dan", NO_SUPERVISOR),
        ("person", "auto", "fred", "the automatic dealer acts at a table where a person"),
        ("auto", "auto", "fred", None),
        ("auto", "auto", "dora", ALONE),
        ("auto", "fred", "olga", "where the automatic dealer deals and counts"),
        ("handed over", "auto", "fred", "counted a table where a person deals: two people must"),
    ],
)
def test_the_audit_finds_who_may_not_have_counted_a_table_that_closed(
    tmp_path: Path, dealer: str, first: str, second: str, told: str | None
) -> None:
    """A program without the check writes what it is told, and the audit names it."""
    pit = Pit(tmp_path / "floor.db")
    dan = pit.works("dan", DEALER)
    people = {"dora": pit.dora, "dan": dan, "fred": pit.fred, "olga": pit.olga}
    roles = {"dora": DEALER, "dan": DEALER, "fred": FLOOR, "olga": OPERATOR}
    actors = {name: Actor(one.id, roles[name], one.name) for name, one in people.items()}
    if dealer != "person":
        pit.house.ask(lambda floor: hand_over(floor, pit.fred, "t1", "auto"))
    actors["auto"] = AUTOMATIC_DEALER

    def close(floor: Floor) -> None:
        live = floor.table("t1")
        closing._record(floor, live, dict(FULL), {"red": 52}, actors[first])
        if dealer == "handed over":
            hand_over(floor, pit.fred, "t1", "person")
        closing._close(floor, live, actors[second])

    pit.house.ask(close)
    bad = verify(pit.house.real).bad
    if told is None:
        assert bad is None
    else:
        assert bad is not None
        assert told in bad.reason
    pit.house.close()


@pytest.mark.parametrize("chips", [{"1": 0, "500": 200}, {"500": 200.0}, {"3": 1}])
def test_the_audit_finds_chips_that_are_written_otherwise(
    tmp_path: Path, chips: dict[str, Any]
) -> None:
    pit = Pit(tmp_path / "floor.db")
    dora = Actor(pit.dora.id, DEALER, pit.dora.name)

    def count(floor: Floor) -> None:
        closing._record(floor, floor.table("t1"), chips, {"red": 52}, dora)

    pit.house.ask(count)
    bad = verify(pit.house.real).bad
    assert bad is not None
    assert bad.reason == "its chips are not written in the form of the program"
    pit.house.close()


def test_no_more_than_twenty_requests_wait_at_a_table(pit: Pit) -> None:
    asked = [pit.ask(pit.dora) for _ in range(20)]
    with pytest.raises(Refused, match="too many requests wait at this table"):
        pit.ask(pit.dora)
    pit.confirm(pit.fred, asked[0])
    pit.ask(pit.dora)
    assert len(pit.waiting) == 20


def test_a_table_that_does_not_exist_is_named(pit: Pit) -> None:
    with pytest.raises(UnknownError, match="there is no table 't9'"):
        pit.house.floor.table("t9")


def test_the_audit_finds_another_count_than_the_one_that_was_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pit = Pit(tmp_path / "floor.db")

    def told(*_: object) -> dict[str, Any]:
        return {"count": "count-1", "total": 5, "difference": 0}

    pit.count(pit.dora, FULL)
    with monkeypatch.context() as patched:
        patched.setattr(closing, "counted_document", told)
        pit.count(pit.fred, FULL)
    bad = verify(pit.house.real).bad
    assert bad is not None
    assert bad.reason == "its count differs from the count that was confirmed"
    pit.house.close()


ASKED = {"act": "request", "kind": "fill", "table": "t1", "amount": 5, "reason": "low"}


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ({**ASKED, "chips": {"1": 5}}, None),
        ({**ASKED, "chips": {"1": 4}}, "its chips do not make the amount"),
        ({**ASKED, "chips": {"5": 1, "1": 0}}, "its chips are not written in the form of the"),
        ({**ASKED, "chips": {"5": 1}, "kind": "gift"}, "a request is for a fill or a credit"),
        (
            {"act": "void-request", "table": "t1", "request": "fill-99", "reason": "so"},
            "no such request waits",
        ),
        (
            {"act": "sign-slip", "table": "t1", "request": "fill-99", "line": "carrier"},
            "no such request waits",
        ),
    ],
)
def test_the_audit_finds_a_request_that_is_not_right(
    tmp_path: Path, what: dict[str, Any], told: str | None
) -> None:
    pit = Pit(tmp_path / "floor.db")
    dora = Actor(pit.dora.id, DEALER, pit.dora.name)
    pit.house.ask(lambda floor: floor.record_act(what, dora))
    bad = verify(pit.house.real).bad
    assert (bad is None) == (told is None)
    assert bad is None or bad.reason.startswith(told or "")
    pit.house.close()


def test_a_lost_secret_where_a_person_deals_waits_for_the_floorperson(tmp_path: Path) -> None:
    """The automatic floorperson confirms only what the automatic dealer deals."""
    pit = Pit(tmp_path / "floor.db")
    house = pit.house

    def deal(until: type[cmd.Command]) -> None:
        while (command := next_command(house.table().state)) is not None:
            if isinstance(command, until):
                return
            who = pit.fred if command.given_by[0] is FLOOR else pit.dora
            house.say(who, "t1", **command_document(command))

    house.sit(pit.ann)
    deal(cmd.NoMoreBets)
    house.bet(pit.ann)
    deal(cmd.Settle)
    assert house.table().state.turn == 1
    house.ask(lambda floor: floor.do(floor.table("t1"), cmd.LoseSecrets(), AUTOMATIC_DEALER))
    asked = house.table().state.asked
    assert asked is not None, "nobody has confirmed it"
    house.say(pit.fred, "t1", do="confirm", asked=asked.asked)
    assert house.table().state.asked is None
    house.close()
