"""Payouts at tables where people deal: held until three people have signed (COMAR 36.05.03.23)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import real_cards
from harness import RIDE, Harness, rules_of, works
from msgspec.structs import replace
from real_cards import RealRoom

from fairdeal.cards import card_text
from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.audit import verify
from fairdeal.floor.money.payouts import note_due
from fairdeal.floor.people.accounts import Person
from fairdeal.floor.people.office_acts import sign_payout, void_payout
from fairdeal.floor.tables.act_rules import HOUSE
from fairdeal.office.book.book import Book
from fairdeal.office.catalogue import make_report
from fairdeal.office.forms.catalogue import make_form
from fairdeal.office.report import Report
from fairdeal.office.scope import read_scope
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, Actor, Role
from fairdeal.web.pages.pending_requests import pending_scene, pending_worker
from fairdeal.wire.commands import command_document

#: Two cards of the community, one that goes to the rack, and three of the player: a royal flush.
ROYAL = ("As", "Ks", "2c", "Qs", "Js", "Ts")
NUMBER = "t1-1.1.bet-1"
#: Three bets of five dollars win so much each.
WON = 5_000_00


class LuckyRoom(RealRoom):
    """A table of real cards at which the first hand is a royal flush."""

    def named(self, command: cmd.Command) -> dict[str, Any]:
        document = super().named(command)
        if "cards" not in document or command_document(command)["do"] == "inspect":
            return document
        out = {card_text(card) for card in self.state.out}
        first = [text for text in ROYAL if text not in out]
        rest = [text for text in document["cards"] if text not in first]
        return {**document, "cards": [*first, *rest][: len(document["cards"])]}

    def settle_royal(self) -> None:
        """The round of the royal flush is settled, and its cards still lie on the layout."""
        self.make_ready()
        self.house.sit(self.ann)
        self.house.bet(self.ann)
        self.go_on(
            lambda: isinstance(self.house.table().session.next_command(), cmd.Clear),
            lambda: self.house.say(self.ann, "t1", do="ride", seat=1),
        )

    def works(self, name: str, *roles: Role) -> Person:
        return self.house.ask(lambda floor: works(floor, name, *roles))

    def sign(self, who: Person, line: str, number: str = NUMBER) -> None:
        self.house.ask(lambda floor: sign_payout(floor, who, number, 1, line))

    def void(self, who: Person, number: str = NUMBER) -> None:
        self.house.ask(lambda floor: void_payout(floor, who, number, "a wrong name"))

    @property
    def waiting(self) -> list[str]:
        return [one.id for one in self.house.table().pending.payouts]

    def book(self) -> Book:
        return Book().read(self.house.floor.store)

    def report(self, name: str) -> Report:
        book = self.book()
        return make_report(name, book, read_scope(book))


def bets(amount: int) -> dict[str, Any]:
    """The three bets of seat 1."""
    amounts = {f"bet-{number}": amount for number in (1, 2, 3)}
    return {"do": "place-bets", "seat": 1, "amounts": amounts}


def lucky(folder: Path, monkeypatch: pytest.MonkeyPatch) -> LuckyRoom:
    """A room whose first round is settled; no payment of it asks the floorperson first."""
    monkeypatch.setattr(real_cards, "REAL", f"{real_cards.REAL}hand-pay = 100000\n")
    one = LuckyRoom(str(folder / "floor.db"), RIDE)
    one.settle_royal()
    return one


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LuckyRoom]:
    """A table where the payouts of a round wait."""
    one = lucky(tmp_path, monkeypatch)
    yield one
    assert verify(one.house.real).bad is None
    one.house.close()


def test_the_settlement_goes_on_and_the_payout_waits(room: LuckyRoom) -> None:
    assert room.waiting == [f"t1-1.1.bet-{number}" for number in (1, 2, 3)]
    due = room.house.table().pending.payouts[0]
    assert (due.player, due.cents, due.signed) == (room.ann.id, WON, ())
    assert room.house.floor.chips(room.ann.id) == 1_000_00 + 3 * WON, "they are the player's"


def test_the_cards_lie_until_the_hand_is_verified(room: LuckyRoom) -> None:
    for number in room.waiting:
        with pytest.raises(Refused, match="the cards lie until payout") as refused:
            room.deal(do="clear")
        assert refused.value.clause == "COMAR 36.05.03.23E(2)"
        room.sign(room.dora, "prepared", number)
        room.sign(room.fred, "verified", number)
    room.deal(do="clear")
    assert room.waiting, "they are not paid yet, and the next round may begin"


def test_what_waits_is_not_the_players_to_use(room: LuckyRoom) -> None:
    """The player has his thousand, and plays on with that alone; leaving keeps the rest held."""
    for number in room.waiting:
        room.sign(room.dora, "prepared", number)
        room.sign(room.fred, "verified", number)
    room.deal(do="clear")
    house, ann = room.house, room.ann
    house.say(ann, "t1", do="leave", seat=1)
    assert house.floor.purse(ann.id) == 1_000_00 + 3 * WON
    house.sit(ann)
    house.say(ann, "t1", do="buy-in", seat=1, amount=15_000)
    room.make_ready()
    house.say(ann, "t1", **bets(300))
    with pytest.raises(Refused, match="wait for the signatures of payout"):
        house.say(ann, "t1", **bets(400))
    house.reopen()
    with pytest.raises(Refused, match="wait for the signatures"):
        house.say(ann, "t1", **bets(400))
    olga = room.works("olga", OPERATOR)
    for number in room.waiting:
        room.sign(olga, "paid", number)
    assert room.waiting == []
    house.say(ann, "t1", **bets(400))


@pytest.mark.parametrize("roles", [(DEALER, FLOOR), (FLOOR, OPERATOR), (DEALER, OPERATOR)], ids=str)
def test_one_person_signs_one_line_under_whatever_role(
    room: LuckyRoom, roles: tuple[Role, ...]
) -> None:
    many = room.works("many", *roles)
    room.sign(many, "prepared")
    for line in ("verified", "paid"):
        with pytest.raises(Refused, match=r"one person signs one line"):
            room.sign(many, line)
    room.sign(room.fred, "verified")
    for who in (many, room.fred):
        with pytest.raises(Refused, match="one person signs one line"):
            room.sign(who, "paid")


def test_a_bot_waits_for_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that could not bet what it has would stop its table."""
    room = lucky(tmp_path, monkeypatch)
    paid = ev.WagerPaid(1, "bet-1", WON + 5_00, "win", "royal flush", "", "1,000 to 1", "MD-LIR 12")
    seat, number = room.state.seats[1], len(room.waiting)
    for bot, more in ((True, 0), (False, 1)):
        before = replace(room.state, rounds=7, seats={1: replace(seat, bot=bot)})
        room.house.ask(lambda floor: note_due(floor, room.house.table(), before, [paid]))  # noqa: B023 - at once
        assert len(room.waiting) == number + more
    room.house.close()


