"""Committed cards after a stop: sealed secrets, snapshots and logs on disk."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from committed_table import ANN, BOTH, EVERY, LET_IT_RIDE, Secrets, Table, rules_by_hand
from felt import ALL, rules_of, sits
from people import DORA, FRED
from verifier import verified

from fairdeal.errors import BadInputError, LogError
from fairdeal.games import GAMES
from fairdeal.play.bots import cautious
from fairdeal.play.journal import Journal, replay_log, resume, source_of
from fairdeal.play.session import Session, open_committed, open_table
from fairdeal.play.sources import NOTHING, CommittedSource, SeededSource
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.entry import Entry
from fairdeal.table.state import OPEN, State, moment
from fairdeal.table.view import PUBLIC, view
from fairdeal.wire.log import read_entry, read_opening, write_entry
from fairdeal.wire.state import read_state, write_state
from fairdeal.wording.event_words import event_sentence

# Stopped and gone on ------------------------------------------------------------------------------


def restored(table: Table, stop: int, *, snapshot: bool = False) -> Session:
    """The table as it was after so many entries: from its log, or a snapshot, and its seal."""
    opening = read_opening(table.lines[0])
    made = sum(line.count('"deck-committed"') for line in table.lines[: stop + 1])
    source = CommittedSource.of(opening, Secrets(table.secrets.seed, made))
    session = Session(opening, source)
    if snapshot:
        session.state, session.entries = read_state(opening.rules, table.states[stop]), stop
    else:
        for line in table.lines[1 : stop + 1]:
            session.replay(read_entry(session.state, line))
    source.unseal(json.loads(table.seals[stop]))
    return session


@EVERY
@BOTH
@pytest.mark.parametrize("snapshot", [False, True], ids=["log", "snapshot"])
def test_a_table_stopped_at_any_entry_goes_on_with_the_same_cards(
    game: Game, rules: Callable[[Game], Rules], snapshot: bool
) -> None:
    table = Table(rules(game)).sit()
    table.bet(1)
    table.say(cmd.OrderShuffle(), by=FRED)
    table.say(cmd.Shuffle(), by=DORA)
    table.bet(2)
    table.say(cmd.Ready(1, word="seven"))
    table.to_the_end()
    table.dealer()
    table.play("eight", None)
    assert len(table.checked()) == 2
    for stop in range(len(table.lines)):
        session = restored(table, stop, snapshot=snapshot)
        assert write_state(session.state) == table.states[stop]
        lines = table.lines[: stop + 1]

        def hear(_before: State, entry: Entry, into: list[str] = lines) -> None:
            into.append(write_entry(entry))

        session.on_entry = hear
        for after, command, by in table.said:
            if after >= stop:
                session.do(command, by)
        assert lines == table.lines


def test_a_log_that_is_read_makes_no_secret() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    opening = read_opening(table.lines[0])
    secrets = Secrets()
    source = CommittedSource.of(opening, secrets)
    session = Session(opening, source)
    for line in table.lines[1:]:
        session.replay(read_entry(session.state, line))
    assert secrets.made == []
    told = source.sealed()["secrets"]
    assert told == [{"commitment": table.commitment, "secret": ""}]
    with pytest.raises(BadInputError, match="missing"):
        source.cut_depth(session.state)
    with pytest.raises(BadInputError, match="missing"):
        session.do(cmd.CloseTable(cards={"red": 52}), FRED)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: {},
        lambda seal: {**seal, "round": "t1-7"},
        lambda seal: {**seal, "secrets": []},
        lambda seal: {**seal, "secrets": [{**seal["secrets"][0], "secret": "00" * 32}]},
        lambda seal: {**seal, "secrets": [{**seal["secrets"][0], "secret": ""}]},
        lambda seal: {**seal, "secrets": [{**seal["secrets"][0], "secret": 5}]},
        lambda seal: {**seal, "secrets": [{"secret": "00"}]},
        lambda seal: {**seal, "secrets": 7},
        lambda _: 7,
    ],
)
def test_a_seal_of_something_else_is_refused(spoil: Callable[[Any], Any]) -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    session = replay_log("\n".join(table.lines).encode())
    source = session.source
    assert isinstance(source, CommittedSource)
    before = source.snapshot()
    with pytest.raises(BadInputError, match="sealed secrets"):
        source.unseal(spoil(table.source.sealed()))
    assert source.snapshot() == before
    source.unseal(table.source.sealed())
    assert source.sealed() == table.source.sealed()


def test_a_seal_that_is_read_before_the_log_is_held_as_it_is() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    seal = table.source.sealed()
    fresh = CommittedSource.of(read_opening(table.lines[0]))
    fresh.unseal({})
    assert (fresh.sealed(), fresh.snapshot()) == ({}, NOTHING)
    fresh.unseal(seal)
    assert fresh.sealed() == seal
    other = CommittedSource.of(read_opening(table.lines[0]))
    other.unseal({name: value for name, value in seal.items() if name != "deck"})
    assert other.sealed() == {**seal, "deck": ""}


def test_what_a_source_holds_is_a_value() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    kept = table.source.snapshot()
    table.play("a", "b")
    assert table.source.snapshot() != kept
    table.source.restore(kept)
    assert table.source.snapshot() == kept


def test_an_entry_that_cannot_be_written_binds_nobody() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    table.play("a", "b")
    held, state = table.source.sealed(), table.state

    def full(_entry: Entry) -> None:
        raise LogError("the disk is full")

    table.session.write = full
    with pytest.raises(LogError):
        table.session.do(cmd.Shuffle())
    assert (table.source.sealed(), table.state) == (held, state)
    table.session.write = None
    table.dealer()
    table.play(None, "c")
    first, second = table.checked()
    assert len(first["secrets"]) == len(second["secrets"]) == 1


def test_a_log_on_disk_has_its_secrets_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    sealed = tmp_path / "table.jsonl.sealed"
    session = open_committed(rules_by_hand(LET_IT_RIDE), "t1")
    journal = Journal.begin(path, session)
    session.do(cmd.Sit(1), ANN)
    journal.sync()
    assert not sealed.exists()
    session.run_dealer()
    base = [wager.name for wager, _ in session.state.rules.to_place.values() if not wager.side]
    session.do(cmd.PlaceBets(1, dict.fromkeys(base, 500)), ANN)
    session.do(cmd.Ready(1, word="seven"), ANN)
    session.do(cmd.NoMoreBets())
    journal.close()
    seal = sealed.read_text(encoding="utf-8")
    assert len(bytes.fromhex(json.loads(seal.splitlines()[-1])["secrets"][0]["secret"])) == 32
    assert sealed.stat().st_mode & 0o077 == 0
    session, journal = resume(path, GAMES)
    while session.state.phase is not OPEN:
        session.run_dealer(until_round_ends=True)
        if session.state.phase is not OPEN:
            session.do(cautious(session.state))
    journal.close()
    assert not sealed.exists()
    (one,) = verified(path.read_text(encoding="utf-8").splitlines(), 0)
    assert one["words"] == "1=seven"
    sealed.write_text(seal, encoding="utf-8")
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[: whole.index('"no-more-bets"')].rpartition("\n")[0] + "\n")
    sealed.unlink()
    with pytest.raises(BadInputError, match="missing"):
        resume(path, GAMES)
    sealed.write_text(seal.replace("t1-1", "t1-2"), encoding="utf-8")
    with pytest.raises(BadInputError, match="another table"):
        resume(path, GAMES)


# Other tables -------------------------------------------------------------------------------------


def test_a_source_goes_with_its_own_table() -> None:
    rules = rules_by_hand(LET_IT_RIDE)
    opening = open_committed(rules, "t1").opening
    source = source_of(opening)
    assert isinstance(source, CommittedSource)
    session = open_table(rules, source)
    assert session.opening == opening
    assert session.state.commits
    with pytest.raises(BadInputError, match="another table"):
        open_table(rules, CommittedSource("t2", source.rules_hash))


@pytest.mark.parametrize(("name", "jurisdiction"), ALL)
def test_other_tables_commit_to_nothing(name: str, jurisdiction: str) -> None:
    session = open_table(rules_of(name, jurisdiction), SeededSource(1))
    session.do(*sits(1, "ann"))
    events = session.run_dealer()
    assert not [event for event in events if isinstance(event, ev.DeckCommitted)]
    assert not session.state.commits
    assert view(session.state, PUBLIC).commitment is None
    assert moment(session.state) == "1.bets"


def test_both_are_told_in_words() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    committed = ev.DeckCommitted("red", "t1-1", table.commitment)
    assert table.commitment in (event_sentence(table.state, committed) or "")
    revealed = ev.SecretsRevealed("t1-1", (("c1", "s1"), ("c2", "s2")), "1=seven", 30)
    assert event_sentence(table.state, revealed) == (
        "The secret of the cards is s2, with the words 1=seven, cut 30 cards from the top, "
        "before it, for a deck that was not dealt, s1"
    )
