"""The audit of the floor's acts: each is allowed, and moves the chips that it may."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from harness import RIDE, Harness, rules_of
from night import Night, dollars, to_player

from fairdeal.errors import BadInputError, Forbidden
from fairdeal.floor.audit import verify
from fairdeal.floor.floor import Floor
from fairdeal.floor.log.floor_entries import act_line
from fairdeal.floor.money.ledger import BANK, Transfer
from fairdeal.floor.money.reconciliation import reconcile_table
from fairdeal.floor.people.accounts import GUEST_SECONDS
from fairdeal.floor.people.guests import more_chips
from fairdeal.floor.people.sessions import sign_in
from fairdeal.floor.tables.act_rules import COMMAND_LINE, GUEST_CENTS, HOUSE, MOST_MOVED_CENTS
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, PLAYER, Actor


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    one = Night(tmp_path / "floor.db")
    yield one
    one.house.close()


# Acts ---------------------------------------------------------------------------------------------


def fill(amount: int = 5, what: str = "fill") -> Transfer:
    return Transfer(BANK, "inventory:t1", dollars(amount), what)


Forge = Callable[[Night], tuple[dict[str, Any], Actor, Sequence[Transfer]]]
FILL = {"act": "fill", "table": "t1", "reason": "so"}
CREDIT = {"act": "credit", "table": "t1", "reason": "so"}
GUEST = GUEST_CENTS // 100

SIGN = {"act": "sign", "report": "statistical", "asked": {}, "digest": "d" * 64}
EXCLUDED = {"person": "", "name": "eve", "reason": "so"}

ACTS: dict[str, Forge] = {
    "no such act": lambda n: (
        {"act": "gift", "player": n.ann.id},
        HOUSE,
        [to_player(n.ann, 1_000_000, "gift")],
    ),
    "no act at all": lambda n: ({"player": n.ann.id}, HOUSE, []),
    "another field": lambda n: ({**FILL, "more": 1}, n.by(n.boss, FLOOR), [fill()]),
    "a key where there is none": lambda n: (
        {"act": "handover", "table": "t1", "dealer": "auto", "key": "k"},
        n.by(n.boss, FLOOR),
        [],
    ),
    "welcome twice": lambda n: (
        {"act": "welcome", "player": n.ann.id},
        HOUSE,
        [to_player(n.ann, GUEST, "play chips")],
    ),
    "welcome with more": lambda _: (
        {"act": "welcome", "player": "peve"},
        HOUSE,
        [Transfer(BANK, "player:peve", dollars(GUEST + 1), "play chips")],
    ),
    "welcome with chips for another": lambda n: (
        {"act": "welcome", "player": "peve"},
        HOUSE,
        [to_player(n.ann, GUEST, "play chips")],
    ),
    "welcome by a person": lambda n: (
        {"act": "welcome", "player": "peve"},
        n.by(n.boss, FLOOR),
        [Transfer(BANK, "player:peve", dollars(GUEST), "play chips")],
    ),
    "chips where there are enough": lambda n: (
        {"act": "chips", "player": n.ann.id},
        n.by(n.ann),
        [to_player(n.ann, 1, "chips")],
    ),
    "chips beside others on a layout": lambda n: (
        {"act": "chips", "player": n.ann.id, "layout": 5},
        n.by(n.ann),
        [to_player(n.ann, 1, "chips")],
    ),
    "clocks that a person starts anew": lambda n: (
        {"act": "resume"},
        n.by(n.boss, FLOOR),
        [],
    ),
    "chips of another": lambda n: (
        {"act": "chips", "player": n.ann.id},
        n.by(n.reg),
        [to_player(n.ann, 1, "chips")],
    ),
    "chips of a bot for a person": lambda n: (
        {"act": "chips", "player": n.ann.id},
        n.by(n.ann),
        [to_player(n.ann, 5_000, "bot")],
    ),
    "chips of a bot that never sat": lambda _: (
        {"act": "chips", "player": "bot-t2-1"},
        Actor("bot-t2-1", PLAYER, automatic=True),
        [Transfer(BANK, "player:bot-t2-1", dollars(5_000), "bot")],
    ),
    "gone, of one with a role": lambda n: ({"act": "gone", "player": n.boss.id}, HOUSE, []),
    "gone, of nobody": lambda _: ({"act": "gone", "player": "nobody"}, HOUSE, []),
    "a person by a person": lambda n: (
        {"act": "person", "person": "peve", "roles": ["operator"]},
        n.by(n.olga, OPERATOR),
        [],
    ),
    "a person once more": lambda n: (
        {"act": "person", "person": n.ann.id, "roles": ["operator"]},
        COMMAND_LINE,
        [],
    ),
    "a person with no such role": lambda _: (
        {"act": "person", "person": "peve", "roles": ["king"]},
        COMMAND_LINE,
        [],
    ),
    "a person with chips": lambda _: (
        {"act": "person", "person": "peve", "roles": ["player"]},
        COMMAND_LINE,
        [Transfer(BANK, "player:peve", dollars(1), "play chips")],
    ),
    "a password of nobody": lambda _: (
        {"act": "password", "person": "nobody"},
        COMMAND_LINE,
        [],
    ),
    "nobody is revoked": lambda _: (
        {"act": "revoke", "person": "nobody"},
        COMMAND_LINE,
        [],
    ),
    "a table is opened again": lambda n: (
        {"act": "open", "table": "t1", "inventory": 100_000},
        n.by(n.olga, OPERATOR),
        [],
    ),
    "a fill by a player": lambda n: (FILL, n.by(n.ann), [fill()]),
    "a fill by a dealer": lambda n: (FILL, n.by(n.dora, DEALER), [fill()]),
    "a fill by one who says so": lambda n: (FILL, n.by(n.ann, FLOOR), [fill()]),
    "a fill by nobody": lambda _: (FILL, Actor("nobody", FLOOR), [fill()]),
    "a fill by the house": lambda _: (FILL, HOUSE, [fill()]),
    "a fill of nothing": lambda n: (FILL, n.by(n.boss, FLOOR), []),
    "a fill of too much": lambda n: (
        FILL,
        n.by(n.boss, FLOOR),
        [fill(MOST_MOVED_CENTS // 100 + 1)],
    ),
    "a fill for another reason": lambda n: (FILL, n.by(n.boss, FLOOR), [fill(5, "credit")]),
    "a fill of parts of a cent": lambda n: (
        FILL,
        n.by(n.boss, FLOOR),
        [fill()._replace(units=dollars(5) + 1)],
    ),
    "a fill of another table": lambda n: (
        FILL,
        n.by(n.boss, FLOOR),
        [fill()._replace(credit="inventory:t2")],
    ),
    "a fill out of a purse": lambda n: (
        FILL,
        n.by(n.boss, FLOOR),
        [fill()._replace(debit=f"player:{n.ann.id}")],
    ),
    "a fill of no table": lambda n: ({**FILL, "table": "t9"}, n.by(n.boss, FLOOR), []),
    "two fills": lambda n: (FILL, n.by(n.boss, FLOOR), [fill(), fill()]),
    "a credit of what is not there": lambda n: (
        CREDIT,
        n.by(n.boss, FLOOR),
        [Transfer("inventory:t1", BANK, dollars(100_001), "credit")],
    ),
    "a credit that is a fill": lambda n: (CREDIT, n.by(n.boss, FLOOR), [fill(5, "credit")]),
    "a table is handed to nobody": lambda n: (
        {"act": "handover", "table": "t1", "dealer": "somebody"},
        n.by(n.boss, FLOOR),
        [],
    ),
    "a table that goes on is closed": lambda n: (
        {"act": "close", "table": "t1", "reconciled": {}},
        n.by(n.boss, FLOOR),
        [Transfer("inventory:t1", BANK, dollars(100_000), "closing")],
    ),
    "a line that no report has": lambda n: (
        {**SIGN, "line": "lunch"},
        n.by(n.boss, FLOOR),
        [],
    ),
    "an event that comes later": lambda n: (
        {"act": "acknowledge", "event": 10**6},
        n.by(n.boss, FLOOR),
        [],
    ),
    "an event that is itself": lambda n: (
        {"act": "acknowledge", "event": n.house.floor.store.leaves},
        n.by(n.boss, FLOOR),
        [],
    ),
    "an event by a text": lambda n: (
        {"act": "acknowledge", "event": "1"},
        n.by(n.boss, FLOOR),
        [],
    ),
    "an investigation that says nothing": lambda n: (
        {"act": "investigation", "day": "2027-01-15", "of": "t1", "note": " "},
        n.by(n.boss, FLOOR),
        [],
    ),
    "an investigation of no day": lambda n: (
        {"act": "investigation", "day": "today", "of": "t1", "note": "a lucky night"},
        n.by(n.boss, FLOOR),
        [],
    ),
    "a limit of another": lambda n: (
        {"act": "limit", "player": n.reg.id, "kind": "loss", "amount": 5},
        n.by(n.ann),
        [],
    ),
    "a limit of no kind": lambda n: (
        {"act": "limit", "player": n.ann.id, "kind": "luck", "amount": 5},
        n.by(n.ann),
        [],
    ),
    "a break that is over": lambda n: (
        {"act": "cool-off", "player": n.ann.id, "until": n.house.floor.time},
        n.by(n.ann),
        [],
    ),
    "a break of more than a year": lambda n: (
        {"act": "cool-off", "player": n.ann.id, "until": n.house.floor.time + 366 * 86_400 + 1},
        n.by(n.ann),
        [],
    ),
    "a break of another": lambda n: (
        {"act": "cool-off", "player": n.reg.id, "until": n.house.floor.time + 60},
        n.by(n.ann),
        [],
    ),
    "a password of another": lambda n: (
        {"act": "password", "person": n.boss.id},
        n.by(n.ann),
        [],
    ),
    "an exclusion that is over": lambda n: (
        {**EXCLUDED, "act": "exclude", "until": n.house.floor.time},
        n.by(n.olga, OPERATOR),
        [],
    ),
    "readmitted and not excluded": lambda n: (
        {**EXCLUDED, "act": "readmit"},
        n.by(n.olga, OPERATOR),
        [],
    ),
    "an attempt of nobody who is excluded": lambda _: (
        {"act": "attempt", "person": "", "name": "eve", "at": "guest"},
        HOUSE,
        [],
    ),
    "reinstated and not revoked": lambda n: (
        {"act": "reinstate", "person": n.reg.id},
        COMMAND_LINE,
        [],
    ),
    "the pace of a table that is nobody's own": lambda n: (
        {"act": "pace", "table": "t1", "pace": "quick"},
        n.by(n.ann),
        [],
    ),
    "a payout that nobody has won": lambda n: (
        {"act": "payout-due", "table": "t1", "payout": "t1-1.1.a", "player": n.ann.id, "amount": 5},
        HOUSE,
        [],
    ),
    "a payout that does not wait": lambda n: (
        {"act": "payout", "table": "t1", "payout": "t1-1.1.a", "amount": 5, "line": "prepared"},
        n.by(n.boss, FLOOR),
        [],
    ),
    "a payout that is paid at once": lambda n: (
        {"act": "payout", "payout": "t1-1.1.a", "amount": 5, "line": "paid"},
        n.by(n.boss, FLOOR),
        [],
    ),
    "a payout that is void and does not wait": lambda n: (
        {"act": "void-payout", "table": "t1", "payout": "t1-1.1.a", "reason": "so"},
        n.by(n.boss, FLOOR),
        [],
    ),
    "a calendar of no hour": lambda _: (
        {"act": "house", "day": "25:00", "shifts": {"day": "25:00"}, "zone": "UTC"},
        HOUSE,
        [],
    ),
    "a calendar that is written otherwise": lambda _: (
        {"act": "house", "day": "06:00", "shifts": None, "zone": "UTC"},
        HOUSE,
        [],
    ),
}


@pytest.mark.parametrize("what", ACTS)
def test_an_act_that_may_not_be(night: Night, what: str) -> None:
    document, by, moves = ACTS[what](night)
    leaf = night.house.floor.store.leaves
    night.act(document, by, *moves)
    bad = night.bad()
    assert bad is not None
    assert (bad.leaf, bad.table) == (leaf, "")


def test_a_guest_who_is_gone_does_nothing_more_after_a_restart_either(tmp_path: Path) -> None:
    """Whose seat was freed, and whose request came late."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    ann, bob = house.guest("ann"), house.guest("bob")
    for seat, person in ((1, ann), (2, bob)):
        house.sit(person, seat=seat)
    token = house.ask(lambda floor: sign_in(floor, bob.id))
    house.ask(lambda floor: floor.people.renew_session(token, floor.time + 90_000))
    house.time += GUEST_SECONDS + 700
    house.writer.run_batch([])
    assert 1 not in house.table().state.seats
    for _ in range(2):
        with pytest.raises(Forbidden, match="has no account"):
            house.sit(ann, seat=3)
        with pytest.raises(Forbidden, match="has no account"):
            house.ask(partial(more_chips, person=ann))
        house.reopen()
    assert verify(house.real).bad is None
    house.close()


