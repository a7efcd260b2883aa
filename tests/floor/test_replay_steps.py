"""A finished round as its page tells it: from the record alone, to the payments of `settle`."""

import json
from collections.abc import Iterator
from inspect import getsource
from typing import Any

import evening
import pytest

from fairdeal.floor.floor import Floor
from fairdeal.floor.tables.records import record
from fairdeal.table import events as ev
from fairdeal.web.pages.card_words import faces
from fairdeal.web.pages.replay.best_play import best_play
from fairdeal.web.pages.replay.routes import sheets, since
from fairdeal.web.pages.replay.steps import (
    BEFORE,
    BETS,
    DEAL,
    END,
    SETTLEMENT,
    ReplayStep,
    step_documents,
    steps_of,
)
from fairdeal.web.pages.table.scene_types import BoardScene, SeatScene
from fairdeal.wire.deal import settle
from fairdeal.wording import event_words, replay_words
from fairdeal.wording.payments import won_or_lost

Record = dict[str, Any]
#: The decisions of each game, as the felt names them.
DECISIONS = {
    "let-it-ride": ("Bet Number 1", "Bet Number 2"),
    "run-em-twice": ("1st Run", "2nd Run", "Center"),
    "double-draw": ("First Draw", "Second Draw"),
}
VOID_ROUND = "t3-2"


@pytest.fixture(scope="module")
def records(floor: Floor) -> dict[str, Record]:
    """Every record of the evening, as it is sent."""
    return {
        name: json.loads(json.dumps(record(floor.store, name))) for name in evening.rounds(floor)
    }


@pytest.fixture(params=("t1-1", "t1-2", "t2-1", "t3-1", "t4-1", "t5-1", "t5-2", "t6-1"))
def played(request: pytest.FixtureRequest, records: dict[str, Record]) -> Record:
    """A round that was settled."""
    return records[request.param]


def rules_of(one: Record) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(one["rules"])["rules"]
    return found


def events_of(one: Record, name: str) -> list[dict[str, Any]]:
    return [
        event for entry in one["entries"] for event in entry["events"] if event["event"] == name
    ]


def payments(steps: tuple[ReplayStep, ...]) -> dict[tuple[int, str], Any]:
    return {(paid.seat, paid.wager): paid for step in steps for paid in step.paid}


def test_the_evening_has_all_games_and_a_void(records: dict[str, Record]) -> None:
    settled = [one for one in records.values() if not one["void"]]
    assert {rules_of(one)["game"] for one in settled} == set(DECISIONS)
    assert [name for name, one in records.items() if one["void"]] == [VOID_ROUND]


def test_one_step_a_command_in_the_order_of_the_log(played: Record) -> None:
    steps = steps_of(played)
    assert [step.n for step in steps] == list(range(1, len(steps) + 1))
    first = 1 if played["number"] > 1 else 0
    own = played["entries"][first:]
    bound = [one for one in played["entries"][:first] if "deck-committed" in json.dumps(one)]
    assert [step.time for step in steps] == [one["time"] for one in (*bound, *own)]
    for step, entry in zip(steps[len(bound) :], own, strict=True):
        by = entry["by"]
        automatic = by.get("automatic", False)
        assert step.who.startswith(
            "automatic" if automatic and by["role"] != "player" else by["name"]
        )
        assert step.words
        assert step.words != "Nothing else happens"


def test_the_phases_of_a_round(played: Record) -> None:
    steps = steps_of(played)
    phases = list(dict.fromkeys(step.phase for step in steps))
    asked = [name for name in DECISIONS[rules_of(played)["game"]] if name in phases]
    assert phases == [BEFORE, BETS, DEAL, *asked, SETTLEMENT, END]
    order = [phases.index(step.phase) for step in steps]
    assert order == sorted(order)
    assert asked, "somebody decided something"


def test_the_lines_of_a_seat_add_up_to_what_it_won(played: Record) -> None:
    last = steps_of(played)[-1]
    sums = {
        seat.seat: sum(
            {"won": bet.cents or 0, "lost": -(bet.cents or 0)}.get(str(bet.state), 0)
            for bet in seat.bets
        )
        for seat in last.seats
        if seat.bets
    }
    envy = {seat["seat"]: 0 for seat in played["seats"]}
    for event in events_of(played, "envy-paid"):
        envy[event["seat"]] += round(100 * event["amount"])
    nets = {seat["seat"]: round(100 * seat["net"]) for seat in played["seats"]}
    assert {seat: sums.get(seat, 0) + envy[seat] for seat in nets} == nets
    assert any(nets.values())


