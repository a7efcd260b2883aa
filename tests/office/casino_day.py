"""A simulated casino day: 20 tables, three shifts, and everything that a day may bring.

Guests and bots play at tables of the automatic dealer and of people. The day has reliefs in a
round, fills, credits and a voided request, a meter hit at each of two linked tables (their first
decks deal a royal flush and four of a kind), voids and denied reports, a payment by hand, a
corrected meter, a server that is killed and started again, drops of open tables, counts that
differ, and tables that close. Nothing but the seed of the secrets decides the cards.
"""

from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

from faulty_disk import Killed
from harness import Harness, rules_of, works
from linked import four_of_a_kind, linked_rules
from night import METERS

from fairdeal.floor.floor import Floor, FloorSettings
from fairdeal.floor.money.denominations import chips_for
from fairdeal.floor.money.variances import notify_error, report_incident
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.guests import more_chips
from fairdeal.floor.startup import record_start, sample_texts
from fairdeal.floor.tables.chip_requests import (
    confirm_request,
    request_chips,
    sign_slip,
    void_request,
)
from fairdeal.floor.tables.closing import close_table, count_table
from fairdeal.floor.tables.inventory_counts import count_inventory
from fairdeal.floor.tables.meter_acts import ask_to_correct, confirm_meter
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.play.sources import CommittedSource
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, Role
from fairdeal.table.state import OPEN, new_table
from fairdeal.wire.commands import command_document

DAY: Final = "2027-01-15"
#: Eight in the morning of that day, two hours after it began.
BEGIN: Final = 1_800_000_000
HALF_HOUR: Final = 1_800
#: Half hours until half past six on the next morning, when the gaming day is over.
STEPS: Final = 45
TABLES: Final = 20
#: A secret that deals seat 1 a royal flush in the first round of t1, found by trying.
ROYAL: Final = (127_580).to_bytes(32).hex()
#: Tables that people deal, with those who play there, and what they have dealt already.
BY_HAND: Final = ("t3", "t4", "t5")


def quads() -> str:
    """Return a secret that deals seat 1 four of a kind in the first round of t2."""
    state = new_table(linked_rules("South"))
    return next(
        secret
        for number in count()
        if four_of_a_kind(state, secret := number.to_bytes(32).hex(), "t2", "t2-1", (1,))
    )


