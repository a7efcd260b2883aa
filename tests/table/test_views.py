"""What each viewer is sent, what the script says, and a round told afterwards."""

import json
from typing import Any

import pytest
from felt import ALL, Felt, at_round, cards, dealt, prepared, rules_of, sits
from msgspec.structs import replace

from fairdeal.errors import NoViewerError
from fairdeal.rulebook.game import Dealing, Shuffling
from fairdeal.table import commands as cmd
from fairdeal.table import events as ev
from fairdeal.table.evolve import evolve
from fairdeal.table.next_step import next_command
from fairdeal.table.state import Phase, Stage, State, new_table
from fairdeal.table.view import _SEEN, Viewer, event_for, parse_viewer
from fairdeal.wire.commands import read_command
from fairdeal.wire.view import next_documents, seen_document, view_document
from fairdeal.wording.dealer import instructions
from fairdeal.wording.event_words import event_sentence, round_reports

DECK = "Ah Kd 6c 6d Qs As 9h Ks 2c"  # left right top bottom center, seat 1, seat 2, seat 1, seat 2
HOUSE = ("dealer", "floor", "auditor", "operator")
EVERYBODY = ("public", *HOUSE, "seat:1", "seat:2", "seat:3", "player:p1", "player:p2", "player:x")


def viewer_of(name: str) -> Viewer:
    return parse_viewer(name, 6)


def view(state: State, name: str) -> dict[str, Any]:
    """The table as a viewer is sent it."""
    return view_document(state, viewer_of(name))


def seen_event(state: State, event: ev.Event, name: str) -> dict[str, Any]:
    """An event as a viewer is sent it, which must be sent to this one."""
    sent = seen_document(state, event, viewer_of(name))
    assert sent is not None
    return sent


def seats_of(document: dict[str, Any]) -> dict[int, dict[str, Any]]:
    return {seat["seat"]: seat for seat in document["seats"]}


def test_a_player_sees_his_or_her_own_cards_and_nobody_elses() -> None:
    felt = dealt("run-em-twice", deck=DECK, seats=(1, 2))
    for viewer in EVERYBODY:
        document = view(felt.state, viewer)
        seen = {n: seat.get("cards") for n, seat in seats_of(document).items()}
        assert seen == {
            1: ["As", "Ks"] if viewer in ("seat:1", "player:p1") else None,
            2: ["9h", "2c"] if viewer in ("seat:2", "player:p2") else None,
        }
        text = json.dumps(document)
        assert not any(card in text for card in ("Ah", "Kd", "6c", "6d", "Qs"))
        assert document["board"]["left"] == {"cards": [], "face-down": 1}


@pytest.mark.clause("COMAR 36.05.02.17G(1)", "COMAR 36.05.02.17G(2)", "COMAR 36.05.02.17G(3)")
def test_a_card_that_may_not_be_seen_is_absent_from_events() -> None:
    felt = prepared(at_round("run-em-twice", deck=DECK, seats=(1, 2)))
    events = felt.play(cmd.Deal())
    sent = [seen_event(felt.state, event, viewer) for event in events for viewer in EVERYBODY]
    assert all("card" not in one for event in sent for one in event["cards"])
    (dealt,) = felt.play(cmd.Deal())
    for viewer in ("seat:1", "player:p1"):
        assert seen_event(felt.state, dealt, viewer) == {
            "event": "cards-dealt",
            "cards": [{"place": "seat:1", "card": "As"}, {"place": "seat:2"}],
            "steps": 1,
            "part": 0,
        }
    assert seen_event(felt.state, dealt, "seat:2")["cards"] == [
        {"place": "seat:1"},
        {"place": "seat:2", "card": "9h"},
    ]
    for viewer in ("public", *HOUSE, "player:x"):
        places = [{"place": "seat:1"}, {"place": "seat:2"}]
        assert seen_event(felt.state, dealt, viewer)["cards"] == places


def test_all_boxes_of_one_player_are_that_players() -> None:
    felt = Felt(at_round("let-it-ride", adjacent_boxes=2).rules).sit(1)
    felt.play(sits(2, "p1"))
    felt.sit(3).base(1, 2, 3)
    felt.dealer()
    seats = seats_of(view(felt.state, "seat:2"))
    assert "cards" in seats[1]
    assert "cards" in seats[2]
    assert "cards" not in seats[3]
    actions = view(felt.state, "seat:2")["actions"]
    assert {action["seat"] for action in actions} == {1}


def test_the_viewer_of_an_empty_seat_is_offered_nothing() -> None:
    felt = dealt("run-em-twice", seats=(1, 2))
    assert view(felt.state, "seat:3")["actions"] == []
    assert view(felt.state, "seat:2")["actions"] == []
    assert len(view(felt.state, "seat:1")["actions"]) == 2
    assert len(view(felt.state, "public")["actions"]) == 2


