"""One's own play on a floor: who played in which round, what is judged, and what is deleted."""

import gzip
from fractions import Fraction
from pathlib import Path

import pytest
from harness import RIDE, TWICE, Harness, rest, rules_of

from fairdeal.floor.audit import verify
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.log.database import Database, Row
from fairdeal.floor.log.play_rows import write_all_plays
from fairdeal.floor.log.store import Store
from fairdeal.floor.people.accounts import People, Person
from fairdeal.floor.people.guests import register
from fairdeal.floor.people.own_play import (
    OwnPlayRows,
    forget_own_play,
    note_help,
    own_play,
    save_judged_rounds,
)
from fairdeal.floor.startup import open_database
from fairdeal.floor.tables.records import record
from fairdeal.lab.figures.analyze import analyze
from fairdeal.rulebook.rules import Rules
from fairdeal.web.own_play.judged_round import JudgedRound, judge_round, read_round
from fairdeal.web.own_play.luck import luck_of, round_expectation
from fairdeal.web.own_play.results import own_results
from fairdeal.web.pages.replay.best_play import best_play

GOLDEN = Path(__file__).parent / "golden" / "0.1"
QUIET = FloorSettings(pace=0, clock=0, bots=False)
BOTS = FloorSettings(pace=0, clock=0, bots=True)
PROGRESSIVE = """main = "A"
progressive = "E"

[progressive]
stakes = [1, 5]
rate = { mega = 0.10, major = 0.07, minor = 0.03 }
reset = { mega = 10000, major = 1000, minor = 250 }"""


def judged(house: Harness, person: Person) -> list[JudgedRound]:
    """All rounds of a person, judged."""
    store = house.floor.store
    found = [
        judge_round(read_round(store, person.id, one), person.id)
        for one in own_play(store, person.id).rounds(-1, 100)
    ]
    assert None not in found
    return [one for one in found if one is not None]


def named(house: Harness, name: str) -> Person:
    """A guest by name."""
    return next(one for one in house.floor.people.all("guest") if one.name == name)


def plays(database: Database) -> list[Row]:
    return database.execute("SELECT round, person, leaf FROM plays ORDER BY round, person")


@pytest.fixture
def house(tmp_path: Path) -> Harness:
    """Two people who play two rounds together, and one more alone each."""
    one = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=QUIET)
    ann, bob = one.guest(), one.guest("bob")
    one.sit(ann)
    one.sit(bob, seat=2)
    for seats in ({1: ann, 2: bob}, {2: bob, 1: ann}, {1: ann}, {2: bob}):
        for seat, person in seats.items():
            one.say(person, "t1", **one.bets("t1", seat))
        for seat, person in seats.items():
            one.say(person, "t1", do="ready", seat=seat)
        one.play_out(seats)
    return one


def test_the_log_says_who_played_and_an_audit_checks_it(house: Harness) -> None:
    database = house.floor.database
    ann, bob = (named(house, name).id for name in ("ann", "bob"))
    found = plays(database)
    assert {(row[0], row[1]) for row in found} == {
        *((f"t1-{n}", ann) for n in (1, 2, 3)),
        *((f"t1-{n}", bob) for n in (1, 2, 4)),
    }
    # What an earlier version did not write follows from the log alone.
    database.execute("DELETE FROM plays")
    assert "who played" in getattr(verify(database).bad, "reason", "")
    write_all_plays(database)
    assert plays(database) == found
    assert verify(database).bad is None
    house.close()


def test_bots_are_not_counted(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(TWICE), settings=BOTS)
    ann = house.guest()
    house.sit(ann)
    house.bet(ann)
    rest(house, 30)
    house.play_out({1: ann})
    rows = plays(house.floor.database)
    assert rows
    assert {row[1] for row in rows} == {ann.id}
    house.close()


def test_the_rounds_of_a_former_version_are_found(tmp_path: Path) -> None:
    """By the events of each round alone; the records say it by the states between them."""
    file = tmp_path / "floor.db"
    file.write_bytes(gzip.decompress((GOLDEN / "floor.db.gz").read_bytes()))
    database = open_database(str(file))
    store = Store(database)
    rounds = database.execute("SELECT round, void FROM rounds")
    assert {bool(void) for _, void in rounds} == {False, True}
    bots = {one.id for one in People(database).all("bot")}
    played = {
        (name, seat["player"])
        for name, void in rounds
        if not void
        for seat in record(store, name)["seats"]
        if not seat["player"].startswith("bot") and seat["player"] not in bots
    }
    assert {(row[0], row[1]) for row in plays(database)} == played
    assert played
    database.close()


