"""Archives: a signed copy of past days, checked by itself, and reports from it alone."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from harness import RIDE, Harness, rules_of
from typer.testing import CliRunner

from fairdeal.cli import app
from fairdeal.errors import BadInputError, MismatchError
from fairdeal.floor.audit import verify
from fairdeal.floor.log.backup import back_up, restore
from fairdeal.floor.log.connection import connect
from fairdeal.floor.log.merkle import leaf_hash, root_of
from fairdeal.floor.log.retention import RETENTION
from fairdeal.floor.log.signing import make_checkpoint, signer_of
from fairdeal.office.archive import (
    archived_book,
    archived_entries,
    check_archive,
    require_same_log,
    write_archive,
)
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import REPORTS, make_report
from fairdeal.office.scope import read_scope

FIRST, SECOND, THIRD = (date(2027, 1, 15) + timedelta(days=n) for n in range(3))
DAY = 24 * 60 * 60


def play(house: Harness, name: str) -> None:
    """A guest comes, plays a round, and leaves."""
    ann = house.guest(name)
    house.sit(ann)
    house.bet(ann)
    house.play_out({1: ann})
    house.say(ann, "t1", do="leave", seat=1)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Harness]:
    """Two gaming days with a round each, and the third has begun."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    play(house, "ann")
    house.time += DAY
    play(house, "bob")
    house.time += DAY
    house.guest("cid")
    yield house
    house.close()


def make(house: Harness, path: Path, before: date = SECOND) -> Any:
    return write_archive(house.real, before, path, int(house.time))


def run(*arguments: str) -> tuple[int, Any]:
    done = CliRunner().invoke(app([arguments[0]]), [*arguments, "--json"])
    return done.exit_code, json.loads(done.output)


@pytest.mark.clause("COMAR 36.03.10.08B(2)")
def test_an_archive_is_text_whose_lines_are_the_entries(house: Harness, tmp_path: Path) -> None:
    """Who has no program of ours takes the hash of each line, and the tree over them."""
    made = make(house, tmp_path / "day.archive")
    head, *bodies, last = (tmp_path / "day.archive").read_text(encoding="utf-8").splitlines()
    stored = [one.body for one in house.floor.store.entries()]
    assert bodies == stored[: len(bodies)]
    assert json.loads(bodies[-1])["time"] < json.loads(stored[len(bodies)])["time"]
    assert json.loads(head)["entries"] == len(bodies) == made.checkpoint.size
    assert root_of(leaf_hash(body.encode()) for body in bodies) == made.checkpoint.root
    assert json.loads(last).keys() == {"checkpoint", "extension"}
    assert [row["clause"] for row in json.loads(head)["kept"]] == [one.clause for one in RETENTION]


@pytest.mark.clause("COMAR 36.03.10.08B(6)")
def test_the_live_log_loses_nothing_and_goes_on(house: Harness, tmp_path: Path) -> None:
    before = house.dump()["entries"]
    made = make(house, tmp_path / "day.archive")
    assert house.dump()["entries"] == before
    play(house, "dee")
    require_same_log(made, house.real)
    checkpoint = json.loads((tmp_path / "day.archive").read_text().splitlines()[-1])["checkpoint"]
    assert verify(house.real, checkpoint).valid
    again = make(house, tmp_path / "two.archive", THIRD)
    assert again.checkpoint.size > made.checkpoint.size


#: These wait for the drop and count of open tables, which comes when the last day is over.
OF_TRAYS = {"table-inventory", "shift-summary", "forms"}


@pytest.mark.clause("COMAR 36.03.10.08E", "COMAR 36.05.03.19E")
def test_reports_of_archived_days_have_the_same_digest(house: Harness, tmp_path: Path) -> None:
    made = make(house, tmp_path / "two.archive", THIRD)
    live, kept = Book().read(house.floor.store), archived_book(made)
    for name in REPORTS:
        for day in (FIRST, SECOND):
            one, other = (
                make_report(name, book, read_scope(book, day=day.isoformat()))
                for book in (live, kept)
            )
            assert not other.open
            if day == FIRST or name not in OF_TRAYS:
                assert one.digest == other.digest, name
                assert (one.rows, one.totals) == (other.rows, other.totals)
    assert make_report("statistical", kept, read_scope(kept, day=FIRST.isoformat())).rows
    stored = list(house.floor.store.entries(last=made.checkpoint.size - 1))
    found = list(archived_entries(made))
    assert [one._replace(version=0) for one in stored] == found


