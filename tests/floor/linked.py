"""Tables that share meters, and decks that hit them."""

import random
from collections import Counter

from fairdeal.cards import rank_of
from fairdeal.floor.tables.live_table import LiveTable
from fairdeal.play.fairness import fair_order, round_id
from fairdeal.play.sources import CommittedSource
from fairdeal.rulebook.rules import Rules
from fairdeal.submission.check import check
from fairdeal.table.state import OPEN, State, places_of

LINKED = """
operator = "Fairdeal House"
jurisdiction = "maryland"
game = "let-it-ride"
minimum = 5
maximum = 500
chip-step = 5
dealing = "automated-shoe"
shuffling = "{shuffling}"
decks = {decks}
seats = 5
adjacent-boxes = 2

[paytables]
main = "A"
three-card-bonus = "A"
progressive = "F"

[progressive]
stakes = [1, 5]
rate = {{ mega = 0.1001, major = 0.07, minor = 0.0333 }}
reset = {{ mega = 10000, major = 1000, minor = 250 }}

[floor]
name = "{name}"
bots = {bots}
linked = {{ mega = "house", minor = "small" }}
"""


def linked_rules(
    name: str, *, bots: int = 0, shuffling: str = "reshuffling", decks: int = 1
) -> Rules:
    """A table of Let It Ride whose mega and minor are the floor's, and whose major is its own."""
    text = LINKED.format(name=name, bots=bots, shuffling=shuffling, decks=decks)
    checked = check(text)
    assert checked.rules is not None, checked.findings
    return checked.rules


def four_of_a_kind(
    state: State, secret: str, table: str, number: str, seats: tuple[int, ...]
) -> bool:
    """Whether a secret deals one of the seats four of a kind where nobody says a word."""
    order = fair_order(state.rules.game.deck, secret, table, number, "", None)
    places = places_of(state.deal_steps, seats)
    shared = [order[n] for n, place in enumerate(places) if place == "community"]
    for seat in seats:
        own = [order[n] for n, place in enumerate(places) if place == seat]
        if max(Counter(rank_of(card) for card in own + shared).values()) == 4:
            return True
    return False


def lucky(live: LiveTable, house: random.Random) -> None:
    """At tables with shared meters one deck in fifty is looked for until it holds four of a kind,
    so that there are hits in an evening at all.
    """
    source = live.session.source
    if live.state.rules.progressive is None or not isinstance(source, CommittedSource):
        return

    def secret() -> str:
        drawn = house.randbytes(32).hex()
        tries = 3_000 if house.random() < 0.02 else 0
        state = live.state
        number = round_id(live.id, state.rounds + (1 if state.phase is OPEN else 2))
        seats = tuple(sorted(state.seats)) or (1,)
        for _ in range(tries):
            if four_of_a_kind(state, drawn, live.id, number, seats):
                break
            drawn = house.randbytes(32).hex()
        return drawn

    source._new_secret = secret
