"""Random tables: what may happen at one, lawful and not. An auditor follows every event.

Everything is asked of the game's data: wagers and what they may be, how cards are dealt, meters.
"""

import dataclasses
import random
from collections.abc import Callable
from typing import NamedTuple

from auditor import Auditor
from felt import Felt
from msgspec.structs import replace
from people import People, Said
from random_rules import random_rules, stacked_deck

from fairdeal.errors import BadInputError, Refused
from fairdeal.games import GAMES
from fairdeal.play.session import Session
from fairdeal.rulebook.game import BetOrFold, Game
from fairdeal.rulebook.rules import FloorChoices
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import PLAYER, player
from fairdeal.table.entry import Entry
from fairdeal.table.game_accounts import CLAUSE, FloorTerms
from fairdeal.table.legal import legal_actions
from fairdeal.table.next_step import next_command
from fairdeal.table.state import OPEN, Phase, State, moment
from fairdeal.wire.log import write_entry, write_opening
from fairdeal.wire.state import write_state
from fairdeal.wording.dealer import instructions

TEXTS = {game.text for game in GAMES} | {CLAUSE.split()[0]}


class Given(NamedTuple):
    """What was said, after how many entries, and what came of it."""

    said: Said
    after: int
    outcome: str


def outcome(session: Session, said: Said) -> str:
    """What a table answers, in words that can be compared."""
    command, by, time, key, at = said
    try:
        return repr(session.do(command, by, time=time, key=key, at=at))
    except Refused as refused:
        return f"{type(refused).__name__}: {refused.reason} ({refused.clause})"
    except BadInputError as error:
        return f"error: {error}"


