"""An auditor who follows every event of a table.

It keeps its own books from the events alone: chips by account, the place of every card, which
cards each viewer may know, who asked for what and who confirmed it.
"""

import re
from functools import cache
from typing import Any

from felt import settled_elsewhere

from fairdeal.cards import JOKER, card_text, is_joker
from fairdeal.floor.money.linked_meters import GIVES_BACK
from fairdeal.rulebook.game import Shuffling
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.rulebook.rules import Rules
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, PLAYER
from fairdeal.table.entry import Entry
from fairdeal.table.evolve import advance_to
from fairdeal.table.state import Phase, Stage, State, new_table, stub_size
from fairdeal.table.view import HOUSE, PUBLIC, Viewer, parse_viewer
from fairdeal.wire.json_line import dump_line
from fairdeal.wire.view import player_document, seen_document, view_document

#: Whoever is sent things: everybody that works here, each seat, and players by id.
Viewers = list[Viewer]
#: Texts that only some may read.
SECRETS = ("lucky word", "a quiet word")


@cache
def _viewers(seats: int, ids: tuple[str, ...]) -> Viewers:
    names = ["public", *map(str, HOUSE), *(f"player:{id_}" for id_ in ids)]
    names += [f"seat:{n}" for n in range(1, seats + 1)]
    return [parse_viewer(name, seats) for name in names]


