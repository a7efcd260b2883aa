"""What is written when two people have counted another amount than the log has."""

from pathlib import Path

import pytest
from pit import FULL, Pit

from fairdeal.errors import BadInputError, Forbidden, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.money.variances import INCIDENT, NOTIFICATION, notify_error, report_incident
from fairdeal.floor.people.accounts import Person
from fairdeal.table.actors import FLOOR, OPERATOR, Actor

SHORT = {"500": 199, "100": 4}  # $100 less than a table opens with
SHORTER = {"500": 199, "100": 3, "25": 3, "5": 4, "1": 4}  # $101 less


def closes(pit: Pit, chips: dict[str, int]) -> None:
    """The dealer and the floorperson count the same, and the table closes."""
    pit.count(pit.dora, chips)
    assert pit.count(pit.fred, chips).closed is not None


def due(pit: Pit) -> str | None:
    variance = pit.house.table().pending.variance
    return variance and variance.due


def notify(pit: Pit, who: Person, words: object = "a chip fell", *, resolved: bool = False) -> None:
    pit.house.ask(lambda floor: notify_error(floor, who, "t1", words, resolved=resolved))


def report(pit: Pit, who: Person, words: object = "found under the tray") -> None:
    pit.house.ask(lambda floor: report_incident(floor, who, "t1", words))


def test_a_right_count_needs_no_paper(pit: Pit) -> None:
    closes(pit, FULL)
    assert due(pit) is None
    with pytest.raises(Refused, match="no such paper"):
        notify(pit, pit.fred)


@pytest.mark.clause("COMAR 36.05.03.03F(3)(a)(i)", "COMAR 36.05.03.03F(3)(a)(iii)")
@pytest.mark.clause("COMAR 36.05.03.03F(3)(a)(iv)")
def test_a_variance_needs_an_error_notification_slip(pit: Pit) -> None:
    """The slip is an act with its time, its table, its count and what differs."""
    closes(pit, SHORT)
    assert due(pit) == NOTIFICATION
    with pytest.raises(Forbidden):
        notify(pit, pit.dora)
    for words in ("", "  ", "x" * 2_001, 5):
        with pytest.raises(BadInputError):
            notify(pit, pit.fred, words)
    with pytest.raises(Refused, match="no such paper"):
        report(pit, pit.olga)
    pit.house.time += 60
    notify(pit, pit.fred)
    assert due(pit) is None, "up to $100 there is nothing more to write"
    body = list(pit.house.floor.store.entries(""))[-1].body
    assert '"act":"error-notification","table":"t1","count":"count-' in body
    assert f'"time":{int(pit.house.time)}' in body
    assert '"explanation":"a chip fell","resolved":false' in body


@pytest.mark.clause("COMAR 36.05.03.03H")
def test_over_100_dollars_unresolved_somebody_else_writes_an_incident_report(pit: Pit) -> None:
    closes(pit, SHORTER)
    notify(pit, pit.fred)
    assert due(pit) == INCIDENT
    pit.house.reopen()
    assert due(pit) == INCIDENT, "it waits after a restart, too"
    with pytest.raises(Refused, match="no such paper"):
        notify(pit, pit.fred)
    with pytest.raises(Refused, match="takes somebody else") as refused:
        report(pit, pit.fred)
    assert refused.value.clause == "COMAR 36.05.03.03H"
    report(pit, pit.olga)
    assert due(pit) is None


def test_whoever_counted_writes_no_report_under_another_role(pit: Pit) -> None:
    both = pit.works("both", FLOOR, OPERATOR)
    pit.count(both, SHORTER)
    assert pit.count(pit.dora, SHORTER).closed is not None
    notify(pit, both)
    with pytest.raises(Refused, match="takes somebody else"):
        report(pit, both)
    report(pit, pit.fred)


def test_a_resolved_variance_needs_no_report(pit: Pit) -> None:
    closes(pit, SHORTER)
    notify(pit, pit.olga, "the missing chips lay under the tray", resolved=True)
    assert due(pit) is None


@pytest.mark.parametrize("name", [NOTIFICATION, INCIDENT])
def test_the_audit_finds_a_paper_that_was_not_due(tmp_path: Path, name: str) -> None:
    pit = Pit(tmp_path / "floor.db")
    closes(pit, SHORTER)
    notify(pit, pit.fred)
    fred = Actor(pit.fred.id, FLOOR, pit.fred.name)
    count = next(e for e in pit.house.floor.store.entries("") if '"act":"close"' in e.body)
    text = {"explanation": "x", "resolved": True} if name == NOTIFICATION else {"report": "x"}
    number = count.body.split('"count":"', 1)[1].split('"', 1)[0]
    what = {"act": name, "table": "t1", "count": number, **text}
    pit.house.ask(lambda floor: floor.record_act(what, fred))
    bad = verify(pit.house.real).bad
    assert bad is not None
    assert ("no such paper" if name == NOTIFICATION else "somebody else") in bad.reason
    pit.house.close()