def test_the_views_of_the_house_tell_where_all_chips_are() -> None:
    felt = dealt("run-em-twice", seats=(1, 2))
    felt.play(cmd.Fold(seat=1))
    for viewer in HOUSE:
        document = view(felt.state, viewer)
        seats = seats_of(document)
        assert seats[1]["settled"] == seats[1]["taken"] == ["first-ante", "second-ante"]
        lying = sum(
            amount
            for seat in seats.values()
            for wager, amount in seat["wagers"].items()
            if wager not in (*seat["taken"], *seat["settled"])
        )
        assert (lying, document["inventory"]) == (10, 10)
        assert document["deck"] == "red"
        # A purse is for whoever it belongs to, and for the floor.
        if viewer == "floor":
            assert sum(seat["purse"] for seat in seats.values()) == -20
        else:
            assert not any("purse" in seat for seat in seats.values())
    assert "inventory" not in view(felt.state, "seat:1")
    assert "inventory" not in view(felt.state, "public")
    for viewer in ("seat:1", "player:p1"):
        seats = seats_of(view(felt.state, viewer))
        assert seats[1]["purse"] == -10
        assert "purse" not in seats[2]


def test_discards_are_counted_for_others() -> None:
    felt = dealt("double-draw", seats=(1, 2))
    felt.bet(1, "first-draw", 500)
    felt.bet(2, "first-draw", 500)
    felt.play(cmd.NoMoreBets())
    thrown = felt.hand(1).split()[:2]
    (discard,) = felt.play(cmd.Draw(seat=1, discard=felt.state.seats[1].cards[:2]))
    (given,) = felt.play(cmd.Replace())
    new = felt.hand(1).split()[-2:]
    for event, tag, faces, words in (
        (discard, "cards-discarded", thrown, "Seat 1 discards"),
        (given, "cards-replaced", new, "Seat 1 is given"),
    ):
        for viewer in ("seat:1", "player:p1"):
            assert seen_event(felt.state, event, viewer)["cards"] == faces
            assert (
                event_sentence(felt.state, event, viewer_of(viewer)) == f"{words} {' '.join(faces)}"
            )
        for viewer in ("seat:2", *HOUSE, "public", "player:p2"):
            document = seen_event(felt.state, event, viewer)
            why = {"cause": "player"} if event is discard else {}
            assert document == {"event": tag, "seat": 1, "count": 2, **why}
        assert event_sentence(felt.state, event) == f"{words} 2 cards"


@pytest.mark.clause("MD-LIR 10.H")
def test_the_discarded_community_card_is_seen_by_nobody() -> None:
    felt = prepared(
        at_round(
            "let-it-ride",
            deck="2c 3d 4h 5h 6h Ah",
            dealing=Dealing.AUTOMATED_SHOE,
            shuffling=Shuffling.RESHUFFLING,
        )
    )
    felt.play(cmd.Deal())
    (dealt,) = felt.play(cmd.Deal())
    assert isinstance(dealt, ev.CardsDealt)
    assert dealt.cards[-1] == ("rack", *cards("Ah"))
    for viewer in EVERYBODY:
        assert seen_event(felt.state, dealt, viewer)["cards"][-1] == {"place": "rack"}
        assert "Ah" not in json.dumps(view(felt.state, viewer))


def test_refusals_name_no_hidden_card() -> None:
    felt = prepared(at_round("run-em-twice", named=True, seats=(1, 2)))
    felt.play(cmd.Deal(cards=cards("Ah Kd 6c 6d Qs")))
    reason = felt.refuses(cmd.Deal(cards=cards("Ah 2d")), "MD-RET 8.D(3)")
    assert "Ah" not in reason
    draw = dealt("double-draw", deck="Ac Ad", seats=(1, 2))
    for seat in (1, 2):
        draw.bet(seat, "first-draw", 500)
    draw.play(cmd.NoMoreBets())
    reason = draw.refuses(cmd.Draw(seat=1, discard=cards("Ad")), "MD-DD .11C(4)")
    assert "Ad" not in reason


def test_cards_turned_up_are_everybodys() -> None:
    felt = dealt("run-em-twice", deck=DECK, seats=(1, 2))
    felt.bet(1, "first-run", 500)
    felt.bet(2, "first-run", 500)
    felt.play(cmd.Reveal())
    for viewer in EVERYBODY:
        board = view(felt.state, viewer)["board"]
        assert board["left"] == {"cards": ["Ah"], "face-down": 0}
        assert board["top"] == {"cards": [], "face-down": 1}


