"""What a table keeps does not grow with the rounds it has seen, and one writer speaks at a time."""

import threading
from io import FileIO
from pathlib import Path
from typing import Any

import pytest
from felt import at, sits
from msgspec.structs import replace

from fairdeal.errors import BusyError, LogError
from fairdeal.play.bots import bet_of, play_out, required_bets
from fairdeal.play.journal import Journal, resume
from fairdeal.play.rounds import ENTRIES_KEPT, ROUNDS_KEPT, FinishedRound, Rounds
from fairdeal.play.session import KEYS_KEPT, open_table
from fairdeal.play.sources import SeededSource
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import AUTOMATIC_DEALER, player
from fairdeal.table.entry import Entry
from fairdeal.table.state import State
from fairdeal.wire.state import write_state
from fairdeal.wording.event_words import round_reports


def test_rounds_come_and_go_and_only_the_last_are_kept() -> None:
    felt = at("double-draw")
    felt.session.on_entry = None
    sizes = []
    for _ in range(3 * ROUNDS_KEPT):
        felt.session.run_dealer()
        for action in required_bets(felt.session, 1):
            felt.session.do(bet_of(action, action.least_cents or 0))
        play_out(felt.session)
        sizes.append(len(write_state(felt.state)))
    assert felt.state.rounds == 3 * ROUNDS_KEPT
    assert len(felt.session.finished) == ROUNDS_KEPT
    # Numbers grow by a digit or two; nothing is added round by round.
    assert max(sizes) - min(sizes) < 100


def test_who_leaves_takes_the_purse_along() -> None:
    """So that a bet costs the same after forty thousand names as after one."""
    felt = at("run-em-twice", seats=(2,))
    for number in range(500):
        felt.session.do(cmd.Sit(1), player(f"guest {number}"))
        felt.session.do(cmd.Leave(1))
    assert set(felt.state.purses) == {"p2"}
    assert felt.sum_of_chips() == 0


def test_a_table_at_which_nothing_is_played_keeps_no_more_either() -> None:
    felt = at("run-em-twice")
    felt.session.on_entry = None
    for _ in range(ENTRIES_KEPT + 10):
        felt.session.do(cmd.Announce(words="no bets"))
    felt.base(1)
    felt.session.run_dealer()
    felt.session.do(cmd.Fold(seat=1))
    felt.session.run_dealer()
    (done,) = felt.session.finished
    assert len(done.entries) < ENTRIES_KEPT
    assert round_reports(done.before, done.events)[0]["round"] == 1


def test_rounds_and_entries_are_kept_up_to_their_number_exactly() -> None:
    assert (ROUNDS_KEPT, ENTRIES_KEPT, KEYS_KEPT) == (20, 5_000, 2_000)
    state = at("let-it-ride").state
    after = replace(state, rounds=state.rounds + 1)
    rounds = Rounds(state, kept=2)
    entry = Entry(1, 0, AUTOMATIC_DEALER, cmd.Clear(), (ev.RoundEnded(),))
    for _ in range(ENTRIES_KEPT):
        rounds.add(state, entry, state)
    ((began, entries),) = rounds.snapshot()
    assert (began, len(entries)) == (state, ENTRIES_KEPT)
    # One more, and the entries of the round that never came are forgotten.
    later = replace(state, clock=9)
    rounds.add(later, entry, later)
    ((began, entries),) = rounds.snapshot()
    assert (began, entries) == (later, [entry])
    rounds.add(later, entry, after)
    (done,) = rounds.finished
    assert done.before is later
    assert done.events == [ev.RoundEnded(), ev.RoundEnded()]
    assert rounds.snapshot() == [done, FinishedRound(after, [])]
    for _ in range(2):
        rounds.add(state, entry, after)
    assert [len(one.entries) for one in rounds.finished] == [1, 1], "the last two"


def test_rounds_that_are_restored_go_on() -> None:
    state = at("let-it-ride").state
    after = replace(state, rounds=state.rounds + 1)
    entry = Entry(1, 0, AUTOMATIC_DEALER, cmd.Clear(), (ev.RoundEnded(),))
    rounds = Rounds(state, kept=2)
    rounds.add(state, entry, after)
    rounds.add(after, entry, after)
    again = Rounds(state, kept=2)
    again.restore(rounds.snapshot())
    assert again.snapshot() == rounds.snapshot()
    again.add(after, entry, replace(after, rounds=after.rounds + 1))
    assert [len(one.entries) for one in again.finished] == [1, 2]
    assert len(rounds.finished) == 1, "a snapshot is a copy"


