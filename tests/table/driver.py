"""Random tables: what may happen at one, lawful and not. An auditor follows every event.

Everything is asked of the game's data: wagers and what they may be, how cards are dealt, meters.
"""

import dataclasses
import random
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from auditor import SECRETS, Auditor
from felt import Felt
from msgspec.structs import replace
from random_commands import REASON, any_command
from random_rules import random_rules, stacked_deck

from fairdeal.errors import BadInputError, Refused
from fairdeal.games import GAMES
from fairdeal.play.session import Session, whose
from fairdeal.rulebook.game import (
    SEATS,
    BetOrFold,
    Dealing,
    Game,
)
from fairdeal.rulebook.rules import FloorChoices
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import (
    AUDITOR,
    AUTOMATIC_DEALER,
    AUTOMATIC_FLOOR,
    DEALER,
    FLOOR,
    OPERATOR,
    PLAYER,
    Actor,
    player,
)
from fairdeal.table.entry import Entry
from fairdeal.table.game_accounts import CLAUSE, FloorTerms
from fairdeal.table.legal import Action, legal_actions
from fairdeal.table.limit_changes import notice_due
from fairdeal.table.next_step import next_command
from fairdeal.table.questions import TAKES_CARDS, cards_needed, incomplete, next_deal
from fairdeal.table.state import (
    DEALING,
    OPEN,
    Phase,
    Stage,
    State,
    before_first_card,
    deck_in_play,
    moment,
    still_dealt_to,
    stub_size,
)
from fairdeal.table.words import waits_for_words, word_digest
from fairdeal.wire.joker_numbers import number_stub_jokers
from fairdeal.wire.log import write_entry, write_opening
from fairdeal.wire.state import write_state
from fairdeal.wording.dealer import instructions

TEXTS = {game.text for game in GAMES} | {CLAUSE.split()[0]}
#: People who work here; Dora is a dealer who may also be the floorperson.
DORA, FRED = Actor("dora", DEALER, "Dora"), Actor("fred", FLOOR, "Fred")
DORA_AS_FLOOR = Actor("dora", FLOOR, "Dora")
OTHERS = (Actor("alma", AUDITOR), Actor("otto", OPERATOR))


# What people do ----------------------------------------------------------------------------------