def test_whoever_is_paid_signs_nothing(room: LuckyRoom) -> None:
    with pytest.raises(Forbidden):
        room.sign(room.ann, "prepared")
    both = room.works("pat", DEALER, FLOOR)
    pending = room.house.table().pending
    try:
        room.house.table().pending = pending._replace(
            payouts=(pending.payouts[0]._replace(player=both.id),)
        )
        with pytest.raises(Refused, match="whoever is paid"):
            room.sign(both, "prepared")
        with pytest.raises(Refused, match="whoever is paid"):
            room.void(both)
    finally:
        room.house.table().pending = pending


def test_each_is_offered_the_lines_that_he_or_she_may_sign(room: LuckyRoom) -> None:
    def offered(who: Person) -> list[str]:
        table = room.house.faces[-1]
        scene = pending_scene(table, pending_worker(table, who))
        return [line.line for line in scene.payouts[0].lines if line.may]

    assert offered(room.dora) == offered(room.fred) == ["prepared"]
    room.sign(room.dora, "prepared")
    assert offered(room.dora) == []
    assert offered(room.fred) == ["verified"]
    assert offered(room.ann) == []
    room.sign(room.fred, "verified")
    assert offered(room.works("olga", OPERATOR)) == ["paid"]


@pytest.mark.clause("COMAR 36.05.03.23E(8)(c)")
def test_a_void_document_stays_and_another_one_is_signed(room: LuckyRoom) -> None:
    with pytest.raises(Refused, match="nothing to void"):
        room.void(room.fred)
    room.sign(room.dora, "prepared")
    with pytest.raises(Forbidden):
        room.void(room.dora)
    room.void(room.fred)
    assert room.house.table().pending.payouts[0].signed == ()
    room.sign(room.fred, "prepared")
    made = make_form(room.book(), "payout", NUMBER)
    assert [line.name for line in made.lines] == ["fred", "", ""]
    ((title, words),) = made.texts
    assert title == "Document 1 is void"
    assert words.startswith("a wrong name: voided by fred")
    assert words.endswith("was prepared by dora.")
    remarks = room.report("payouts").remarks
    assert remarks[0].startswith(f"{NUMBER}: a document was voided by fred (floor)")


@pytest.mark.clause("COMAR 36.05.03.23E(7)")
def test_an_unclaimed_payout_is_named_until_it_is_paid(room: LuckyRoom) -> None:
    unclaimed = f"{NUMBER}: unclaimed, $5,000.00 are held for player {room.ann.id}"
    assert unclaimed in room.report("payouts").remarks
    olga = room.works("olga", OPERATOR)
    for who, line in ((room.dora, "prepared"), (room.fred, "verified"), (olga, "paid")):
        room.sign(who, line)
    assert unclaimed not in room.report("payouts").remarks
    made = make_form(room.book(), "payout", NUMBER)
    assert [line.name for line in made.lines] == ["dora", "fred", "olga"]
    assert len(room.report("payouts").rows) == 3


@pytest.mark.parametrize(
    ("wrong", "why"),
    [({"amount": 4_999}, "paid no such amount"), ({"payout": "t1-1.1.bet-9"}, "paid no such")],
)
def test_the_audit_finds_a_payout_that_nobody_won(
    tmp_path: Path, wrong: dict[str, Any], why: str
) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    ann = house.guest()
    what = {"act": "payout-due", "table": "t1", "payout": NUMBER, "player": ann.id, "amount": 5_000}
    house.ask(lambda floor: floor.record_act({**what, **wrong}, HOUSE))
    bad = verify(house.real).bad
    assert bad is not None
    assert why in bad.reason
    house.close()


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ({"act": "payout", "line": "verified"}, "one person signs one line"),
        ({"act": "payout", "line": "paid"}, "one person signs one line"),
        ({"act": "payout", "line": "verified", "amount": 4_999}, "its amount is not"),
        ({"act": "payout", "payout": "t1-1.9.bet-1", "line": "prepared"}, "no payout of this"),
    ],
)
def test_the_audit_finds_signatures_that_may_not_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: dict[str, Any], why: str
) -> None:
    room = lucky(tmp_path, monkeypatch)
    many = room.works("many", DEALER, FLOOR)
    room.sign(many, "prepared")
    act = {"table": "t1", "payout": NUMBER, "amount": 5_000, **what}
    room.house.ask(lambda floor: floor.record_act(act, Actor(many.id, FLOOR, many.name)))
    bad = verify(room.house.real).bad
    assert bad is not None
    assert why in bad.reason
    room.house.close()