def test_chips_are_for_players(night: Night) -> None:
    """Whoever works here and plays nowhere would act in a role that is not his or hers."""
    for person in (night.boss, night.olga):
        with pytest.raises(Forbidden, match="only players get chips"):
            night.house.ask(partial(more_chips, person=person))
    assert night.bad() is None


def test_the_first_operator_of_an_older_floor(tmp_path: Path) -> None:
    """Their logs did not tell who that is; nobody else is believed for it."""
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))

    def add(floor: Floor, name: str) -> None:
        floor.people.add(name, "registered", floor.time, roles=(OPERATOR,))

    house.ask(partial(add, name="operator"))
    assert verify(house.real).bad is None
    house.ask(partial(add, name="another"))
    assert verify(house.real).bad is not None
    house.close()


def test_nothing_else_is_written(night: Night) -> None:
    """The floor itself refuses to write an act that is none, or is not for whoever does it."""
    for what in ("no such act", "a fill by a player", "welcome by a person", "another field"):
        document, by, moves = ACTS[what](night)
        with pytest.raises(BadInputError):
            act_line(0, 0, by, document, moves)


def test_more_chips_than_are_missing(night: Night) -> None:
    night.house.sit(night.ann)
    amounts = {f"bet-{number}": 200 for number in (1, 2, 3)}
    night.house.say(night.ann, "t1", do="place-bets", seat=1, amounts=amounts)
    told = {"act": "chips", "player": night.ann.id}
    night.act(told, night.by(night.ann), to_player(night.ann, 600, "chips"))
    assert night.bad() is None
    night.house.say(night.ann, "t1", do="leave", seat=1)
    night.house.sit(night.reg)
    night.house.say(night.reg, "t1", do="place-bets", seat=1, amounts=amounts)
    told = {"act": "chips", "player": night.reg.id}
    night.act(told, night.by(night.reg), to_player(night.reg, 601, "chips"))
    bad = night.bad()
    assert bad is not None
    assert "too many" in bad.reason


