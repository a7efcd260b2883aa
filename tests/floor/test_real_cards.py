"""Tables that are dealt from real cards: the dealer names them, and nothing proves the shuffle."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran, Urls
from harness import DRAW, RIDE, TWICE, Harness, rules_of
from real_cards import REAL, RealRoom

from fairdeal.cards import card_text
from fairdeal.errors import BadInputError, MismatchError, Refused
from fairdeal.floor.audit.findings import tables_of_real_cards
from fairdeal.floor.audit.folded_table import FoldedTable
from fairdeal.floor.tables.records import record
from fairdeal.floor.tables.replay import replay
from fairdeal.floor.tables.table_acts import hand_over
from fairdeal.submission.check import check
from fairdeal.table import commands as cmd
from fairdeal.table.actors import DEALER
from fairdeal.table.entry import Opening
from fairdeal.table.legal import legal_actions
from fairdeal.table.real_cards import NO_PROOF
from fairdeal.wire.log import write_opening
from fairdeal.wire.rules import rules_document
from fairdeal.wire.state import write_state
from fairdeal.wording.declarations import InputField, declarations_now, fields_of

GAMES = {"let-it-ride": RIDE, "run-em-twice": TWICE, "double-draw": DRAW}


def ready(url: str, rules: str = RIDE) -> RealRoom:
    """A table of real cards with ann at seat 1, which is ready for bets."""
    room = RealRoom(url, rules)
    room.house.sit(room.ann)
    room.make_ready()
    return room


@pytest.fixture
def room(tmp_path: Path) -> Iterator[RealRoom]:
    room = ready(str(tmp_path / "floor.db"))
    yield room
    room.house.close()


@pytest.fixture(params=GAMES)
def any_room(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[RealRoom]:
    room = ready(str(tmp_path / "floor.db"), GAMES[request.param])
    yield room
    room.house.close()


def test_a_round_is_dealt_logged_recorded_and_replayed(any_room: RealRoom) -> None:
    room = any_room
    room.play()
    room.play()
    room.house.audit()
    assert tables_of_real_cards(room.house.real) == ["t1"]
    found = record(room.house.floor.store, "t1-2")
    absent = ("commitment", "secret", "cut", "order", "protocol")
    assert [found[name] for name in absent] == [None] * 5
    assert (found["words"], found["secrets"]) == ("", [])
    done = replay(found)
    assert (done.valid, done.real_cards, done.protocol) == (True, True, None), done.wrong
    rows = room.house.real.execute("SELECT document FROM sealed")
    assert [json.loads(text) for (text,) in rows] in ([], [{}]), "there is nothing to seal"


def test_a_changed_record_is_found(room: RealRoom) -> None:
    room.play()
    found = record(room.house.floor.store, "t1-1")
    for name, value in (("order", ["As"]), ("secret", "00"), ("words", "1=a"), ("protocol", 2)):
        assert "real cards" in (replay({**found, name: value}).wrong or ""), name
    changed = deepcopy(found)
    changed["seats"][0]["net"] += 5
    assert replay(changed).wrong == "`seats` are not what the entries come to"


def test_the_example_says_that_nothing_proves_the_shuffle(room: RealRoom, tmp_path: Path) -> None:
    room.play()
    file = tmp_path / "round.json"

    def said(found: dict[str, Any]) -> subprocess.CompletedProcess[str]:
        file.write_text(json.dumps(found), "utf-8")
        program = str(ROOT / "examples" / "verify_record.py")
        run = [sys.executable, "-I", program, str(file)]
        return subprocess.run(run, capture_output=True, text=True, check=False)

    found = record(room.house.floor.store, "t1-1")
    right = said(found)
    assert (right.returncode, right.stderr) == (0, "")
    assert NO_PROOF in right.stdout.splitlines()[-1].lower()
    assert said({**found, "order": ["As"]}).returncode == 1
    found["proof"]["entries"][-1]["text"] += " "
    assert said(found).returncode == 1


def test_a_restart_in_the_middle_of_a_round_goes_on(urls: Urls) -> None:
    room = ready(urls(), TWICE)
    house = room.house
    house.bet(room.ann)
    room.go_on(lambda: bool(room.state.out), lambda: None)
    before = write_state(room.state)
    house.reopen()
    assert write_state(room.state) == before
    room.go_on(lambda: room.state.rounds == 1, lambda: house.decide(room.ann))
    house.audit()
    house.close()


def test_wrong_and_repeated_cards_are_refused(room: RealRoom) -> None:
    house = room.house
    house.bet(room.ann)
    room.go_on(lambda: isinstance(house.table().session.next_command(), cmd.Deal), lambda: None)
    step = room.named(cmd.Deal())
    count = len(step["cards"])
    before = room.state
    with pytest.raises(Refused, match="names none"):
        room.deal(do="deal")
    with pytest.raises(Refused, match=f"names {count - 1}"):
        room.deal(do="deal", cards=step["cards"][:-1])
    with pytest.raises(Refused, match=f"card {count} of those named is not in the stub"):
        room.deal(do="deal", cards=[*step["cards"][:-1], step["cards"][0]])
    with pytest.raises(Refused, match="card 1 of those named is not in the deck"):
        room.deal(do="deal", cards=["*", *step["cards"][1:]])
    with pytest.raises(BadInputError, match="10x"):
        room.deal(do="deal", cards=["10x", *step["cards"][1:]])
    assert room.state == before
    room.deal(**step)
    assert sorted(map(card_text, room.state.out)) == sorted(step["cards"])


def test_cards_are_named_at_such_tables_only(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE + '\n[floor]\ndealer = "person"\n'))
    staff = house.staff()
    with pytest.raises(Refused, match="the cards come from the deck at this table"):
        house.say(staff["dealer"], "t1", do="deal", cards=["As"])
    house.close()


def test_no_word_goes_into_the_shuffle_of_real_cards(room: RealRoom) -> None:
    house = room.house
    house.say(room.ann, "t1", **house.bets())
    for word in ({"word": "luck"}, {"pledge": "0" * 64}):
        with pytest.raises(Refused, match="no word goes into their shuffle"):
            house.say(room.ann, "t1", do="ready", seat=1, **word)


def test_the_automatic_dealer_has_no_real_cards(room: RealRoom) -> None:
    house = room.house
    with pytest.raises(Refused, match="real cards are dealt by a person"):
        house.ask(lambda floor: hand_over(floor, room.fred, "t1", "auto"))


@pytest.mark.parametrize(
    ("more", "cards"), [(REAL, "committed"), (REAL.replace("named", "committed"), "named")]
)
def test_an_opening_says_where_the_cards_come_from_as_its_rules_do(more: str, cards: str) -> None:
    line = write_opening(Opening(rules_of(RIDE + more), {}, cards, table="t1"))
    with pytest.raises(MismatchError, match="does not commit to its cards"):
        FoldedTable(line)


def test_the_key_needs_a_person_who_deals() -> None:
    found = check(RIDE + '\n[floor]\ncards = "named"\n')
    assert [one.field for one in found.findings] == ["floor.cards"]
    assert 'needs dealer = "person"' in found.findings[0].message
    assert rules_document(rules_of(RIDE + REAL))["floor"]["cards"] == "named"
    by_hand = rules_document(rules_of(RIDE + '\n[floor]\ndealer = "person"\n'))
    assert "cards" not in by_hand["floor"], "digests of before stay"


def fields_asked(room: RealRoom) -> list[InputField]:
    """The fields of cards that the console shows in the course of a round."""
    found: list[InputField] = []

    def over() -> bool:
        command = room.house.table().session.next_command()
        if command is not None:
            found.extend(one for one in fields_of(room.state, command) if one.kind == "cards")
        return room.state.rounds == 1

    def decide() -> None:
        if any(action.do == "draw" for action in legal_actions(room.state)):
            cards = [card_text(card) for card in room.state.seats[1].cards[:1]]
            room.house.say(room.ann, "t1", do="draw", seat=1, discard=cards)
        else:
            room.house.decide(room.ann)

    room.house.bet(room.ann)
    room.go_on(over, decide)
    return found


def test_the_console_asks_for_each_card_by_its_place(room: RealRoom) -> None:
    """From the reshuffling shoe come the dealer's three cards, of which one goes to the rack
    (MD-LIR 10.H), and the player's three.
    """
    places = [place for field in fields_asked(room) for place in field.places]
    assert sorted(places) == ["burned", *["seat 1"] * 3, *["the community area"] * 2]


def test_the_console_asks_for_the_cards_of_a_draw(tmp_path: Path) -> None:
    room = ready(str(tmp_path / "floor.db"), DRAW)
    asked = fields_asked(room)
    assert asked[-1].places == ("seat 1",)
    assert all(field.most == len(field.places) for field in asked)
    room.house.close()


def test_a_card_that_lies_face_up_is_named_when_it_is_declared(room: RealRoom) -> None:
    house = room.house
    house.bet(room.ann)
    room.go_on(lambda: bool(room.state.out), lambda: None)
    groups = {one.title: one for one in declarations_now(room.state, [DEALER])}
    (up,) = groups["A card lies face up"].choices
    unseen, seen = groups["A card was drawn in error"].choices
    assert [len(one.fields) for one in (up, unseen, seen)] == [1, 0, 1]
    assert all(choice.fields for choice in groups["A seat is dealt twice in this step"].choices)
    room.deal(do="face-up", cards=["9d"])
    assert "9d" in [card_text(card) for card in room.state.out]
    with pytest.raises(Refused, match="not in the stub"):
        room.deal(do="deal", cards=["9d", "Kc", "Kd"])
    house.audit()


def test_no_card_is_asked_for_where_the_program_shuffles(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    assert fields_of(house.table().state, cmd.FaceUp()) == ()
    house.close()


def test_the_commands_of_an_audit_say_that_nothing_proves_the_shuffle(
    room: RealRoom, tmp_path: Path, fairdeal: Callable[..., Ran]
) -> None:
    room.play()
    database, file = str(tmp_path / "floor.db"), str(tmp_path / "round.json")
    verified = fairdeal("audit", "verify", "--db", database)
    assert verified.out.splitlines()[-1] == f"t1: {NO_PROOF}"
    assert fairdeal("audit", "verify", "--db", database, "--json").json["real_cards"] == ["t1"]
    fairdeal("audit", "export", "--db", database, "--round", "t1-1", "-o", file)
    assert fairdeal("audit", "replay", file).out.strip().endswith(NO_PROOF)
    assert fairdeal("audit", "replay", file, "--json").json["real_cards"] == 1
