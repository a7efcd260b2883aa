"""The rules of the floor's acts, each at its limits: who may do an act, who signs which line, and
how many chips players and bots are given.
"""

from dataclasses import replace

import pytest
from harness import RIDE, rules_of

from fairdeal.floor.money.ledger import BANK, Transfer
from fairdeal.floor.tables.act_rules import (
    ACTS,
    BOT_CENTS,
    BOT_LEAST_CENTS,
    COMMAND_LINE,
    GUEST_CENTS,
    HOUSE,
    MORE_BELOW_CENTS,
    OPENING_FILL_CENTS,
    PIT_MANAGER_CENTS,
    bot_chips,
    bot_id,
    inventory_transfer,
    may_deal,
    more_chips,
    objection,
    opening_fill,
    payout_objection,
)
from fairdeal.rulebook.money import UNITS_PER_CENT
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
)

DORA, FRED, OLGA = Actor("dora", DEALER), Actor("fred", FLOOR), Actor("olga", OPERATOR)
ANN = Actor("ann", PLAYER)
NO_CHIPS = "'gone' does not move such chips"


def test_the_log_has_names_for_those_who_act_without_being_people() -> None:
    """Logs of all versions have them: with other names none of those would be valid."""
    assert Actor("house", FLOOR, automatic=True) == HOUSE
    assert Actor("command-line", OPERATOR, automatic=True) == COMMAND_LINE
    assert bot_id("t1", 2) == "bot-t1-2"


# Who may do an act --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "may", "may_not"),
    [
        ("close", (DORA, FRED, OLGA, HOUSE), (ANN, COMMAND_LINE, AUTOMATIC_DEALER)),
        ("count", (DORA, AUTOMATIC_DEALER), (AUTOMATIC_FLOOR, HOUSE, ANN)),
        ("person", (HOUSE, COMMAND_LINE), (OLGA, AUTOMATIC_FLOOR)),
        ("revoke", (OLGA, COMMAND_LINE), (FRED, HOUSE)),
        ("chips", (ANN, Actor("bot-t1-1", PLAYER, automatic=True)), (DORA, HOUSE)),
        # The house is a floorperson by its role, and signs no report.
        ("sign", (FRED, OLGA, Actor("vera", AUDITOR)), (DORA, HOUSE)),
        (
            "fill",
            (DORA, AUTOMATIC_FLOOR),
            (AUTOMATIC_DEALER, Actor("floor", DEALER, automatic=True)),
        ),
    ],
)
def test_an_act_is_for_some_and_for_nobody_else(
    act: str, may: tuple[Actor, ...], may_not: tuple[Actor, ...]
) -> None:
    assert [by.id for by in may if not ACTS[act].is_for(by)] == []
    assert [by.id for by in may_not if ACTS[act].is_for(by)] == []


@pytest.mark.parametrize(
    ("dealer", "by", "command", "right"),
    [
        ("auto", AUTOMATIC_DEALER, cmd.Shuffle(), True),
        ("person", AUTOMATIC_DEALER, cmd.Shuffle(), False),
        ("person", AUTOMATIC_DEALER, cmd.Timeout(1), True),
        ("person", AUTOMATIC_FLOOR, cmd.RemovePlayer(1, "away"), True),
        ("person", DORA, cmd.Shuffle(), True),
        ("auto", DORA, cmd.Shuffle(), False),
        ("auto", FRED, cmd.Confirm(), True),
        ("auto", ANN, cmd.Sit(1), True),
    ],
)
def test_a_table_has_one_dealer(dealer: str, by: Actor, command: cmd.Command, right: bool) -> None:
    assert may_deal(dealer, by, command) == right


