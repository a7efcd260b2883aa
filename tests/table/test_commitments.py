"""Cards that are committed to before the first bet, as anybody can check who has the log."""

import hmac
import json
import random
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import verifier
from driver import DORA, FRED, Driver
from felt import ALL, rules_of, sits
from verifier import verified

from fairdeal.cards import Deck, card_text
from fairdeal.errors import BadInputError, LogError, Refused
from fairdeal.games import GAMES, find_game
from fairdeal.play import fairness
from fairdeal.play.bots import cautious
from fairdeal.play.journal import Journal, replayed, resume, source_of
from fairdeal.play.session import Session, open_committed, open_table
from fairdeal.play.sources import CommittedSource, SeededSource
from fairdeal.rulebook.game import Dealing, Game, Shuffling
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor, player
from fairdeal.table.entry import Entry
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import OPEN, State, deck_in_play, moment
from fairdeal.table.view import PUBLIC, parse_viewer, view
from fairdeal.wire.line import dump_line
from fairdeal.wire.log import read_entry, read_opening, write_entry, write_opening
from fairdeal.wire.state import read_state, write_state
from fairdeal.wire.view import seen_document, view_document
from fairdeal.wording.event_words import tell

ANN, BOB = player("p1"), player("p2")
VIEWERS = ("public", "dealer", "floor", "auditor", "seat:1", "seat:2", "player:somebody")


class Secrets:
    """Secrets one after the other, the same for the same seed; what was made is written down."""

    def __init__(self, seed: int = 1, made: int = 0) -> None:
        self.seed = seed
        self.numbers = count(made)
        self.made: list[str] = []

    def __call__(self) -> str:
        self.made.append(random.Random(f"{self.seed} {next(self.numbers)}").randbytes(32).hex())
        return self.made[-1]


class Table:
    """A table that commits to its cards: its log, and what lies sealed after each entry."""

    def __init__(self, rules: Rules, seed: int = 1) -> None:
        self.rules = rules
        self.secrets = Secrets(seed)
        self.session = open_committed(rules, "t1", new_secret=self.secrets)
        self.lines = [write_opening(self.session.opening)]
        self.states = [write_state(self.session.state)]
        self.seals = [json.dumps(self.source.sealed())]
        self.said: list[tuple[int, cmd.Command, Actor | None]] = []
        self.revealed: set[str] = set()
        self.session.on_entry = self._hear

    def _hear(self, before: State, entry: Entry) -> None:
        """Nothing that is sent or written tells a secret before its round has ended."""
        for event in entry.events:
            if isinstance(event, ev.SecretsRevealed):
                self.revealed |= {secret for _, secret in event.secrets}
        state = self.session.state
        self.lines.append(write_entry(entry))
        self.states.append(write_state(state))
        self.seals.append(json.dumps(self.source.sealed()))
        told = [self.lines[-1], self.states[-1].decode(), self.session.opening.table]
        for name in VIEWERS:
            viewer = parse_viewer(name, state.rules.seats)
            told.append(dump_line(view_document(state, viewer)))
            told += [dump_line(seen_document(before, one, viewer)) for one in entry.events]
            told += [tell(before, one, viewer) or "" for one in entry.events]
        text = "\n".join(told)
        assert not [one for one in self.secrets.made if one in text and one not in self.revealed]

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def source(self) -> CommittedSource:
        assert isinstance(self.session.source, CommittedSource)
        return self.session.source

    def say(self, *commands: cmd.Command, by: Actor | None = None) -> list[ev.Event]:
        events: list[ev.Event] = []
        for command in commands:
            entries = self.session.entries
            events = self.session.do(command, by)
            self.said.append((entries, command, by))
        return events

    def refuses(self, command: cmd.Command, clause: str, by: Actor | None = None) -> None:
        lines, made = len(self.lines), len(self.secrets.made)
        with pytest.raises(Refused) as refused:
            self.session.do(command, by)
        assert refused.value.clause == clause
        assert (len(self.lines), len(self.secrets.made)) == (lines, made)

    def dealer(self) -> None:
        """The automatic pair goes on, entry by entry as it would with pauses."""
        while command := self.session.next_command():
            rounds = self.state.rounds
            self.say(command)
            if self.state.rounds > rounds:
                return

    def sit(self) -> "Table":
        self.say(cmd.Sit(1), by=ANN)
        self.say(cmd.Sit(2), by=BOB)
        self.dealer()
        return self

    def bet(self, seat: int) -> None:
        base = [wager.name for wager, _ in self.rules.to_place.values() if not wager.side]
        self.say(cmd.PlaceBets(seat, dict.fromkeys(base, 500)))

    def play(self, *words: str | None) -> None:
        """A round: both bet and say that their bets stand, each with a word or none."""
        for seat, word in enumerate(words, start=1):
            self.bet(seat)
            self.say(cmd.Ready(seat, word=word))
        self.to_the_end()

    def to_the_end(self) -> None:
        rounds = self.state.rounds
        while self.state.rounds == rounds:
            self.dealer()
            if self.state.rounds == rounds:
                self.say(cautious(self.state))

    def checked(self) -> list[dict[str, Any]]:
        return verified(self.lines, self.rules.game.deck.jokers)

    @property
    def commitment(self) -> str:
        deck = deck_in_play(self.state)
        return deck.commitment if deck else ""


