"""What people say at a random table: lawful commands, and any others."""

import random
import sys
from typing import Any, NamedTuple

from auditor import SECRETS
from felt import Felt
from msgspec.structs import replace
from random_commands import REASON, any_command

from fairdeal.play.session import whose
from fairdeal.rulebook.game import SEATS, Dealing
from fairdeal.table import commands as cmd
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

#: People who work here; Dora is a dealer who may also be the floorperson.
DORA, FRED = Actor("dora", DEALER, "Dora"), Actor("fred", FLOOR, "Fred")
DORA_AS_FLOOR = Actor("dora", FLOOR, "Dora")
OTHERS = (Actor("alma", AUDITOR), Actor("otto", OPERATOR))


class Said(NamedTuple):
    """A command as it was given: by whom, when, with which key, and at which moment."""

    command: cmd.Command
    by: Actor | None = None
    time: int | None = None
    key: str | None = None
    at: str | None = None


class People:
    """The people at one table: they choose by chance what to say next.

    `said` is how much has been said, `keyed` what was obeyed with a key and may be said again.
    """

    def __init__(
        self, rng: random.Random, felt: Felt, *, seats: int, unruly: float, named: bool
    ) -> None:
        self.rng = rng
        self.felt = felt
        self.unruly = unruly
        self.named = named
        #: A seat that this table's dealer always forgets, at some tables.
        self.clumsy = seats if rng.random() < 0.15 else None
        #: Who works at this table.
        self._pair = (
            rng.choice([AUTOMATIC_DEALER, DORA]),
            rng.choice([AUTOMATIC_FLOOR, FRED]),
        )
        self.said = 0
        self.keyed: list[Said] = []

    @property
    def dealer(self) -> Actor:
        """Who deals: whoever has tapped in, else who works at this table."""
        return DORA if self.felt.state.dealer else self._pair[0]

    @property
    def floor(self) -> Actor:
        """The floorperson, who is a person where the dealer is one."""
        return FRED if self.felt.state.dealer else self._pair[1]

    # What to say

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
        key = f"key {self.said}" if rng.random() < 0.1 else None
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
            said = said._replace(key=f"key {self.said}")
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
