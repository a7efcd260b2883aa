"""Random tables: what may happen at one, lawful and not, and an auditor who follows every event.

The auditor keeps its own books from the events alone: chips by account, the place of every card,
and which cards each viewer may know.
"""

import json
import random
from typing import Any

from felt import MACHINES, Felt, rules_of, settled_elsewhere
from msgspec.structs import replace

from fairdeal.cards import card_text
from fairdeal.games import GAMES
from fairdeal.rulebook.game import SEATS, BetOrFold, Dealing, Shuffling, TakeBack
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.dealing import next_deal
from fairdeal.table.evolve import evolve
from fairdeal.table.legal import legal_actions
from fairdeal.table.script import next_command, script
from fairdeal.table.state import Phase, Refused, State, new_table
from fairdeal.table.views import seen_event, view

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


class Auditor:
    """Keeps books of one table from its events, and compares them with what the table says."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players: dict[int, str] = {}
        self.chips: dict[str, int] = {"inventory": 0}
        self.stakes: dict[tuple[int, str], tuple[str, int]] = {}
        self.places: dict[int, str] = {}
        self.public: set[int] = set()
        self.known: dict[int, set[int]] = {}
        self.folded: State = new_table(rules)
        self.closed: State | None = None
        self.envy: dict[int, int] = {}
        self.payments: list[ev.WagerPaid] = []
        self.rounds = self.compared = 0

    # Events -----------------------------------------------------------------------------------

    def follow(self, state: State, event: ev.Event) -> None:
        """One more event: what each viewer is sent of it, and the books afterwards."""
        for viewer in self.viewers():
            self.search(seen_event(state, event, viewer), viewer, event)
        if isinstance(event, ev.RoundEnded):
            self.compare_with_settle(state)
        if isinstance(event, ev.BetsClosed):
            self.closed, self.envy = state, {}
        self.enter(event)
        self.folded = evolve(self.folded, event)
        if isinstance(event, ev.RoundVoided) and self.closed is not None:
            assert self.folded.meters == self.closed.meters, "the meters are as before the round"

    def enter(self, event: ev.Event) -> None:
        match event:
            case ev.PlayerSat():
                self.players[event.seat] = event.player
                self.chips.setdefault(event.player, 0)
            case ev.PlayerLeft():
                del self.players[event.seat]
            case ev.WagerPlaced():
                assert (event.seat, event.wager) not in self.stakes
                self.move(self.players[event.seat], f"{event.seat}", event.cents)
                self.stakes[event.seat, event.wager] = (f"{event.seat}", event.cents)
            case ev.WagerTakenBack() | ev.BetWithdrawn() | ev.WagerReturned():
                account, cents = self.stakes.pop((event.seat, event.wager))
                assert cents == event.cents
                self.move(account, self.players[event.seat], cents)
            case ev.StakesCollected():
                for seat in event.seats:
                    account, cents = self.stakes[seat, event.wager]
                    self.move(account, "inventory", cents)
                    self.stakes[seat, event.wager] = ("inventory", cents)
            case ev.WagerLost():
                account, cents = self.stakes[event.seat, event.wager]
                assert cents == event.cents
                self.move(account, "inventory", cents)
                self.stakes[event.seat, event.wager] = ("inventory", cents)
            case ev.WagerPaid():
                account, cents = self.stakes[event.seat, event.wager]
                self.move(account, "inventory", cents)
                self.move("inventory", self.players[event.seat], event.cents)
                self.stakes[event.seat, event.wager] = ("inventory", cents)
            case ev.EnvyPaid():
                self.move("inventory", self.players[event.seat], event.cents)
                self.envy[event.seat] = self.envy.get(event.seat, 0) + event.cents
            case ev.CardsDealt():
                assert event.cards
                for place, card in event.cards:
                    self.put(card, place)
                    if place.startswith("seat:"):
                        self.known.setdefault(int(place[5:]), set()).add(card)
            case ev.CardSetAside():
                self.put(event.card, "aside")
                self.public.add(event.card)
            case ev.CardsDrawn():
                assert len(event.drawn) == len(event.discarded)
                for card in event.discarded:
                    assert self.places[card] == f"seat:{event.seat}"
                    self.places[card] = "discards"
                for card in event.drawn:
                    self.put(card, f"seat:{event.seat}")
                    self.known.setdefault(event.seat, set()).add(card)
            case ev.CardsRevealed():
                for area, card in event.cards:
                    assert self.places[card] == area
                    self.public.add(card)
            case ev.HandShown():
                self.public |= set(event.cards)
            case ev.RoundEnded() | ev.RoundVoided():
                if isinstance(event, ev.RoundVoided):
                    assert not self.stakes, "a void returns every wager"
                self.rounds += isinstance(event, ev.RoundEnded)
                self.stakes.clear()
                self.places.clear()
                self.public.clear()
                self.known.clear()
                self.players = {
                    n: p for n, p in self.players.items() if n not in self.leavers(self.folded)
                }

    @staticmethod
    def leavers(state: State) -> set[int]:
        return {n for n, seat in state.seats.items() if seat.left}

    def move(self, giver: str, taker: str, cents: int) -> None:
        assert type(cents) is int
        assert cents >= 0
        self.chips[giver] = self.chips.get(giver, 0) - cents
        self.chips[taker] = self.chips.get(taker, 0) + cents

    def put(self, card: int, place: str) -> None:
        assert card in self.rules.game.deck
        assert card not in self.places, f"{card_text(card)} is in two places"
        self.places[card] = place

    # Comparisons ------------------------------------------------------------------------------

    def check(self, state: State) -> None:
        """The table's books are the auditor's, and the events alone give the same table."""
        assert self.folded == state
        assert sum(self.chips.values()) == 0
        assert state.inventory == self.chips["inventory"]
        for player, cents in state.purses.items():
            assert type(cents) is int
            assert cents == self.chips[player]
        layout = {n: self.chips.get(str(n), 0) for n in range(1, state.rules.seats + 1)}
        for number, cents in layout.items():
            seat = state.seats.get(number)
            lies = (
                sum(c for w, c in seat.stakes.items() if w not in seat.taken | seat.settled)
                if seat
                else 0
            )
            assert lies == cents, number
        self.check_cards(state)

    def check_cards(self, state: State) -> None:
        found: dict[int, str] = {}
        for card in state.burned:
            found[card] = "rack"
        for card in state.set_aside:
            found[card] = "aside"
        for area, lying in state.board.items():
            found |= dict.fromkeys(lying, area)
        for number, seat in state.seats.items():
            found |= dict.fromkeys(seat.cards, f"seat:{number}")
            found |= dict.fromkeys(seat.discarded, "discards")
        assert found == self.places

    def viewers(self) -> list[str]:
        seats = [f"seat:{n}" for n in range(1, self.rules.seats + 1)]
        return ["public", "dealer", "floor", *seats]

    def may_know(self, viewer: str) -> set[int]:
        known = set(self.public)
        if viewer.startswith("seat:") and (player := self.players.get(int(viewer[5:]))):
            for number, name in self.players.items():
                if name == player:
                    known |= self.known.get(number, set())
        return known

    def search(self, document: Any, viewer: str, event: ev.Event | None = None) -> None:
        """No face of a card that the viewer may not know is anywhere in what is sent."""
        known = self.may_know(viewer)
        match event:
            case ev.CardsDealt(cards=dealt):
                mine = self.players.get(int(viewer[5:])) if viewer.startswith("seat:") else None
                for place, card in dealt:
                    number = int(place[5:]) if place.startswith("seat:") else 0
                    if mine and mine == self.players.get(number):
                        known.add(card)
            case ev.CardsDrawn(seat=seat, drawn=drawn):
                mine = self.players.get(int(viewer[5:])) if viewer.startswith("seat:") else None
                known |= set(drawn) if mine and mine == self.players[seat] else set()
            case ev.CardSetAside(card=card):
                known.add(card)
            case ev.CardsRevealed(cards=shown):
                known |= {card for _, card in shown}
            case ev.HandShown(cards=shown):
                known |= set(shown)
        faces = {card_text(card) for card in known}
        for text in _texts(document):
            for word in text.replace(",", " ").split():
                if word in _FACES:
                    assert word in faces, f"{viewer} is told of {word}: {document}"

    def check_views(self, state: State) -> None:
        for viewer in self.viewers():
            document = view(state, viewer)
            json.dumps(document)
            self.search(document, viewer)

    def compare_with_settle(self, state: State) -> None:
        """Every seat's cents of a finished round are what `fairdeal settle` says."""
        assert self.closed is not None
        lose = state.rules.readings["abandoned"] == "lose"
        in_round = [state.seats[number] for number in state.playing]
        # `settle` knows no one who left or forfeited: their turn at a meter and their envy differ.
        undisturbed = not any(seat.left or seat.out for seat in in_round)
        for number, told in settled_elsewhere(self.closed, state).items():
            seat = state.seats[number]
            paid = {e.wager: e for e in self.payments if e.seat == number}
            if seat.left and lose:
                continue
            for name, wager in told["wagers"].items():
                if name in seat.withdrawn or (not undisturbed and name == "progressive"):
                    continue
                got = paid[name].cents + paid[name].cut if name in paid else 0
                assert got == round(wager["returned"] * 100), (number, name, told)
            assert sum(e.cut for e in paid.values()) == round(told["limited"] * 100)
            if undisturbed:
                back = sum(e.cents for e in paid.values())
                net = back - sum(seat.stakes.values()) + self.envy.get(number, 0)
                assert net == round(told["net"] * 100), (number, told)
                self.compared += 1


_FACES = {card_text(card) for card in range(53)}


def _texts(document: Any) -> list[str]:
    if isinstance(document, str):
        return [document]
    if isinstance(document, dict):
        return [t for k, v in document.items() for t in (k, *_texts(v))]
    if isinstance(document, list | tuple):
        return [text for one in document for text in _texts(one)]
    return []


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
        lines = script(state)
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
            case cmd.Malfunction | cmd.MarkOutOfOrder:
                return kind(device=device)
            case cmd.ChangeMethod:
                return kind(
                    dealing=rng.choice([None, *map(str, Dealing), "x"]),
                    shuffling=rng.choice([None, *map(str, Shuffling), "x"]),
                )
            case _:
                seated = "seat" in kind.__struct_fields__
                return kind(seat=seat) if seated else kind()