class Said(NamedTuple):
    """A command as it was given: by whom, when, with which key, and at which moment."""

    command: cmd.Command
    by: Actor | None = None
    time: int | None = None
    key: str | None = None
    at: str | None = None


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
        self.named = named
        self.auditor = Auditor(rules, commits=secrets is not None)
        self.audited = audited
        self.unruly = unruly
        #: A seat that this table's dealer always forgets, at some tables.
        self.clumsy = seats if self.rng.random() < 0.15 else None
        #: Who works at this table.
        self._pair = (
            self.rng.choice([AUTOMATIC_DEALER, DORA]),
            self.rng.choice([AUTOMATIC_FLOOR, FRED]),
        )
        self.steps = self.refused = 0
        self.obeyed: set[str] = set()
        self.refused_kinds: set[str] = set()
        self.given: list[Given] = []
        self.keyed: list[Said] = []
        session = self.felt.session
        self.lines = [write_opening(session.opening)]
        self.snapshots = [write_state(session.state)]
        self._heard = session.on_entry
        session.on_entry = self._entry
        if audited:
            self.felt.watch(self.auditor.follow)
            self._heard, session.on_entry = session.on_entry, self._entry
        self._sit_down(seats)

    @property
    def dealer(self) -> Actor:
        """Who deals: whoever has tapped in, else who works at this table."""
        return DORA if self.felt.state.dealer else self._pair[0]

    @property
    def floor(self) -> Actor:
        """The floorperson, who is a person where the dealer is one."""
        return FRED if self.felt.state.dealer else self._pair[1]

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
            self.tell(self.by_the_house(command, felt.state), must=True)
        for number in range(1, seats + 1):
            cents = rng.choice([500, 700, 10_000])
            for wager, _ in felt.rules.to_place.values():
                offered = {a.wager: a for a in legal_actions(felt.state, number)}
                if wager.name not in offered:
                    continue
                if wager.side:
                    if rng.random() < 0.7:
                        self.tell(Said(self.act(offered[wager.name], felt.state)), must=True)
                else:
                    bet = cmd.Bet(seat=number, wager=wager.name, cents=cents)
                    self.tell(Said(bet), must=True)

    def run(self, steps: int) -> "Driver":
        for _ in range(steps):
            self.step()
        return self

    def close(self) -> "Driver":
        """The end of the day, where no round is on; afterwards the table hears nothing."""
        state = self.felt.state
        if state.phase is not OPEN:
            return self
        decks = {deck.color: len(state.rules.game.deck) for deck in state.decks}
        if decks and self.rng.random() < 0.3:
            decks[next(iter(decks))] -= 1
        closing = cmd.CloseTable(cards=decks)
        self.tell(Said(replace(closing, cards={**decks, "green": 1}), self.floor), must=False)
        self.tell(Said(closing, self.dealer), must=False)
        self.tell(Said(closing, self.floor), must=True)
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
        said, must = self.choose(state)
        self.tell(said, must=must)
        if self.audited:
            self.auditor.check(self.felt.state)
            if self.rng.random() < 0.1:
                self.auditor.check_views(self.felt.state)
        self.steps += 1

    # Saying it

    def tell(self, said: Said, *, must: bool) -> None:
        """Say it, and look at what comes of it: obeyed, or refused with a clause and no change."""
        if said not in self.keyed:  # what is sent again is sent as it was
            said = self.named_cards(said)
        felt, rng = self.felt, self.rng
        before, entries = felt.state, len(self.lines)
        kind = type(said.command).__name__
        answer = outcome(felt.session, said)
        self.given.append(Given(said, entries - 1, answer))
        if answer.startswith("["):
            self.obeyed.add(kind)
            self.check_obeyed(said, before, repeated=len(self.lines) == entries)
            if said.key is not None and len(self.lines) > entries:
                self.keyed.append(said)
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

    def named_cards(self, said: Said) -> Said:
        """Where cards are named, a command that says none names some that are in the stub."""
        command, state = said.command, self.felt.state
        if not self.named or type(command) not in TAKES_CARDS:
            return said
        if getattr(command, "cards", None) is None:
            needed = cards_needed(state, command)
            left = [card for card in state.rules.game.deck.cards if card not in state.out]
            cards = tuple(self.rng.sample(left, min(needed, len(left)))) if needed else None
            command = replace(command, cards=cards and number_stub_jokers(state, cards))
        return said._replace(command=command)

    # Choosing what to say

    def choose(self, state: State) -> tuple[Said, bool]:
        rng = self.rng
        if self.keyed and rng.random() < 0.03:
            return self.again()
        if rng.random() < self.unruly:
            return self.wildly(state), False
        if word := self.floors_word(state):
            return word
        if (notice := notice_due(state, sys.maxsize)) and rng.random() < 0.3:
            time = max(state.clock, notice.in_force_at)
            return Said(cmd.EnforceLimits(), AUTOMATIC_FLOOR, time=time), True
        if self.late_order_is_due(state) and rng.random() < 0.1:
            return Said(cmd.OrderShuffle(), self.floor), True
        command = next_command(state)
        if isinstance(command, cmd.Collect) and rng.random() < 0.15:
            stakes = [n for n in state.playing if command.wager in state.seats[n].stakes]
            how: Any = rng.choice(["give-back", "added"])
            command = cmd.CorrectChips(rng.choice(stakes), command.wager, how, REASON)
        if state.failed and state.phase is not Phase.CLOSED and rng.random() < 0.1:
            broken: Any = min(state.failed)
            command = cmd.ReturnDevice(device=broken)
        if isinstance(command, cmd.Deal) and state.dealing is Dealing.AUTOMATED_SHOE:
            command = cmd.ShoeJam() if rng.random() < 0.04 else command
        if isinstance(command, cmd.Deal):
            command = self.deals(state)
        if isinstance(command, cmd.RackStub) and not state.counted and rng.random() < 0.2:
            # A count may be made in any round, and be wrong.
            command = cmd.CountStub(cards=stub_size(state) - rng.choice([0, 0, 1]))
        if command is not None and (state.phase is not OPEN or rng.random() < 0.7):
            return self.enveloped(self.by_the_house(command, state), state), True
        if state.phase is Phase.CLOSED:
            return self.wildly(state), False
        if state.phase is OPEN:
            said, must = self.before_the_deal(state)
            return (self.enveloped(said, state), True) if must else (said, False)
        actions = [action for action in legal_actions(state) if self.can(action, state)]
        if waits_for_words(state) and (not actions or rng.random() < 0.2):
            return Said(cmd.CloseWords(), AUTOMATIC_DEALER, time=state.words_since + 1), (
                state.clock <= state.words_since + 1
            )
        return self.enveloped(Said(self.act(rng.choice(actions), state)), state), True

    def late_order_is_due(self, state: State) -> bool:
        """Whether an order to shuffle now has players pledge new words; wildly it comes seldom."""
        deck = deck_in_play(state)
        said = any(state.seats[n].word or n in state.pledges for n in state.playing)
        ready = state.phase is DEALING and deck is not None and deck.stage is Stage.READY
        first = before_first_card(state) and not state.late_order
        return bool(state.words_round) and said and ready and first

    def can(self, action: Action, state: State) -> bool:
        """Whether a player can do what is asked: nobody knows the word of a wild pledge."""
        if action.do != "reveal-word":
            return True
        pledge = word_digest(state.words_round, action.seat, SECRETS[0])
        return state.pledges[action.seat] == pledge

    def again(self) -> tuple[Said, bool]:
        """A key once more: the same answer; or for something else, which is an error."""
        said = self.rng.choice(self.keyed[-5:])
        if self.rng.random() < 0.3:
            return said._replace(command=cmd.Announce(words="something else")), False
        return said, True

    def enveloped(self, said: Said, state: State) -> Said:
        """What is right, now and then with a key, its moment, and the time that passed."""
        rng = self.rng
        key = f"key {len(self.given)}" if rng.random() < 0.1 else None
        at = moment(state) if rng.random() < 0.1 else None
        time = state.clock + rng.choice([0, 1, 20]) if rng.random() < 0.2 else None
        by = said.by or whose(state, said.command)
        return said._replace(by=by, key=key, at=at, time=time)

    def by_the_house(self, command: cmd.Command, state: State) -> Said:
        """What the house does next; now and then a deck that is inspected has a defect."""
        if isinstance(command, cmd.InspectCards) and self.rng.random() < 0.08:
            received = next(d.color for d in state.decks if d.stage is Stage.RECEIVED)
            command = cmd.InspectCards(deck=received, defect="a bent card")
        return Said(command, self.dealer if command.given_by[0] is DEALER else self.floor)

    def floors_word(self, state: State) -> tuple[Said, bool] | None:
        """What the floorperson is asked: answered by somebody else than whoever reports."""
        rng = self.rng
        if state.asked:
            asked = state.asked.asked if rng.random() < 0.7 else None
            word: cmd.Command = cmd.Confirm(asked=asked)
            if rng.random() < 0.3:
                word = cmd.Deny(reason=REASON, asked=asked)
            if state.asked.by == DORA.id and rng.random() < 0.3:
                return Said(word, DORA_AS_FLOOR), False
            return Said(word, self.floor), not (state.secret_lost and isinstance(word, cmd.Deny))
        if state.differs:
            if rng.random() < 0.2:
                return Said(cmd.Deny(reason=REASON), self.floor), True
            misdealt = rng.random() < 0.5
            # A deck that is whole stays at the table: then the cards were misdealt.
            whole = state.differs.total == len(state.rules.game.deck)
            return Said(cmd.RuleCount(misdealt=misdealt), self.floor), misdealt or not whole
        if state.called and rng.random() < 0.3:
            words = rng.choice(["", "it is settled"])
            return Said(cmd.AnswerCall(words=words), self.floor), True
        return None

    def deals(self, state: State) -> cmd.Command:
        """The next step, a part of it, or the rest; a clumsy dealer forgets a seat."""
        rng, step = self.rng, next_deal(state)
        assert step is not None
        left = still_dealt_to(state, step)
        if step.to == SEATS and self.clumsy in left and left != [self.clumsy]:
            return cmd.Deal(skip=(self.clumsy or 0,))
        parts = [cmd.Deal(part="card"), cmd.Deal(part="place"), cmd.Deal(rest=True)]
        return rng.choice([cmd.Deal(), cmd.Deal(), *parts])

    def act(self, action: Action, state: State) -> cmd.Command:
        rng = self.rng
        match action.do:
            case "ride":
                return cmd.Ride(seat=action.seat)
            case "withdraw":
                return cmd.Withdraw(seat=action.seat)
            case "fold":
                return cmd.Fold(seat=action.seat)
            case "ready":
                if state.words_round and rng.random() < 0.5:
                    pledge = word_digest(state.words_round, action.seat, SECRETS[0])
                    return cmd.Ready(seat=action.seat, pledge=pledge)
                return cmd.Ready(seat=action.seat, word=rng.choice([None, SECRETS[0]]))
            case "pledge":
                pledge = word_digest(state.words_round, action.seat, SECRETS[0])
                return cmd.Pledge(seat=action.seat, pledge=pledge)
            case "reveal-word":
                return cmd.RevealWord(seat=action.seat, word=SECRETS[0])
            case "draw":
                held = state.seats[action.seat].cards
                count = rng.randint(0, action.up_to or 0)
                return cmd.Draw(seat=action.seat, discard=tuple(rng.sample(held, count)))
        assert action.wager is not None
        least, most, step = action.least_cents or 0, action.most_cents or 0, action.step_cents or 1
        cents = rng.randrange(least, min(most, least * 4) + 1, step)
        if action.amounts_cents:
            cents = rng.choice(action.amounts_cents)
        return cmd.Bet(seat=action.seat, wager=action.wager, cents=cents)

    def before_the_deal(self, state: State) -> tuple[Said, bool]:
        rng = self.rng
        wrong = [n for n, seat in state.seats.items() if seat.stakes and incomplete(state, n)]
        if wrong and rng.random() < 0.1:
            return Said(cmd.GiveBack(seat=rng.choice(wrong)), self.dealer), True
        actions = legal_actions(state)
        if not state.seats or rng.random() < 0.1 or not actions:
            return self.sitting(state), False
        fresh = [number for number, seat in state.seats.items() if not seat.stakes]
        if fresh and rng.random() < 0.3:
            base = [wager.name for wager, _ in state.rules.to_place.values() if not wager.side]
            cents = rng.choice([500, 700, 10_000])
            bets_at_once = cmd.PlaceBets(rng.choice(fresh), dict.fromkeys(base, cents))
            return Said(bets_at_once), True
        # A player who has begun to bet goes on, so that rounds come about.
        bets = [a for a in actions if a.wager]
        missing = [a for a in bets if a.wager not in state.seats[a.seat].stakes]
        unequal = [
            a
            for a in bets
            if a.least_cents == a.most_cents
            and state.seats[a.seat].stakes.get(a.wager or "") != a.least_cents
        ]
        ready = [a for a in actions if a.do == "ready"] if rng.random() < 0.2 else []
        return Said(self.act(rng.choice(ready or unequal or missing or actions), state)), True

    def sitting(self, state: State) -> Said:
        rng = self.rng
        number = rng.randint(1, state.rules.seats)
        id_ = rng.choice([f"p{number}", f"p{max(1, number - 1)}"])
        bot = Actor(id_, PLAYER, f"Program {number}", automatic=True)
        return Said(cmd.Sit(number), rng.choice([player(id_), player(id_), bot]))

    def wildly(self, state: State) -> Said:
        """Any command at all, from anybody, at any time."""
        rng = self.rng
        command = any_command(rng, state)
        if isinstance(command, cmd.Sit):
            said = self.sitting(state)
        else:
            said = Said(command, self.anybody(command, state))
        if rng.random() < 0.1:
            said = said._replace(time=state.clock + rng.choice([-1, 0, 60, 600, 5 * 3600]))
        if rng.random() < 0.1:
            said = said._replace(at=rng.choice([moment(state), "0.bets", "?"]))
        if rng.random() < 0.1:
            said = said._replace(key=f"key {len(self.given)}")
        return said

    def anybody(self, command: cmd.Command, state: State) -> Actor | None:
        """Mostly whoever may say it, else somebody who may not."""
        rng = self.rng
        role = rng.choice(command.given_by)
        if rng.random() < 0.12:
            role = rng.choice([DEALER, FLOOR, PLAYER, AUDITOR, OPERATOR])
        if role is DEALER:
            return rng.choice([self.dealer, self.dealer, DORA, AUTOMATIC_DEALER])
        if role is FLOOR:
            return rng.choice([self.floor, self.floor, FRED, DORA_AS_FLOOR, AUTOMATIC_FLOOR])
        if role is PLAYER:
            seat = state.seats.get(getattr(command, "seat", 0))
            owner = seat.player if seat else "p1"
            return player(owner if rng.random() < 0.85 else f"p{rng.randint(1, 7)}")
        return next(other for other in OTHERS if other.role is role)