def rules_by_hand(game: Game) -> Rules:
    return rules_of(
        game.name, game.jurisdiction, shuffling=Shuffling.MANUAL, dealing=Dealing.MANUAL_SHOE
    )


def rules_by_machine(game: Game) -> Rules:
    decks = 2 if game.clauses.two_decks else 1
    return rules_of(game.name, game.jurisdiction, shuffling=Shuffling.AUTOMATED, decks=decks)


BOTH = pytest.mark.parametrize("rules", [rules_by_hand, rules_by_machine])
EVERY = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.jurisdiction}")
LET_IT_RIDE = find_game("let-it-ride")


# The bytes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("jokers", [0, 2])
def test_the_order_is_the_one_that_the_text_gives(jokers: int) -> None:
    rng, deck = random.Random(jokers), Deck(jokers)
    assert [card_text(card) for card in deck.cards] == verifier.DECK + ["*"] * jokers
    for _ in range(300):
        secret = rng.randbytes(32).hex()
        table = rng.choice(["t1", "", "Tisch Nr. 3", "ナ|", "a" * 200])
        number = rng.randrange(1, 10_000)
        words = rng.choice(["", "1=x", "2=lucky 7,5=~", "3=" + "w" * 64])
        cut = rng.choice([None, *range(10, len(deck) - 9)])
        round_id = fairness.round_id(table, number)
        assert round_id == f"{table}-{number}"
        mine = fairness.fair_order(deck, secret, table, round_id, words, cut)
        assert sorted(mine) == list(deck.cards)
        theirs = verifier.order(jokers, secret, table, round_id, words, cut)
        assert [card_text(card) for card in mine] == theirs
        depth = fairness.cut_depth(len(deck), secret, table, round_id)
        assert depth == verifier.depth(len(deck), secret, table, round_id)
        rules = fairness.opening_hash(table)
        mine_bound = fairness.commitment(table, round_id, rules, secret)
        assert mine_bound == verifier.commitment(table, round_id, rules, secret)


def test_a_known_answer() -> None:
    """Written down once: it never changes."""
    secret = "00" * 31 + "01"
    bound = "fc610a503bfaa8e9c52b5d33b4c537e3b83122216ad52a68d883c85edd0c2d21"
    assert fairness.commitment("t1", "t1-1", "ab" * 32, secret) == bound
    order = fairness.fair_order(Deck(0), secret, "t1", "t1-1", "1=seven", None)
    assert " ".join(map(card_text, order[:8])) == "Jh 8s 3h 3s Jc 6c 5s 3c"
    assert fairness.cut_depth(52, secret, "t1", "t1-1") == 25


