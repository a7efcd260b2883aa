"""The lines of Let It Ride's card: which kinds of three and of four cards each line means."""

from collections.abc import Mapping
from typing import Final

from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.kernels.let_it_ride.best_play import LetItRide
from fairdeal.lab.kernels.let_it_ride.strategy_card import HandKind, KindValue, LetItRideCard
from fairdeal.rulebook.situation import Situation

#: The families in the order in which a card lists them; `strategy_card` has their words.
_FIRST: Final = (
    *("paying pair", "three of a kind", "lower pair", "royal"),
    *("suited 3", "suited 2", "suited 1", "suited 0"),
    *("mixed 3", "mixed 2", "mixed 1", "mixed 0"),
)
_SECOND: Final = ("paying", "made", "flush", "open", "inside", "none")


def kind(game: LetItRide, situation: Situation) -> str:
    """Return the name of the kind of the cards that a player sees."""
    card, cards = LetItRideCard(game), (*situation.cards, *situation.board)
    found = card.kind_of_four(cards) if situation.board else card.kind_of_three(cards)
    return _name(found)


def _name(one: HandKind) -> str:
    return f"{one.family}, {one.highs}"


def lines(game: LetItRide, card: StrategyCard) -> list[dict[str, int]]:
    """By decision, the number of the line of each kind that rides; the last line has the others."""
    made = LetItRideCard(game)
    found = [_numbered(made.first, _FIRST), _numbered(made.second, _SECOND)]
    counts = [len(set(numbers.values())) + 1 for numbers in found]
    assert counts == [len(section.rules) for section in card.sections], "a line for each"
    return found


def _numbered(sums: Mapping[HandKind, KindValue], order: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    number = 0
    for family in order:
        rides = [one for one in sums if one.family == family and sums[one].value >= 0]
        # Kinds that are worth exactly nothing have a line of their own, after the others.
        for zero in (False, True):
            alike = [one for one in rides if sums[one].zero == zero]
            found |= {_name(one): number for one in alike}
            number += bool(alike)
    return found
