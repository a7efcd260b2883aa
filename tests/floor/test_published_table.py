"""What the floor publishes of a table: each player's own view, and one for all who only watch."""

from pathlib import Path

from harness import RIDE, Harness, rules_of

from fairdeal.floor.floor import FloorSettings
from fairdeal.table.view import PUBLIC


def test_players_see_their_own_cards_and_all_who_watch_share_one_view(tmp_path: Path) -> None:
    settings = FloorSettings(pace=0, clock=20, bots=False)
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE), settings=settings)
    ann, bea, carl = (house.guest(name) for name in ("ann", "bea", "carl"))
    house.sit(ann)
    house.bet(ann)
    published = house.faces[-1]
    own = published.view(published.viewer(ann))
    public = published.view(PUBLIC)
    (seat,), (shown,) = own["seats"], public["seats"]
    assert len(seat["cards"]) == seat["cards-held"] == 3
    assert "cards" not in shown
    for watcher in (bea, carl, None):
        assert published.view(published.viewer(watcher))["seats"] is public["seats"]
    house.close()


def test_a_players_view_is_the_same_whoever_looks_first(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    ann = house.guest()
    house.sit(ann)
    house.bet(ann)
    alone, shared = house.table().publish_stopped(), house.table().publish_stopped()
    shared.view(PUBLIC)
    own = shared.view(shared.viewer(ann))
    assert own == alone.view(alone.viewer(ann))
    assert own["viewer"] == str(shared.viewer(ann))
    assert {action["do"] for action in own["actions"]} == {"ride", "withdraw"}
    house.close()


def test_events_are_told_from_memory_as_far_as_they_are_there(tmp_path: Path) -> None:
    house = Harness(str(tmp_path / "floor.db"), rules_of(RIDE))
    ann = house.guest()
    house.sit(ann)
    house.bet(ann)
    published = house.faces[-1]
    first, last = published.recent[0].version, published.state.version
    assert published.has_events_after(last)
    assert published.events_after(last, PUBLIC) == []
    assert published.has_events_after(first - 1)
    assert not published.has_events_after(first - 2)
    assert published.events_after(first - 2, PUBLIC) is None
    told = published.events_after(first - 1, PUBLIC)
    assert told is not None
    assert {one["version"] for one in told} <= set(range(first, last + 1))
    house.close()