@pytest.mark.parametrize("size", [52, 54])
def test_every_cut_that_is_allowed_comes(size: int) -> None:
    rng = random.Random(size)
    depths = {fairness.cut_depth(size, rng.randbytes(32).hex(), "t", "t-1") for _ in range(2_000)}
    assert depths == set(range(10, size - 9))


def test_a_stream_is_the_same_however_it_is_read() -> None:
    at_once = fairness.counter_stream(b"k" * 32, "text")(300)
    stream = fairness.counter_stream(b"k" * 32, "text")
    assert b"".join(stream(n) for n in (1, 31, 32, 0, 33, 4, 199)) == at_once


# Rounds -------------------------------------------------------------------------------------------


@EVERY
@BOTH
def test_every_card_that_is_dealt_was_committed_to(
    game: Game, rules: Callable[[Game], Rules]
) -> None:
    table = Table(rules(game)).sit()
    for words in [("seven", "a lucky one"), (None, None), (None, "x"), ("y z", None)]:
        table.play(*words)
        table.dealer()
    rounds = table.checked()
    assert [one["words"] for one in rounds] == ["1=seven,2=a lucky one", "", "2=x", "1=y z"]
    assert [one["round"] for one in rounds] == ["t1-1", "t1-2", "t1-3", "t1-4"]
    assert all(one["dealt"] and len(one["secrets"]) == 1 for one in rounds)
    size = len(game.deck)
    for one in rounds:
        by_hand = not table.state.shuffling.by_machine
        secret = one["secrets"][-1][1]
        assert one["cut"] == (verifier.depth(size, secret, "t1", one["round"]) if by_hand else None)
    assert table.commitment
    assert len({one["secrets"][0][1] for one in rounds}) == len(rounds)


def test_a_words_change_changes_the_cards() -> None:
    """The secret is the same, the players' part is another."""
    orders = []
    for word in ("seven", "eight", None):
        table = Table(rules_by_machine(LET_IT_RIDE)).sit()
        table.play(word, None)
        orders.append(table.checked()[0]["order"])
    assert len(set(map(tuple, orders))) == 3


def test_the_dealers_own_run_cuts_as_deep_as_the_secret_says() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE))
    table.say(cmd.Sit(1), by=ANN)
    events = table.session.run_dealer()
    (cut,) = [event for event in events if isinstance(event, ev.DeckCut)]
    assert cut.depth == verifier.depth(52, table.secrets.made[0], "t1", "t1-1")


def test_a_dealer_who_is_a_person_cuts_where_he_or_she_likes() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    bound = table.commitment
    table.say(cmd.OrderRecut(), by=FRED)
    assert table.commitment == bound, "a cut leaves the shuffle as it was"
    table.say(cmd.Cut(depth=33), by=DORA)
    table.play(None, "w")
    (one,) = table.checked()
    assert (one["cut"], len(one["secrets"])) == (33, 1)


def test_two_decks_are_committed_to_in_turn() -> None:
    """The second as soon as the first round has ended, in the same entry."""
    game = next(game for game in GAMES if game.clauses.two_decks)
    table = Table(rules_by_machine(game)).sit()
    table.play("a", "b")
    last = json.loads(table.lines[-1])["events"]
    ends = [event["event"] for event in last][-3:]
    assert ends == ["round-ended", "secrets-revealed", "deck-committed"]
    assert last[-1]["deck"] == table.state.deck == "blue"
    assert moment(table.state) == "2.bets"


def test_a_preshuffled_second_deck_is_cut_when_its_turn_has_come() -> None:
    """How deep follows from its secret, which there is not before."""
    game = next(game for game in GAMES if game.clauses.two_decks)
    table = Table(rules_by_machine(game))
    table.say(cmd.ReceiveDecks(colors=("red", "blue"), preshuffled=True), by=DORA)
    table.sit()
    table.play("a", "b")
    table.dealer()
    table.play("a", "b")
    one, two = table.checked()
    for record in (one, two):
        secret = record["secrets"][0][1]
        assert record["cut"] == verifier.depth(len(game.deck), secret, "t1", record["round"])


# Before the bets ----------------------------------------------------------------------------------


