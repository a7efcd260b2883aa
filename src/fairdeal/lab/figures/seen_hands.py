"""The value of having seen other hands at the table, under best play.

A player who has seen cards of others plays on with a smaller deck. Their cards as they were dealt
are known before the first decision, and nothing else is: not what they draw or throw away later,
nor what may be told from how they play.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from fairdeal.errors import BadInputError
from fairdeal.lab.cache import results
from fairdeal.lab.figures.analyze import analyze_main
from fairdeal.lab.figures.gain import Gain
from fairdeal.lab.figures.payout_limit import limit_units
from fairdeal.lab.solver.plan import main_plan
from fairdeal.rulebook.rules import Rules

#: As a room is asked: a neighbour's, both neighbours' and one more, and nearly all.
HANDS: Final = (1, 3, 5)
SAMPLES: Final = 10_000
LEAST_SAMPLES: Final = 100
MOST_SAMPLES: Final = 10_000_000
#: How far 99 % of a normal law reach, in standard deviations.
_REACH: Final = 2.5758293035489004


@dataclass(frozen=True)
class Seen:
    """The value of having seen so many other hands.

    - `hands`, `cards`: how many are seen.
    - `before`, `ev`: the value of best play without and with them, in units of the base bet, and
      `gain` the difference, whose `mean` is in the same unit.
    - `house_edge`: what the house keeps of one unit.
    - `exact`: whether every deal was counted; else `margin`, in the unit, is how far `ev` can be
      off with 99 % confidence.
    """

    hands: int
    cards: int
    #: The value of best play without them.
    before: Fraction
    gain: Gain

    @property
    def exact(self) -> bool:
        """Return whether every deal was counted; else there is an interval."""
        return self.gain.exact

    @property
    def ev(self) -> Fraction:
        """Return the value of best play with them; the estimate where it was sampled."""
        return self.before + self.gain.mean

    @property
    def margin(self) -> float:
        """Return how far the value and the gain can be off in either direction, with 99 %
        confidence.
        """
        return _REACH * self.gain.error

    @property
    def house_edge(self) -> Fraction:
        """Return the share of each unit that the house keeps; it is negative where the player is
        ahead.
        """
        return -self.ev


def seen(
    rules: Rules,
    hands: Sequence[int] | None = None,
    *,
    samples: int = SAMPLES,
    seed: int = 1,
    stake: Fraction | None = None,
    cache: bool = True,
) -> list[Seen]:
    """Return the value to a player of the main wagers of having seen each of these numbers of other
    hands: exact where every deal can be counted, else estimated from about so many samples of a
    seed. Without numbers it is that of one, three and five hands, as far as so many players can sit
    there. With a stake of one unit in dollars the payout limit of the rules counts.
    """
    own, most = rules.game.own_cards, most_hands(rules)
    asked = [number for number in HANDS if number <= most] if hands is None else hands
    if not asked:
        raise BadInputError("no number of hands was asked for")
    for number in asked:
        if number < 1:
            raise BadInputError(f"hands that are seen are 1 or more, not {number}")
        if number > most:
            raise BadInputError(
                f"{rules.game.title} has {_seats(rules)} seats: {most} other hands can be seen, not"
                f" {number}"
            )
    if not LEAST_SAMPLES <= samples <= MOST_SAMPLES:
        raise BadInputError(f"samples are {LEAST_SAMPLES:,} to {MOST_SAMPLES:,}, not {samples:,}")
    before = analyze_main(rules, stake=stake, cache=cache).ev
    limit = limit_units(rules, stake)

    def gain(dead: int) -> Gain:
        return results.gain(rules, dead, samples, seed, limit=limit, workers=_cores(), cache=cache)

    return [
        Seen(number, number * own, before, gain(number * own)) for number in dict.fromkeys(asked)
    ]


def most_hands(rules: Rules) -> int:
    """Return the largest number of other hands that can be seen: one seat is the player's own, and
    enough cards for a round must be left in the deck.
    """
    game = rules.game
    room = (len(game.deck) - main_plan(rules).cards) // game.own_cards
    return min(_seats(rules) - 1, room)


def assumption(rules: Rules) -> str:
    """Return a sentence about which cards are assumed to be seen."""
    own = rules.game.own_cards
    later = "; what they throw away or draw later is not" if rules.game.draws else ""
    return (
        f"the {own} cards that each of the other hands was dealt are known before the first"
        f" decision{later}; nothing is told from how others play"
    )


def _seats(rules: Rules) -> int:
    return rules.seats or rules.game.seats


def _cores() -> int:
    return os.cpu_count() or 1
