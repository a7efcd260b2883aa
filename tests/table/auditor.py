"""An auditor who follows every event of a table.

It keeps its own books from the events alone: chips by account, the place of every card, and which
cards each viewer may know.
"""

import json
from typing import Any

from felt import settled_elsewhere

from fairdeal.cards import card_text
from fairdeal.rulebook.rules import Rules
from fairdeal.table import events as ev
from fairdeal.table.evolve import evolve
from fairdeal.table.state import Stage, State, new_table, stub_size
from fairdeal.table.view import seen_event, view


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
        #: Decks by colour: which deck it is of all that came, and whether it has been verified.
        self.decks: dict[str, tuple[int, bool]] = {}
        self.came = 0
        #: The deck of the last round, if two were in use.
        self.used: int | None = None

    # Events -----------------------------------------------------------------------------------

    def follow(self, state: State, event: ev.Event) -> None:
        """One more event: what each viewer is sent of it, and the books afterwards."""
        for viewer in self.viewers():
            self.search(seen_event(state, event, viewer), viewer, event)
        if isinstance(event, ev.RoundEnded):
            self.compare_with_settle(state)
        self.follow_decks(state, event)
        if isinstance(event, ev.BetsClosed):
            self.closed, self.envy = state, {}
        self.enter(event)
        self.folded = evolve(self.folded, event)
        if isinstance(event, ev.RoundVoided) and self.closed is not None:
            assert self.folded.meters == self.closed.meters, "the meters are as before the round"

    def follow_decks(self, state: State, event: ev.Event) -> None:
        """Nothing is dealt that was not inspected, and of two decks each is used in turn."""
        match event:
            case ev.DecksReceived():
                for color in event.colors:
                    self.came += 1
                    self.decks[color] = (self.came, event.preshuffled)
            case ev.InspectionVerified():
                for deck in state.decks:
                    if deck.stage is Stage.INSPECTED:
                        self.decks[deck.color] = (self.decks[deck.color][0], True)
            case ev.DeckRemoved():
                del self.decks[event.deck]
            case ev.BetsClosed():
                assert all(verified for _, verified in self.decks.values())
                deck, _ = self.decks[state.deck]
                two = state.shuffling.by_machine and state.rules.decks == 2
                assert not two or deck != self.used, "the same deck twice running"
                self.used = deck if two else None

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
        assert stub_size(state) >= 0
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
