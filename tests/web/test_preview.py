"""What a command would lead to, asked before it is given: nothing happens, and then just that."""

from typing import Any

import pytest
from hand_dealt import Staff, bet, deal_until, open_table
from web_client import Client, Server, problem

from fairdeal.rulebook.money import UNITS


def ask(client: Client, table: str, command: dict[str, Any]) -> Any:
    """What a command would lead to."""
    answer = client.post(f"/tables/{table}/preview", command)
    assert answer.status_code == 200, answer.text
    return answer.json()


def dealt(server: Server, staff: Staff, *, until: str, **rules: Any) -> tuple[str, Client, Client]:
    """A table with two players, dealt until a command is next."""
    table = open_table(staff, **rules)
    ann, bob = server.guest("ann"), server.guest("bob")
    ann.do(table, {"do": "sit", "seat": 2})
    bob.do(table, {"do": "sit", "seat": 5})
    deal_until(staff, table, "no-more-bets")
    bet(ann, table, 2, progressive=1)
    bet(bob, table, 5, three_card_bonus=5)
    deal_until(staff, table, until)
    return table, ann, bob


def chips(client: Client) -> float:
    return float(client.json("/api/me")["chips"])


def log_of(staff: Staff, table: str) -> tuple[int, Any, Any]:
    """Everything that a preview could have changed."""
    auditor = staff.auditor
    return (
        auditor.version(table),
        auditor.json(f"/api/tables/{table}/events?after=0"),
        auditor.json("/api/meters"),
    )


def test_a_void_is_told_by_seat_and_then_is_just_that(server: Server, staff: Staff) -> None:
    table, ann, bob = dealt(server, staff, until="rack-stub")
    before, held = log_of(staff, table), (chips(ann), chips(bob))
    meters = staff.dealer.table(table)["view"]["meters"]
    command = {"do": "wrong-number", "place": "seat:2", "cards": 4}

    told = ask(staff.dealer, table, command)

    assert log_of(staff, table) == before
    assert (chips(ann), chips(bob)) == held
    assert told["version"] == before[0]
    assert told["second"] == "floor"
    (outcome,) = told["outcomes"]
    assert outcome["void"]
    # Three bets of $10 each, a dollar for the progressive, $5 for the bonus.
    assert {seat["seat"]: seat["back"] for seat in outcome["seats"]} == {2: 31_00, 5: 35_00}
    assert outcome["back"] == 66_00
    assert [seat["name"] for seat in outcome["seats"]] == ["ann", "bob"]
    bets = [["Bet Number 1", 10_00], ["Bet Number 2", 10_00], ["Bet Number 3", 10_00]]
    assert [sorted(seat["wagers"]) for seat in outcome["seats"]] == [
        [*bets, ["Progressive", 1_00]],
        [*bets, ["Three Card Bonus", 5_00]],
    ]
    assert [seat["chips"] for seat in outcome["seats"]] == [
        "1 green, 1 red, 1 white",
        "1 green, 2 red",
    ]
    # The dollar fed 10, 7 and 3 cents.
    fed = {one["meter"]: one["change"] / UNITS for one in outcome["meters"]}
    assert fed == {"mega": -0.10, "major": -0.07, "minor": -0.03}
    assert told["clause"]

    staff.dealer.do(table, command)
    asked = staff.floor.table(table)["view"]["asked"]
    # The floorperson is told the same, of the confirmation.
    again = ask(staff.floor, table, {"do": "confirm", "asked": asked})
    assert again["outcomes"][0]["seats"] == outcome["seats"]
    assert again["outcomes"][0]["meters"] == outcome["meters"]
    assert again["second"] == ""
    staff.floor.do(table, {"do": "confirm", "asked": asked})
    assert (chips(ann), chips(bob)) == (held[0] + 31, held[1] + 35)
    after = staff.dealer.table(table)["view"]
    assert after["meters"] == {
        "mega": 10000,
        "major": 1000,
        "minor": 250,
    }
    assert {name: round(after["meters"][name] - meters[name], 6) for name in meters} == fed
    stages = {deck["deck"]: deck["stage"] for deck in after["decks"]}
    assert stages == {one["deck"]: one["now"] for one in outcome["decks"]}


