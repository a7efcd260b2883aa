"""The fold of one table's entries: rounds into sums, and what else happened into lists."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from fairdeal.floor.money.ledger import meter_accounts
from fairdeal.office.book import payouts
from fairdeal.office.book.accounts import GameAccounts
from fairdeal.office.book.decks import DeckLife
from fairdeal.office.book.facts import Duty, Hit, Irregularity, Signature, Where
from fairdeal.office.book.hands import PlayerSession, SeatWagers, SessionPart, cents_of, units_of
from fairdeal.office.book.sums import MAIN, RoundSums, Slot, WagerSum, paid_in_dollars
from fairdeal.play.fairness import round_id
from fairdeal.rulebook.rules import Rules
from fairdeal.submission.tax_thresholds import needs_form
from fairdeal.table.actors import AUTOMATIC_DEALER
from fairdeal.table.real_cards import deals_real_cards
from fairdeal.wire.log import read_opening

if TYPE_CHECKING:
    from fairdeal.office.book.book import Book

#: A pause between two rounds counts as dealing time up to this many seconds.
LONGEST_PAUSE: Final = 300

Document = Mapping[str, Any]


class TableEntry(msgspec.Struct):
    """What the book reads of a table's entry. The rest is skipped, which saves much of the time."""

    time: int
    by: dict[str, Any]
    events: list[dict[str, Any]]


#: What an event changes at a table.
Handler = Callable[["TableFold", Document], None]
Handlers = Mapping[str, Handler]