class Driver:
    """Drives one table by chance: the script's next command, players' answers, and nonsense.

    `given` is all that was said; `lines` is the log as it would lie on disk, `snapshots` the state
    after each of its lines.
    """

    def __init__(
        self,
        seed: int,
        *,
        unruly: float = 0.3,
        named: bool = False,
        game: Game | None = None,
        audited: bool = True,
        secrets: Callable[[], str] | None = None,
        hand_pay_cents: int | None = None,
    ) -> None:
        self.rng = random.Random(seed)
        rules = random_rules(self.rng, game)
        floor: FloorChoices | None = None
        if hand_pay_cents is not None:
            floor = FloorChoices(hand_pay_cents=hand_pay_cents)
        elif self.rng.random() < 0.3:
            floor = FloorTerms(buy_in_cents=200_00)
        rules = dataclasses.replace(rules, floor=floor)
        seats = self.rng.randint(1, min(3, rules.seats))
        deck = "" if named else stacked_deck(self.rng, rules, seats)
        self.felt = Felt(rules, deck, seed, named=named, secrets=secrets)
        self.auditor = Auditor(rules, commits=secrets is not None)
        self.audited = audited
        self.people = People(self.rng, self.felt, seats=seats, unruly=unruly, named=named)
        self.steps = self.refused = 0
        self.obeyed: set[str] = set()
        self.refused_kinds: set[str] = set()
        self.given: list[Given] = []
        session = self.felt.session
        self.lines = [write_opening(session.opening)]
        self.snapshots = [write_state(session.state)]
        self._heard = session.on_entry
        session.on_entry = self._entry
        if audited:
            self.felt.watch(self.auditor.follow)
            self._heard, session.on_entry = session.on_entry, self._entry
        self._sit_down(seats)

    def _entry(self, before: State, entry: Entry) -> None:
        if self._heard is not None:
            self._heard(before, entry)
        self.lines.append(write_entry(entry))
        self.snapshots.append(write_state(self.felt.state))
        if self.audited:
            self.auditor.entered(entry)

    def _sit_down(self, seats: int) -> None:
        """The first round begins in order: everybody sits and bets, most of them on the side."""
        felt, rng = self.felt, self.rng
        for number in range(1, seats + 1):
            self.tell(Said(cmd.Sit(number), player(f"p{number}", f"Player {number}")), must=True)
        while command := next_command(felt.state):
            self.tell(self.people.by_the_house(command, felt.state), must=True)
        for number in range(1, seats + 1):
            cents = rng.choice([500, 700, 10_000])
            for wager, _ in felt.rules.to_place.values():
                offered = {a.wager: a for a in legal_actions(felt.state, number)}
                if wager.name not in offered:
                    continue
                if wager.side:
                    if rng.random() < 0.7:
                        self.tell(Said(self.people.act(offered[wager.name], felt.state)), must=True)
                else:
                    bet = cmd.Bet(seat=number, wager=wager.name, cents=cents)
                    self.tell(Said(bet), must=True)

    def run(self, steps: int) -> "Driver":
        for _ in range(steps):
            self.step()
        return self

    def close(self) -> "Driver":
        """The end of the day, where no round is on and nobody waits for the floorperson's word;
        afterwards the table hears nothing.
        """
        state = self.felt.state
        if state.phase is not OPEN or state.asked:
            return self
        decks = {deck.color: len(state.rules.game.deck) for deck in state.decks}
        if decks and self.rng.random() < 0.3:
            decks[next(iter(decks))] -= 1
        closing = cmd.CloseTable(cards=decks)
        self.tell(
            Said(replace(closing, cards={**decks, "green": 1}), self.people.floor), must=False
        )
        self.tell(Said(closing, self.people.dealer), must=False)
        self.tell(Said(closing, self.people.floor), must=True)
        assert self.felt.state.phase is Phase.CLOSED
        entries = len(self.lines)
        for _ in range(5):
            self.step()
        assert len(self.lines) == entries, "the log ends with the table"
        return self

    def step(self) -> None:
        state = self.felt.state
        lines = instructions(state)
        assert lines
        for line in lines:
            assert line.say.strip()
            # Where the texts do not speak: a call, a payment by hand, a table that is closed.
            silent = state.called or isinstance(state.asked, ev.PaymentAsked)
            assert line.clause or silent or state.phase is Phase.CLOSED
            assert line.by in ("dealer", "floor", "player")
        said, must = self.people.choose(state)
        self.tell(said, must=must)
        if self.audited:
            self.auditor.check(self.felt.state)
            if self.rng.random() < 0.1:
                self.auditor.check_views(self.felt.state)
        self.steps += 1

    # Saying it

    def tell(self, said: Said, *, must: bool) -> None:
        """Say it, and look at what comes of it: obeyed, or refused with a clause and no change."""
        if said not in self.people.keyed:  # what is sent again is sent as it was
            said = self.people.named_cards(said)
        felt, rng = self.felt, self.rng
        before, entries = felt.state, len(self.lines)
        kind = type(said.command).__name__
        answer = outcome(felt.session, said)
        self.given.append(Given(said, entries - 1, answer))
        self.people.said += 1
        if answer.startswith("["):
            self.obeyed.add(kind)
            self.check_obeyed(said, before, repeated=len(self.lines) == entries)
            if said.key is not None and len(self.lines) > entries:
                self.people.keyed.append(said)
            return
        assert not must, f"{said} was refused: {answer}"
        assert felt.state is before
        assert len(self.lines) == entries
        if answer.startswith("error"):
            assert said.key is not None, answer
            return
        reason, _, clause = answer.partition(": ")[2].rpartition(" (")
        clause = clause.removesuffix(")") if not clause.endswith("))") else clause[:-1]
        assert len(reason.split()) > 2
        if before.phase is not Phase.CLOSED:
            assert clause.split()[0] in TEXTS, f"{said}: {answer}"
        self.refused += 1
        self.refused_kinds.add(kind)
        if self.audited and rng.random() < 0.2:
            for viewer in self.auditor.viewers():
                self.auditor.search(reason, viewer)

    def check_obeyed(self, said: Said, before: State, *, repeated: bool) -> None:
        if repeated:
            assert said.key is not None, "only a key is answered without an entry"
            assert self.felt.state is before
            return
        command, by = said.command, said.by
        assert by is None or by.role in type(command).given_by, "a role that may not say it"
        number = getattr(command, "seat", None)
        if by is not None and by.role is PLAYER and number and not isinstance(command, cmd.Sit):
            assert before.seats[number].player == by.id, "for somebody else's seat"
        assert said.at is None or said.at == moment(before), "its moment was over"
        assert said.time is None or said.time >= before.clock, "the clock went back"
        turn, step = before.turn, before.current
        if isinstance(command, cmd.Ride | cmd.Withdraw | cmd.Fold | cmd.Draw | cmd.Timeout):
            assert command.seat == turn, "a decision out of turn"
        if isinstance(command, cmd.Bet) and before.phase is not OPEN:
            assert isinstance(step, BetOrFold)
            assert command.seat == turn
            assert not before.seats[command.seat].left
        if before.asked or before.differs:
            assert not isinstance(command, cmd.Deal | cmd.Settle | cmd.Reveal | cmd.Bet)
