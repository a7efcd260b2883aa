"""Logs that were written once are read for ever, and written again byte for byte.

`logs` holds a whole day of each game with what was written down of it; `tags.json` every name that
a log may hold. A name that is changed, or a field that goes, makes what was written unreadable.
"""

import ast
import inspect
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from days import (
    BUY_IN,
    BY_HAND,
    COMMITTED,
    FOLDER,
    HAND_PAY,
    LIMITS,
    PLEDGED,
    REPORTED,
    TAGS,
    TAPPED,
    companion_of,
    file_of,
    tags,
    told_of,
)

from fairdeal.floor.money.ledger import (
    balance_changes,
    chips_account,
    entry_transfers,
    player_account,
)
from fairdeal.games import GAMES
from fairdeal.play.journal import replay_log
from fairdeal.play.session import Session
from fairdeal.play.sources import CommittedSource
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.entry import Entry
from fairdeal.table.evolve import evolve
from fairdeal.table.state import Phase, State
from fairdeal.wire.log import read_opening, write_entry, write_opening

LOGS = sorted(FOLDER.glob("*.jsonl"))


def test_there_is_a_day_of_each_game() -> None:
    special = {COMMITTED, BY_HAND, REPORTED, TAPPED, PLEDGED, HAND_PAY, BUY_IN, LIMITS}
    assert {*map(file_of, GAMES), *special} == set(LOGS)
    assert {companion_of(log) for log in LOGS} == set(FOLDER.glob("*.json"))


def field_texts(state: State) -> dict[str, str]:
    """What each field of a state holds, in full."""
    fields = msgspec.structs.asdict(state)
    return {name: repr(value) for name, value in fields.items() if name != "rules"}


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_no_entry_of_a_day_changes_a_state_that_somebody_holds(log: Path) -> None:
    """`evolve` sets fields of a copy, which shares its mappings with the states before. All states
    of the day stay what they were, and the events one by one come to the same ones.
    """
    held: list[tuple[State, dict[str, str]]] = []

    def hear(session: Session, before: State, entry: Entry) -> None:
        single = msgspec.structs.replace(before, clock=entry.time)
        for event in entry.events:
            single = evolve(single, event)
        # An entry begins with the dealer's hands free; an event alone adds to what is at hand.
        assert single == msgspec.structs.replace(session.state, chores=single.chores), entry
        held.append((session.state, field_texts(session.state)))

    replay_log(log.read_bytes(), hear)
    assert len(held) > 50
    assert [field_texts(state) for state, _ in held] == [texts for _, texts in held]


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_day_is_read_back_and_written_again(log: Path) -> None:
    data = log.read_bytes()
    first, *_ = data.decode().split("\n")
    again = [write_opening(read_opening(first))]

    def hear(_session: Session, _before: State, entry: Entry) -> None:
        again.append(write_entry(entry))

    session = replay_log(data.rstrip(b"\n"), hear)
    assert "".join(f"{line}\n" for line in again).encode() == data
    assert told_of(session) == json.loads(companion_of(log).read_text(encoding="utf-8"))
    assert session.state.phase is Phase.CLOSED
    assert session.state.rounds >= 3


def told(log: Path) -> list[Any]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()[1:]]


def test_the_days_hold_every_command_and_every_event() -> None:
    entries = [entry for log in LOGS for entry in told(log)]
    assert {entry["command"]["do"] for entry in entries} == tags()["commands"].keys()
    assert {e["event"] for entry in entries for e in entry["events"]} == tags()["events"].keys()


def test_no_name_that_a_log_may_hold_has_changed() -> None:
    """What is new is added to the file; what is there stays."""
    assert tags() == json.loads(TAGS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("module", [cmd, ev], ids=["commands", "events"])
def test_every_tag_is_written_out_in_its_class(module: Any) -> None:
    """Not made from the name of the class, which may change."""
    kinds = cmd.COMMANDS if module is cmd else ev.EVENTS
    classes = {
        node.name: {keyword.arg: keyword.value for keyword in node.keywords}
        for chapter in {kind.__module__ for kind in kinds}
        for node in ast.parse(inspect.getsource(sys.modules[chapter])).body
        if isinstance(node, ast.ClassDef)
    }
    for kind in kinds:
        tag = classes[kind.__name__].get("tag")
        assert isinstance(tag, ast.Constant), kind
        assert tag.value == kind.__struct_config__.tag


def test_a_round_that_began_without_pledged_words_ends_without_them() -> None:
    """In a log of before, cards are committed to in the first protocol until the bets are open
    again.
    """
    protocols: dict[Phase, set[int]] = {}

    def hear(session: Session, before: State, _entry: Entry) -> None:
        assert isinstance(session.source, CommittedSource)
        protocols.setdefault(before.phase, set()).add(session.source.protocol(before))

    replay_log(COMMITTED.read_bytes().rstrip(b"\n"), hear)
    assert protocols.pop(Phase.OPEN) == {2}
    assert protocols.pop(Phase.DEALING) == {1}
    assert set().union(*protocols.values()) == {1}


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_the_ledger_has_for_the_players_what_the_table_has_for_them(log: Path) -> None:
    """After every entry: wagers, payments, envy, and chips that were bought or taken along."""
    balances: Counter[str] = Counter()
    players: set[str] = set()

    def hear(session: Session, before: State, entry: Entry) -> None:
        balances.update(balance_changes(entry_transfers("t1", before, entry)))
        after = session.state
        players.update(seat.player for seat in after.seats.values())
        accounts = {
            *map(player_account, players),
            *(chips_account("t1", after.rules, player) for player in players),
        }
        chips = sum(balances[account] for account in accounts)
        had = sum(after.purses.values()) + after.gone
        assert chips == had * UNITS_PER_CENT, entry.number

    replay_log(log.read_bytes().rstrip(b"\n"), hear)
    assert balances.total() == 0
    assert len(players) > 1


def test_the_purposes_of_transfers_keep_their_names() -> None:
    """The ledgers of databases that were written before have them."""
    found: set[str] = set()

    def hear(_session: Session, before: State, entry: Entry) -> None:
        found.update(move.what for move in entry_transfers("t1", before, entry))

    replay_log(BUY_IN.read_bytes().rstrip(b"\n"), hear)
    assert {"buy-in", "cash-out", "contribution", "envy", "hit", "reset"} <= found
