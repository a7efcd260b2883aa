"""Players without a device at tables of real cards: the dealer enters what they say."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Urls
from harness import DRAW, RIDE, TWICE, Harness, rules_of
from real_cards import RealRoom

from fairdeal.cards import card_text
from fairdeal.errors import Forbidden, Refused
from fairdeal.floor.floor import FloorSettings
from fairdeal.floor.money.ledger import BANK, drop_account, game_account, inventory_account
from fairdeal.floor.tables.absent_players import (
    free_seats,
    plays,
    reason_to_free,
    tables_that_wait,
)
from fairdeal.floor.tables.records import record
from fairdeal.floor.tables.replay import replay
from fairdeal.play.bots import cautious
from fairdeal.rulebook.money import UNITS_PER_CENT
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, Role
from fairdeal.table.real_cards import is_without_device
from fairdeal.table.state import OPEN
from fairdeal.web.pages.console.player_entries import entering
from fairdeal.wire.commands import command_document
from fairdeal.wording.declarations import declarations_now

GAMES = {"let-it-ride": RIDE, "run-em-twice": TWICE, "double-draw": DRAW}
BETS_OF_RIDE = ("bet-1", "bet-2", "bet-3")


def seated(url: str, rules: str = RIDE) -> RealRoom:
    """A table of real cards with Joe at seat 2, who has no device and $500 in chips."""
    room = RealRoom(url, rules)
    room.deal(do="sit", seat=2, name="Joe")
    room.make_ready()
    room.deal(do="buy-in", seat=2, amount=500)
    return room


@pytest.fixture
def room(tmp_path: Path) -> Iterator[RealRoom]:
    room = seated(str(tmp_path / "floor.db"))
    yield room
    room.house.close()


def cents(room: RealRoom, account: str) -> int:
    return room.house.floor.store.balances.get(account, 0) // UNITS_PER_CENT


def ride(seat: int, amount: float, **more: Any) -> dict[str, Any]:
    amounts = dict.fromkeys(BETS_OF_RIDE, amount)
    return {"do": "place-bets", "seat": seat, "amounts": amounts, **more}


def play(room: RealRoom) -> None:
    """The round goes on to its end; the dealer enters careful decisions."""
    number = room.state.rounds

    def decide() -> None:
        room.deal(**command_document(cautious(room.state)))

    room.go_on(lambda: room.state.rounds > number and room.state.phase is OPEN, decide)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_entered_by_the_dealer_and_logged_as_entered(urls: Urls, game: str) -> None:
    room = seated(urls(), GAMES[game])
    house, joe = room.house, room.state.seats[2]
    assert (joe.name, is_without_device(joe.player), joe.bot) == ("Joe", True, False)
    room.deal(**house.bets(seat=2))
    room.deal(do="ready", seat=2)
    house.reopen()
    play(room)
    found = record(house.floor.store, "t1-1")
    assert replay(found).valid
    told = [one for one in found["entries"] if one["command"]["do"] in ("place-bets", "ready")]
    assert [(one["by"]["id"], one["by"]["role"]) for one in told] == [(room.dora.id, "dealer")] * 2
    assert [one["command"]["seat"] for one in told] == [2, 2], "on behalf of this seat"
    house.audit()
    house.close()


def test_chips_are_bought_in_and_cashed_out_at_the_table(room: RealRoom) -> None:
    house, joe = room.house, room.state.seats[2].player
    tray, bank = cents(room, inventory_account("t1")), cents(room, BANK)
    assert cents(room, game_account("t1", joe)) == cents(room, drop_account("t1")) == 500_00
    assert cents(room, f"player:{joe}") == 0, "nobody without an account has a purse"
    room.deal(**ride(2, 5))
    assert cents(room, game_account("t1", joe)) == 485_00
    with pytest.raises(Refused, match=r"\$1,485 in chips.*\$485"):
        room.deal(**ride(2, 500))
    house.say(room.fred, "t1", do="buy-in", seat=2, amount=20)
    room.deal(do="leave", seat=2)
    assert cents(room, game_account("t1", joe)) == 0
    assert cents(room, inventory_account("t1")) == tray - 20_00
    assert cents(room, BANK) == bank + 500_00, "the cage takes 520 for chips and pays 20 and 500"
    assert 2 not in room.state.seats
    house.audit()


def test_a_floorperson_seats_and_removes_but_does_not_bet(room: RealRoom) -> None:
    house = room.house
    house.say(room.fred, "t1", do="sit", seat=4, name="17")
    assert room.state.seats[4].name == "17"
    assert room.state.seats[4].player != room.state.seats[2].player
    with pytest.raises(Forbidden, match="bet is for the player to say"):
        house.say(room.fred, "t1", do="bet", seat=4, wager="bet-1", amount=5)
    house.say(room.fred, "t1", do="remove-player", seat=4, reason="left")
    house.audit()


def test_nobody_enters_for_a_player_with_a_device(room: RealRoom) -> None:
    house = room.house
    house.sit(room.ann, seat=1)
    for document in (ride(1, 5), {"do": "leave", "seat": 1}, {"do": "ready", "seat": 1}):
        with pytest.raises(Refused, match="'ann' at seat 1 plays on a device"):
            room.deal(**document)
    with pytest.raises(Forbidden, match="seat 2 is not the seat of 'ann'"):
        house.say(room.ann, "t1", **ride(2, 5))
    with pytest.raises(Refused, match="under the own name"):
        house.say(room.ann, "t1", do="sit", seat=3, name="Bob")
    with pytest.raises(Refused, match="say the name or the number"):
        room.deal(do="sit", seat=3)
    with pytest.raises(Refused, match="a name of up to 60 letters"):
        room.deal(do="sit", seat=3, name=" ")


def test_elsewhere_a_dealer_enters_nothing_for_a_player(tmp_path: Path) -> None:
    by_hand = RIDE + '\n[floor]\ndealer = "person"\n'
    house = Harness(str(tmp_path / "floor.db"), rules_of(by_hand))
    ann, staff = house.guest(), house.staff()
    house.sit(ann)
    entered = ({"do": "sit", "seat": 2, "name": "Joe"}, ride(1, 5), {"do": "fold", "seat": 1})
    for document in entered:
        with pytest.raises(Forbidden, match="is for the player to say"):
            house.say(staff["dealer"], "t1", **document)
    house.close()


def test_a_player_without_a_device_is_neither_timed_nor_absent(tmp_path: Path) -> None:
    room = seated(str(tmp_path / "floor.db"))
    house = room.house
    house.settings = FloorSettings(pace=0, clock=20, bots=False)
    house.reopen()
    room.deal(**ride(2, 5))
    room.deal(do="ready", seat=2)
    room.go_on(lambda: room.state.turn == 2, lambda: None)
    house.time += 3_600
    house.writer.run_batch([])
    house.ask(free_seats)
    assert room.state.turn == 2
    room.deal(do="timeout", seat=2)
    play(room)
    house.time += 3_600
    house.ask(free_seats)
    assert 2 in room.state.seats, "the dealer sees who is there"
    house.audit()
    house.close()


def test_discards_are_entered_too(tmp_path: Path) -> None:
    room = seated(str(tmp_path / "floor.db"), DRAW)
    room.deal(**room.house.bets(seat=2))
    room.deal(do="ready", seat=2)

    def asked() -> bool:
        command = room.house.table().session.next_command()
        return command is None and type(cautious(room.state)) is cmd.Draw

    def decide() -> None:
        room.deal(**command_document(cautious(room.state)))

    room.go_on(asked, decide)
    first = room.state.seats[2].cards[0]
    room.deal(do="draw", seat=2, discard=[card_text(first)])
    play(room)
    room.house.audit()
    room.house.close()


@pytest.mark.clause("COMAR 36.05.03.14C")
@pytest.mark.parametrize("amount", [600, 1_000], ids=["above", "far-above"])
def test_a_wager_that_the_dealer_accepted_above_the_maximum_is_settled_whole(
    room: RealRoom, amount: int
) -> None:
    house = room.house
    room.deal(do="buy-in", seat=2, amount=9_000)
    with pytest.raises(Refused, match=r"from \$5 to \$500"):
        room.deal(**ride(2, amount))
    room.deal(**ride(2, amount, accepted=True))
    room.deal(do="ready", seat=2)
    play(room)
    (seat,) = record(house.floor.store, "t1-1")["seats"]
    for name in BETS_OF_RIDE:
        won = seat["wagers"][name]
        assert won["stake"] == amount
        assert won["net"] == won["returned"] - amount
    events = [
        event
        for entry in record(house.floor.store, "t1-1")["entries"]
        for event in entry["events"]
        if event["event"] in ("wager-lost", "bet-withdrawn")
    ]
    assert {event["amount"] for event in events} <= {amount}
    house.audit()


@pytest.mark.clause("COMAR 36.05.03.14C")
def test_a_wager_below_the_minimum_stands_where_the_dealer_accepted_it(tmp_path: Path) -> None:
    """The other sizes of the text hold all the same: the three bets are equal."""
    rules = RIDE.replace("minimum = 5", "minimum = 10")
    room = seated(str(tmp_path / "floor.db"), rules)
    house = room.house
    room.deal(**ride(2, 5, accepted=True))
    room.deal(do="bet", seat=2, wager="bet-3", amount=10)
    with pytest.raises(Refused, match="bet-3 is not equal to bet-1"):
        room.deal(do="ready", seat=2)
    room.deal(do="bet", seat=2, wager="bet-3", amount=5, accepted=True)
    room.deal(do="ready", seat=2)
    play(room)
    (seat,) = record(house.floor.store, "t1-1")["seats"]
    assert {one["stake"] for one in seat["wagers"].values()} == {5}
    house.audit()
    house.close()


def test_an_accepted_wager_is_the_dealers_word_and_no_odd_amount(room: RealRoom) -> None:
    house = room.house
    house.sit(room.ann, seat=1)
    with pytest.raises(Refused, match="accepted by the dealer alone"):
        house.say(room.ann, "t1", **ride(1, 600, accepted=True))
    for amount in (0, -5, 601, 10**9):
        with pytest.raises(Refused, match="bet-1 of"):
            room.deal(**ride(2, amount, accepted=True))


def test_the_log_of_others_has_no_new_fields(room: RealRoom) -> None:
    house = room.house
    house.sit(room.ann, seat=1)
    house.say(room.ann, "t1", **ride(1, 5))
    rows = house.real.execute("SELECT body FROM entries WHERE tbl = 't1' ORDER BY leaf")
    commands = [json.loads(body).get("command", {}) for (body,) in rows]
    fields = {one["do"]: sorted(one) for one in commands if one.get("seat") == 1}
    assert fields["sit"] == ["do", "seat"]
    assert fields["place-bets"] == ["amounts", "do", "seat"]


def test_a_dealer_who_has_not_tapped_in_enters_nothing(room: RealRoom) -> None:
    other = room.house.ask(lambda floor: floor.people.add("rita", "registered", 0, roles=[DEALER]))
    with pytest.raises(Refused, match="tap in first"):
        room.house.say(other, "t1", **ride(2, 5))


def words_of(room: RealRoom, *roles: Role) -> dict[str, dict[str, Any]]:
    """What somebody may enter for seat 2, by the words on its buttons."""
    shown = entering(room.state, roles)
    assert shown is not None
    (seat,) = shown.seats
    return {form.words: form.command for form in seat.forms}


def test_the_console_has_a_form_for_all_that_may_be_entered(room: RealRoom) -> None:
    assert entering(room.state, ()) is None
    assert list(words_of(room, FLOOR)) == ["Buy in", "Leaves"]
    assert list(words_of(room, DEALER)) == ["Place the bets", "Buy in", "Leaves"]
    room.deal(**ride(2, 5))
    forms = words_of(room, DEALER)
    room.deal(**forms["Take back Bet Number 3, $5"])
    assert "The bets stand" not in words_of(room, DEALER), "they are not complete"
    room.deal(do="bet", seat=2, wager="bet-3", amount=5)
    room.deal(**words_of(room, DEALER)["The bets stand"])
    room.go_on(lambda: room.state.turn == 2, lambda: None)
    forms = words_of(room, DEALER)
    assert list(forms) == ["Let it ride", "Take the bet back", "Buy in"]
    room.deal(**forms["Let it ride"])
    play(room)
    room.house.audit()


def test_the_console_has_no_such_forms_where_the_program_shuffles(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    assert entering(house.table().state, (DEALER, FLOOR)) is None
    house.close()


@pytest.mark.clause("COMAR 36.05.03.14C")
def test_an_accepted_wager_is_declared(room: RealRoom) -> None:
    (choice,) = (
        choice
        for group in declarations_now(room.state, [DEALER])
        if group.title == "A wager outside of the limits was accepted"
        for choice in group.choices
        if choice.words == "Seat 2, Bet Number 1"
    )
    assert [field.name for field in choice.fields] == ["amount"]
    with pytest.raises(Refused, match="in chips"):
        room.deal(**{**command_document(choice.command), "amount": 505})
    room.deal(do="buy-in", seat=2, amount=100)
    room.deal(**{**command_document(choice.command), "amount": 505})
    assert room.state.seats[2].stakes == {"bet-1": 505_00}


def test_nobody_without_a_device_is_taken_for_absent(room: RealRoom) -> None:
    """The dealer sees who is there: an hour without a command changes nothing."""
    floor, live = room.house.floor, room.house.table()
    assert is_without_device(live.state.seats[2].player)
    room.house.time += 3_600
    assert plays(floor, live, 2)
    assert reason_to_free(floor, live, 2) is None
    assert tables_that_wait(floor) == []