@pytest.mark.parametrize(
    ("until", "command"),
    [
        ("deal", {"do": "face-up"}),
        ("deal", {"do": "drawn-in-error"}),
        ("rack-stub", {"do": "exposed-community", "area": "community"}),
    ],
)
def test_what_is_told_is_what_comes(
    server: Server, staff: Staff, until: str, command: dict[str, Any]
) -> None:
    table, ann, bob = dealt(server, staff, until=until)
    if until == "deal":  # an irregularity of the deal needs a deal that has begun
        staff.dealer.do(table, {"do": "deal", "part": "card"})
    held = (chips(ann), chips(bob))
    decks = {deck["deck"]: deck["stage"] for deck in staff.dealer.table(table)["view"]["decks"]}
    told = ask(staff.dealer, table, command)
    (outcome,) = told["outcomes"]
    staff.dealer.do(table, command)
    if told["second"]:
        staff.floor.do(table, {"do": "confirm"})
    back = {seat["seat"]: seat["back"] / 100 for seat in outcome["seats"]}
    assert (chips(ann), chips(bob)) == (held[0] + back.get(2, 0), held[1] + back.get(5, 0))
    view = staff.dealer.table(table)["view"]
    assert (view["phase"] == "open") == bool(outcome.get("void"))
    now = {deck["deck"]: deck["stage"] for deck in view["decks"]}
    changed = {one["deck"]: one["now"] for one in outcome.get("decks", [])}
    assert {deck: now.get(deck, "") for deck in decks} == {**decks, **changed}


@pytest.mark.parametrize("cards", [40, 45])
def test_a_count_is_blind(server: Server, staff: Staff, cards: int) -> None:
    """Neither what comes next nor a preview tells which number is right."""
    rules: dict[str, Any] = {
        "game": "run-em-twice",
        "seats": 6,
        "minimum": 5,
        "chip-step": 5,
        "adjacent-boxes": None,
        "payout-limit": None,
        "shuffling": "automated-counting",
        "paytables": {"progressive": "A"},
        "progressive": {"rate": {"meter": 0.2}, "reset": {"meter": 10000}},
    }
    table = open_table(staff, **rules)
    ann = server.guest("ann")
    ann.do(table, {"do": "sit", "seat": 1})
    for until, field, body in (
        ("shuffle", "cards", {"do": "shuffle", "cards": cards}),
        ("no-more-bets", "", {}),
        ("collect", "chips", {"do": "collect", "wager": "progressive", "chips": cards}),
        ("rack-stub", "", {"do": "count-stub", "cards": cards}),
    ):
        deal_until(staff, table, until)
        if until == "no-more-bets":
            bet(ann, table, 1, progressive=1)
            continue
        for client in (staff.dealer, staff.floor, ann):
            steps = [line.get("command", {}) for line in client.table(table)["view"]["next"]]
            assert steps[-1]["do"] == until
            assert not field or field not in steps[-1]
        if "deck" in staff.dealer.table(table)["view"]["next"][-1]["command"]:
            body["deck"] = "red"
        problem(staff.dealer.post(f"/tables/{table}/preview", body), 409, "refused")


def test_no_card_is_told(server: Server, staff: Staff) -> None:
    """The card that lies face up is nobody's business before it is set aside."""
    table, _, _ = dealt(server, staff, until="deal")
    staff.dealer.do(table, {"do": "deal", "part": "card"})
    text = staff.dealer.post(f"/tables/{table}/preview", {"do": "face-up"}).text
    assert "discard rack" in text
    assert '"card"' not in text
    answer = staff.dealer.do(table, {"do": "face-up"})
    (aside,) = [one["card"] for one in answer["events"] if one["event"] == "card-set-aside"]
    assert f'"{aside}"' not in text


def test_whoever_may_not_give_it_may_not_ask(server: Server, staff: Staff) -> None:
    table, ann, _ = dealt(server, staff, until="rack-stub")
    path = f"/tables/{table}/preview"
    command = {"do": "face-up"}
    problem(server.public().post(path, command), 401, "no-session")
    problem(ann.post(path, command), 403, "forbidden")
    problem(staff.floor.post(path, command), 403, "forbidden")
    problem(staff.auditor.post(path, command), 403, "forbidden")
    problem(staff.dealer.post(path, {"do": "skipped", "seat": 2}), 409, "refused")
    problem(staff.dealer.post(path, {"do": "clear", "at": "elsewhen"}), 409, "passed")
    problem(staff.dealer.post(path, {"do": "no such"}), 422, "invalid")
    problem(staff.dealer.post(path, {**command, "by": "me"}), 422, "invalid")
    problem(staff.dealer.post(path, {"do": "face-up", "cards": ["As"]}), 409, "refused")
    problem(staff.dealer.post("/tables/t99/preview", command), 404, "unknown")
    # The automatic dealer's own table.
    problem(staff.dealer.post("/tables/t1/preview", command), 403, "forbidden")
