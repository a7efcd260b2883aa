"""Until when somebody counts as present, to the second: by connections, commands and places."""

from fairdeal.floor.people.presence import Presence, place_key


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_a_place_is_of_one_player_at_one_table() -> None:
    keys = {place_key(table, player) for table in ("t1", "t2") for player in ("ann", "bob")}
    assert len(keys) == 4


def test_a_connection_counts_for_15_seconds_and_a_command_for_60() -> None:
    clock = Clock()
    presence = Presence(clock)
    clock.now = 5_000.0
    presence.note_connection("ann")
    presence.note_command("bob", place_key("t1", "bob"))
    assert (presence.until("ann"), presence.until("bob")) == (5_015.0, 5_060.0)
    assert presence.until(place_key("t1", "bob")) == 5_060.0
    clock.now = 5_015.0
    assert presence.is_present("ann")
    assert presence.absent_seconds("ann") == 0
    clock.now = 5_018.0
    assert not presence.is_present("ann")
    assert presence.absent_seconds("ann") == 3
    presence.note_connection("bob")
    assert presence.until("bob") == 5_060.0, "a connection shortens nothing"


def test_whoever_was_never_noted_is_there_for_a_minute_after_the_start() -> None:
    clock = Clock()
    presence = Presence(clock)
    clock.now = 1_060.0
    assert presence.is_present("ann")
    clock.now = 1_070.0
    assert presence.absent_seconds("ann") == 10
    presence.note_command("bob")
    clock.now = 1_200.0
    presence.resume()
    assert (presence.until("ann"), presence.until("bob")) == (1_260.0, 1_260.0)


def test_a_clock_that_is_set_back_leaves_nobody_there_for_long() -> None:
    clock = Clock()
    presence = Presence(clock)
    presence.note_command("ann")
    clock.now = 100.0
    presence.clock_set_back()
    assert (presence.until("ann"), presence.until("bob")) == (160.0, 160.0)
    clock.now = 110.0
    presence.clock_set_back()
    assert presence.until("ann") == 160.0, "nobody is there for longer by that"


def test_who_has_been_gone_for_two_hours_is_forgotten() -> None:
    clock = Clock()
    presence = Presence(clock)
    clock.now = 50_000.0
    presence.note_command("ann")
    clock.now = 50_060.0 + 7_200.0
    presence.forget()
    assert presence.until("ann") == 50_060.0
    clock.now += 1
    presence.forget()
    assert presence.until("ann") == 1_060.0, "as somebody who was never noted"
