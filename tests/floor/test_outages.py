"""An outage of the house costs no player anything: every clock starts anew when it is over."""

from pathlib import Path

import pytest
from conftest import Urls
from harness import RIDE, TWICE, Harness, rest, rules_of

from fairdeal.floor import writer
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.outages import OUTAGE_SECONDS
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.startup import record_start
from fairdeal.floor.writer import WriterJob
from fairdeal.table.state import OPEN

CLOCK = FloorSettings(pace=0, clock=20, bots=False)


def at_a_decision(url: str, *, pace: float = 0) -> tuple[Harness, Person]:
    """A table at which a player is asked for the first decision."""
    house = Harness(url, rules_of(TWICE), settings=CLOCK._replace(pace=pace))
    ann = house.guest()
    house.sit(ann)
    rest(house, 40 * pace)
    house.bet(ann)
    rest(house, 20 * pace)
    assert house.table().state.turn == 1
    return house, ann


def folded(house: Harness) -> bool:
    return house.table().state.phase is OPEN or house.table().state.seats[1].folded is not None


@pytest.mark.parametrize("pace", [0, 1])
@pytest.mark.parametrize("away", [5, 25, 3_600])
def test_after_a_start_a_decision_has_its_whole_clock_again(
    tmp_path: Path, pace: int, away: int
) -> None:
    house, ann = at_a_decision(str(tmp_path / "floor.db"), pace=pace)
    house.time += away
    house.reopen()
    house.writer.run_batch([])
    assert house.faces[-1].since == int(house.time), "the new deadline is published"
    rest(house, 19)
    assert not folded(house)
    house.decide(ann)
    house.audit()
    house.close()


def test_the_first_page_after_a_start_has_the_whole_clock(tmp_path: Path) -> None:
    """Pages are shown from what was loaded, before the writer has run for the first time."""
    house, _ = at_a_decision(str(tmp_path / "floor.db"))
    house.time += 25
    house.reopen()
    record_start(house.floor)
    assert house.table().publish().since == int(house.time)
    house.audit()
    house.close()


def test_the_clock_runs_out_for_whoever_does_not_answer_after_a_start(urls: Urls) -> None:
    house, _ = at_a_decision(urls())
    house.time += 25
    house.reopen()
    rest(house, 22)
    assert folded(house)
    house.audit()
    house.close()


def test_after_a_start_bets_have_their_whole_clock_again(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=CLOCK)
    ann = house.guest()
    house.sit(ann)
    house.say(ann, "t1", **house.bets())
    house.time += 25
    house.reopen()
    rest(house, 19)
    assert house.table().state.phase is OPEN
    rest(house, 2)
    assert house.table().state.phase is not OPEN
    house.audit()
    house.close()


def test_no_entry_is_written_where_no_clock_runs(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=CLOCK)
    ann = house.guest()
    house.sit(ann)
    before = house.floor.store.leaves
    house.time += 25
    house.reopen()
    house.writer.run_batch([])
    assert house.floor.store.leaves == before
    house.close()


def test_a_slow_database_does_not_use_up_the_time_to_decide(urls: Urls) -> None:
    """The question becomes known only after the commit, which took longer than the clock."""
    house = Harness(urls(), rules_of(TWICE), settings=CLOCK)
    ann = house.guest()
    house.sit(ann)
    house.say(ann, "t1", **house.bets())

    def stand_still() -> None:
        house.disk.slow = lambda: None
        house.time += 30

    house.disk.slow = stand_still
    house.say(ann, "t1", do="ready", seat=1)
    assert house.table().state.turn == 1
    rest(house, 19)
    assert not folded(house)
    rest(house, 3)
    assert folded(house)
    house.audit()
    house.close()


@pytest.mark.parametrize("seconds", [OUTAGE_SECONDS + 1, 60])
def test_a_machine_that_stood_still_gives_everybody_time(tmp_path: Path, seconds: float) -> None:
    house, ann = at_a_decision(str(tmp_path / "floor.db"))
    rest(house, 18)
    house.time += seconds
    rest(house, 19)
    assert not folded(house)
    house.decide(ann)
    assert verify(house.real).bad is None
    house.close()


def test_nobodys_time_ends_before_the_table_was_shown(tmp_path: Path) -> None:
    house, _ = at_a_decision(str(tmp_path / "floor.db"))
    for _ in range(60):
        house.time += 0.5
        house.writer.run_batch([], shown=False)
    assert not folded(house)
    rest(house, 19)
    assert not folded(house), "the clock started anew when the table was shown"
    rest(house, 3)
    assert folded(house)
    house.audit()
    house.close()


def test_a_command_that_waits_in_the_queue_comes_before_the_end_of_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MAX_BATCH", 1)
    house, ann = at_a_decision(str(tmp_path / "floor.db"))
    rest(house, 19)
    house.time += 2
    house.writer.run_batch([WriterJob(lambda _: None)])
    assert not folded(house), "more jobs may wait"
    house.decide(ann)
    assert not folded(house)
    house.close()


def test_another_players_command_does_not_end_somebodys_time(tmp_path: Path) -> None:
    """A command of the player's own may come in the same batch, after it."""
    house, ann = at_a_decision(str(tmp_path / "floor.db"))
    rest(house, 19)
    bob = house.guest("bob")
    house.time += 2
    sit = house.job(bob, "t1", "sit", {"do": "sit", "seat": 2})
    bet = {"do": "bet", "seat": 1, "wager": "first-run", "amount": 5}
    house.writer.run_batch([sit, house.job(ann, "t1", "bet", bet)])
    assert not folded(house)
    assert house.table().state.seats[1].stakes["first-run"] == 5_00
    house.close()


def test_a_database_that_failed_gives_everybody_time(urls: Urls) -> None:
    """On a shared database the floor recovers by itself, elsewhere by a restart."""
    house, ann = at_a_decision(urls())
    rest(house, 18)
    house.disk.plan("fsync")
    job = house.job(ann, "t1", "call", {"do": "call-floor", "reason": "a question"})
    house.writer.run_batch([job])
    assert job.done.exception(timeout=0) is not None
    house.time += 1
    if not house.floor.database.shared:
        house.reopen()
    rest(house, 19)
    assert not folded(house)
    house.decide(ann)
    house.audit()
    house.close()


def test_servers_of_one_floor_share_the_clock(postgres_url: str) -> None:
    """A server that starts gives the whole clock, at the other servers too."""
    house, ann = at_a_decision(postgres_url)
    rest(house, 18)
    other = Harness(postgres_url, settings=CLOCK, time=house.time)
    other.writer.run_batch([])
    house.writer.wake()
    house.writer.run_batch([])
    assert house.table().since == other.table().since == int(house.time)
    rest(house, 19)
    assert not folded(house)
    house.decide(ann)
    house.audit()
    other.close()
    house.close()


def test_no_batch_has_more_jobs_than_share_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MAX_BATCH", 2)
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    commits: list[int] = []
    thread = writer.Writer(house.floor, on_commit=lambda _, jobs: commits.append(jobs))
    done = [thread.submit(lambda floor: floor.store.leaves) for _ in range(5)]
    thread.start()
    thread.stop()
    assert [one.result(timeout=0) for one in done] == [house.floor.store.leaves] * 5
    assert [jobs for jobs in commits if jobs] == [2, 2, 1]
    house.close()
