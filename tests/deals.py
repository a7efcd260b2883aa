"""Deals to settle: short ways to write one, and whole random ones."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import pytest

from fairdeal.cards import card_text
from fairdeal.games import GAMES
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.wager import AnyAmount, Equal, OneOf, Times
from fairdeal.wire.deal import settle

Deal = dict[str, Any]


def shows(clause: str, *values: Any) -> Any:
    """One line of a table of cases, under the clause it shows."""
    name = " ".join(str(value) for value in (clause, *values) if isinstance(value, str | int))
    return pytest.param(*values, marks=pytest.mark.clause(clause), id=name)


# Let It Ride --------------------------------------------------------------------------------------


def box(
    seat: int, cards: str, *, withdrawn: Iterable[str] = (), bet: float = 10, **more: Any
) -> Deal:
    """A seat of Let It Ride; further wagers by name, `_` for `-`; `player` too."""
    entry: Deal = {"seat": seat, "cards": cards, "withdrawn": list(withdrawn)}
    if "player" in more:
        entry["player"] = more.pop("player")
    entry["wagers"] = {"bet-1": bet, "bet-2": bet, "bet-3": bet} | named(more)
    return entry


def ride(community: str, *seats: Deal, main: str = "A", **more: Any) -> Deal:
    """A deal of Let It Ride; `bonus` is the bonus box, other names are paytables and keys."""
    board = {"community": community} | ({"bonus": more.pop("bonus")} if "bonus" in more else {})
    return deal("let-it-ride", {"main": main}, board, seats, more)


# Run 'Em Twice ------------------------------------------------------------------------------------

CROSS = ("left", "right", "top", "bottom", "center")


def hand(
    seat: int,
    cards: str,
    *,
    ante: float = 10,
    folded: Any = False,
    bets: Iterable[float] = (10, 10, 10),
    **more: Any,
) -> Deal:
    """A seat of Run 'Em Twice; `bets` are those made before a fold: first run, second, center."""
    entry: Deal = {"seat": seat, "cards": cards, "folded": folded}
    if "player" in more:
        entry["player"] = more.pop("player")
    made = dict(zip(("first-run", "second-run", "center"), bets, strict=False))
    entry["wagers"] = {"first-ante": ante, "second-ante": ante} | made | named(more)
    return entry


def cross(board: str, *seats: Deal, **more: Any) -> Deal:
    """A deal of Run 'Em Twice; the board is left, right, top, bottom, center."""
    cards = dict(zip(CROSS, board.split(), strict=True))
    return deal("run-em-twice", {}, cards, seats, more)


# Double Draw --------------------------------------------------------------------------------------


def five(seat: int, cards: str, *, ante: float = 10, folded: Any = False) -> Deal:
    """A seat of Double Draw with the wagers up to its fold."""
    placed = ["ante", "bonus", "first-draw", "second-draw"]
    placed = placed[: {"first-draw": 2, "second-draw": 3}.get(folded, 4)]
    wagers = dict.fromkeys(placed, ante)
    return {"seat": seat, "cards": cards, "folded": folded, "wagers": wagers}


def draw(*seats: Deal, bonus: str = "A", **more: Any) -> Deal:
    """A deal of Double Draw."""
    return deal("double-draw", {"bonus": bonus}, None, seats, more)


# All games ----------------------------------------------------------------------------------------

_TABLES = {
    *("five-card-bonus", "three-card-bonus", "six-card-bonus", "ultimate-pairs", "progressive"),
}


def named(values: Mapping[str, Any]) -> Deal:
    return {name.replace("_", "-"): value for name, value in values.items()}


def deal(game: str, tables: Deal, board: Deal | None, seats: Iterable[Deal], more: Deal) -> Deal:
    more = named(more)
    tables |= {name: more.pop(name) for name in _TABLES & more.keys()}
    document: Deal = {"game": game, "paytables": tables, "seats": list(seats), **more}
    return document if board is None else document | {"board": board}


