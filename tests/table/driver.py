"""Random tables: what may happen at one, lawful and not. An auditor follows every event."""

import random
from typing import Any

from auditor import Auditor
from felt import MACHINES, Felt, rules_of
from msgspec.structs import replace

from fairdeal.cards import card_text
from fairdeal.errors import Refused
from fairdeal.games import GAMES
from fairdeal.rulebook.game import SEATS, BetOrFold, Dealing, Shuffling, TakeBack
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.decide.dealing import next_deal
from fairdeal.table.legal import legal_actions
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase, State
from fairdeal.wording.dealer import instructions

LIMITS = {"let-it-ride": 60_000, "double-draw": 9_000, "run-em-twice": 40_000}


def random_rules(rng: random.Random) -> Rules:
    """Some operator's choices: any game, any way of dealing and shuffling, any reading."""
    game = rng.choice(GAMES)
    pennsylvania = game.jurisdiction == "pennsylvania"
    shuffling = rng.choice(list(Shuffling))
    dealing = rng.choice(list(Dealing))
    if dealing is Dealing.HAND and not shuffling.by_machine and not pennsylvania:
        shuffling = rng.choice(MACHINES)
    optional = [n for n in game.paytables if n in game.wager and game.wager[n].optional]
    without = [name for name in optional if rng.random() < 0.25]
    readings = {r.id: rng.choice(r.choices)[0] for r in game.readings if r.choices}
    if readings.get("six-card-needs") == "both-bonuses" and (
        {"five-card-bonus", "three-card-bonus"} & set(without)
    ):
        readings["six-card-needs"] = "base-only"
    paytables = {
        name: rng.choice(group.names)
        for name, group in game.paytables.items()
        if name not in without
    }
    return rules_of(
        game.name,
        game.jurisdiction,
        paytables=paytables,
        without=without,
        readings=readings,
        rate=rng.choice([1_000, 333, 1]),
        dealing=dealing,
        shuffling=shuffling,
        decks=2 if shuffling.by_machine and not pennsylvania and rng.random() < 0.5 else 1,
        adjacent_boxes=rng.choice([1, 2, 3]) if game.several_boxes else 1,
        payout_limit_cents=rng.choice([game.limit.cents, LIMITS[game.name]]),
    )


def stacked_deck(rng: random.Random, rules: Rules, seats: int) -> str:
    """Often nothing; else an order that gives one of so many seats a royal flush, so that meters
    and envy pay.
    """
    if rng.random() < 0.4:
        return ""
    game = rules.game
    lucky = f"seat:{rng.randint(1, seats)}"
    hand = [lucky, *rng.choice([("left", "right", "center"), ("top", "bottom", "center")])]
    hand += ["community"]
    suit = rng.choice("cdhs")
    royal = [rank + suit for rank in rng.sample("AKQJT", 5)]
    if game.name == "let-it-ride" and rng.random() < 0.5:
        royal.sort(key=lambda card: "AKQJT".index(card[0]))
        hand = [lucky]
    rest = [card_text(card) for card in game.deck.cards if card_text(card) not in royal]
    rng.shuffle(rest)
    order = dealing_order(rules, seats)
    return " ".join((royal if place in hand and royal else rest).pop(0) for place in order)


def dealing_order(rules: Rules, seats: int) -> list[str]:
    """Where each card of the first round goes, written down from the texts' dealing scripts."""
    game = rules.game
    each = [f"seat:{n}" for n in range(1, seats + 1)]
    stacks = rules.dealing is Dealing.AUTOMATED_SHOE
    box = ["bonus"] * 3 if "six-card-bonus" in rules.paytables else []
    match game.name:
        case "run-em-twice":
            cross = ["left", "right", "top", "bottom", "center"]
            return cross + ([s for s in each for _ in range(2)] if stacks else each * 2)
        case "double-draw":
            return [s for s in each for _ in range(5)] if stacks else each * 5
        case _ if stacks:
            burned = ["rack"] if rules.shuffling is Shuffling.RESHUFFLING else []
            return [*box, *["community"] * 2, *burned, *(s for s in each for _ in range(3))]
        case _:
            return [*box, *each, "community", *each, "community", *each]


# What people do ----------------------------------------------------------------------------------