@pytest.mark.parametrize(
    ("what", "by", "moves", "told"),
    [
        ({"act": "gift"}, HOUSE, [], "there is no act 'gift'"),
        ({"act": ["gift"]}, HOUSE, [], "there is no act ['gift']"),
        ({}, HOUSE, [], "there is no act null"),
        ({"act": "gone"}, HOUSE, [], "'gone' tells 'player' and nothing else"),
        (
            {"act": "gone", "player": "p", "key": "k"},
            HOUSE,
            [],
            "'gone' tells 'player' and nothing else",
        ),
        (
            {"act": "gone", "player": "p"},
            FRED,
            [],
            "'gone' is not for 'fred' to do as the floorperson",
        ),
        ({"act": "gone", "player": "p"}, HOUSE, [opening_fill("t1")], NO_CHIPS),
        ({"act": "gone", "player": "p"}, HOUSE, [], None),
        # Every transfer has a purpose of the act, not one of them only.
        (
            {"act": "fill", "table": "t1", "reason": "low", "key": "k", "request": "fill-1"},
            FRED,
            [inventory_transfer("t1", 5, fill=True), opening_fill("t1")],
            "'fill' does not move such chips",
        ),
        (
            {"act": "fill", "table": "t1", "reason": "low", "key": "k", "request": "fill-1"},
            FRED,
            [inventory_transfer("t1", 5, fill=True)],
            None,
        ),
    ],
)
def test_the_form_of_an_act(
    what: dict[str, object], by: Actor, moves: list[Transfer], told: str | None
) -> None:
    assert objection(what, by, moves) == told


# Payout documents ---------------------------------------------------------------------------------

PREPARED = {"prepared": "dora"}
VERIFIED = {**PREPARED, "verified": "fred"}
ONE_LINE = "one person signs one line of a payout document: it takes another person"


@pytest.mark.clause("COMAR 36.05.03.23E(2)")
@pytest.mark.parametrize(
    ("line", "by", "signed", "told"),
    [
        ("prepared", DORA, {}, None),
        ("prepared", ANN, {}, "whoever is paid signs no line of the payout document"),
        ("lunch", DORA, {}, "a payout document has the lines prepared, verified, paid"),
        ("prepared", FRED, PREPARED, "the line is signed already"),
        ("verified", Actor("dora", FLOOR), PREPARED, ONE_LINE),
        ("verified", FRED, {}, "a payout document is prepared first"),
        ("paid", FRED, {}, "a payout document is prepared first"),
        ("paid", FRED, PREPARED, "a payout is verified before it is paid"),
        ("verified", Actor("dan", DEALER), PREPARED, "a floorperson verifies a payout"),
        ("verified", FRED, PREPARED, None),
        ("paid", Actor("dan", DEALER), VERIFIED, None),
    ],
)
def test_the_lines_of_a_payout_document(
    line: str, by: Actor, signed: dict[str, str], told: str | None
) -> None:
    assert payout_objection(line, 5_000_00, by, signed, player="ann") == told


def test_from_50000_dollars_on_the_pit_manager_verifies() -> None:
    assert PIT_MANAGER_CENTS == 50_000_00
    told = "the operator, as pit manager, verifies a payout of $50,000 or more"
    for cents, wrong in ((PIT_MANAGER_CENTS - 1, None), (PIT_MANAGER_CENTS, told)):
        assert payout_objection("verified", cents, FRED, PREPARED) == wrong
        assert payout_objection("verified", cents, OLGA, PREPARED) is None
        assert payout_objection("paid", cents, FRED, {**PREPARED, "verified": "olga"}) is None


# Chips --------------------------------------------------------------------------------------------


def test_a_player_with_less_than_half_may_have_chips_up_to_the_first_thousand() -> None:
    assert (GUEST_CENTS, MORE_BELOW_CENTS) == (1_000_00, 500_00)
    assert more_chips("ann", 500_00) is None
    units = (1_000_00 - 499_99) * UNITS_PER_CENT
    assert more_chips("ann", 499_99) == Transfer(BANK, "player:ann", units, "chips")


def test_a_bot_has_chips_for_twenty_minimums_and_never_too_few() -> None:
    """A bot needs $500 at the least: twenty times a minimum of $25, or more with a higher one."""
    low, high = (replace(rules_of(RIDE), minimum_cents=cents) for cents in (25_00, 100_00))
    for rules, least in ((low, BOT_LEAST_CENTS), (high, 2_000_00)):
        assert bot_chips("bot", least, rules) is None
        units = (least + BOT_CENTS) * UNITS_PER_CENT
        assert bot_chips("bot", least - 1, rules) == Transfer(BANK, "player:bot", units, "bot")


def test_fills_come_from_the_bank_and_credits_go_there() -> None:
    units = 7_00 * UNITS_PER_CENT
    assert inventory_transfer("t1", 7_00, fill=True) == (BANK, "inventory:t1", units, "fill")
    assert inventory_transfer("t1", 7_00, fill=False) == ("inventory:t1", BANK, units, "credit")
    opening = OPENING_FILL_CENTS * UNITS_PER_CENT
    assert opening_fill("t1") == (BANK, "inventory:t1", opening, "opening")