@EVERY
@BOTH
def test_no_bet_is_taken_before_the_commitment(game: Game, rules: Callable[[Game], Rules]) -> None:
    table = Table(rules(game))
    place = game.procedure.place
    base = next(wager.name for wager, _ in table.rules.to_place.values())
    table.say(cmd.Sit(1), by=ANN)
    while not table.commitment:
        assert moment(table.state) == "1.opening"
        assert legal_actions(table.state) == []
        assert view(table.state, PUBLIC).commitment is None
        assert "commitment" not in view_document(table.state, PUBLIC)
        table.refuses(cmd.Bet(1, base, 500), place, ANN)
        table.refuses(cmd.PlaceBets(1, {base: 500}), place, ANN)
        table.refuses(cmd.Ready(1, word="early"), place, ANN)
        command = table.session.next_command()
        assert command is not None
        table.say(command)
    assert moment(table.state) == "1.bets"
    assert legal_actions(table.state)
    for name in VIEWERS:
        viewer = parse_viewer(name, table.state.rules.seats)
        assert view_document(table.state, viewer)["commitment"] == table.commitment
    table.say(cmd.Bet(1, base, 500), by=ANN)


@EVERY
def test_a_shuffle_ordered_while_bets_are_made(game: Game) -> None:
    table = Table(rules_by_hand(game)).sit()
    table.bet(1)
    table.say(cmd.Ready(1, word="seven"))
    first, at = table.commitment, moment(table.state)
    table.say(cmd.OrderShuffle(), by=FRED)
    assert table.commitment == ""
    assert moment(table.state) == "1.opening.1" != at
    # A word that is known before the secret would be none of the player's.
    table.refuses(cmd.Ready(1, word="eight"), game.procedure.place, ANN)
    table.refuses(cmd.PlaceBets(2, {"any": 500}), game.procedure.place, BOB)
    base = next(wager.name for wager, _ in table.rules.to_place.values())
    table.say(cmd.TakeBackBet(1, base), by=ANN)
    (shuffled, committed) = table.say(cmd.Shuffle(), by=DORA)
    assert isinstance(shuffled, ev.DeckShuffled)
    assert isinstance(committed, ev.DeckCommitted)
    assert committed.commitment != first
    assert moment(table.state) == "1.bets.1"
    table.say(cmd.Bet(1, base, 500), by=ANN)
    table.bet(2)
    table.say(cmd.Ready(1, word="nine"), by=ANN)
    table.to_the_end()
    (one,) = table.checked()
    assert [bound for bound, _ in one["secrets"]] == [first, committed.commitment]
    assert one["words"] == "1=nine"


def test_a_shuffle_ordered_after_no_more_bets() -> None:
    """The words stand as they were sent, so that the house has no choice of a secret any more."""
    table = Table(rules_by_machine(LET_IT_RIDE)).sit()
    for seat in (1, 2):
        table.bet(seat)
        table.say(cmd.Ready(seat, word=f"word {seat}"))
    table.say(cmd.NoMoreBets())
    table.say(cmd.OrderShuffle(), by=FRED)
    assert table.commitment == ""
    table.to_the_end()
    (one,) = table.checked()
    first = table.secrets.made[0]
    drawn = hmac.new(bytes.fromhex(first), b"fairdeal again 1|t1|t1-1", "sha256").hexdigest()
    assert [secret for _, secret in one["secrets"]] == [first, drawn]
    assert one["words"] == "1=word 1,2=word 2"


def test_a_cut_ordered_after_no_more_bets_is_as_deep_as_the_secret_says() -> None:
    """Whatever depth the dealer names: whoever knows the words could choose the cards with it."""
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    for seat in (1, 2):
        table.bet(seat)
        table.say(cmd.Ready(seat, word=f"word {seat}"))
    drawn = table.source.cut_depth(table.state)
    table.say(cmd.NoMoreBets())
    table.say(cmd.OrderRecut(), by=FRED)
    (cut, *_) = table.say(cmd.Cut(depth=11 if drawn == 10 else 10), by=DORA)
    assert cut == ev.DeckCut("red", drawn)
    table.to_the_end()
    (one,) = table.checked()
    assert one["cut"] == drawn