def seats_of(document: Deal) -> dict[int, Deal]:
    """The settled seats by number."""
    return {seat["seat"]: seat for seat in settle(document)["seats"]}


def only(document: Deal) -> Deal:
    """The settled wagers of the only seat."""
    (seat,) = settle(document)["seats"]
    wagers: Deal = seat["wagers"]
    return wagers


# Random deals -------------------------------------------------------------------------------------


def random_deal(random: Random, game: Game | None = None) -> Deal:
    """Any deal that is possible, of any game, under any choice of the operator."""
    game = game or random.choice(GAMES)
    tables = {
        name: random.choice(group.names)
        for name, group in game.paytables.items()
        if name not in game.wager or not game.wager[name].optional or random.random() < 0.7
    }
    offered = {
        wager.name
        for wager in game.wagers
        if not wager.side or wager.name in tables or wager.pays.only
    }
    pack = [card_text(card) for card in game.deck.cards]
    random.shuffle(pack)
    readings = {
        reading.id: random.choice(reading.choices)[0]
        for reading in game.readings
        if reading.choices and random.random() < 0.3
    }
    document: Deal = {"game": game.name, "jurisdiction": game.jurisdiction, "paytables": tables}
    document["readings"] = readings
    areas = [area for area in game.areas if area.only_with in (None, *tables)]
    if areas:
        document["board"] = {
            area.name: " ".join(pack.pop() for _ in range(area.cards)) for area in areas
        }
    meters = [m for name, table in tables.items() for m in game.paytables[name][table].meters]
    if meters:
        document["meters"] = {
            meter.name: round(random.uniform(0, 30_000), random.choice([0, 2, 6]))
            for meter in meters
        }
        document["rate"] = {meter.name: round(random.uniform(0.0001, 0.3), 4) for meter in meters}
        document["reset"] = {
            meter.name: meter.least_reset_cents // 100 + random.choice([0, 0.01, 500])
            for meter in meters
        }
    numbers = random.sample(range(1, game.seats + 1), random.randint(1, game.seats))
    document["seats"] = [_random_seat(random, game, offered, readings, pack, n) for n in numbers]
    if random.random() < 0.3:
        document["payout-limit"] = random.choice([1, 99.99, 1_000, 50_000])
    return document


def _random_seat(
    random: Random, game: Game, offered: set[str], readings: Deal, pack: list[str], number: int
) -> Deal:
    seat: Deal = {"seat": number, "cards": [pack.pop() for _ in range(game.own_cards)]}
    folded = random.choice(game.folds) if game.folds and random.random() < 0.3 else None
    if game.folds:
        seat["folded"] = folded or False
    else:
        seat["withdrawn"] = [bet for bet in game.take_backs if random.random() < 0.5]
    if game.several_boxes and random.random() < 0.5:
        seat["player"] = random.choice(["ann", "bob"])
    decided = game.folds[: game.folds.index(folded)] if folded else game.folds
    stakes: dict[str, int] = {}
    for wager in game.wagers:
        if wager.name not in offered or (wager.at and wager.at not in decided):
            continue
        if wager.side and random.random() < 0.3:
            continue
        needs = wager.needs
        if wager.needs_by_reading:
            reading, choice, others = wager.needs_by_reading
            needs += others if readings.get(reading) == choice else ()
        if not set(needs) <= stakes.keys():
            continue
        match wager.size:
            case AnyAmount():
                stakes[wager.name] = random.randint(1, 100_000)
            case Equal(to=other):
                stakes[wager.name] = stakes[other]
            case Times(of=other, low=low, high=high, whole=whole):
                base, step = stakes[other], stakes[other] if whole else 1
                stakes[wager.name] = random.randrange(low * base, high * base + 1, step)
            case OneOf(cents=amounts):
                stakes[wager.name] = random.choice(amounts)
    seat["wagers"] = {name: cents / 100 for name, cents in stakes.items()}
    return seat
