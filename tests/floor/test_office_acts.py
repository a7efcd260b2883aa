"""Reports are signed by two people, and significant events acknowledged once, on any server."""

from pathlib import Path

import pytest
from harness import RIDE, Harness, rules_of, works
from seats import opened

from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import Floor
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.office_acts import acknowledge, sign_report
from fairdeal.table.actors import AUDITOR, FLOOR, OPERATOR, Actor

DIGEST = "d" * 64
DAY = {"day": "2027-01-15", "period": "day"}


def sign(floor: Floor, who: Person, line: str, digest: str = DIGEST) -> None:
    sign_report(floor, who, "statistical", DAY, digest, line)


@pytest.mark.clause("COMAR 36.03.10.06C")
def test_two_people_sign_the_two_lines_of_a_report(house: Harness) -> None:
    staff = house.staff()
    both = house.ask(lambda floor: works(floor, "both", FLOOR, AUDITOR, OPERATOR))
    house.ask(lambda floor: sign(floor, both, "prepared"))
    with pytest.raises(Refused, match="signed already, by both"):
        house.ask(lambda floor: sign(floor, staff["floor"], "prepared"))
    with pytest.raises(Refused, match="it takes a second person"):
        house.ask(lambda floor: sign(floor, both, "reviewed"))
    house.ask(lambda floor: sign(floor, both, "reviewed", "e" * 64))
    house.reopen()
    with pytest.raises(Refused, match="it takes a second person"):
        house.ask(lambda floor: sign(floor, both, "reviewed"))
    house.ask(lambda floor: sign(floor, staff["operator"], "reviewed"))
    with pytest.raises(Forbidden):
        house.ask(lambda floor: sign(floor, staff["dealer"], "reviewed"))


def test_two_signatures_of_one_transaction_see_each_other(house: Harness) -> None:
    staff = house.staff()

    def twice(floor: Floor) -> None:
        sign(floor, staff["floor"], "prepared")
        with pytest.raises(Refused, match="it takes a second person"):
            sign(floor, staff["floor"], "reviewed")

    house.ask(twice)


@pytest.mark.parametrize(
    ("line", "digest"), [("approved", DIGEST), ("prepared", "%"), ("prepared", "D" * 64)]
)
def test_a_signature_names_a_line_and_a_digest(house: Harness, line: str, digest: str) -> None:
    staff = house.staff()
    with pytest.raises(BadInputError):
        house.ask(lambda floor: sign(floor, staff["floor"], line, digest))


def test_an_event_is_acknowledged_once(house: Harness) -> None:
    staff = house.staff()
    house.ask(lambda floor: acknowledge(floor, staff["floor"], 1))
    with pytest.raises(Refused, match="floor has acknowledged it before"):
        house.ask(lambda floor: acknowledge(floor, staff["operator"], 1))
    house.ask(lambda floor: acknowledge(floor, staff["operator"], 0))
    with pytest.raises(BadInputError, match="the place of its entry"):
        house.ask(lambda floor: acknowledge(floor, staff["floor"], 10**6))


def test_the_audit_finds_one_person_on_two_lines(tmp_path: Path) -> None:
    """Whatever program wrote it."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    fred = house.staff()["floor"]
    by = Actor(fred.id, FLOOR, fred.name)

    def write(floor: Floor) -> None:
        for line in ("prepared", "reviewed"):
            told = {"report": "statistical", "asked": DAY, "digest": DIGEST, "line": line}
            floor.record_act({"act": "sign", **told}, by)

    house.ask(write)
    bad = verify(house.real).bad
    assert bad is not None
    assert "one person signs two lines" in bad.reason
    house.close()


def test_two_servers_refuse_what_the_other_has_signed(postgres_url: str) -> None:
    """Neither server has looked at the log between the two signatures."""
    one, other = opened(postgres_url, 1), opened(postgres_url, 1)
    one.begin()
    fred, olga = works(one, "fred", FLOOR), works(one, "olga", OPERATOR)
    one.commit()
    for floor in (one, other):
        floor.begin()
        if floor is one:
            sign(floor, fred, "prepared")
            acknowledge(floor, fred, 1)
        else:
            with pytest.raises(Refused, match="signed already, by fred"):
                sign(floor, olga, "prepared")
            with pytest.raises(Refused, match="it takes a second person"):
                sign(floor, fred, "reviewed")
            with pytest.raises(Refused, match="fred has acknowledged"):
                acknowledge(floor, olga, 1)
        floor.commit()
    one.database.close()
    other.database.close()


def test_what_is_signed_and_acknowledged_is_named_rightly(house: Harness) -> None:
    fred = house.staff()["floor"]
    with pytest.raises(BadInputError, match="a report has the lines prepared or reviewed"):
        house.ask(lambda floor: sign(floor, fred, "lunch"))
    for digest in ("D" * 64, "d" * 63, "d" * 65, "g" * 64, ""):
        with pytest.raises(BadInputError, match="the digest of a report is 64 digits"):
            house.ask(lambda floor: sign(floor, fred, "prepared", digest))  # noqa: B023 - at once
    size = house.floor.store.leaves
    for event in (-1, size):
        with pytest.raises(BadInputError, match="by the place of its entry"):
            house.ask(lambda floor: acknowledge(floor, fred, event))  # noqa: B023 - at once
    house.ask(lambda floor: acknowledge(floor, fred, size - 1))
    assert verify(house.real).valid
