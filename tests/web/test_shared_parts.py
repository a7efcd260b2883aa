"""Scenes, announcements and consoles are made once for all who see the same."""

from collections import Counter
from collections.abc import Iterator, Reversible

import msgspec
import pytest
from scene_room import Room, mine

from fairdeal.floor.people.accounts import Person
from fairdeal.floor.tables.pending_acts import ChipRequest, PendingActs, SlipSignature
from fairdeal.floor.tables.published_table import VersionedEvent
from fairdeal.rulebook.money import CENTS
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR, PLAYER
from fairdeal.table.state import State
from fairdeal.table.view import PUBLIC, Viewer
from fairdeal.web.pages.console.scene import console
from fairdeal.web.pages.table import announcements
from fairdeal.web.pages.table import scene as table_scene
from fairdeal.web.pages.table.announcements import announcements_after
from fairdeal.web.pages.table.feed import TableMessage, WrittenMessage
from fairdeal.web.pages.table.scene import scene, scene_text
from fairdeal.web.pages.table.settlement_rows import last_round
from fairdeal.wording.event_words import event_sentence


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[Viewer]:
    """How many scenes were made, by viewer."""
    count: Counter[Viewer] = Counter()

    def counting(recent: Reversible[VersionedEvent], viewer: Viewer) -> Iterator[VersionedEvent]:
        count[viewer] += 1
        return last_round(recent, viewer)

    monkeypatch.setattr(table_scene, "last_round", counting)
    return count


def test_a_scene_is_made_once_for_all_who_see_the_same(room: Room, made: Counter[Viewer]) -> None:
    ann, bob = room.people
    room.do(ann, "t1", {"do": "sit", "seat": 1})
    face = room.faces["t1"]
    watched = [scene(face, PUBLIC) for _ in range(50)]
    assert all(one is watched[0] for one in watched)
    # Bob has no seat here: he sees what everybody sees, and his own chips.
    assert room.scene(bob, "t1") == msgspec.structs.replace(watched[0], balance=1000 * CENTS)
    assert made == {PUBLIC: 1}
    seated = [room.scene(ann, "t1") for _ in range(2)]
    assert mine(seated[1]).seat == 1
    assert made == {PUBLIC: 1, face.viewer(ann): 1}
    # The next version of the table is another scene, and so is a table that was stopped.
    room.do(bob, "t1", {"do": "sit", "seat": 2})
    assert scene(room.faces["t1"], PUBLIC).version > watched[0].version
    room.faces["t1"].stopped = "the disk is full"
    assert scene(room.faces["t1"], PUBLIC).stopped == "the disk is full"
    assert made[PUBLIC] == 3


def test_announcements_are_made_once_for_all_who_are_told_the_same(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    count: Counter[Viewer] = Counter()

    def counting(state: State, event: ev.Event, viewer: Viewer) -> str | None:
        count[viewer] += 1
        return event_sentence(state, event, viewer)

    monkeypatch.setattr(announcements, "event_sentence", counting)
    ann, bob = room.people
    room.do(ann, "t1", {"do": "sit", "seat": 1})
    face = room.faces["t1"]
    told = announcements_after(face, 0, PUBLIC)
    assert "Seat 1 is taken by ann" in [one.words for one in told]
    once = count.total()
    assert announcements_after(face, 0, PUBLIC) is told
    assert announcements_after(face, 0, face.viewer(bob)) is told  # he has no seat here
    assert count == {PUBLIC: once}
    # A call for the floorperson is for whoever called.
    room.do(ann, "t1", {"do": "call-floor", "reason": "a question"})
    face, version = room.faces["t1"], face.state.version
    assert announcements_after(face, version, PUBLIC) == ()
    (call,) = announcements_after(face, version, face.viewer(ann))
    assert call.words == "The floorperson is called: a question"
    assert announcements_after(face, version, face.viewer(bob)) == ()


def test_a_console_is_made_once_for_all_with_the_same_role(
    room: Room, made: Counter[Viewer]
) -> None:
    room.do(room.people[0], "t1", {"do": "sit", "seat": 1})
    face = room.faces["t1"]
    dee, eve, fay = (
        Person(name, name, "registered", (role,))
        for name, role in (("dee", DEALER), ("eve", FLOOR), ("fay", FLOOR))
    )
    assert console(face, eve) is console(face, fay)
    assert console(face, eve).roles == ("floor",)
    assert console(face, dee).roles == ()  # the automatic dealer deals
    assert made == {Viewer(DEALER): 1, Viewer(FLOOR): 1}
    # Whoever has asked for chips sees another console than the second person, who confirms.
    asked = ChipRequest(1, "fill", 500, {"5": 1}, "low", SlipSignature("eve", "eve", FLOOR, 0))
    face.pending = PendingActs((asked,))
    for person, confirms in ((eve, False), (fay, True)):
        pending = console(face, person).pending
        assert pending is not None
        assert [one.confirms for one in pending.requests] == [confirms]


def test_the_text_of_a_scene_is_written_once_for_all_who_see_the_same(room: Room) -> None:
    ann, bob = room.people
    room.do(ann, "t1", {"do": "sit", "seat": 1})
    face = room.faces["t1"]
    texts = [scene_text(face, PUBLIC) for _ in range(3)]
    assert all(one is texts[0] for one in texts)
    assert texts[0] == msgspec.json.encode(scene(face, PUBLIC))
    # Bob looks on with chips of his own, as anybody with as many does; Ann has a seat.
    watching, seated = face.viewer(bob), face.viewer(ann)
    assert scene_text(face, watching, 5) is scene_text(face, Viewer(PLAYER, id="another"), 5)
    for viewer in (watching, seated):
        for balance in (None, 5, 100 * CENTS):
            expected = msgspec.json.encode(scene(face, viewer, balance))
            assert scene_text(face, viewer, balance) == expected
    # What Ann sees is not shown to others, and the next version is another text.
    assert scene_text(face, seated, 5) != scene_text(face, watching, 5)
    room.do(bob, "t1", {"do": "sit", "seat": 2})
    assert scene_text(room.faces["t1"], PUBLIC) != texts[0]


def test_a_message_of_the_feed_has_the_fields_of_its_description() -> None:
    described, written = (
        [field.name for field in msgspec.structs.fields(kind)]
        for kind in (TableMessage, WrittenMessage)
    )
    assert described == written