def test_what_binds_the_house_comes_before_the_bets(played: Record) -> None:
    steps = steps_of(played)
    bound = [
        (step.phase, line.split()[-1])
        for step in steps
        for line in (step.words, *(line.words for line in step.lines))
        if line.startswith("The house commits")
    ]
    (revealed,) = events_of(played, "secrets-revealed")[-1:]
    # Those of this round and no other, a shuffle that was ordered later included.
    assert [one for _, one in bound] == [one for one, _ in revealed["secrets"]]
    assert bound[0][0] == BEFORE
    assert bound[-1][1] == played["commitment"]


def deal_of(one: Record, steps: tuple[ReplayStep, ...]) -> Record:
    """The round as `settle` asks for it, put together from what the steps show."""
    rules = rules_of(one)
    folds = {event["seat"]: event["at"] for event in events_of(one, "hand-folded")}
    seats = []
    for scene in steps[-1].seats:
        mine = [paid for (seat, _), paid in payments(steps).items() if seat == scene.seat]
        seat: Record = {
            "seat": scene.seat,
            "cards": [card.face for card in scene.cards],
            "wagers": {paid.wager: paid.stake / 100 for paid in mine},
        }
        if rules["game"] == "let-it-ride":
            seat["withdrawn"] = [paid.wager for paid in mine if paid.result == "back"]
        else:
            seat["folded"] = folds.get(scene.seat, False)
        seats.append(seat)
    deal: Record = {
        "game": rules["game"],
        "jurisdiction": rules["jurisdiction"],
        "paytables": rules["paytables"],
        "minimum": rules["minimum"],
        "seats": seats,
    }
    board = {}
    for area in steps[-1].board:
        cards = [card.face for card in area.cards]
        board[area.area] = cards if rules["game"] == "let-it-ride" else cards[0]
    if board:
        deal["board"] = board
    return deal


RESULTS = {"win": "won", "lose": "lost", "push": "push", "withdrawn": "back"}


def test_it_is_paid_as_settle_pays(played: Record) -> None:
    steps = steps_of(played)
    answer = settle(deal_of(played, steps))
    told = payments(steps)
    assert len(answer["seats"]) == len(steps[-1].seats)
    for seat in answer["seats"]:
        number = seat["seat"]
        net = 0
        for name, wager in seat["wagers"].items():
            paid = told.pop((number, name))
            assert RESULTS[wager["result"]] == paid.result, (number, name)
            assert round(wager["returned"] * 100) == paid.returned
            assert round(wager["net"] * 100) == paid.net
            if wager["result"] == "win":
                assert (paid.pays, paid.clause) == (wager["pays"], wager["clause"])
                assert paid.hand == wager["hand"]
                assert paid.sum.endswith(f"= ${paid.returned // 100}")
            net += paid.net
        assert round(seat["net"] * 100) == net
        (scene,) = (one for one in steps[-1].seats if one.seat == number)
        assert scene.note.endswith(won_or_lost(net))
    assert told == {}


def test_every_payment_has_its_clause(records: dict[str, Record]) -> None:
    for one in records.values():
        for paid in payments(steps_of(one)).values():
            assert paid.clause, paid
            assert paid.clause.split()[0] in ("MD-LIR", "MD-RET", "MD-DD", "PA-RET")


def test_the_board_is_face_down_until_it_is_turned_up(played: Record) -> None:
    turned: set[str] = set()
    for step in steps_of(played)[:-1]:
        if step.words.startswith("Turned up"):
            turned |= {word for word in step.words.replace(",", "").split() if len(word) == 2}
        faces_up = {card.face for area in step.board for card in area.cards if card.face}
        assert faces_up == turned


def test_what_is_to_come_is_in_no_words_before_it(played: Record) -> None:
    """The deal names what seats hold; the board, hands and payments come when they are reached."""
    steps = steps_of(played)
    settled = next(step.n for step in steps if step.phase == SETTLEMENT)
    up = {
        pair["card"]: entry["entry"]
        for entry in played["entries"]
        for event in entry["events"]
        if event["event"] == "cards-revealed"
        for pair in event["cards"]
    }
    offset = len(steps) - len(played["entries"])
    first = played["entries"][0]["entry"]
    for step in steps[: settled - 1]:
        words = " ".join([step.words, *(line.words for line in step.lines)])
        assert "wins" not in words
        assert "loses" not in words
        for card, entry in up.items():
            if step.n - offset < entry - first + 1:
                assert card not in words.split(), (step.n, words)