@pytest.mark.parametrize(
    "name", ["seat:0", "seat:7", "seat:", "seat:1 ", "player:", "player", "auditors", ""]
)
def test_viewers_that_there_are_not(name: str) -> None:
    with pytest.raises(NoViewerError):
        parse_viewer(name, 6)


# The script ---------------------------------------------------------------------------------------


def test_ret_the_script_of_a_round_in_words_with_clauses() -> None:
    felt = at_round("run-em-twice", deck=DECK, seats=(1, 2))
    felt.bet(1, "progressive", 100)
    racked = "put the folded cards into the discard rack"
    said: list[tuple[str, str, str | None]] = []
    answers: list[cmd.Command] = [
        cmd.Bet(seat=1, wager="first-run", cents=1_500),
        cmd.Fold(seat=2),
        cmd.Bet(seat=1, wager="second-run", cents=500),
        cmd.Bet(seat=1, wager="center", cents=500),
    ]
    while not felt.is_open or felt.state.rounds == 0:
        lines = instructions(felt.state)
        said += [(line.by, line.say, line.clause) for line in lines]
        if lines[0].by == "player":
            felt.play(answers.pop(0))
        else:
            felt.play(next_command(felt.state) or cmd.Clear())
    assert said == [
        ("dealer", "Announce: no more bets", "MD-RET 8.C(1)"),
        ("dealer", "Lock the progressive: it takes no further wager", "MD-RET 8.C(2)"),
        (
            "dealer",
            "Collect the Progressive wagers, and count the chips",
            "MD-RET 8.C(3)",
        ),
        (
            "dealer",
            "Deal one card face down to the left, the right, the top, the bottom and the center",
            "MD-RET 8.D(2)",
        ),
        ("dealer", "Deal one card face down to seats 1 and 2", "MD-RET 8.D(3)"),
        ("dealer", "Deal one card face down to seats 1 and 2", "MD-RET 8.D(3)"),
        ("dealer", "Rack the stub, its cards unseen", "MD-RET 8.D(4)"),
        ("player", "Ask seat 1: 1st Run of $5 to $15, or fold", "MD-RET 11.B(1)"),
        ("player", "Ask seat 2: 1st Run of $5 to $15, or fold", "MD-RET 11.B(1)"),
        (
            "dealer",
            f"Collect 1st Ante and 2nd Ante of seat 2, $10, and {racked}",
            "MD-RET 11.B(2)",
        ),
        ("dealer", "Turn up the cards at the left and the right", "MD-RET 11.C"),
        ("player", "Ask seat 1: 2nd Run of $5 to $15, or fold", "MD-RET 11.D"),
        ("dealer", "Turn up the cards at the top and the bottom", "MD-RET 11.E"),
        ("player", "Ask seat 1: Center of $5 to $15, or fold", "MD-RET 11.F"),
        ("dealer", "Turn up the card at the center", "MD-RET 11.G"),
        ("dealer", "Turn up the cards of seat 1", "MD-RET 11.I"),
        (
            "dealer",
            "Announce for seat 1, first run: two pair, aces and kings",
            "MD-RET 11.I(1)",
        ),
        ("dealer", "Announce for seat 1, second run: pair of sixes", "MD-RET 11.I(2)"),
        (
            "dealer",
            "Push seat 1: 2nd Ante, pair of sixes, $5 stays the player's",
            "MD-RET 12.B(10)",
        ),
        (
            "dealer",
            "Push seat 1: 2nd Run, pair of sixes, $5 stays the player's",
            "MD-RET 12.B(10)",
        ),
        ("dealer", "Pay seat 1: 1st Ante, two pair, aces and kings, 1 to 1, $5", "MD-RET 12.A"),
        (
            "dealer",
            "Pay seat 1: 1st Run, two pair, aces and kings, 2 to 1, $30",
            "MD-RET 12.B(8)",
        ),
        ("dealer", "Pay seat 1: Center, two pair, aces and kings, 2 to 1, $10", "MD-RET 12.B(8)"),
        (
            "dealer",
            "No payment to seat 1: Progressive, two pair, aces and kings",
            "MD-RET 11.J",
        ),
        ("dealer", "Put the cards of seat 1 into the discard rack", "MD-RET 11.J"),
        (
            "dealer",
            "Put all cards into the discard rack, so that each hand can be told again",
            "MD-RET 11.K",
        ),
    ]