class Driver:
    """Drives one table by chance: the script's next command, players' answers, and nonsense."""

    def __init__(self, seed: int, *, unruly: float = 0.3) -> None:
        self.rng = random.Random(seed)
        rules = random_rules(self.rng)
        seats = self.rng.randint(1, 3)
        self.felt = Felt(rules, stacked_deck(self.rng, rules, seats), seed)
        self.auditor = Auditor(rules)
        self.felt.session.on_event = self._watch
        self.unruly = unruly
        #: A seat that this table's dealer always forgets, at some tables.
        self.clumsy = seats if self.rng.random() < 0.15 else None
        self.steps = self.refused = 0
        self.obeyed: set[str] = set()
        self.refused_kinds: set[str] = set()
        self._sit_down(seats)

    def _sit_down(self, seats: int) -> None:
        """The first round begins in order: everybody sits and bets, most of them on the side."""
        felt = self.felt
        felt.sit(*range(1, seats + 1))
        felt.dealer()
        for number in range(1, seats + 1):
            felt.base(number, cents=self.rng.choice([500, 700, 10_000]))
            for wager in felt.rules.wagers:
                if wager.side and self.rng.random() < 0.7:
                    offered = {a.wager: a for a in legal_actions(felt.state, number)}
                    if wager.name in offered:
                        felt.play(self.act(offered[wager.name], felt.state))

    def _watch(self, state: State, event: ev.Event) -> None:
        if isinstance(event, ev.BetsClosed):
            self.auditor.payments = []
        if isinstance(event, ev.WagerPaid):
            self.auditor.payments.append(event)
        self.auditor.follow(state, event)

    def run(self, steps: int) -> "Driver":
        for _ in range(steps):
            self.step()
        return self

    def step(self) -> None:
        state = self.felt.state
        lines = instructions(state)
        assert lines
        for line in lines:
            assert line.say.strip()
            assert line.clause
            assert line.by in ("dealer", "floor", "player")
        command, must = self.choose(state)
        self.give(command, must=must)
        self.auditor.check(self.felt.state)
        if self.rng.random() < 0.2:
            self.auditor.check_views(self.felt.state)
        self.steps += 1

    def give(self, command: cmd.Command, *, must: bool) -> None:
        before, written = self.felt.state, len(self.felt.log)
        turn, step = before.turn, before.current
        kind = type(command).__name__
        refusal = None
        try:
            self.felt.session.do(command)
        except Refused as refused:
            refusal = refused
        if refusal is not None:
            assert not must, f"{command} was refused: {refusal.reason}"
            assert self.felt.state is before
            assert len(self.felt.log) == written
            assert refusal.clause, f"{command}: {refusal.reason}"
            assert refusal.clause.split()[0] in (before.rules.game.text, "MD-RET")
            assert len(refusal.reason.split()) > 2
            self.refused += 1
            self.refused_kinds.add(kind)
            for viewer in self.auditor.viewers():
                self.auditor.search(refusal.reason, viewer)
            return
        self.obeyed.add(kind)
        if isinstance(command, cmd.Ride | cmd.Withdraw | cmd.Fold | cmd.Draw | cmd.Timeout):
            assert command.seat == turn, "a decision out of turn"
        if isinstance(command, cmd.Bet) and before.phase is not Phase.OPEN:
            assert isinstance(step, BetOrFold)
            assert command.seat == turn
            assert not before.seats[command.seat].left

    def choose(self, state: State) -> tuple[cmd.Command, bool]:
        rng = self.rng
        if rng.random() < self.unruly:
            time = state.clock + rng.choice([-1, 0, 60, 600, 5 * 3600])
            return replace(self.anything(state), time=rng.choice([None] * 9 + [time])), False
        command = next_command(state)
        if isinstance(command, cmd.Deal) and self.clumsy in state.playing[1:]:
            step = next_deal(state)
            if step is not None and step.to == SEATS:
                return cmd.Deal(skip=(self.clumsy,)), True
        if command is not None and (state.phase is not Phase.OPEN or rng.random() < 0.7):
            return command, True
        if state.phase is Phase.OPEN:
            return self.before_the_deal(state)
        actions = legal_actions(state)
        assert actions
        return self.act(rng.choice(actions), state), True

    def act(self, action: Any, state: State) -> cmd.Command:
        rng = self.rng
        match action.do:
            case "ride":
                return cmd.Ride(seat=action.seat)
            case "withdraw":
                return cmd.Withdraw(seat=action.seat)
            case "fold":
                return cmd.Fold(seat=action.seat)
            case "draw":
                held = state.seats[action.seat].cards
                count = rng.randint(0, action.up_to)
                return cmd.Draw(seat=action.seat, discard=tuple(rng.sample(held, count)))
            case _:
                most = min(action.most, action.least * 4)
                cents = rng.randrange(action.least, most + 1, action.step)
                return cmd.Bet(seat=action.seat, wager=action.wager, cents=cents)

    def before_the_deal(self, state: State) -> tuple[cmd.Command, bool]:
        rng = self.rng
        actions = legal_actions(state)
        if not state.seats or rng.random() < 0.1:
            return self.sitting(state), False
        if rng.random() < 0.9 and actions:
            # A player who has begun to bet goes on, so that rounds come about.
            missing = [a for a in actions if a.wager not in state.seats[a.seat].stakes]
            wrong = [
                a
                for a in actions
                if a.least == a.most and state.seats[a.seat].stakes.get(a.wager) != a.least
            ]
            return self.act(rng.choice(wrong or missing or actions), state), True
        return self.sitting(state), False

    def sitting(self, state: State) -> cmd.Command:
        rng = self.rng
        number = rng.randint(1, state.rules.seats)
        player = rng.choice([f"p{number}", f"p{max(1, number - 1)}"])
        return cmd.Sit(seat=number, player=player)

    def anything(self, state: State) -> cmd.Command:
        """Any command at all, with fields that may or may not make sense."""
        rng = self.rng
        seat = rng.randint(0, state.rules.seats + 1)
        if state.playing and rng.random() < 0.7:
            seat = rng.choice(state.playing)
        turn = state.turn
        if turn and rng.random() < 0.5:
            seat = turn
        wagers = [*state.rules.game.wager, "nonsense"]
        areas = [area.name for area in state.rules.game.areas] or ["community"]
        cards = tuple(rng.sample(range(54), rng.randint(0, 5)))
        held = state.seats[seat].cards if seat in state.seats else ()
        device = rng.choice(["shuffler", "shoe"])
        kind = rng.choice(cmd.COMMANDS)
        if state.phase is Phase.DEALING and rng.random() < 0.2:
            kind = cmd.Deal
        # What ends a round or a table's decks comes seldom, or no round would ever be played out.
        rare = (
            cmd.RemoveDecks,
            cmd.Malfunction,
            cmd.OrderShuffle,
            cmd.WrongNumber,
            cmd.ShoeJam,
            cmd.ExposedCommunity,
            cmd.FaceUp,
            cmd.SpreadIdle,
            cmd.CountStub,
        )
        if kind in rare and rng.random() < 0.6:
            kind = rng.choice([cmd.Bet, cmd.Fold, cmd.Leave, cmd.Forfeit, cmd.Ride, cmd.Draw])
        if kind in (cmd.Leave, cmd.Forfeit) and rng.random() < 0.8:
            kind = cmd.Timeout
        step = state.current
        asked = step.wager if isinstance(step, BetOrFold | TakeBack) else rng.choice(wagers)
        match kind:
            case cmd.ReceiveDecks:
                colors = rng.choice([("red",), ("blue",), ("red", "blue"), ("red", "red"), ()])
                return kind(colors=colors, preshuffled=rng.random() < 0.5)
            case cmd.Shuffle:
                count = rng.choice([None, None, 51, len(state.rules.game.deck)])
                return kind(deck=rng.choice([None, "red", "blue", "green"]), cards=count)
            case cmd.Cut:
                return kind(depth=rng.choice([0, 9, 10, 30, 42, 43, 44, 45, 52]))
            case cmd.SpreadIdle:
                return kind(face_up=rng.random() < 0.5)
            case cmd.Sit:
                return self.sitting(state)
            case cmd.Bet:
                wager = rng.choice([asked, rng.choice(wagers)])
                cents = rng.choice([-100, 0, 1, 100, 499, 500, 501, 1000, 1500, 50_001, 2**70])
                return kind(seat=seat, wager=wager, cents=cents)
            case cmd.TakeBackBet:
                return kind(seat=seat, wager=rng.choice(wagers))
            case cmd.PlaceBets:
                some = rng.sample(wagers, rng.randint(0, 3))
                return kind(seat=seat, cents={wager: rng.choice([100, 500]) for wager in some})
            case cmd.Collect:
                return kind(wager=rng.choice(wagers), chips=rng.randint(-1, 3))
            case cmd.Deal:
                named = rng.choice([None, None, cards])
                seats = tuple(rng.sample(range(9), rng.choice([0, 0, 1, 2])))
                if state.playing and rng.random() < 0.5:
                    fewest = min(state.playing, key=lambda n: len(state.seats[n].cards))
                    seats = (fewest,)
                twice = tuple(rng.sample(range(9), rng.choice([0, 0, 0, 1])))
                return kind(cards=named, skip=seats, twice=twice)
            case cmd.CountStub:
                found = {f"seat:{seat}": rng.randint(-1, 6)} if rng.random() < 0.3 else {}
                return kind(cards=rng.randint(-1, 54), found=found)
            case cmd.Draw:
                mine = tuple(rng.sample(held, min(len(held), rng.randint(0, 5))))
                return kind(
                    seat=seat,
                    discard=rng.choice([(), mine, cards]),
                    cards=rng.choice([None, None, cards]),
                )
            case cmd.FaceUp:
                return kind(cards=rng.choice([None, cards, cards[:1]]))
            case cmd.DrawnInError:
                return kind(seen=rng.random() < 0.2, cards=rng.choice([None, cards]))
            case cmd.WrongNumber:
                place = rng.choice([f"seat:{seat}", *areas, "seat:x", ""])
                return kind(place=place, cards=rng.randint(-1, 6))
            case cmd.ExposedCommunity:
                return kind(area=rng.choice([*areas, "nowhere"]))
            case cmd.Malfunction | cmd.MarkOutOfOrder | cmd.ReturnDevice:
                return kind(device=device)
            case cmd.ChangeMethod:
                return kind(
                    dealing=rng.choice([None, *map(str, Dealing), "x"]),
                    shuffling=rng.choice([None, *map(str, Shuffling), "x"]),
                )
            case _:
                seated = "seat" in kind.__struct_fields__
                return kind(seat=seat) if seated else kind()