def test_a_changed_archive_is_not_valid(house: Harness, tmp_path: Path) -> None:
    path = tmp_path / "day.archive"
    make(house, path)
    key = signer_of(house.real).vkey
    text = path.read_bytes()
    lines = text.splitlines(keepends=True)
    for changed, reason in (
        (text.replace(b"let-it-ride", b"let-it-slid", 1), "not those that the checkpoint"),
        (b"".join([*lines[:2], *lines[3:]]), "are not those|ends after"),
        (b"".join(lines[:-1]), "ends after|last line"),
        (text + b"more\n", "more in the file"),
    ):
        path.write_bytes(changed)
        with pytest.raises(MismatchError, match=reason):
            check_archive(path, key)
    path.write_bytes(text)
    assert check_archive(path, key).before == SECOND
    path.write_bytes(b"{}\n")
    with pytest.raises(BadInputError, match="is not an archive"):
        check_archive(path)


def test_the_key_of_another_floor_does_not_fit(house: Harness, tmp_path: Path) -> None:
    make(house, tmp_path / "day.archive")
    other = Harness(str(tmp_path / "other.db"), rules_of(RIDE))
    make_checkpoint(other.real)
    with pytest.raises(BadInputError, match="belongs to the log"):
        check_archive(tmp_path / "day.archive", signer_of(other.real).vkey)
    with pytest.raises(MismatchError, match="does not begin with"):
        require_same_log(check_archive(tmp_path / "day.archive"), other.real)
    other.close()


def test_the_way_back_begins_with_the_archive(house: Harness, tmp_path: Path) -> None:
    """A server comes back from a backup; the archive shows that no past entry is another one."""
    made = make(house, tmp_path / "day.archive")
    back_up(house.url, tmp_path / "copy.db")
    restore(tmp_path / "copy.db", str(tmp_path / "new.db"))
    new = connect(str(tmp_path / "new.db"), read_only=True)
    require_same_log(made, new)
    assert verify(new).valid
    new.close()


def test_a_day_that_is_not_over_is_not_archived(house: Harness, tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="not over"):
        make(house, tmp_path / "day.archive", THIRD + timedelta(days=1))
    with pytest.raises(BadInputError, match="no entries"):
        make(house, tmp_path / "day.archive", FIRST)
    assert not list(tmp_path.glob("*.archive*"))
    make(house, tmp_path / "day.archive")
    with pytest.raises(BadInputError, match="is there already"):
        make(house, tmp_path / "day.archive")


def test_the_commands(house: Harness, tmp_path: Path) -> None:
    path = str(tmp_path / "day.archive")
    code, told = run("audit", "archive", path, "--before", str(SECOND), "--db", house.url)
    assert code == 0
    code, checked = run("audit", "check-archive", path, "--db", house.url)
    assert (code, checked["valid"], checked["signed"]) == (0, True, True)
    assert checked["entries"] == told["entries"]
    _, report = run("report", "statistical", "--archive", path)
    assert (report["asked"]["day"], report["rows"][0]["rounds"]) == (str(FIRST), 1)
    Path(path).write_bytes(Path(path).read_bytes().replace(b"let-it-ride", b"let-it-slid", 1))
    assert run("audit", "check-archive", path)[0] == 1


def test_periods_are_counted_from_the_day() -> None:
    """Nothing may be destroyed sooner: 29 February is followed by 1 March."""
    code, rows = run("audit", "retention", "--day", "2028-02-29")
    assert code == 0
    until = {row["clause"]: row["until"] for row in rows}
    assert until["COMAR 36.03.10.08E"] == "2033-03-01"
    assert until["COMAR 36.03.10.08D(3)"] is None


def test_each_kind_of_record_has_its_period_by_its_clause() -> None:
    assert [(row.kind, row.years, row.clause) for row in RETENTION] == [
        (
            "roles of people, their accounts, exams and table tests (personnel matters)",
            None,
            "COMAR 36.03.10.08D(3)",
        ),
        (
            "which records were destroyed, how long they were kept, and when they were destroyed",
            None,
            "COMAR 36.03.10.08D(5)",
        ),
        (
            "rounds, cards, counts, slips, payouts, meters, reports and significant events",
            5,
            "COMAR 36.03.10.08E",
        ),
        ("rules of tables that are closed or changed", 5, "COMAR 36.05.03.19E"),
        (
            "chips that the chip bank gave and took (cage transactions)",
            4,
            "COMAR 36.03.10.08F(1)",
        ),
        ("failures of devices and reports of incidents", 3, "COMAR 36.03.10.08F(2)"),
    ]