# Closing ------------------------------------------------------------------------------------------


def closes(night: Night, change: dict[str, Any], *more: Transfer) -> None:
    """The second table closes, with something else said of its chips, and more that goes back."""
    live, floor = night.house.table("t2"), night.house.floor
    cards = {deck.color: 52 for deck in live.state.decks}
    night.do(cmd.CloseTable(cards=cards), HOUSE, "t2")
    told = {
        "act": "close",
        "table": "t2",
        "reconciled": {**reconcile_table(floor.store, live), **change},
    }
    left = Transfer("inventory:t2", BANK, floor.store.balances["inventory:t2"], "closing")
    night.act(told, night.by(night.boss, FLOOR), left, *more)
    live.closed = True
    night.run("UPDATE tables SET closed = 1 WHERE tbl = 't2'")


@pytest.mark.parametrize(
    "change",
    [
        *({"result": -5}, {"opening": 1}, {"fills": 1}, {"credits": 1}, {"inventory": 0}),
        *({"reconciled": False}, {"reconciled": 1}, {"more": 1}),
    ],
)
def test_a_table_whose_chips_were_invented(night: Night, change: dict[str, Any]) -> None:
    closes(night, change)
    bad = night.bad()
    assert bad is not None
    assert bad.reason == "its reconciliation differs from the ledger"


