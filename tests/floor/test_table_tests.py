"""Table tests at a floor: signed by an examiner, and needed to deal where the house wants it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from clumsy_dealer import ClumsyDealer
from harness import TWICE, Harness, rules_of, works

from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import Floor
from fairdeal.floor.log.backup import back_up, restore
from fairdeal.floor.log.connection import connect
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.exams import EarlierExams, Exams, StoredExam, sign_exam, summary_of
from fairdeal.rulebook.rules import Rules
from fairdeal.school.exam import Candidate, Exam, Sitting, new_exam
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, Actor
from fairdeal.table.game_accounts import needs_table_test
from fairdeal.wire.rules import read_rules, rules_document

TESTED = TWICE + '\n[floor]\ndealer = "person"\ntable-test = true\n'


class School:
    """A floor whose table wants the test, with a candidate and an examiner."""

    def __init__(self, path: Path) -> None:
        self.house = Harness(str(path), rules_of(TESTED))
        self.dora, self.fred, self.boss = self.house.ask(
            lambda floor: (
                works(floor, "dora", DEALER),
                works(floor, "fred", FLOOR),
                works(floor, "boss", OPERATOR, DEALER),
            )
        )

    @property
    def rules(self) -> Rules:
        return self.house.table().state.rules

    def sit(self, who: Person, percent: int = 0, name: str = "x1") -> Exam:
        """Have somebody sit an exam to its end, and store it."""
        candidate = Candidate(who.id, who.name)
        sitting = Sitting(new_exam(self.rules, f"seed {name}", candidate, rounds=2))
        dealer = ClumsyDealer(1, percent)
        while sitting.exercise:
            sitting.answer(dealer.answer(sitting.exercise))

        def store(floor: Floor) -> None:
            exams = Exams(floor.database)
            exams.add(name, "exam", new_exam(self.rules, f"seed {name}", candidate, rounds=2), 5)
            exams.save(name, sitting.exam, summary_of(sitting.given), done=True)

        self.house.ask(store)
        return sitting.exam

    def sign(self, by: Person, *, passed: bool = True, name: str = "x1") -> None:
        self.house.ask(lambda floor: sign_exam(floor, by, name, passed=passed))

    def stored(self, name: str = "x1") -> StoredExam:
        return self.house.ask(lambda floor: Exams(floor.database).find(name))

    def tap_in(self, who: Person) -> None:
        self.house.say(who, "t1", do="tap-in")


@pytest.fixture
def school(tmp_path: Path) -> Iterator[School]:
    one = School(tmp_path / "floor.db")
    yield one
    assert verify(one.house.real).bad is None
    one.house.close()


@pytest.mark.clause("COMAR 36.05.03.18A")
def test_a_dealer_without_the_test_does_not_deal(school: School) -> None:
    with pytest.raises(Forbidden, match="has not passed the table test") as refused:
        school.tap_in(school.dora)
    assert refused.value.clause == "COMAR 36.05.03.18A"
    with pytest.raises(Forbidden, match="has not passed the table test"):
        school.house.say(school.dora, "t1", do="receive-decks")
    school.sit(school.dora)
    with pytest.raises(Forbidden, match="has not passed"):
        school.tap_in(school.dora)  # nobody has signed it
    school.sign(school.boss)
    school.tap_in(school.dora)
    assert school.house.table().state.dealer == school.dora.id


@pytest.mark.clause("COMAR 36.05.03.18B")
def test_only_a_pit_manager_or_above_examines_and_nobody_oneself(school: School) -> None:
    school.sit(school.dora)
    with pytest.raises(Forbidden, match="a pit manager or above examines"):
        school.sign(school.fred)
    school.sit(school.boss, name="x2")
    with pytest.raises(Forbidden, match="nobody examines himself or herself"):
        school.sign(school.boss, name="x2")
    school.sign(school.boss)
    with pytest.raises(Refused, match="signed already, by boss"):
        school.sign(school.boss, passed=False)


@pytest.mark.clause("COMAR 36.05.03.18B")
def test_a_test_beyond_its_limits_is_not_passed(school: School) -> None:
    school.sit(school.dora, percent=40)
    with pytest.raises(Refused, match="the test is not passed"):
        school.sign(school.boss)
    school.sign(school.boss, passed=False)
    assert not school.stored().passed
    with pytest.raises(Forbidden):
        school.tap_in(school.dora)


@pytest.mark.clause("COMAR 36.05.03.18C")
def test_the_signature_is_in_the_log_and_the_document_stays(school: School) -> None:
    exam = school.sit(school.dora)
    school.sign(school.boss)
    school.house.ask(
        lambda floor: Exams(floor.database).save("x1", exam, {}, done=False)  # too late
    )
    stored = school.stored()
    assert stored.done
    assert stored.summary
    assert (stored.examiner, stored.passed) == ("boss", True)
    body = school.house.real.execute("SELECT body FROM entries WHERE leaf = ?", [stored.leaf or 0])[
        0
    ][0]
    assert f'"document":"{stored.digest}"' in body
    school.house.reopen()
    school.tap_in(school.dora)


def test_the_audit_finds_a_dealer_without_the_test(tmp_path: Path) -> None:
    one = School(tmp_path / "floor.db")
    by = Actor(one.dora.id, DEALER, "dora")
    one.house.ask(lambda floor: floor.do(floor.table("t1"), cmd.TapIn(), by))
    found = verify(one.house.real).bad
    assert found is not None
    assert "deals without the table test of the game" in str(found)
    one.house.close()


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ("document = document || ' '", "differs from the log"),
        ("person = 'pfred'", "differs from the log"),
        ("passed = 0", "differs from the log"),
        ("examiner = 'somebody'", "differs from the log"),
        ("leaf = NULL", "differs from the log"),
    ],
)
def test_the_audit_finds_a_signed_exam_that_was_changed(
    tmp_path: Path, change: str, finding: str
) -> None:
    one = School(tmp_path / "floor.db")
    one.sit(one.dora)
    one.sign(one.boss)
    assert verify(one.house.real).bad is None
    one.house.real.execute(f"UPDATE exams SET {change}")
    found = verify(one.house.real).bad
    assert found is not None
    assert finding in found.reason
    one.house.close()


def test_the_audit_finds_an_exam_that_nobody_has_signed_or_that_is_gone(tmp_path: Path) -> None:
    """Before anybody deals with it."""
    one = School(tmp_path / "floor.db")
    one.sit(one.dora)
    one.house.real.execute("UPDATE exams SET passed = 1")
    found = verify(one.house.real).bad
    assert found is not None
    assert "is signed, and not in the log" in found.reason
    one.house.real.execute("UPDATE exams SET passed = 0")
    one.sign(one.boss)
    one.house.real.execute("DELETE FROM exams")
    found = verify(one.house.real).bad
    assert found is not None
    assert "is missing" in found.reason
    one.house.close()


def test_an_exam_that_is_not_over_is_not_signed(school: School) -> None:
    candidate = Candidate(school.dora.id, "dora")
    school.house.ask(
        lambda floor: Exams(floor.database).add(
            "x3", "exam", new_exam(school.rules, "s", candidate), 1
        )
    )
    with pytest.raises(Refused, match="answered to its end"):
        school.sign(school.boss, name="x3")


def test_a_copy_has_the_exams(school: School, tmp_path: Path) -> None:
    school.sit(school.dora)
    school.sign(school.boss)
    copy = tmp_path / "copy.db"
    back_up(str(tmp_path / "floor.db"), copy)
    restore(copy, str(tmp_path / "again.db"))
    again = connect(str(tmp_path / "again.db"))
    try:
        assert Exams(again).find("x1") == school.stored()
    finally:
        again.close()


def test_the_setting_is_written_where_it_is_on() -> None:
    rules = rules_of(TESTED)
    document = rules_document(rules)
    assert document["floor"]["table-test"] is True
    assert needs_table_test(read_rules(document))
    assert "table-test" not in rules_document(rules_of(TWICE + "\n[floor]\nbots = 1\n"))["floor"]


def test_the_examiner_sees_how_many_tests_were_begun_before(school: School) -> None:
    """Another person's tests and lessons do not count, nor do later ones."""

    def begin(name: str, who: Person, kind: str, made: int) -> None:
        exam = new_exam(school.rules, f"seed {name}", Candidate(who.id, who.name), rounds=1)
        school.house.ask(lambda floor: Exams(floor.database).add(name, kind, exam, made))

    def earlier(name: str) -> EarlierExams:
        return school.house.ask(
            lambda floor: Exams(floor.database).earlier(Exams(floor.database).find(name))
        )

    begin("left", school.dora, "exam", 2)
    begin("fred's", school.fred, "exam", 3)
    begin("lesson", school.dora, "lesson", 4)
    school.sit(school.dora)  # made at 5
    begin("third", school.dora, "exam", 9)
    assert earlier("left") == (0, 0)
    assert earlier("x1") == (1, 1)
    assert earlier("third") == (2, 1)
