"""Scenes, announcements and consoles are made once for all who see the same."""

from collections import Counter

import msgspec
import pytest
from scene_room import Room, mine

from fairdeal.floor.people.accounts import Person
from fairdeal.rulebook.money import CENTS
from fairdeal.table import events as ev
from fairdeal.table.actors import DEALER, FLOOR
from fairdeal.table.state import State
from fairdeal.table.view import PUBLIC, View, Viewer, view
from fairdeal.web.pages.console.scene import console
from fairdeal.web.pages.table import announcements
from fairdeal.web.pages.table import scene as table_scene
from fairdeal.web.pages.table.announcements import announced
from fairdeal.web.pages.table.scene import scene
from fairdeal.wording.event_words import event_sentence


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[Viewer]:
    """How many scenes were made, by viewer."""
    count: Counter[Viewer] = Counter()

    def counting(state: State, viewer: Viewer) -> View:
        count[viewer] += 1
        return view(state, viewer)

    monkeypatch.setattr(table_scene, "view", counting)
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
    told = announced(face, 0, PUBLIC)
    assert "Seat 1 is taken by ann" in [one.words for one in told]
    once = count.total()
    assert announced(face, 0, PUBLIC) is told
    assert announced(face, 0, face.viewer(bob)) is told  # he has no seat here
    assert count == {PUBLIC: once}
    # A call for the floorperson is for whoever called.
    room.do(ann, "t1", {"do": "call-floor", "reason": "a question"})
    face, version = room.faces["t1"], face.state.version
    assert announced(face, version, PUBLIC) == ()
    (call,) = announced(face, version, face.viewer(ann))
    assert call.words == "The floorperson is called: a question"
    assert announced(face, version, face.viewer(bob)) == ()


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
