"""The fan of a wager: quantiles of the total result after each number of rounds.

The total of independent rounds has the exact distribution that `fairdeal bet` uses. Where a total
cannot be had exactly, two distributions enclose it, and a figure is two numbers.
"""

from typing import Final

from fairdeal.errors import BadInputError
from fairdeal.lab.figures.analysis import Analysis
from fairdeal.lab.figures.bounds import QUANTILES, Bounded
from fairdeal.lab.figures.payout_limit import stake_limit
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.lab.lazy import total_figures
from fairdeal.lab.progress import reported
from fairdeal.rulebook.money import CENTS, to_json
from fairdeal.web.lab.documents import FanAnswer, Figure
from fairdeal.web.lab.questions import Terms

#: The largest number of places of the fan.
STEPS: Final = 16


def make_fan(terms: Terms, found: Analysis, rounds: int) -> FanAnswer:
    """Return the fan of an analysed wager at the stake of a question."""
    stake = terms.stake
    assert stake is not None, "a fan has a stake"
    limit = stake_limit(terms.rules, stake) if found.wager == MAIN else None
    results = {stake * net: chance for net, chance in found.results.items()}
    places = fan_places(rounds)
    after = []
    with reported(lambda: f"Adding up {rounds:,} rounds") as progress:
        for done, place in enumerate(places):
            if progress:
                progress(done, len(places))
            after.append(total_figures(results, place))
    last = after[-1]
    if last.ahead is None or any(one is None for each in after for one in each.quantiles.values()):
        raise BadInputError("the distribution of so many rounds is too large to be computed")
    quantiles = {share: [_bounded(each.quantiles[share]) for each in after] for share in QUANTILES}
    exact = all(one.exact for each in after for one in each.quantiles.values() if one)
    mean = stake * found.ev
    return FanAnswer(
        game=terms.game.name,
        jurisdiction=terms.game.jurisdiction,
        readings=dict(terms.readings),
        wager=found.wager,
        paytable=found.paytable,
        stake=to_json(int(stake * CENTS)),
        payout_limit=None if limit is None else to_json(int(limit.limit * CENTS)),
        ev=str(mean),
        ev_decimal=float(mean),
        standard_deviation=float(stake) * found.standard_deviation,
        largest=float(max(results)),
        rounds=places,
        expected=[float(mean * place) for place in places],
        quantiles={str(share): figures for share, figures in quantiles.items()},
        ahead=_bounded(last.ahead),
        even=None if last.even is None else _bounded(last.even),
        quantiles_are="exact" if exact else "bound",
    )


def fan_places(rounds: int) -> list[int]:
    """Return the numbers of rounds at which the fan is drawn, closer together at its beginning,
    where it opens fastest.
    """
    return sorted({max(1, round(rounds * (step / STEPS) ** 2)) for step in range(1, STEPS + 1)})


def _bounded(figure: Bounded | None) -> Figure:
    assert figure is not None, "an unknown figure was refused"
    return figure.least if figure.exact else [figure.least, figure.greatest]
