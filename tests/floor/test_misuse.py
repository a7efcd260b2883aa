"""What no single person can do: choose the cards, pay a friend, delay the others, stop a server."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from conftest import Urls
from harness import QUIET, RIDE, TWICE, Harness, rest, rules_of

from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.log.sqlite import SQLite
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import add_guest
from fairdeal.floor.startup import open_database
from fairdeal.floor.stop_reasons import PROGRAM_FAILED
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.floor.tables.records import record
from fairdeal.floor.tables.replay import replay
from fairdeal.floor.tables.table_acts import hand_over, open_table
from fairdeal.floor.writer import Writer, WriterJob
from fairdeal.play.bots import bet_of, cautious
from fairdeal.play.fairness import commitment
from fairdeal.play.sources import CommittedSource
from fairdeal.table.actors import DEALER, FLOOR, PLAYER, Role
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import DEALING, OPEN
from fairdeal.wire.commands import command_document
from fairdeal.wire.json_line import dump_line

VERIFIER = Path(__file__).parents[2] / "examples" / "verify_record.py"
BY_MACHINE = RIDE.replace('"automated-shoe"', '"manual-shoe"').replace("reshuffling", "automated")
BY_HAND = RIDE.replace('"automated-shoe"', '"manual-shoe"').replace("reshuffling", "manual")
AT_A_PACE = FloorSettings(pace=1, clock=20, bots=False)


# The cards ----------------------------------------------------------------------------------------


def test_a_house_that_chooses_a_secret_when_it_knows_the_words_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the first protocol, whose records stay verifiable: words are open, and the secret of a
    late shuffle follows from the secret before it.
    """

    def chosen(source: CommittedSource, number: str, *, follows: bool) -> tuple[str, str]:
        secret = "ab" * 32 if follows else "cd" * 32
        return commitment(source.table, number, source.rules_hash, secret), secret

    monkeypatch.setattr(CommittedSource, "protocol", lambda *_: 1)
    first = _reshuffled(tmp_path / "1.db")
    assert replay(first).wrong is None
    assert _verified(first).returncode == 0
    monkeypatch.setattr(CommittedSource, "bind", chosen)
    second = _reshuffled(tmp_path / "2.db")
    monkeypatch.undo()
    assert first["protocol"] == second["protocol"] == 1
    told = replay(second).wrong or ""
    assert "the rules and the cards give" in told
    assert "deck-committed" in told
    checked = _verified(second)
    assert checked.returncode == 1
    assert "the house chose no secret when it knew the words" in checked.stderr
    database = open_database(str(tmp_path / "2.db"))
    bad = verify(database).bad
    assert bad is not None
    assert "deck-committed" in bad.reason
    database.close()


def _reshuffled(path: Path) -> dict[str, Any]:
    """A round whose shuffle is ordered again when the bets are closed; its record."""
    house = Harness(str(path), rules_of(BY_MACHINE))
    ann, staff = house.guest(), house.staff()
    house.sit(ann)
    house.ask(lambda floor: hand_over(floor, staff["floor"], "t1", "person"))
    house.say(ann, "t1", **house.bets())
    house.say(ann, "t1", do="ready", seat=1, word="my own word")
    ordered = False
    while (state := house.table().state).rounds == 0:
        if state.phase is DEALING and not ordered:
            house.say(staff["floor"], "t1", do="order-shuffle")
            ordered = True
        elif state.turn == 1 and legal_actions(state):
            house.decide(ann)
        else:
            command = house.table().session.next_command()
            assert command is not None
            by = staff["floor" if command.given_by[0] is FLOOR else "dealer"]
            house.say(by, "t1", **command_document(command))
    told = record(house.floor.store, "t1-1")
    house.close()
    return told


def _verified(told: dict[str, Any]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(VERIFIER), "-"]
    return subprocess.run(
        command, input=dump_line(told), capture_output=True, text=True, check=False
    )


# Two people ---------------------------------------------------------------------------------------


def _works(house: Harness, *roles: Role) -> Person:
    return house.ask(lambda f: f.people.add("dora", "registered", f.time, roles=roles))


def test_handing_over_confirms_nothing(urls: Urls) -> None:
    """Whoever asks for a payment cannot have the automatic floorperson confirm it."""
    house = Harness(urls(), rules_of(RIDE))
    dora, eve = _works(house, DEALER, FLOOR), house.guest("eve")
    house.sit(eve)
    house.ask(lambda floor: hand_over(floor, dora, "t1", "person"))
    house.say(dora, "t1", do="pay-by-hand", seat=1, amount=50_000, reason="paid too little")
    with pytest.raises(Refused, match="a second person"):
        house.say(dora, "t1", do="confirm")
    with pytest.raises(Refused, match="asked to confirm"):
        house.ask(lambda floor: hand_over(floor, dora, "t1", "auto"))
    # Nor would it, had the table been handed over all the same.
    house.table().dealer = "auto"
    rest(house, 60)
    assert house.table().state.asked is not None
    assert house.floor.chips(eve.id) == 1_000_00
    house.close()