class Auditor:
    """Keeps books of one table from its events, and compares them with what the table says."""

    def __init__(self, rules: Rules, *, commits: bool = False) -> None:
        self.rules = rules
        self.players: dict[int, str] = {}
        self.chips: dict[str, int] = {"inventory": 0, "gone": 0}
        self.stakes: dict[tuple[int, str], tuple[str, int]] = {}
        self.places: dict[int, int | str] = {}
        self.public: set[int] = set()
        self.known: dict[int, set[int]] = {}
        self.folded: State = new_table(rules, commits=commits)
        self.closed: State | None = None
        self.envy: dict[int, int] = {}
        self.payments: list[ev.WagerPaid] = []
        #: What a meter has paid, until a wager is paid with it.
        self.from_meter: int | None = None
        self.rounds = self.compared = 0
        #: Decks by colour: which deck it is of all that came, and whether it has been verified.
        self.decks: dict[str, tuple[int, bool]] = {}
        self.came = 0
        #: The deck of the last round, if two were in use.
        self.used: int | None = None
        self.inspected_by = ""
        self.asked: ev.Asked | None = None
        #: A wrong stub count that waits for the floorperson.
        self.differs: ev.StubCounted | None = None
        #: The card that the floorperson is asked about, which nobody else but the dealer is shown.
        self.reported: int | None = None
        #: Everybody who ever sat here, and somebody who did not.
        self.ids = {"nobody at all"}

    # Events -----------------------------------------------------------------------------------

    def follow(self, state: State, event: ev.Event) -> None:
        """One more event: what each viewer is sent of it, and the books afterwards."""
        if isinstance(event, ev.PlayerSat):
            self.ids.add(event.player)
        for viewer in self.viewers():
            document = seen_document(state, event, viewer)
            self.search(document, viewer, event)
            self.told_in_confidence(event, viewer, document)
        if isinstance(event, ev.RoundEnded):
            self.compare_with_settle(state)
        self.follow_decks(state, event)
        self.follow_floor(event)
        if isinstance(event, ev.BetsClosed):
            self.closed, self.envy, self.payments = state, {}, []
        if isinstance(event, ev.WagerPaid):
            assert self.from_meter in (None, event.cents), "what the meter paid, somebody got"
            self.from_meter = None
            self.payments.append(event)
        if isinstance(event, ev.MeterPaid):
            cents, part = divmod(event.paid, UNITS_PER_CENT)
            assert not part, "in whole cents"
            left = state.meters.units[event.meter] - event.paid
            assert event.units - left in (0, state.meters.resets[event.meter])
            self.from_meter = cents
        self.enter(state, event)
        if isinstance(event, ev.RoundVoided) and self.closed is not None:
            assert state.meters == self.closed.meters, "the meters are as before the round"

    def entered(self, entry: Entry) -> None:
        """All events of an entry were followed: the events alone give the same table."""
        self.folded = advance_to(self.folded, entry.time, entry.events)
        if any(isinstance(event, ev.MetersUnfed) for event in entry.events):
            assert isinstance(entry.command, GIVES_BACK), "a floor looks at the meters before these"
        if isinstance(entry.command, cmd.Settle):
            self.check_order(entry.events)

    def check_order(self, events: tuple[ev.Event, ...]) -> None:
        """Named, then lost, pushed and paid, then the side bets (reading `losing-first`)."""
        order: list[int] = []
        for event in events:
            match event:
                case ev.HandAnnounced():
                    order.append(0)
                case ev.WagerLost() | ev.WagerPaid() if self.rules.game.wager[event.wager].side:
                    order.append(4)
                case ev.WagerLost():
                    order.append(1)
                case ev.WagerPaid():
                    order.append(2 if event.result == "push" else 3)
        assert order == sorted(order)

    def follow_decks(self, state: State, event: ev.Event) -> None:
        """Nothing is dealt that was not inspected, and of two decks each is used in turn."""
        match event:
            case ev.DecksReceived():
                for color in event.colors:
                    self.came += 1
                    self.decks[color] = (self.came, event.preshuffled)
            case ev.CardsInspected():
                self.inspected_by = event.by
            case ev.InspectionVerified():
                assert event.by != self.inspected_by, "somebody else verifies"
                for deck in state.decks:
                    if deck.stage is Stage.INSPECTED:
                        self.decks[deck.color] = (self.decks[deck.color][0], True)
            case ev.DeckRemoved():
                del self.decks[event.deck]
            case ev.DeckCounted():
                assert event.right == (event.cards == len(self.rules.game.deck))
            case ev.MethodChanged() if not Shuffling(event.shuffling).by_machine:
                self.used = None  # one deck from here on: its turn begins when there are two again
            case ev.BetsClosed():
                assert all(verified for _, verified in self.decks.values())
                deck_number, _ = self.decks[state.deck]
                two = state.shuffling.by_machine and state.rules.decks == 2
                assert not two or deck_number != self.used, "the same deck twice running"
                self.used = deck_number if two else None
                for deck in state.decks:
                    assert deck.stage in (Stage.SHUFFLED, Stage.READY), "none lies in the rack"

    def follow_floor(self, event: ev.Event) -> None:
        """What is asked is answered once, and by somebody else."""
        match event:
            case ev.VoidAsked() | ev.CorrectionAsked() | ev.PaymentAsked() | ev.HandPayAsked():
                assert self.asked is None
                self.asked = event
            case ev.StubCounted() if event.result == "differs":
                assert self.asked is None
                assert self.differs is None
                self.differs = event
            case ev.CountRuled() | ev.Denied() if self.differs is not None:
                assert event.by != self.differs.by, "a second person must"
                assert event.by not in self.players.values(), "who plays does not judge"
                self.differs = None
            case ev.SecretsLost():
                # What else was asked about the cards or wagers falls: all that is left is a void.
                if not isinstance(self.asked, ev.PaymentAsked | ev.HandPayAsked):
                    self.asked = self.differs = self.reported = None
            case ev.Confirmed() | ev.Denied():
                assert self.asked is not None
                assert event.asked == self.asked.asked
                assert event.by != self.asked.by, "a second person must"
                assert event.by not in self.players.values(), "who plays does not judge"
                self.asked = self.reported = None
            case ev.PlayerLeft() | ev.PlayerRemoved() if isinstance(self.asked, ev.PaymentAsked):
                if event.seat == self.asked.seat:
                    self.asked = None
            case ev.PaidByHand():
                assert event.seat in self.players, "somebody is paid"

    def enter(self, state: State, event: ev.Event) -> None:
        match event:
            case ev.PlayerSat():
                self.players[event.seat] = event.player
                self.chips.setdefault(event.player, 0)
            case ev.PlayerLeft() | ev.PlayerRemoved():
                assert not any(seat == event.seat for seat, _ in self.stakes)
                self.goes(event.seat)
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
            case ev.PaidByHand():
                assert state.phase is Phase.OPEN, "no round depends on it"
                self.move("inventory", self.players[event.seat], event.cents)
            case ev.CardsDealt():
                assert event.cards or event.steps
                for place, card in event.cards:
                    self.put(card, place)
            case ev.CardReported():
                assert event.card not in self.places, "it is still in its place"
                self.reported = event.card
            case ev.CardSetAside():
                self.put(event.card, "aside")
                self.public.add(event.card)
            case ev.CardsDiscarded():
                assert event.cards is not None
                assert event.count == len(event.cards)
                for card in event.cards:
                    assert self.places[card] == event.seat
                    self.places[card] = "discards"
            case ev.CardsReplaced():
                assert event.cards is not None
                assert event.count == len(event.cards)
                for card in event.cards:
                    self.put(card, event.seat)
            case ev.CardsRevealed():
                for area, card in event.cards:
                    assert self.places[card] == area
                    self.public.add(card)
            case ev.HandShown():
                assert all(self.places[card] == event.seat for card in event.cards)
                self.public |= set(event.cards)
            case ev.RoundEnded() | ev.RoundVoided():
                if isinstance(event, ev.RoundVoided):
                    # Wagers of those who sat down meanwhile cannot be: bets were closed.
                    assert not self.stakes, "a void returns every wager"
                self.rounds += isinstance(event, ev.RoundEnded)
                self.stakes.clear()
                self.places.clear()
                self.public.clear()
                self.known.clear()
                self.asked = self.differs = None
                for number in [n for n, seat in state.seats.items() if seat.left]:
                    self.goes(number)

    def goes(self, number: int) -> None:
        """A seat is free; with the last box its player's chips leave the table."""
        player = self.players.pop(number)
        if player not in self.players.values():
            self.chips["gone"] += self.chips.pop(player)

    def move(self, giver: str, taker: str, cents: int) -> None:
        assert type(cents) is int
        assert cents >= 0
        self.chips[giver] = self.chips.get(giver, 0) - cents
        self.chips[taker] = self.chips.get(taker, 0) + cents

    def put(self, card: int | None, place: int | str) -> None:
        assert card is not None
        assert card in self.rules.game.deck
        assert card not in self.places, f"{card_text(card)} is in two places"
        if is_joker(card):
            # Alike outside: a log tells them apart by the order in which they leave the deck.
            assert set(range(JOKER, card)) <= self.places.keys(), "the first joker comes first"
        self.places[card] = place
        if isinstance(place, int):
            self.known.setdefault(place, set()).add(card)

    # Comparisons ------------------------------------------------------------------------------

    def check(self, state: State) -> None:
        """The table's books are the auditor's, and the events alone give the same table."""
        assert self.folded == state
        assert sum(self.chips.values()) == 0
        assert state.inventory == self.chips["inventory"]
        assert state.gone == self.chips["gone"]
        assert state.purses.keys() == set(self.players.values())
        for player, cents in state.purses.items():
            assert type(cents) is int
            assert cents == self.chips[player]
        for number in range(1, state.rules.seats + 1):
            seat = state.seats.get(number)
            assert (seat.player if seat else None) == self.players.get(number)
            lies = (
                sum(c for w, c in seat.stakes.items() if w not in seat.taken | seat.settled)
                if seat
                else 0
            )
            assert lies == self.chips.get(str(number), 0), number
        self.check_cards(state)

    def check_cards(self, state: State) -> None:
        assert stub_size(state) >= 0
        found: dict[int, int | str] = {}
        for card in state.burned:
            found[card] = "rack"
        for card in state.set_aside:
            found[card] = "aside"
        for area, lying in state.board.items():
            found |= dict.fromkeys(lying, area)
        for number, seat in state.seats.items():
            found |= dict.fromkeys(seat.cards, number)
            found |= dict.fromkeys(seat.discarded, "discards")
        assert found == self.places
        assert state.out == frozenset(found)

    def viewers(self) -> Viewers:
        return _viewers(self.rules.seats, tuple(sorted(self.ids)))

    def person(self, viewer: Viewer) -> str | None:
        """The player that a viewer is, by the auditor's own books."""
        return self.players.get(viewer.seat) if viewer.seat else viewer.id or None

    def owns(self, viewer: Viewer) -> set[int]:
        player = self.person(viewer)
        return {n for n, owner in self.players.items() if player and owner == player}

    def may_know(self, viewer: Viewer) -> set[int]:
        known = set(self.public)
        if self.reported is not None and viewer.role in (DEALER, FLOOR):
            known.add(self.reported)
        for number in self.owns(viewer):
            known |= self.known.get(number, set())
        return known

    def search(self, document: Any, viewer: Viewer, event: ev.Event | None = None) -> None:
        """No face of a card that the viewer may not know is anywhere in what is sent."""
        told = set(_FACE.findall(str(document)))
        if not told:
            return
        known, own = self.may_know(viewer), self.owns(viewer)
        match event:
            case ev.CardsDealt(cards=dealt):
                known |= {card for place, card in dealt if place in own and card is not None}
            case ev.CardsReplaced(seat=seat, cards=cards) if seat in own:
                known |= set(cards or ())
            case ev.CardSetAside(card=card):
                known.add(card)
            case ev.CardReported(card=card) if viewer.role in (DEALER, FLOOR):
                known.add(card)
            case ev.CardsRevealed(cards=shown):
                known |= {card for _, card in shown}
            case ev.HandShown(cards=cards):
                known |= set(cards or ())
        secret = told - {card_text(card) for card in known}
        assert not secret, f"{viewer} is told of {secret}: {document}"

    def told_in_confidence(
        self, event: ev.Event, viewer: Viewer, document: dict[str, Any] | None
    ) -> None:
        """A word is its player's, a call the house's and whose it is; all the rest is sent."""
        match event:
            case ev.PlayerReady() | ev.WordRevealed():
                own = event.seat in self.owns(viewer)
                assert document is not None
                assert document["word"] == (event.word if own else None)
            case ev.CardReported():
                assert (document is not None) == (viewer.role in (DEALER, FLOOR))
            case ev.FloorCalled() | ev.CallAnswered():
                sent = viewer.role in HOUSE or event.by == self.person(viewer)
                assert (document is not None) == sent
            case _:
                assert document is not None, event
        assert document is None or "purse" not in document

    def check_views(self, state: State) -> None:
        for viewer in self.viewers():
            document = view_document(state, viewer)
            text = dump_line(document)
            self.search(document, viewer)
            own = self.owns(viewer)
            works_here = viewer.role in HOUSE
            for seat in document["seats"]:
                may_see = seat["seat"] in own or viewer.role == "floor"
                assert ("purse" in seat) == may_see, (viewer, seat)
            assert ("inventory" in document) == ("house" in document) == works_here
            assert not any(secret in text for secret in SECRETS) or works_here
            for action in document["actions"]:
                assert viewer.role is not PLAYER or action["seat"] in own
            if viewer.role is PLAYER:
                shared = player_document(state, viewer, view_document(state, PUBLIC))
                assert dump_line(shared) == text, viewer

    def compare_with_settle(self, state: State) -> None:
        """Every seat's cents of a finished round are what `fairdeal settle` says."""
        assert self.closed is not None
        lose = state.rules.readings["abandoned"] == "lose"
        in_round = [state.seats[number] for number in state.playing]
        progressive = state.rules.progressive_wager
        # `settle` knows no one who left or forfeited: their turn at a meter and their envy differ.
        undisturbed = not any(seat.left or seat.out for seat in in_round)
        for number, told in settled_elsewhere(self.closed, state).items():
            seat = state.seats[number]
            paid = {e.wager: e for e in self.payments if e.seat == number}
            if seat.left and lose:
                continue
            for name, wager in told["wagers"].items():
                on_meters = progressive is not None and name == progressive.name
                if name in seat.withdrawn or (not undisturbed and on_meters):
                    continue
                got = paid[name].cents + paid[name].cut if name in paid else 0
                assert got == round(wager["returned"] * 100), (number, name, told)
            assert sum(e.cut for e in paid.values()) == round(told["limited"] * 100)
            if undisturbed:
                back = sum(e.cents for e in paid.values())
                net = back - sum(seat.stakes.values()) + self.envy.get(number, 0)
                assert net == round(told["net"] * 100), (number, told)
                self.compared += 1


#: A card by its name, standing alone.
_FACE = re.compile(r"(?<!\w)(?:[2-9TJQKA][cdhs](?!\w)|\*)")
