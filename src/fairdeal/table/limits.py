"""The aggregate payout limit of a hand (MD-RET 12.C, and whatever else a game's `Limit` says)."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from fairdeal.hands.lookup import hands_in_cell
from fairdeal.rulebook.game import OWN, BetterOf, Game, HandOf, Limit
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.wager import Times, Wager


def highest_limit(game: Game, minimum_cents: int | None, readings: Mapping[str, str]) -> int | None:
    """The highest payout limit in cents that the text allows; None where it sets none."""
    limit: Limit = game.limit
    if limit.cents is None or not limit.or_best_at_minimum or minimum_cents is None:
        return limit.cents
    best = most_winnable(game, tuple(readings.items()))
    return max(limit.cents, int(best * minimum_cents))


@cache
def most_winnable(game: Game, choices: tuple[tuple[str, str], ...] = ()) -> Fraction:
    """The most that one hand can win over all deals, in units of the base bet, when every bet is
    as small as it may be (reading `limit-floor`).

    Pairs of cells of the two hands are tried from the best paid down. A pair is possible if two
    hands of these cells have exactly as many cards in common as the areas they share hold: the
    other cards of each are then free to lie in the areas that only that hand uses.
    """
    readings = {**game.default_readings, **dict(choices)}
    base = [wager for wager in game.wagers if not wager.side]
    first, second = _two_hands(game, base, readings)
    size = {area.name: area.cards for area in game.areas} | {OWN: game.own_cards}
    shared = sum(size[area] for area in set(first.areas) & set(second.areas))

    def won(cells: tuple[int, int]) -> Fraction:
        return sum((_won(wager, readings, first, cells) for wager in base), Fraction(0))

    count = len(first.ranking.cells)
    for cells in sorted(
        ((a, b) for a in range(count) for b in range(count)), key=won, reverse=True
    ):
        hands = [list(hands_in_cell(first.ranking, cell)) for cell in cells]
        if any(len(one & two) == shared for one in hands[0] for two in hands[1]):
            return won(cells)
    raise AssertionError("some deal is possible")


def _two_hands(
    game: Game, wagers: list[Wager], readings: Mapping[str, str]
) -> tuple[HandOf, HandOf]:
    plain = {
        spec.areas: spec
        for wager in wagers
        if isinstance(spec := wager.hand.under(readings), HandOf)
    }
    if len(plain) != 2:
        raise ValueError(f"{game.title}: such a limit is worked out for games of two hands only")
    first, second = plain.values()
    return first, second


def _won(
    wager: Wager,
    readings: Mapping[str, str],
    first: HandOf,
    cells: tuple[int, int],
) -> Fraction:
    spec = wager.hand.under(readings)
    table: Paytable = wager.pays.tables[0]
    cell = max(cells) if isinstance(spec, BetterOf) else cells[spec.areas != first.areas]
    line = table.by_cell[cell]
    stake = wager.size.low if isinstance(wager.size, Times) else 1
    return stake * line.pays.net_per_unit() if line else Fraction(0)