def test_a_round_is_judged_as_its_record_and_its_replay_say(house: Harness) -> None:
    ann = named(house, "ann")
    for one in judged(house, ann):
        told = record(house.floor.store, one.round)
        mine = [seat for seat in told["seats"] if seat["player"] == ann.id]
        assert one.net == round(100 * sum(seat["net"] for seat in mine))
        seats = {seat["seat"] for seat in mine}
        replayed = [step for step in best_play(told) if step.seat in seats]
        assert [(d.n, d.done, d.best, d.right, d.cents) for d in one.decisions] == [
            (step.n, step.done, step.best, step.right, step.cents) for step in replayed
        ]
    house.close()


def test_the_mean_of_the_bets_is_the_exact_one(house: Harness) -> None:
    """By the figures of the lab for one base bet, which no round has been counted for."""
    ann = named(house, "ann")
    rounds = judged(house, ann)
    rules = house.table().state.rules
    luck = luck_of(rounds, {"t1": rules})
    assert luck is not None
    (main,) = analyze(rules.game, paytables=rules.paytables, readings=rules.readings, wager="main")
    base = rules.minimum_cents or 0
    assert luck.means == tuple(main.ev * base * n for n in (1, 2, 3))
    assert luck.variances == tuple(main.variance * base**2 * n for n in (1, 2, 3))
    assert luck.path[-1] == sum(one.net for one in rounds)
    house.close()


def test_what_feeds_a_meter_is_a_part_of_the_stake() -> None:
    """A progressive bet loses what its fixed lines do not pay: the feed is not the player's."""
    rules: Rules = rules_of(RIDE.replace('main = "A"', PROGRESSIVE))
    progressive = rules.progressive_wager
    assert progressive is not None
    (found,) = analyze(
        rules.game,
        paytables=rules.paytables,
        readings=rules.readings,
        wager=progressive.name,
        stake=Fraction(5),
        meters=dict.fromkeys(rules.progressive.resets if rules.progressive else (), Fraction(0)),
    )
    expected = round_expectation(rules, [{f"{progressive.name}@500": 500}])
    assert expected.mean == found.ev * 500
    assert expected.variance == found.variance * 500**2


def test_time_that_ran_out_is_nobodys_mistake(tmp_path: Path) -> None:
    settings = FloorSettings(pace=0, clock=20, bots=False)
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=settings)
    ann = house.guest()
    house.sit(ann)
    house.bet(ann)
    rest(house, 60)
    (one,) = judged(house, ann)
    assert [(d.late, d.judged, d.cents) for d in one.decisions] == [(True, False, 0)] * 2
    results = own_results([one], None)
    assert (results.decisions.alone, results.decisions.late) == (0, 2)
    assert (results.mistakes, results.habits, results.decisions.cost) == ([], [], 0)
    house.close()


def test_help_is_that_of_the_decision_after_it(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=QUIET)
    ann = house.guest()
    house.sit(ann)
    for helped in (0, 1):
        house.bet(ann)
        for decision in (0, 1):
            if decision == helped:
                version = house.table().state.version
                house.ask(lambda floor, at=version: note_help(floor, ann.id, "t1", at))  # type: ignore[misc]
            house.decide(ann)
    assert [[d.helped for d in one.decisions] for one in judged(house, ann)] == [
        [True, False],
        [False, True],
    ]
    house.close()


def test_what_a_person_deletes_is_gone_and_the_log_stays(house: Harness) -> None:
    ann, bob = named(house, "ann"), named(house, "bob")
    floor = house.floor
    before = floor.store.leaves
    kept = own_play(floor.store, ann.id)
    first, *_ = kept.rounds(-1, 9)
    house.ask(lambda floor: save_judged_rounds(floor, ann.id, [(first, "null")]))
    house.ask(lambda floor: note_help(floor, ann.id, "t1", 3))
    house.ask(lambda floor: save_judged_rounds(floor, bob.id, [(first, "null")]))
    house.ask(lambda floor: note_help(floor, bob.id, "t1", 3))
    assert (kept.judged_documents(), kept.help_at("t1"), kept.count()) == (["null"], [3], 3)
    house.ask(lambda floor: forget_own_play(floor, ann.id))
    assert (kept.judged_documents(), kept.help_at("t1"), kept.count()) == ([], [], 0)
    for table in ("judged_rounds", "coach_help"):
        rows = floor.database.execute(f"SELECT person FROM {table}")
        assert rows == [(bob.id,)], "no row of hers is left"
    # What was being worked out meanwhile does not come back, and another's play is untouched.
    house.ask(lambda floor: save_judged_rounds(floor, ann.id, [(first, "null")]))
    assert kept.judged_documents() == []
    assert OwnPlayRows(floor.database, bob.id).count() == 3
    assert floor.store.leaves == before
    assert verify(floor.database).bad is None
    house.bet(ann)
    house.play_out({1: ann})
    assert kept.count() == 1
    house.close()


def test_a_guest_who_registers_keeps_the_rounds(house: Harness) -> None:
    ann = named(house, "ann")
    _, player = house.ask(lambda floor: register(floor, "anna", "hash", ann))
    assert own_play(house.floor.store, player.id).count() == 3
    house.close()