@EVERY
def test_a_void_reveals(game: Game) -> None:
    table = Table(rules_by_hand(game)).sit()
    table.bet(1)
    table.say(cmd.Ready(1, word="seven"))
    table.say(cmd.NoMoreBets())
    while not table.state.seats[1].cards:
        command = table.session.next_command()
        assert command is not None
        table.say(command)
    table.say(cmd.WrongNumber(place=1, cards=9), by=DORA)
    sealed = table.source.sealed()
    assert sealed["secrets"][0]["secret"] == table.secrets.made[0]
    events = table.say(cmd.Confirm(), by=FRED)
    assert [type(event) for event in events[-2:]] == [ev.RoundVoided, ev.SecretsRevealed]
    assert table.source.sealed() == {}, "what is revealed is forgotten"
    (one,) = table.checked()
    assert one["dealt"]
    assert one["secrets"] == [[sealed["secrets"][0]["commitment"], table.secrets.made[0]]]


def test_a_table_that_closes_reveals_what_it_had_committed_to() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    events = table.say(cmd.CloseTable(cards={"red": 52}), by=FRED)
    assert isinstance(events[-1], ev.SecretsRevealed)
    (one,) = table.checked()
    assert (one["dealt"], one["cut"] is None) == (0, False)
    assert table.source.sealed() == {}


def test_cards_that_are_asked_for_too_early_are_refused_as_everywhere() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    irregular = LET_IT_RIDE.procedure.irregular
    table.refuses(cmd.FaceUp(), irregular.face_up, DORA)
    table.refuses(cmd.DrawnInError(seen=True), irregular.face_up, DORA)
    fresh = Table(rules_by_hand(LET_IT_RIDE))
    fresh.refuses(cmd.FaceUp(), irregular.face_up, DORA)


# All that may happen ------------------------------------------------------------------------------


@EVERY
def test_at_random_tables_every_card_was_committed_to(game: Game) -> None:
    rounds = []
    for seed in range(25):
        secrets = Secrets(seed)
        driver = Driver(seed, game=game, unruly=0.15, secrets=secrets).run(120).close()
        rounds += verified(driver.lines, game.deck.jokers)
        text = "\n".join(map(bytes.decode, driver.snapshots))
        assert not [secret for secret in secrets.made if secret in text]
    assert sum(bool(one["dealt"]) for one in rounds) > 40
    assert any(len(one["secrets"]) > 1 for one in rounds)
    assert any(one["words"] for one in rounds)


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
        lambda seal: {**seal, "secrets": [{**seal["secrets"][0], "secret": 5}]},
        lambda seal: {**seal, "secrets": [{"secret": "00"}]},
        lambda seal: {**seal, "secrets": 7},
        lambda _: 7,
    ],
)
def test_a_seal_of_something_else_is_refused(spoil: Callable[[Any], Any]) -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    session = replayed("\n".join(table.lines).encode())
    source = session.source
    assert isinstance(source, CommittedSource)
    before = source.keep()
    with pytest.raises(BadInputError, match="sealed secrets"):
        source.unseal(spoil(table.source.sealed()))
    assert source.keep() == before
    source.unseal(table.source.sealed())
    assert source.sealed() == table.source.sealed()


def test_what_a_source_holds_is_a_value() -> None:
    table = Table(rules_by_hand(LET_IT_RIDE)).sit()
    kept = table.source.keep()
    table.play("a", "b")
    assert table.source.keep() != kept
    table.source.bring_back(kept)
    assert table.source.keep() == kept


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
    assert table.commitment in (tell(table.state, committed) or "")
    revealed = ev.SecretsRevealed("t1-1", (("c1", "s1"), ("c2", "s2")), "1=seven", 30)
    assert tell(table.state, revealed) == (
        "The secret of the cards is s2, with the words 1=seven, cut 30 cards from the top, "
        "before it, for a deck that was not dealt, s1"
    )