class CasinoDay:
    """The house, its people, and how they spend the day."""

    def __init__(self, folder: Path, rounds: int) -> None:
        #: How often each automatic table is looked at in half an hour.
        self.rounds = rounds
        self.numbers = count(1)
        texts = list(sample_texts().values())[:4]
        samples = [rules_of(text) for text in texts]
        alone = [rules_of(texts[n].replace("bots = 2", "bots = 0")) for n in (1, 3)]
        by_hand = [rules_of(METERS), *alone]
        others = [samples[n % 4] for n in range(TABLES - 5)]
        self.house = Harness(
            str(folder / "floor.db"),
            *(linked_rules("North"), linked_rules("South"), *by_hand, *others),
            settings=FloorSettings(pace=1, clock=0, bots=True),
            secret=self._secret,
            time=BEGIN,
        )
        house = self.house
        record_start(house.floor)
        staff = house.staff()
        self.dora, self.fred, self.olga = staff["dealer"], staff["floor"], staff["operator"]
        self.dan, self.flo = (
            house.ask(partial(works_as, name=name, role=role))
            for name, role in (("dan", DEALER), ("flo", FLOOR))
        )
        self.guests = {table: house.guest(f"guest {table}") for table in ("t1", "t2", *BY_HAND)}
        self.kills = 0

    def _secret(self, size: int) -> str:
        return next(self.numbers).to_bytes(size).hex()

    def ask(self, do: Callable[[Floor], Any]) -> Any:
        return self.house.ask(do)

    # The day --------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play the whole day."""
        self._open()
        plans: dict[int, Callable[[], None]] = {
            2: self._fills,
            4: self._wrong_cards,
            6: self._pay_by_hand,
            9: self._kill,
            12: partial(self._drop, "t3", 0),
            14: self._credits,
            16: self._correct_meter,
            20: self._move_seat,
            27: partial(self._drop, "t4", -25_00),
            30: self._close_short,
            32: self._close_automatic,
            STEPS - 2: self._leave,
        }
        for step in range(STEPS):
            for one in range(self.rounds):
                self.house.time = (
                    BEGIN + step * HALF_HOUR + (one + 1) * HALF_HOUR // (self.rounds + 1)
                )
                self._look()
                if step < STEPS - 2:
                    self._play_by_hand(step * self.rounds + one)
            plans.get(step, lambda: None)()
        self.house.time = BEGIN + STEPS * HALF_HOUR
        self._look()

    def _open(self) -> None:
        for table, secret in (("t1", ROYAL), ("t2", quads())):
            source = self.house.table(table).session.source
            assert isinstance(source, CommittedSource)
            usual, source._new_secret = source._new_secret, partial(str, secret)
            self.house.sit(self.guests[table], table)
            self.bet(table, progressive=1)
            source._new_secret = usual
            self.play_out(table)
        for table in BY_HAND:
            self.ask(partial(hand_over, person=self.fred, table=table, dealer="person"))
            for who in (self.dora, self.fred):
                self._count(who, table, "opening", 100_000_00)
            self.house.sit(self.guests[table], table)
            self.house.say(self.dora, table, do="tap-in")

    def _look(self) -> None:
        def steps(floor: Floor) -> None:
            for live in floor.tables.values():
                if not live.closed:
                    floor.automatic_dealer.run_due_steps(live)

        self.ask(steps)

    def bet(self, table: str, **more: float) -> None:
        """The guest of a table bets the least, and stands by it."""
        while self.house.table(table).dealer == "auto" and not self._takes_bets(table):
            self._wait(table)
        guest = self.guests[table]
        if self.house.floor.chips(guest.id) < 200_00:
            self.ask(lambda floor: more_chips(floor, guest))
        self.house.bet(guest, table, 1, **more)

    def play_out(self, table: str) -> None:
        """The round of the guest goes on to its end, at a table of the automatic dealer."""
        rounds = self.house.table(table).state.rounds
        for _ in range(70):
            if self.house.table(table).state.rounds > rounds:
                return
            live = self.house.table(table)
            seat = live.state.seats[1]
            if live.state.phase is OPEN and not seat.ready and self._takes_bets(table):
                # Fresh decks came between the bets and the deal.
                self.house.say(self.guests[table], table, do="ready", seat=1)
            elif live.state.turn is not None and live.session.next_command() is None:
                self.house.decide(self.guests[table], table)
            else:
                self._wait(table)
        raise AssertionError(f"the round at {table} does not end")

    def _wait(self, table: str) -> None:
        """A second passes, and the automatic dealer goes on."""
        self.house.time += 1
        self.ask(lambda floor: floor.automatic_dealer.run_due_steps(floor.tables[table]))

    def _takes_bets(self, table: str) -> bool:
        return self.house.table(table).session.next_command() in (None, cmd.NoMoreBets())

    # Tables that people deal ----------------------------------------------------------------------

    def _play_by_hand(self, number: int) -> None:
        for table in ("t1", "t2"):
            if number % 3 == 0:
                self.bet(table, progressive=5)
                self.play_out(table)
        table = BY_HAND[number % 3]
        if not self.house.table(table).closed:
            self.deal_round(table, relief=number % 5 == 0)

    def deal_round(self, table: str, *, relief: bool = False) -> None:
        """One round by hand; in the middle of it one dealer may relieve the other."""
        self._bet_by_hand(table)
        self.house.time += 5
        self._next(table)
        if relief:
            self.relieve(table)
        while self.house.table(table).state.phase is not OPEN:
            self._next(table)

    def _bet_by_hand(self, table: str) -> None:
        """The cards are made ready, and the guest bets."""
        while not self._takes_bets(table):
            self._next(table)
        offers = self.house.table(table).state.rules.progressive_wager
        self.bet(table, **{offers.name: 1} if offers else {})

    def _next(self, table: str) -> None:
        """The next step of a round, by whoever has to take it."""
        live = self.house.table(table)
        if live.state.turn is not None and live.session.next_command() is None:
            self.house.decide(self.guests[table], table)
            return
        if live.state.asked is not None:
            self.house.say(self.fred, table, do="confirm", asked=live.state.asked.asked)
            return
        command = live.session.next_command()
        assert command is not None
        who = self._dealer(table) if DEALER in command.given_by else self.fred
        self.house.say(who, table, **command_document(command))

    def _dealer(self, table: str) -> Person:
        dealing = self.house.table(table).state.dealer
        return self.dan if dealing == self.dan.id else self.dora

    def relieve(self, table: str) -> None:
        """The dealers change places."""
        old = self._dealer(table)
        new = self.dora if old is self.dan else self.dan
        self.house.say(new, table, do="tap-in", relieves=old.id)

    # What happens ---------------------------------------------------------------------------------

    def _fills(self) -> None:
        asked = self._request("t3", 500_00, fill=True)
        for who, line in ((self.olga, "chip bank"), (self.flo, "carrier"), (self.dora, "dealer")):
            self.ask(partial(sign_slip, person=who, table="t3", asked=asked, line=line))
        gus = self.ask(partial(works_as, name="gus", role=FLOOR))
        self.ask(lambda floor: confirm_request(floor, gus, "t3", asked))
        self._move("t7", 1_234_00, fill=True)
        wrong = self._request("t4", 77_00, fill=True)
        self.ask(lambda floor: void_request(floor, self.olga, "t4", wrong, "the wrong table"))

    def _credits(self) -> None:
        self._move("t4", 2_000_00, fill=False)
        self._move("t8", 10_000_00, fill=False)
        self._move("t5", 300_00, fill=True)

    def _request(self, table: str, cents: int, *, fill: bool) -> str:
        return self.ask(  # type: ignore[no-any-return]
            lambda floor: request_chips(floor, self.fred, table, cents, "by plan", fill=fill)
        )

    def _move(self, table: str, cents: int, *, fill: bool) -> None:
        asked = self._request(table, cents, fill=fill)
        self.ask(lambda floor: confirm_request(floor, self.olga, table, asked))

    def _wrong_cards(self) -> None:
        """A round that is void, and a report that the floorperson denies."""
        for table, yes in (("t3", True), ("t4", False)):
            self._bet_by_hand(table)
            while not self.house.table(table).state.out:
                self._next(table)
            self.house.say(self._dealer(table), table, do="wrong-number", place="seat:1", cards=9)
            asked = self.house.table(table).state.asked
            assert asked is not None
            if yes:
                self.house.say(self.fred, table, do="confirm", asked=asked.asked)
                continue
            self.house.say(self.fred, table, do="deny", asked=asked.asked, reason="counted again")
            while self.house.table(table).state.phase is not OPEN:
                self._next(table)

    def _pay_by_hand(self) -> None:
        pays: dict[str, Any] = {
            "do": "pay-by-hand",
            "seat": 1,
            "amount": 25,
            "reason": "a pair was paid too low",
        }
        self.house.say(self._dealer("t3"), "t3", **pays)
        asked = self.house.table("t3").state.asked
        assert asked is not None
        self.house.say(self.fred, "t3", do="confirm", asked=asked.asked)

    def _kill(self) -> None:
        """The process dies between two statements, in the middle of everybody's steps."""
        self.house.time += 60
        self.house.disk.plan("kill", 25)
        try:
            for _ in range(20):
                self._look()
                self.house.time += 5
        except Killed:
            self.kills += 1
        self.house.time += 240
        self.house.reopen()
        record_start(self.house.floor)

    def _count(self, who: Person, table: str, of: str, cents: int) -> None:
        chips = chips_for(cents)
        self.ask(lambda floor: count_inventory(floor, who, table, of, chips))

    def _drop(self, table: str, difference: int) -> None:
        cents = self.house.floor.tray(table) // 10_000 + difference
        for who in (self._dealer(table), self.flo):
            self._count(who, table, "drop", cents)
        if difference:
            self.ask(
                lambda floor: notify_error(floor, self.fred, table, "miscounted", resolved=True)
            )

    def _close_short(self) -> None:
        """A table closes 125 dollars short, which nobody can explain."""
        live = self.house.table("t5")
        chips = chips_for(self.house.floor.tray("t5") // 10_000 - 125_00)
        cards = {deck.color: len(live.state.rules.game.deck) for deck in live.state.decks}
        for who in (self._dealer("t5"), self.flo):
            self.ask(partial(count_table, person=who, table="t5", chips=chips, cards=cards))
        self.ask(lambda floor: notify_error(floor, self.fred, "t5", "unknown", resolved=False))
        self.house.time += 600
        self.ask(lambda floor: report_incident(floor, self.olga, "t5", "nothing was found"))

    def _close_automatic(self) -> None:
        while self.house.table("t6").state.phase is not OPEN:
            self._wait("t6")
        self.ask(lambda floor: close_table(floor, self.fred, "t6"))

    def _correct_meter(self) -> None:
        units = self.house.table("t3").state.meters.units["minor"]
        asked = self.ask(
            lambda floor: ask_to_correct(
                floor, self.olga, "t3", "t3.minor", units, units + 3_000_000, "the display failed"
            )
        )
        self.ask(lambda floor: confirm_meter(floor, self.fred, "t3", asked))

    def _move_seat(self) -> None:
        """A player leaves with what the account holds, and sits down at another box."""
        self.house.say(self.guests["t4"], "t4", do="leave", seat=1)
        self.house.sit(self.guests["t4"], "t4", 1)

    def _leave(self) -> None:
        for table, guest in self.guests.items():
            if not self.house.table(table).closed:
                self.house.say(guest, table, do="leave", seat=1)

    # What came of it ------------------------------------------------------------------------------

    def lines(self) -> list[tuple[str, str]]:
        """The log: the table of each entry, and its text."""
        rows = self.house.real.execute("SELECT tbl, body FROM entries ORDER BY leaf")
        return [(row[0], row[1]) for row in rows]


def works_as(floor: Floor, name: str, role: Role) -> Person:
    """Somebody who works at the floor."""
    return works(floor, name, role)
