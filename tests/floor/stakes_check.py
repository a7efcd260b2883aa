"""Check of a simulated evening's log: no stake is lost to the clock, an absence or a relief."""

from collections import Counter
from collections.abc import Iterable
from typing import Any


def check_stakes(
    documents: Iterable[dict[str, Any]], told: Counter[str], *, uptime: float, least: float
) -> None:
    """No time ran out that the house did not give, and nobody left a wager by absence or by a
    change of dealers. What was seen is counted in `told`.

    `uptime` is for how long the house had listened, `least` the shortest time that anybody has.
    """
    for document in documents:
        events, do = document["events"], document["command"]["do"]
        if any(event.get("cause") == "clock" for event in events):
            told["time ran out"] += 1
            assert uptime >= least - 1, f"{uptime} s since the last outage"
        if do == "remove-player":
            told["seat freed"] += 1
            kinds = {event["event"] for event in events}
            assert kinds <= {"wager-taken-back", "player-removed"}, kinds
        if do in ("tap-in", "tap-out"):
            told["relief"] += "relieves" in document["command"]
            kinds = {event["event"] for event in events}
            assert kinds <= {"dealer-tapped-in", "dealer-tapped-out"}, kinds
        if any(event["event"] == "hand-abandoned" for event in events):
            assert "key" in document, "only who asks for it leaves a round"