@pytest.mark.parametrize("role", [DEALER, FLOOR])
def test_whoever_plays_at_a_table_does_not_work_there(urls: Urls, role: Role) -> None:
    house = Harness(urls(), rules_of(RIDE), rules_of(RIDE))
    dora, boss = _works(house, role, PLAYER), house.staff()["floor"]
    for table in ("t1", "t2"):
        house.ask(partial(hand_over, person=boss, table=table, dealer="person"))
    house.sit(dora)
    says = {"do": "inspect-cards" if role is DEALER else "order-shuffle"}
    with pytest.raises(Forbidden, match="may not work there"):
        house.say(dora, "t1", **says)
    with pytest.raises(Refused):  # elsewhere it is the rules that speak
        house.say(dora, "t2", **says)
    house.close()


# Time ---------------------------------------------------------------------------------------------


def test_who_calls_the_floorperson_again_and_again_holds_up_nobody(urls: Urls) -> None:
    house = Harness(urls(), rules_of(RIDE), settings=AT_A_PACE)
    ann, eve = house.guest("ann"), house.guest("eve")
    house.sit(ann)
    house.sit(eve, seat=2)
    rest(house, 20)
    house.bet(ann)
    house.bet(eve, seat=2)
    for _ in range(200):
        rest(house, 0.5, step=0.1)
        house.say(eve, "t1", do="call-floor", reason="hello")
    assert house.table().state.rounds == 1, "the clock decided for both, and the round went on"
    house.audit()
    house.close()


def test_who_sits_down_and_gets_up_again_and_again_holds_up_nobody(urls: Urls) -> None:
    house = Harness(urls(), rules_of(BY_HAND), settings=AT_A_PACE)
    ann, eve = house.guest("ann"), house.guest("eve")
    house.sit(ann)
    for n in range(60):
        house.say(eve, "t1", do="leave" if n % 2 else "sit", seat=5)
        rest(house, 1)
    assert house.table().at == "1.bets", "the cards were made ready meanwhile"
    house.close()


# Bots ---------------------------------------------------------------------------------------------


def test_a_bot_never_runs_out_of_chips(tmp_path: Path) -> None:
    """A table whose minimum is high stopped when one could not pay what it had decided."""
    rules = TWICE.replace("[paytables]", "[paytables]\n[floor]\nbots = 2")
    rules = rules.replace("minimum = 5\nmaximum = 500", "minimum = 200\nmaximum = 1000")
    settings = FloorSettings(pace=1, clock=20, bots=True)
    house = Harness(str(tmp_path / "floor.db"), rules_of(rules), settings=settings)
    house.floor.bots.choose = lambda live: _dearest(house, live.id)
    rest(house, 1_500, step=1)
    assert house.table().stopped is None
    assert house.table().state.rounds > 20
    house.audit()
    house.close()


def _dearest(house: Harness, table: str) -> Any:
    """Whoever is asked bets the most that may be bet."""
    state = house.table(table).state
    bets = [one for one in legal_actions(state, state.turn or 0) if one.wager]
    return bet_of(bets[0], bets[0].most_cents or 0) if bets else cautious(state)


# Servers ------------------------------------------------------------------------------------------


class Shared(SQLite):
    """Two servers on one database, as PostgreSQL has them."""

    shared = True


def test_a_table_that_is_stopped_at_one_server_leaves_the_others_there_alone(
    tmp_path: Path,
) -> None:
    url = str(tmp_path / "floor.db")
    open_database(url).close()
    floors = [Floor(Shared(url), now=lambda: 1_800_000_000.0, settings=QUIET) for _ in range(2)]
    faults: list[BaseException] = []
    here, there = (Writer(one, on_stopped=lambda _, error: faults.append(error)) for one in floors)

    def ask(writer: Writer, do: Callable[[Floor], Any]) -> Any:
        job = WriterJob(do)
        writer.run_batch([job])
        return job.done.result(timeout=0)

    for _ in range(2):
        ask(there, lambda f: f.automatic_dealer.run_due_steps(open_table(f, rules_of(RIDE), HOUSE)))
    ann, bob = (ask(here, partial(add_guest, name=name))[1] for name in ("ann", "bob"))
    said: list[int] = []

    def say(writer: Writer, person: Person, table: str, **document: Any) -> None:
        said.append(1)
        ask(writer, lambda f: f.command(person, table, document, f"key {len(said)}"))

    say(there, ann, "t1", do="sit", seat=1)
    say(here, bob, "t2", do="sit", seat=1)
    floors[0].stop(floors[0].tables["t1"], PROGRAM_FAILED)
    for _ in range(3):
        amounts = {"bet-1": 5, "bet-2": 5, "bet-3": 5}
        say(there, ann, "t1", do="place-bets", seat=1, amounts=amounts)
        say(there, ann, "t1", do="ready", seat=1)
        while (state := floors[1].tables["t1"].state).phase is not OPEN:
            say(there, ann, "t1", **command_document(cautious(state)))
        say(here, bob, "t2", do="call-floor", reason="is anybody there?")
    assert faults == []
    assert floors[0].tables["t1"].stopped == PROGRAM_FAILED
    for one in floors:
        one.database.close()