@pytest.mark.parametrize(("game", "jurisdiction"), ALL)
def test_the_script_of_an_empty_table_and_a_waiting_one(game: str, jurisdiction: str) -> None:
    felt = Felt(at_round(game, jurisdiction).rules)
    felt.dealer()
    assert [line.say for line in instructions(felt.state)] == ["Wait for the first player"]
    felt.sit(1).dealer()
    assert [line.say for line in instructions(felt.state)] == ["Wait for wagers"]
    felt.base(1)
    first = next(iter(felt.state.seats[1].stakes))
    felt.play(cmd.TakeBackBet(seat=1, wager=first))
    (line,) = instructions(felt.state)
    assert line.say == f"Put right, or give back: seat 1: {first} is missing"
    assert line.clause == felt.game.wager[first].clause


# Told afterwards ----------------------------------------------------------------------------------


@pytest.mark.clause("MD-LIR 11.G(2)", "MD-RET 11.K", "MD-DD .11F(2)")
def test_a_round_is_told_again_from_its_events_alone() -> None:
    felt = dealt("run-em-twice", deck=DECK, seats=(1, 2))
    empty = new_table(felt.rules)
    assert round_reports(empty, felt.log) == [], "only once the round is over"
    felt.play(cmd.Fold(seat=1), cmd.Fold(seat=2))
    felt.dealer()
    (told,) = round_reports(empty, felt.log)
    assert told["board"] == {
        "left": ["Ah"],
        "right": ["Kd"],
        "top": ["6c"],
        "bottom": ["6d"],
        "center": ["Qs"],
    }
    assert [(seat["seat"], seat["cards"], seat["folded"]) for seat in told["seats"]] == [
        (1, ["As", "Ks"], "first-run"),
        (2, ["9h", "2c"], "first-run"),
    ]
    assert told["dealt"] == [{"place": place, "card": card} for place, card in felt.dealt()]
    assert [one["card"] for one in told["dealt"]] == DECK.split()
    assert told["told"][0] == "Seat 1 bets $5 on 1st Ante"
    assert told["void"] is None
    assert told["round"] == 1
    (done,) = felt.session.finished
    assert round_reports(done.before, done.events) == [told], "the session keeps the round itself"
    again = empty
    for event in felt.log:
        again = evolve(again, event)
    assert replace(again, chores=()) == replace(felt.state, chores=())


@pytest.mark.clause("MD-DD .11F(2)")
def test_discards_and_a_void_are_told_again() -> None:
    felt = dealt("double-draw", deck="2c 3c 4c 5c 7d 9h 9s")
    felt.bet(1, "first-draw", 500)
    felt.play(
        cmd.NoMoreBets(),
        cmd.FaceUp(),
        cmd.Draw(seat=1, discard=cards("2c 3c")),
        cmd.Replace(),
    )
    felt.play(cmd.WrongNumber(place=1, cards=4))
    (told,) = round_reports(new_table(felt.rules), felt.log)
    assert told["set-aside"] == ["9h"]
    assert told["seats"][0]["discarded"] == ["2c", "3c"]
    assert told["seats"][0]["cards"][:4] == ["4c", "5c", "7d", "9s"]
    assert "seat 1" in told["void"]


@pytest.mark.parametrize("game", ["let-it-ride", "run-em-twice", "double-draw"])
def test_the_script_names_the_command_that_does_it(game: str) -> None:
    """A dealer's screen needs no more than what it is sent: each step can be sent back."""
    felt = Felt(rules_of(game)).sit(1)
    while felt.state.rounds == 0:
        *before, last = next_documents(instructions(felt.state))
        assert not any("command" in line for line in before)
        if "command" in last:
            command = read_command(felt.state, last["command"])
            assert command == next_command(felt.state)
            felt.play(command)
        elif felt.is_open:
            felt.base(1)
        else:
            felt.play(cmd.Timeout(seat=1))


# What may be sent ---------------------------------------------------------------------------------


def test_every_event_is_listed_as_one_that_may_be_sent() -> None:
    assert set(_SEEN) == set(ev.EVENTS)


def test_an_event_that_is_not_listed_is_sent_to_nobody() -> None:
    class HoleCardPeeked(ev.Event, frozen=True, gc=False, tag="hole-card-peeked"):
        """Somebody added an event and thought of no viewer."""

        seat: int
        card: int

    felt = dealt("run-em-twice", deck=DECK, seats=(1, 2))
    new = HoleCardPeeked(1, 51)
    for name in EVERYBODY:
        assert event_for(felt.state, new, viewer_of(name)) is None
        assert seen_document(felt.state, new, viewer_of(name)) is None
        assert event_sentence(felt.state, new, viewer_of(name)) is None


def test_the_words_that_views_and_snapshots_have_for_decks_and_phases() -> None:
    """Programs and stored snapshots rely on these words."""
    assert [str(stage) for stage in Stage] == [
        *("received", "inspected", "verified", "spread face down", "spread", "stacked"),
        *("shuffled", "ready"),
    ]
    assert [str(phase) for phase in Phase] == ["open", "dealing", "playing", "closed"]
