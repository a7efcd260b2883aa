"""`settle`: reads a finished round from JSON and returns the result of every wager as JSON.

>>> settle({"game": "double-draw", "paytables": {"bonus": "A"}, "seats": [
...     {"seat": 1, "cards": "7c 7d 7h 7s 2c",
...      "wagers": {"ante": 5, "bonus": 5, "first-draw": 5, "second-draw": 5}}]})["seats"][0]["net"]
115
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fairdeal.cards import Card, card_text
from fairdeal.english import counted, did_you_mean, how_often, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.games import NAMES, find_game, jurisdictions_of
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import MAX_METER, UNITS, UNITS_PER_CENT, dollars, to_json
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Progressive, Rules
from fairdeal.rulebook.wager import Wager
from fairdeal.table.meters import Meters
from fairdeal.table.outcome import SeatOutcome, SettlementRow
from fairdeal.table.payout import FinishedSeat, Settlement, settle_round
from fairdeal.wire.cards import read_cards
from fairdeal.wire.choices import (
    read_by_meter,
    read_limit,
    read_paytables,
    read_rates,
    read_readings,
    read_resets,
)
from fairdeal.wire.fields import read_money, refuse
from fairdeal.wire.json import require_choice, require_known_keys, require_object, require_text

_KEYS: Final = (
    *("game", "jurisdiction", "paytables", "readings", "meters", "rate", "reset", "minimum"),
    *("payout-limit", "board", "seats"),
)


def settle(deal: Any) -> dict[str, Any]:
    """Settle one finished round; an impossible round raises `BadInputError`."""
    document = require_object(deal, "a deal")
    if "game" not in document:
        raise BadInputError("the deal does not say which game it is")
    name = require_choice(document["game"], "game", NAMES)
    game = find_game(name, _jurisdiction(document, jurisdictions_of(name)))
    require_known_keys(
        document, "a deal", _KEYS if game.areas else [k for k in _KEYS if k != "board"]
    )
    rules = _rules(game, document)
    board = _board(rules, document)
    seats = _seats(rules, document)
    _check_duplicates(game, [*board.values(), *(seat.cards for seat in seats.values())])
    return to_document(settle_round(rules, board, seats, _read_meters(rules, document, seats)))


def _jurisdiction(document: dict[str, Any], places: Sequence[str]) -> str:
    """Return the jurisdiction of a deal.

    A deal that names none is under Maryland's rules if the game has them, or else under those of
    the only place where the game is played.
    """
    if "jurisdiction" in document:
        return require_choice(document["jurisdiction"], "jurisdiction", places)
    if "maryland" in places:
        return "maryland"
    if len(places) > 1:
        raise BadInputError(f"the deal does not say its jurisdiction: choose {one_of(places)}")
    return places[0]


def to_document(settlement: Settlement) -> dict[str, Any]:
    """Return a settlement as the JSON that `settle` prints."""
    return {
        "seats": [seat_document(seat) for seat in settlement.seats],
        "meters": {
            name: to_json(units, per_dollar=UNITS)
            for name, units in settlement.meters.units.items()
        },
    }


def seat_document(outcome: SeatOutcome) -> dict[str, Any]:
    """Return the results of a seat as JSON, for a settled deal and for the record of a round."""
    return {
        "seat": outcome.seat,
        "player": outcome.player,
        "wagers": {row.wager: _wager_document(row) for row in outcome.rows},
        "envy": to_json(outcome.envy),
        "limited": to_json(outcome.limited),
        "net": to_json(outcome.net),
    }


def _wager_document(row: SettlementRow) -> dict[str, Any]:
    return {
        "stake": to_json(row.stake),
        "result": str(row.result),
        "hand": row.hand,
        "class": row.called,
        "pays": row.pays,
        # A wager that is not paid has no line, and so no clause of a line.
        "clause": row.clause if row.pays is not None else None,
        "returned": to_json(row.returned),
        "net": to_json(row.net),
    }


# The rules that the deal was played under ---------------------------------------------------------


def _rules(game: Game, document: dict[str, Any]) -> Rules:
    paytables = read_paytables(
        game, require_object(document.get("paytables", {}), "paytables"), refuse, singles=True
    )
    readings = read_readings(game, require_object(document.get("readings", {}), "readings"), refuse)
    minimum = None
    if "minimum" in document:
        minimum = read_money(document["minimum"], ("minimum",), refuse, what="minimum")
    return Rules(
        game=game,
        paytables=paytables,
        readings=readings,
        progressive=_progressive(_progressive_table(game, paytables), document),
        minimum_cents=minimum,
        payout_limit_cents=read_limit(game, document, minimum, readings, paytables, refuse),
        seats=game.seats,
        adjacent_boxes=game.seats if game.several_boxes else 1,
    )


def _progressive_table(game: Game, paytables: Mapping[str, Paytable]) -> Paytable | None:
    return next((paytables.get(one.name) for one in game.wagers if one.progressive), None)


def _progressive(table: Paytable | None, document: dict[str, Any]) -> Progressive | None:
    meters = table.meters if table else ()
    names = [meter.name for meter in meters]
    least = {meter.name: meter.least_reset_cents * UNITS_PER_CENT for meter in meters}
    resets = read_resets(_by_meter(document, "reset", names), meters, refuse, per_dollar=UNITS)
    rates = read_rates(_by_meter(document, "rate", names, alone=True), refuse)
    return Progressive((), rates, least | resets) if table else None


def _by_meter(
    document: dict[str, Any], key: str, meters: Sequence[str], *, alone: bool = False
) -> dict[str, Any]:
    """Return the given values by meter; with `alone`, a bare value belongs to the only meter."""
    if key not in document:
        return {}
    given = document[key]
    if not meters and given != {}:
        raise BadInputError(f"{key} is given, but no meter is in play")
    if alone and len(meters) == 1 and not isinstance(given, dict):
        return dict.fromkeys(meters, given)
    return read_by_meter(require_object(given, key), (key,), meters, refuse)


def _read_meters(
    rules: Rules, document: dict[str, Any], seats: Mapping[int, FinishedSeat]
) -> Meters:
    progressive, wager = rules.progressive, rules.progressive_wager
    if progressive is None or wager is None:
        _by_meter(document, "meters", ())
        return Meters({}, {})
    units = dict(progressive.resets)
    for name, value in _by_meter(document, "meters", tuple(units)).items():
        units[name] = read_money(
            *(value, ("meters", name), refuse),
            what=f"meter {name}",
            per_dollar=UNITS,
            most=MAX_METER,
            zero=True,
        )
    meters = Meters(units, progressive.resets)
    for seat in seats.values():
        meters = meters.fed(seat.stakes.get(wager.name, 0), progressive.rates)
    return meters


# Cards --------------------------------------------------------------------------------------------


def _board(rules: Rules, document: dict[str, Any]) -> dict[str, tuple[Card, ...]]:
    game = rules.game
    areas = [area for area in game.areas if area.only_with in (None, *rules.paytables)]
    if not areas:
        return {}
    board = require_object(document.get("board", {}), "board")
    for name in board:
        if name not in {area.name for area in areas}:
            missing = next((a.only_with for a in game.areas if a.name == name), None)
            why = f": no {missing} table is chosen" if missing else ""
            hint = did_you_mean(name, [area.name for area in areas])
            raise BadInputError(f"the board has no {quoted(name)}{why or hint}")
    cards = {}
    for area in areas:
        if area.name not in board:
            raise BadInputError(f"the board lacks {area.name}")
        cards[area.name] = _cards(game, board[area.name], f"board {area.name}", area.cards)
    return cards


def _cards(game: Game, value: Any, where: str, count: int) -> tuple[Card, ...]:
    cards = read_cards(value, where, wanted=": cards")
    for card in cards:
        if card not in game.deck:
            raise BadInputError(f"{where}: {game.title} is played without jokers")
    if len(cards) != count:
        belong = f"{'is' if count == 1 else 'are'} {count}"
        raise BadInputError(f"{where}: {counted(len(cards), 'card')} where there {belong}")
    return cards


def _check_duplicates(game: Game, places: list[tuple[Card, ...]]) -> None:
    for card, count in Counter(card for cards in places for card in cards).items():
        if count > game.deck.copies(card):
            raise BadInputError(f"{card_text(card)} is there {how_often(count)}")


# Seats and wagers ---------------------------------------------------------------------------------


def _seats(rules: Rules, document: dict[str, Any]) -> dict[int, FinishedSeat]:
    game = rules.game
    given = document.get("seats")
    if not isinstance(given, list) or not given:
        raise BadInputError("the deal has no seats")
    seats: dict[int, FinishedSeat] = {}
    for entry in given:
        seat = _seat(rules, require_object(entry, "a seat"))
        if seat.number in seats:
            raise BadInputError(f"seat {seat.number} is there twice")
        seats[seat.number] = seat
    if not game.several_boxes:
        for player, count in Counter(seat.player for seat in seats.values()).items():
            if count > 1:
                raise BadInputError(f"{quoted(player)} sits at {count} seats; one is allowed")
    return seats


def _seat(rules: Rules, entry: dict[str, Any]) -> FinishedSeat:
    game = rules.game
    number = entry.get("seat")
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= game.seats:
        cited = f" ({game.clauses.seats})" if game.clauses.seats else ""
        raise BadInputError(
            f"a seat is a number from 1 to {game.seats}{cited}, not {quoted(number)}"
        )
    where = f"seat {number}"
    own = ("folded",) if game.folds else ("withdrawn",)
    require_known_keys(entry, where, ("seat", "player", "cards", "wagers", *own))
    player = require_text(entry.get("player", where), f"{where}: player")
    cards = _cards(game, entry.get("cards", []), where, game.own_cards)
    folded = _read_fold(game, entry, where)
    stakes = _stakes(rules, entry, where, folded)
    withdrawn = _read_withdrawn(game, entry, where)
    return FinishedSeat(number, player, cards, stakes, withdrawn, folded is not None)


def _read_fold(game: Game, entry: dict[str, Any], where: str) -> str | None:
    folded = entry.get("folded", False)
    return None if folded is False else require_choice(folded, f"{where}: folded", game.folds)


def _read_withdrawn(game: Game, entry: dict[str, Any], where: str) -> frozenset[str]:
    given = entry.get("withdrawn", [])
    if not isinstance(given, list):
        raise BadInputError(f"{where}: withdrawn must be a list of bets, not {quoted(given)}")
    for name in given:
        if name not in game.take_backs:
            backs = one_of(game.take_backs)
            raise BadInputError(f"{where}: {quoted(name)} cannot be withdrawn, only {backs}")
    names = given
    if len(set(names)) < len(names):
        raise BadInputError(f"{where}: a bet is withdrawn twice")
    return frozenset(names)


def _stakes(rules: Rules, entry: dict[str, Any], where: str, folded: str | None) -> dict[str, int]:
    game = rules.game
    given = require_object(entry.get("wagers", {}), f"{where}: wagers")
    stakes = {}
    for name, value in given.items():
        wager = game.wager.get(name)
        if wager is None:
            hint = did_you_mean(name, game.wager)
            raise BadInputError(
                f"{where}: {game.title} in {game.jurisdiction} has no wager {quoted(name)} "
                f"({game.clauses.wagers}){hint}"
            )
        if wager not in rules.wagers:
            raise BadInputError(f"{where}: {name} is not offered, paytables names no table for it")
        stakes[name] = read_money(value, ("wagers", name), refuse, what=f"{where}: {name}")
    _check_wagers(game, stakes, where, folded)
    for name in stakes:
        _check_size(rules, game.wager[name], stakes, where)
    return stakes


def _check_wagers(game: Game, stakes: dict[str, int], where: str, folded: str | None) -> None:
    """Check that exactly the required wagers and those of the decisions before a fold are made."""
    decided = list(game.folds[: game.folds.index(folded)] if folded else game.folds)
    for wager in game.wagers:
        if wager.side:
            continue
        if wager.at is None or wager.at in decided:
            if wager.name not in stakes:
                raise BadInputError(f"{where}: {wager.name} is missing ({wager.clause})")
        elif wager.name in stakes:
            raise BadInputError(f"{where}: the hand folded at {folded}, so leave out {wager.name}")


def _check_size(rules: Rules, wager: Wager, stakes: dict[str, int], where: str) -> None:
    stake = stakes[wager.name]
    for needed in rules.needs(wager):
        if needed not in stakes:
            raise BadInputError(f"{where}: {wager.name} needs {needed} ({wager.clause})")
    size, bounds = wager.size, rules.bounds(wager, stakes)
    if not bounds.allows(stake):
        base = stakes.get(size.base) if size.base else None
        # The operator sets the table's minimum, so no clause is cited.
        cited = "" if size.binding else f" ({wager.clause})"
        says = f"{where}: {wager.name} of {dollars(stake)}"
        raise BadInputError(f"{says} {size.misfit(bounds, base)}{cited}")
