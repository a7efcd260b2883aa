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