def meter(name: str, amount: int) -> Transfer:
    return Transfer(f"meter:t2.{name}", BANK, dollars(amount), "closing")


@pytest.mark.parametrize(
    ("more", "right"),
    [
        ([], True),
        ([meter("mega", 10_000), meter("major", 1_000), meter("minor", 250)], True),
        ([meter("mega", 9_999)], False),
        ([meter("mega", 5_000), meter("mega", 5_000)], False),
        ([meter("mega", 10_000)._replace(credit="player:eve")], False),
        ([Transfer(BANK, "meter:t2.mega", dollars(1), "closing")], False),
        ([Transfer("meter:house", BANK, dollars(1), "closing")], False),
    ],
)
def test_what_went_back_when_a_table_of_before_closed(
    tmp_path: Path, more: list[Transfer], right: bool
) -> None:
    """Nobody counted a table that opened before there was a limit for payments of one person."""
    with patch("fairdeal.floor.tables.table_acts._with_defaults", lambda rules: rules):
        night = Night(tmp_path / "floor.db")
    closes(night, {}, *more)
    assert (night.bad() is None) == right
    night.house.close()


def test_a_table_that_nobody_has_counted(night: Night) -> None:
    closes(night, {})
    bad = night.bad()
    assert bad is not None
    assert bad.reason == "nobody has counted the table"


def test_a_line_of_a_report_is_signed_once_and_each_by_another_person(night: Night) -> None:
    night.act({**SIGN, "line": "prepared"}, night.by(night.boss, FLOOR))
    assert night.bad() is None
    night.act({**SIGN, "line": "prepared", "digest": "e" * 64}, night.by(night.olga, OPERATOR))
    assert night.bad() is None, "it is another report"
    night.act({**SIGN, "line": "prepared"}, night.by(night.olga, OPERATOR))
    bad = night.bad()
    assert bad is not None
    assert bad.reason == "the line is signed already"


def test_nobody_signs_both_lines_of_a_report(night: Night) -> None:
    for line in ("prepared", "reviewed"):
        night.act({**SIGN, "line": line}, night.by(night.boss, FLOOR))
    bad = night.bad()
    assert bad is not None
    assert bad.reason == "one person signs two lines of a report"