class TableFold:
    """One table, from its opening on."""

    def __init__(self, book: "Book", table: str, opening: str, where: Where) -> None:
        read = read_opening(opening)
        self.book = book
        self.id = table
        self.rules: Rules = read.rules
        self.owner = read.owner
        floor = read.rules.floor
        self.name = (floor.name if floor and floor.name else None) or table
        self.practice = read.owner is not None or bool(floor and floor.practice)
        self.dealt_by = floor.dealer if floor else "auto"
        #: The place in the log and the time of the entry that is applied, and who gave its command.
        self.leaf, self.time = where.leaf, where.time
        self.by: Document = {}
        self.opened = where
        self.closed: int | None = None
        #: Who deals, by id: the automatic dealer, who has tapped in, or who dealt last.
        self.dealer = AUTOMATIC_DEALER.id if self.dealt_by == "auto" else ""
        #: Cards that people name are bound by no commitment, which tells the round elsewhere.
        self._real_cards, self._played = deals_real_cards(read.rules), 0
        self.round = round_id(table, 1) if self._real_cards else ""
        self.hands: dict[int, SeatWagers] = {}
        self.seated: dict[int, PlayerSession] = {}
        self.sessions: list[PlayerSession] = []
        self.game_accounts = GameAccounts()
        self.decks: list[DeckLife] = []
        self.duties: list[Duty] = []
        #: Who has counted the chips first.
        self.counted: Signature | None = None
        self.waiting: dict[int, Document] = {}
        self.confirmed: tuple[Document, str] | None = None
        self.ended_at: int | None = None
        self.started_at: int | None = None
        self._sums = RoundSums()  # of the round that is played
        self._tray = 0
        self._returned = 0
        self._void: Document | None = None
        self._hits: list[Hit] = []
        self.accounts = meter_accounts(table, read.rules)
        for name, units in read.meters.items():
            life = book.meter(self.accounts[name])
            life.tables[table] = name
            life.show(where.day, where.shift, table, units)
            life.at(where.day, where.shift).funded += units - life.amount
        main = [one for one in read.rules.wagers if not one.optional]
        self._base = next(one.name for one in main if one.size.base is None)
        self._main = frozenset(one.name for one in main)
        progressive = read.rules.progressive_wager
        self._progressive = progressive.name if progressive else ""
        self._in_dollars = paid_in_dollars(read.rules)

    # Entries --------------------------------------------------------------------------------------

    def apply(self, leaf: int, entry: TableEntry, handlers: "Handlers") -> None:
        """Apply an entry of the table; `handlers` say what each event changes."""
        if entry.by["role"] == "dealer":
            if not self.dealer:
                self.dealer = entry.by["id"]
            self._sums.steps += 1
        self.leaf, self.time, self.by = leaf, entry.time, entry.by
        for event in entry.events:
            handle = handlers.get(event["event"])
            if handle is not None:
                handle(self, event)

    @property
    def place(self) -> Where:
        """Return the place of the current entry."""
        return self.book.place(self.leaf, self.time)

    @property
    def where(self) -> Where:
        """Return the place of the current entry, with this table's round and dealer."""
        return self.place._replace(table=self.id, round=self.round, dealer=self.dealer)

    # Seats ----------------------------------------------------------------------------------------

    def record_arrival(self, event: Document) -> None:
        """Record that a player has sat down."""
        session = PlayerSession(
            event["player"], event["name"], self.where, bot=event.get("bot", False)
        )
        self.seated[event["seat"]] = session
        self.sessions.append(session)
        self.game_accounts.sit(event["seat"], event["player"])

    def record_departure(self, event: Document) -> None:
        """Record that a seat is free: its session ends."""
        session = self.seated.pop(event["seat"], None)
        if session is not None:
            session.until = self.time
        self.game_accounts.leave(event["seat"], self.place)

    def record_abandonment(self, event: Document) -> None:
        """Record that a player left during the round: the seat is free when it is over."""
        self.game_accounts.abandon(event["seat"])

    def _hand(self, seat: int) -> SeatWagers:
        hand = self.hands.get(seat)
        if hand is None:
            session = self.seated.get(seat)
            hand = self.hands[seat] = SeatWagers(session.player if session else "")
        return hand

    # Wagers ---------------------------------------------------------------------------------------

    def record_wager(self, event: Document) -> None:
        """Record that a wager was placed."""
        seat, wager = event["seat"], event["wager"]
        cents = cents_of(event["amount"])
        stakes = self._hand(seat).stakes
        stakes[wager] = stakes.get(wager, 0) + cents
        self.game_accounts.move(seat, -cents)
        if self.started_at is None:
            self.started_at = self.time

    def record_buy_in(self, event: Document) -> None:
        """Record that a player bought chips, which is the drop."""
        cents = cents_of(event["amount"])
        self.sums().drop += cents
        self.game_accounts.deposit(event["seat"], cents, self.place)
        session = self.seated.get(event["seat"])
        if session is not None:
            session.at(self.place).bought += cents

    def record_wager_taken_back(self, event: Document) -> None:
        """Record that a wager was taken back before the bets were closed."""
        cents = cents_of(event["amount"])
        self._hand(event["seat"]).take_off(event["wager"], cents)
        self.game_accounts.move(event["seat"], cents)

    def record_withdrawal(self, event: Document) -> None:
        """Record that a bet was withdrawn in the round."""
        hand, cents = self._hand(event["seat"]), cents_of(event["amount"])
        hand.take_off(event["wager"], cents)
        hand.withdrawn[event["wager"]] = cents
        self.game_accounts.move(event["seat"], cents)

    def record_returned_wager(self, event: Document) -> None:
        """Record that a wager went back to the player."""
        hand, wager = self._hand(event["seat"]), event["wager"]
        cents = cents_of(event["amount"])
        self._returned += cents
        if wager in hand.inside:
            hand.inside.discard(wager)
            self._tray -= cents
        hand.settled.pop(wager, None)
        hand.take_off(wager, cents)
        self.game_accounts.move(event["seat"], cents)

    def record_collection(self, event: Document) -> None:
        """Record that the stakes of a wager went into the tray."""
        for seat in event["seats"]:
            hand = self._hand(seat)
            hand.inside.add(event["wager"])
            self._tray += hand.stakes[event["wager"]]

    def record_loss(self, event: Document) -> None:
        """Record that a wager was lost."""
        hand, wager = self._hand(event["seat"]), event["wager"]
        cents = cents_of(event["amount"])
        if wager not in hand.inside:
            hand.inside.add(wager)
            self._tray += cents
        hand.settled[wager] = (cents, 0)

    def record_payment(self, event: Document) -> None:
        """Record that a wager was paid or pushed."""
        hand, wager = self._hand(event["seat"]), event["wager"]
        cents, stake = cents_of(event["amount"]), hand.stakes[wager]
        self._tray += (0 if wager in hand.inside else stake) - cents
        hand.settled[wager] = (stake, cents)
        self.game_accounts.move(event["seat"], cents)
        if self._hits and wager == self._progressive:
            self._name_hits(event["seat"], hand.player, event["hand"])
        if cents > stake and needs_form(stake, cents - stake, self.place.day):
            payouts.note_payout(self, event, hand.player, stake, cents - stake)

    def record_envy(self, event: Document) -> None:
        """Record that an envy bonus was paid."""
        cents = cents_of(event["amount"])
        self._sums.envy += cents
        self.game_accounts.win(event["seat"], cents, self.place)
        session = self.seated.get(event["seat"])
        if session is not None:
            session.at(self.place).result += cents

    # Meters ---------------------------------------------------------------------------------------

    def record_meter_feed(self, event: Document) -> None:
        """Record that the meters were fed."""
        for name, amount in event["dollars"].items():
            units = units_of(amount)
            life = self.book.meter(self.accounts[name])
            life.at(self.place.day, self.place.shift).fed += units
            life.show(self.place.day, self.place.shift, self.id, life.shown[self.id] + units)
            self._sums.fed += units

    def record_meter_refund(self, event: Document) -> None:
        """Record that the meters gave back what they were fed, or the house did in their place."""
        for name, amount in event["dollars"].items():
            units = units_of(amount)
            life = self.book.meter(self.accounts[name])
            life.at(self.place.day, self.place.shift).fed -= units
            life.show(self.place.day, self.place.shift, self.id, life.shown[self.id] - units)
            self._sums.returned_fed += units
        for amount in event.get("house", {}).values():
            self._sums.returned_fed += units_of(amount)

    def record_meter_payment(self, event: Document) -> None:
        """Record that a meter paid; the house puts back what it shows beyond what the win has
        left.
        """
        account = self.accounts[event["meter"]]
        life = self.book.meter(account)
        paid, shown = units_of(event["paid"]), units_of(event["dollars"])
        funded = shown - (life.shown[self.id] - paid)
        sums = life.at(self.place.day, self.place.shift)
        sums.paid += paid
        sums.funded += funded
        life.show(self.place.day, self.place.shift, self.id, shown)
        self._sums.hits += paid
        # The wager that the meter pays follows in the same entry, with the seat and the hand.
        self._hits.append(Hit(self.where, account, 0, "", "", paid, funded, shown))

    def _name_hits(self, seat: int, player: str, hand: str) -> None:
        for one in self._hits:
            hit = one._replace(seat=seat, player=player, hand=hand)
            self.book.meter(hit.meter).hits.append(hit)
            self.book.note_hit(hit)
        self._hits.clear()

    def record_meter_amounts(self, event: Document) -> None:
        """Record that linked meters show what other tables made of them."""
        for name, amount in event["dollars"].items():
            self.book.meter(self.accounts[name]).show(
                self.place.day, self.place.shift, self.id, units_of(amount)
            )

    # Rounds ---------------------------------------------------------------------------------------

    def record_commitment(self, event: Document) -> None:
        """Record that the cards of a round are bound: what follows belongs to it."""
        self.round = event["round"]

    def record_void(self, event: Document) -> None:
        """Record that all hands are void."""
        self._void = event
        self.round_ended(event)

    def sums(self) -> RoundSums:
        """Return the sums of the current slot."""
        return self.book.sums(Slot(self.place.day, self.place.shift, self.id, self.dealer))

    def round_ended(self, _event: Document) -> None:
        """Add the round to the slot in which it ended."""
        sums, played = self._sums, self.sums()
        if self._void is None:
            sums.rounds = 1
            self._count(sums)
            if not self.practice:
                self.book.add_to_path(self.place, sums.win_units)
        else:
            sums.voids = 1
            sums.void_result = self._tray
            self._note_void()
        began = self.started_at if self.started_at is not None else self.time
        if self.ended_at is not None and began - self.ended_at <= LONGEST_PAUSE:
            began = self.ended_at
        sums.seconds = self.time - began
        played.add(sums)
        self.ended_at, self.started_at = self.time, None
        self.game_accounts.end_round(self.hands, self.place)
        self.hands = {}
        self._sums, self._tray, self._returned = RoundSums(), 0, 0
        self._void = self.confirmed = None
        self._played += 1
        if self._real_cards:
            self.round = round_id(self.id, self._played + 1)

    def _count(self, sums: RoundSums) -> None:
        seats: list[dict[str, int]] = []
        for seat, hand in self.hands.items():
            settled = hand.settled
            if not settled:
                continue
            kinds: dict[str, int] = {}
            staked = back = 0
            for wager, (stake, paid) in settled.items():
                one = sums.wagers.get(wager)
                if one is None:
                    one = sums.wagers[wager] = WagerSum()
                one.bets += 1
                one.handle += stake
                one.paid += paid
                staked += stake
                back += paid
                if wager in self._in_dollars:
                    kinds[f"{wager}@{stake}"] = stake
                elif wager not in self._main:
                    kinds[wager] = stake
            base = hand.stakes.get(self._base) or hand.withdrawn.get(self._base)
            if base and not settled.keys().isdisjoint(self._main):
                kinds[MAIN] = base
            seats.append(kinds)
            part = self._part(seat, hand.player)
            if part is not None:
                part.hands += 1
                part.handle += staked
                part.result += back - staked
                for kind, stake in kinds.items():
                    part.stakes[kind] = part.stakes.get(kind, 0) + stake
        sums.seats = len(seats)
        sums.stakes.add_round(seats)

    def _part(self, seat: int, player: str) -> SessionPart | None:
        """Return the part of this shift of the session of a player who may have left the seat."""
        session = self.seated.get(seat)
        if session is None or session.player != player:
            session = next((one for one in reversed(self.sessions) if one.player == player), None)
        return None if session is None else session.at(self.place)

    def _note_void(self) -> None:
        void = self._void or {}
        question, confirmed_by = self.confirmed or ({}, "")
        line = Irregularity(
            self.where,
            "void",
            void.get("clause", ""),
            void.get("reason", ""),
            question.get("by", ""),
            "confirmed" if confirmed_by else "",
            confirmed_by,
            self._returned,
            self._sums.returned_fed,
        )
        self.book.irregularities.append(line)
        self.book.note(line.where, "void", "warning", f"all hands void: {line.what}", line)
