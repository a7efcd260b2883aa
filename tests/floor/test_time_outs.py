"""Time that ran out is told as such: on the page, beside the payments, and in the replay."""

from pathlib import Path

import pytest
from harness import DRAW, RIDE, TWICE, Harness, rest, rules_of

from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.published_table import PublishedTable
from fairdeal.floor.tables.records import record
from fairdeal.lab.decisions.coaching import seat_deciding
from fairdeal.web.pages.replay.best_play import best_play
from fairdeal.web.pages.replay.steps import steps_of
from fairdeal.web.pages.table import absence_notice as absence
from fairdeal.web.pages.table.absence_notice import is_remembered, logged_without_you, without_you
from fairdeal.web.pages.table.scene import scene

CLOCK = FloorSettings(pace=0, clock=20, bots=False)


def timed_out(path: Path, rules: str, seconds: float) -> tuple[Harness, Person, PublishedTable]:
    """A player bets and does not answer for some time."""
    house = Harness(str(path / "floor.db"), rules_of(rules), settings=CLOCK)
    ann = house.guest()
    house.sit(ann)
    house.bet(ann)
    rest(house, seconds)
    return house, ann, published(house)


def published(house: Harness) -> PublishedTable:
    """The table as it was published last, with all events."""
    shown = house.faces[0]
    for face in house.faces[1:]:
        shown = face.with_events_of(shown)
    house.faces[:] = [shown]
    return shown


@pytest.mark.parametrize(
    ("rules", "seconds", "words"),
    [
        (RIDE, 22, ["Your time ran out and Bet Number 1 was taken back"]),
        (TWICE, 22, ["Your time ran out and your hand was folded"]),
        (DRAW, 22, ["Your time ran out and your hand was folded"]),
        (
            RIDE,
            300,
            [
                "Your time ran out and Bet Number 1 was taken back",
                "Your time ran out and Bet Number 2 was taken back",
                "Your seat was freed: away for 2 minutes. Your chips are still yours",
            ],
        ),
    ],
)
def test_what_happened_without_the_player(
    tmp_path: Path, rules: str, seconds: float, words: list[str]
) -> None:
    house, ann, table = timed_out(tmp_path, rules, seconds)
    viewer = table.viewer(ann)
    told = without_you(table, 0, viewer)
    assert [one.words for one in told] == words
    assert without_you(table, told[-1].version, viewer) == ()
    bob = house.guest("bob")
    assert without_you(table, 0, table.viewer(bob)) == ()
    assert without_you(table, 0, table.viewer(None)) == ()
    house.close()


def test_a_draw_that_the_clock_made(tmp_path: Path) -> None:
    house, ann, _ = timed_out(tmp_path, DRAW, 0)
    house.say(ann, "t1", do="bet", seat=1, wager="first-draw", amount=5)
    rest(house, 22)
    face = house.faces[-1]
    shown = [without_you(one, 0, one.viewer(ann)) for one in house.faces]
    words = [one.words for told in shown for one in told]
    assert words[0] == "Your time ran out and you kept all your cards"
    assert face.stopped is None
    house.close()


def test_why_paid_says_that_time_ran_out(tmp_path: Path) -> None:
    house, ann, table = timed_out(tmp_path, TWICE, 40)
    rows = [row for row in scene(table, table.viewer(ann)).paid if row.mine]
    assert rows
    assert all(row.late for row in rows)
    house.bet(ann)
    house.say(ann, "t1", do="fold", seat=1)
    table = published(house)
    rows = [row for row in scene(table, table.viewer(ann)).paid if row.mine]
    assert rows
    assert not any(row.late for row in rows)
    house.close()


def test_time_that_ran_out_is_no_mistake_of_the_player(tmp_path: Path) -> None:
    house, ann, table = timed_out(tmp_path, RIDE, 60)
    one = record(house.floor.store, "t1-1")
    judged = best_play(one)
    assert [(found.late, found.judged, found.cents, found.cost) for found in judged] == [
        (True, False, 0, "")
    ] * 2
    assert all(found.done.startswith("time ran out: ") for found in judged)
    words = [step.words for step in steps_of(one)]
    assert sum("The time is up" in step for step in words) == 2
    decided = [seat_deciding(e.before, e.event, ann.id) for e in table.recent]
    assert not any(decided), "the coach counts no decision of the clock"
    house.close()


def test_what_memory_has_forgotten_is_told_from_the_log(tmp_path: Path) -> None:
    house, ann, table = timed_out(tmp_path, RIDE, 300)
    viewer = table.viewer(ann)
    remembered = without_you(table, 0, viewer)
    assert remembered
    house.reopen()
    table = published(house)
    table.recent.clear()
    assert not is_remembered(table, 0, viewer)
    store = house.floor.store
    assert logged_without_you(store, table, 0, viewer) == remembered
    *earlier, last = remembered
    assert logged_without_you(store, table, earlier[-1].version, viewer) == (last,)
    assert logged_without_you(store, table, last.version, viewer) == ()
    house.close()


def test_after_long_the_replays_tell_what_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, ann, table = timed_out(tmp_path, RIDE, 300)
    viewer = table.viewer(ann)
    monkeypatch.setattr(absence, "MOST_ENTRIES", 1)
    told = logged_without_you(house.floor.store, table, 0, viewer)
    assert "replays of the rounds" in told[0].words
    assert told[0].version == 1
    assert without_you(table, 0, viewer)[0] not in told
    house.close()