def test_the_next_of_that_name_inherits_nothing() -> None:
    felt = at("let-it-ride")
    felt.base(1).dealer()
    while felt.state.playing:
        felt.play(cmd.Ride(seat=1)) if felt.state.turn else None
        felt.dealer()
    won = felt.purse(1)
    assert won
    felt.play(cmd.Leave(seat=1))
    felt.play(sits(1, "p1"))
    assert felt.purse(1) == 0
    assert felt.state.gone == won


def test_keys_are_remembered_up_to_a_bound() -> None:
    felt = at("let-it-ride")
    for number in range(KEYS_KEPT + 5):
        felt.session.do(cmd.Announce(words="hear"), key=f"key {number}")
    version = felt.state.version
    felt.session.do(cmd.Announce(words="hear"), key=f"key {KEYS_KEPT}")
    assert felt.state.version == version, "answered again, and nothing happened"
    known = [
        number
        for number in range(KEYS_KEPT + 5)
        if felt.session.entry_of_key(AUTOMATIC_DEALER, f"key {number}")
    ]
    assert known == list(range(5, KEYS_KEPT + 5)), "the oldest are forgotten"


def test_a_second_writer_is_told_so() -> None:
    """From another thread, and from whoever listens to the first."""
    felt = at("let-it-ride")
    refused: list[BusyError] = []

    def speak() -> None:
        try:
            felt.session.do(cmd.Announce(words="me too"))
        except BusyError as busy:
            refused.append(busy)

    def listen(_before: State, _entry: Entry) -> None:
        other = threading.Thread(target=speak)
        other.start()
        other.join()
        speak()

    felt.session.on_entry = listen
    felt.session.do(cmd.Announce(words="hear"))
    assert len(refused) == 2
    felt.session.on_entry = None
    version = felt.state.version
    felt.session.do(cmd.Announce(words="free again"))
    assert felt.state.version == version + 1


def test_what_cannot_be_written_does_not_count() -> None:
    """A disk that is full at the shuffle: the order, the state and the entries are as before."""
    felt = at("let-it-ride")
    felt.base(1).dealer()
    while felt.state.playing:
        felt.play(cmd.Ride(seat=1)) if felt.state.turn else None
        felt.session.run_dealer(until_round_ends=True)

    def fail(_entry: Entry) -> None:
        raise OSError("no space left on the device")

    before, kept, entries = felt.state, felt.session.source.snapshot(), felt.session.entries
    felt.session.write = fail
    with pytest.raises(OSError, match="no space"):
        felt.session.do(cmd.Shuffle())
    assert (felt.state, felt.session.source.snapshot(), felt.session.entries) == (
        before,
        kept,
        entries,
    )
    felt.session.write = None
    felt.session.do(cmd.Shuffle())
    assert felt.state.version == before.version + 1


def test_a_disk_that_is_full_stops_the_log_and_loses_nothing(tmp_path: Path) -> None:
    """What was half written is cut off; the table goes on from what was answered."""
    felt = at("let-it-ride")
    session = open_table(felt.rules, SeededSource(3))
    path = tmp_path / "table.log"
    journal = Journal.begin(path, session)
    session.do(cmd.Sit(1), player("ann"))
    journal.sync()
    before, data = session.state, path.read_bytes()

    class Full(FileIO):
        def write(self, data: Any, /) -> int:
            super().write(bytes(data)[:7])
            raise OSError(28, "No space left on device")

    journal._file.close()
    journal._file = full = Full(path, "r+")
    full.seek(0, 2)
    with pytest.raises(LogError, match="no space left"):
        session.do(cmd.ReceiveDecks())
    assert session.state == before
    assert path.read_bytes() == data
    with pytest.raises(LogError, match="could not be written before"):
        session.do(cmd.ReceiveDecks())
    full.close()
    again, went_on = resume(path, [felt.game])
    went_on.close()
    assert write_state(again.state) == write_state(before)
