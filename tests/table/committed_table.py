"""A table that commits to its cards, for the tests of commitments."""

import json
import random
from itertools import count
from typing import Any

import pytest
import verifier
from felt import rules_of
from verifier import verified

from fairdeal.errors import Refused
from fairdeal.games import GAMES, find_game
from fairdeal.play.bots import cautious
from fairdeal.play.session import open_committed
from fairdeal.play.sources import CommittedSource
from fairdeal.rulebook.game import Dealing, Game, Shuffling
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import Actor, player
from fairdeal.table.entry import Entry
from fairdeal.table.legal import legal_actions
from fairdeal.table.state import State, deck_in_play
from fairdeal.table.view import parse_viewer
from fairdeal.table.words import waits_for_words
from fairdeal.wire.json_line import dump_line
from fairdeal.wire.log import write_entry, write_opening
from fairdeal.wire.state import write_state
from fairdeal.wire.view import seen_document, view_document
from fairdeal.wording.event_words import event_sentence

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
        #: The word that each seat pledged last.
        self.pledged: dict[int, str] = {}
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
            told += [event_sentence(before, one, viewer) or "" for one in entry.events]
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
            if waits_for_words(self.state):
                self.say_words()
            elif self.state.rounds == rounds:
                self.say(cautious(self.state))

    def pledge(self, seat: int, word: str) -> str:
        """What a player sends who pledges a word, computed as the text has it."""
        self.pledged[seat] = word
        return verifier.pledge("t1", self.state.rounds + 1, seat, word)

    def say_words(self) -> None:
        """Every player pledges or reveals what is waited for."""
        for action in legal_actions(self.state):
            if action.do == "reveal-word":
                self.say(cmd.RevealWord(action.seat, self.pledged[action.seat]))
            elif action.seat in self.state.to_pledge:
                again = f"{self.pledged.get(action.seat, '')} again"
                self.say(cmd.Pledge(action.seat, self.pledge(action.seat, again)))

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
