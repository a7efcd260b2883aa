"""Run 'Em Twice decided by the printed card, compiled.

The card names kinds of situations: a run of four known cards has a kind and points, by its ranks
and whether it is of one suit. So every decision is looked up.
"""

from typing import Final, NamedTuple

import numpy as np

from fairdeal.cards import rank_of, suit_of
from fairdeal.lab.card_lines.places import line_table
from fairdeal.lab.decisions.strategy import strategy_card
from fairdeal.lab.decisions.strategy_card import StrategyCard
from fairdeal.lab.kernels.run_em_twice.best_play import RunEmTwice
from fairdeal.lab.kernels.run_em_twice.strategy_card import (
    MOST_POINTS,
    RunEmTwiceCard,
    RunKind,
    third_of,
)
from fairdeal.lab.kernels.tables import Ints
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.kernels.compiled import compiled
from fairdeal.simulate.kernels.deal import Endings, Small, int64
from fairdeal.simulate.kernels.ranks import (
    FOURS,
    RankTables,
    four_cards,
    four_number,
    fours,
    one_suit,
)

_KINDS: Final = len(RunKind)
_POINTS: Final = MOST_POINTS + 1


class CardDecisions(NamedTuple):
    """The bets of the card: by two own cards (`[52 * a + b]`); by own cards, left and right; by the
    kinds of both runs and their points. The kind and the points of a run by the number of its four
    ranks and whether it is of one suit.
    """

    first: Small
    second: Small
    third: Small
    kind: Small
    points: Small


def no_card() -> CardDecisions:
    """Return empty tables, for a player without the card."""
    none = np.zeros(1, np.uint8)
    return CardDecisions(none, none, none, none, none)


def card_decisions(rules: Rules, game: RunEmTwice) -> CardDecisions:
    """Return the bets of the card of some rules, without a payout limit."""
    printed, made = strategy_card(rules), RunEmTwiceCard(game)
    second, third = (_bets(rules, printed, section) for section in (1, 2))
    kind, points = np.zeros((2, FOURS, 2), np.uint8)
    for number, ranks in enumerate(fours()):
        for suited in (False, True):
            cards = four_cards(ranks, suited=suited)
            if cards is not None:
                kind[number, int(suited)], points[number, int(suited)] = made.run_of(cards)
    return CardDecisions(
        _first(printed),
        _second(made, second, _first(printed)),
        np.array(
            [
                third.get(str(int(third_of(one, other, count))), third[""])
                for one in range(_KINDS)
                for other in range(_KINDS)
                for count in range(_POINTS)
            ],
            np.uint8,
        ),
        kind.ravel(),
        points.ravel(),
    )


def _times(action: str) -> int:
    return int(action[4:-1]) if action.startswith("bet-") else 0


def _bets(rules: Rules, card: StrategyCard, section: int) -> dict[str, int]:
    """Return the bets of a section by kind of situations; under no name that of its last line,
    which is for all that the others do not name.
    """
    bets = [_times(rule.action) for rule in card.sections[section].rules]
    lines = line_table(rules, card)[section]
    return {"": bets[-1], **{kind: bets[line] for kind, line in lines.items()}}


def _first(card: StrategyCard) -> Small:
    bets = {(one.low, one.high, one.suited): _times(one.do) for one in card.grid}
    found = np.zeros((52, 52), np.uint8)
    for a in range(52):
        for b in range(a + 1, 52):
            low, high = sorted((rank_of(a), rank_of(b)))
            found[a, b] = found[b, a] = bets[low, high, suit_of(a) == suit_of(b)]
    return found.ravel()


def _second(made: RunEmTwiceCard, bets: dict[str, int], first: Small) -> Small:
    """Return the bets by own cards, left and right, in any order. What they make depends on their
    ranks, whether the own cards are of one suit, and whether all four are.
    """
    found = np.zeros((13, 13, 13, 13, 3), np.uint8)
    for a in range(13):
        for b in range(a, 13):
            for suits in range(3):
                own = (4 * a, 4 * b + (1 if suits == 0 else 0))
                if (a == b and suits) or not first[52 * own[0] + own[1]]:
                    continue
                for c in range(13):
                    for d in range(c, 13):
                        up = (4 * c + (0 if suits == 2 else 2), 4 * d + (0 if suits == 2 else 3))
                        if len({*own, *up}) == 4:
                            bet = bets.get(str(int(made.second_of(own, up))), bets[""])
                            for one, other in ((a, b), (b, a)):
                                found[one, other, c, d, suits] = bet
                                found[one, other, d, c, suits] = bet
    return found.ravel()


@compiled
def decide_by_card(
    dealt: Small, places: Ints, tables: RankTables, how: CardDecisions, endings: Endings
) -> None:
    """Decide rounds that were dealt, and write the bets where their endings will be."""
    first, second, third, kinds, points = how.first, how.second, how.third, how.kind, how.points
    for i in range(endings.size):
        a, b = int64(dealt[places[0], i]), int64(dealt[places[1], i])
        c, d = int64(dealt[places[2], i]), int64(dealt[places[3], i])
        e, f = int64(dealt[places[4], i]), int64(dealt[places[5], i])
        bet_1, bet_2, bet_3 = int64(first[52 * a + b]), 0, 0
        if bet_1 > 0:
            suits = 0 if (a ^ b) & 3 else (2 if one_suit(a, b, c, d) else 1)
            ranks = ((13 * (a >> 2) + (b >> 2)) * 13 + (c >> 2)) * 13 + (d >> 2)
            bet_2 = int64(second[3 * ranks + suits])
        if bet_2 > 0:
            one = 2 * four_number(tables, a, b, c, d) + (1 if one_suit(a, b, c, d) else 0)
            other = 2 * four_number(tables, a, b, e, f) + (1 if one_suit(a, b, e, f) else 0)
            count = int64(points[one]) + int64(points[other])
            bet_3 = int64(
                third[(_KINDS * int64(kinds[one]) + int64(kinds[other])) * _POINTS + count]
            )
        endings[i] = (bet_1 * 4 + bet_2) * 4 + bet_3