def unfolded(told: list[dict[str, Any]]) -> Iterator[tuple[Any, dict[int, Any]]]:
    board: Any = None
    seats: dict[int, Any] = {}
    for step in told:
        board = step.get("board", board)
        seats = {**seats, **{one["seat"]: one for one in step["seats"]}}
        yield board, seats


def test_what_a_page_is_sent_unfolds_to_the_steps(played: Record) -> None:
    steps = steps_of(played)
    whole = [json.loads(json.dumps(_plain(step))) for step in steps]
    sent = json.loads(json.dumps(step_documents(steps)))
    for (board, seats), right in zip(unfolded(sent), whole, strict=True):
        assert board == right["board"]
        assert list(seats.values()) == right["seats"]
    assert len(json.dumps(sent)) < len(json.dumps(whole))


def _plain(step: ReplayStep) -> Any:
    return step_documents((step,))[0]


def test_a_void_round(records: dict[str, Record]) -> None:
    one = records[VOID_ROUND]
    steps = steps_of(one)
    last = steps[-1]
    (voided,) = events_of(one, "round-voided")
    assert last.phase == "Void"
    assert last.words == f"All hands are void: {voided['reason']}"
    assert last.clause == voided["clause"] == "MD-RET 13.C"
    placed = {event["wager"]: event["amount"] for event in events_of(one, "wager-placed")}
    assert {paid.wager: paid.returned // 100 for paid in last.paid} == placed
    assert all(paid.result == "back" and paid.net == 0 for paid in last.paid)
    (sheet,) = sheets(one, steps)
    assert sheet.outcome == "gets everything back"
    assert last.seats[0].note == "bets returned"
    # The dealer reported it, and somebody else confirmed it.
    assert [step.who for step in steps[-2:]] == ["dora, dealer", "fred, floorperson"]


def test_a_sheet_for_every_seat(played: Record) -> None:
    steps = steps_of(played)
    told = {sheet.seat: sheet for sheet in sheets(played, steps)}
    for seat in played["seats"]:
        sheet = told.pop(seat["seat"])
        assert {row.wager for row in sheet.rows} == set(seat["wagers"])
        assert sheet.outcome == won_or_lost(round(seat["net"] * 100))
    assert told == {}


def test_the_lab_judges_every_decision(records: dict[str, Record]) -> None:
    """The cautious player takes every bet back that may be taken back; the lab knows better."""
    one = records["t1-1"]
    steps, judged = steps_of(one), best_play(one)
    decided = [
        step.n
        for step in steps
        if step.phase in DECISIONS["let-it-ride"] and "Turned" not in step.words
    ]
    assert [found.n for found in judged] == decided
    for found in judged:
        assert found.right == (found.cost == "")
        assert found.right == (found.done == found.best or found.cents == 0)
        assert f"Seat {found.seat}" in steps[found.n - 1].words


def test_every_kind_of_event_has_words() -> None:
    """Nothing that happened in a round is passed over, but that a seat's settlement is done."""
    told = getsource(event_words) + getsource(replay_words)
    silent = [kind.__name__ for kind in ev.EVENTS if f"ev.{kind.__name__}" not in told]
    assert silent == []


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("Seat 1 is dealt 6h Tc *", 'Seat 1 is dealt <span class="pip pip-h">6♥</span> '),
        ("left Kc, right", '<span class="pip pip-c">K♣</span>, right'),
        ("<b>Ks</b>", "&lt;b&gt;Ks&lt;/b&gt;"),
        ("MD-RET 9As", "MD-RET 9As"),
    ],
)
def test_cards_in_sentences(words: str, shown: str) -> None:
    assert shown in faces(words)


def test_time_since_the_first_step() -> None:
    assert since(1067, 1000) == "1:07"
    assert since(4661, 1000) == "1:01:01"


def test_scenes_are_those_of_the_table(played: Record) -> None:
    """The replay draws with the same parts as the table's page."""
    last = steps_of(played)[-1]
    assert all(isinstance(seat, SeatScene) for seat in last.seats)
    assert all(isinstance(area, BoardScene) for area in last.board)
