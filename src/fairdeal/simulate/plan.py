"""Betting plans: how one player bets from round to round, which no single round shows.

A player may stop at a loss or a win, raise the stake after a loss, play several seats as one, and
make the progressive bet only while its meter shows enough. The cards of a round do not depend on
the plan, so each session takes the same rounds as a session of flat bets.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypedDict

from fairdeal.api.choices import Dollars, dollars
from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.rulebook.money import CENTS, UNITS, to_json
from fairdeal.simulate.settings import BettingPlan, Settings, stakes_of

#: No plan raises a stake more often.
_MOST_LEVELS: Final = 40


class PlanChoices(TypedDict, total=False):
    """A betting plan as it is chosen, in dollars. Each is as the option of `fairdeal simulate`."""

    stop_loss: Dollars | None
    stop_win: Dollars | None
    raise_after_loss: Dollars | None
    raise_most: Dollars | None
    one_player: bool
    meter_above: Mapping[str, Dollars]
    meter_grows: Dollars | None


class Variant(NamedTuple):
    """A way to bet in a round: a run with these stakes."""

    settings: Settings
    stake: int


def plan_of(settings: Settings, choices: PlanChoices) -> Settings:
    """Return a run whose first player follows a plan; the same run for a plan with no choice."""
    if not choices or not any(choices.values()):
        return settings
    stops = {name: _amount(choices, name) for name in ("stop_loss", "stop_win")}
    factor = dollars(choices.get("raise_after_loss"), "raise_after_loss")
    if factor is not None and factor <= 1:
        raise BadInputError("a stake is raised by a factor above 1, such as 2")
    most = _amount(choices, "raise_most")
    if most is not None and factor is None:
        raise BadInputError("raise-most needs raise-after-loss")
    plan = BettingPlan(
        stops["stop_loss"],
        stops["stop_win"],
        _stakes(settings, factor, most),
        bool(choices.get("one_player")),
        *_meter(settings, choices),
    )
    planned = replace(settings, plan=plan)
    for one in variants(planned):  # each must be one that the table takes
        _required(one.settings, one.stake)
    return planned


def _amount(choices: PlanChoices, name: str) -> int | None:
    given: Any = choices.get(name)
    amount = dollars(given, name)
    if amount is None:
        return None
    if amount <= 0 or (amount * CENTS).denominator != 1:
        raise BadInputError(f"{name.replace('_', '-')} is an amount above zero in whole cents")
    return int(amount * CENTS)


def _stakes(settings: Settings, factor: Fraction | None, most: int | None) -> tuple[int, ...]:
    """Return the base bets in the order in which they are raised, the least first."""
    rules, stakes = settings.rules, [settings.unit]
    if factor is None:
        return (settings.unit,)
    known = [one for one in (most, rules.maximum_cents) if one is not None]
    if not known:
        raise BadInputError("this table has no maximum: say with raise-most how high bets go")
    step, top, exact = rules.chip_step_cents, min(known), Fraction(settings.unit)
    top -= top % step
    while stakes[-1] < top:
        exact *= factor
        raised = max(stakes[-1] + step, int(exact) // step * step)
        stakes.append(min(top, raised))
        if len(stakes) > _MOST_LEVELS:
            raise BadInputError("the stake is raised too often: take a greater factor")
    return tuple(stakes)


def _meter(settings: Settings, choices: PlanChoices) -> tuple[str, int, int]:
    above = dict(choices.get("meter_above") or {})
    grows = dollars(choices.get("meter_grows"), "meter_grows") or Fraction(0)
    if not above:
        if grows:
            raise BadInputError("meter-grows needs meter-above")
        return "", 0, 0
    if len(above) > 1:
        raise BadInputError("meter-above names one meter")
    ((name, amount),) = above.items()
    shown = dict(settings.meters)
    if name not in shown:
        raise BadInputError(f"this table has no meter {quoted(name)}")
    wager = settings.rules.progressive_wager
    if wager is None or wager.name not in settings.side_bets:
        raise BadInputError("meter-above needs the progressive bet: say how much it is")
    if settings.players > 1 and not choices.get("one_player"):
        raise BadInputError("meter-above needs one seat, or seats of one player")
    sums = [dollars(amount, "meter_above") or Fraction(0), grows]
    units, grown = (one * UNITS for one in sums)
    if min(sums) < 0 or units.denominator != 1 or grown.denominator != 1:
        raise BadInputError("the amounts of a meter are not below zero, to a hundredth of a cent")
    return name, int(units), int(grown)


def _required(settings: Settings, stake: int) -> None:
    """Check that the table takes the bets of a variant."""
    bets = {name: Fraction(dict(settings.stakes)[name], CENTS) for name in settings.side_bets}
    stakes_of(settings.rules, bets | {"main": Fraction(stake, CENTS)})


def variants(settings: Settings) -> tuple[Variant, ...]:
    """Return the ways to bet in a round: those of the stakes from the least; where a meter decides,
    then the same without the progressive bet.
    """
    plan = settings.plan
    assert plan is not None, "the run has a plan"
    sides = set(settings.side_bets)
    progressive = settings.rules.progressive_wager
    found = [_variant(settings, stake, sides) for stake in plan.stakes]
    if plan.meter and progressive is not None:
        rules = settings.rules
        without = {
            name
            for name in sides
            if name != progressive.name and progressive.name not in rules.to_place[name][1]
        }
        found += [_variant(settings, stake, without) for stake in plan.stakes]
    return tuple(found)


def _variant(settings: Settings, stake: int, sides: set[str]) -> Variant:
    wager = settings.rules.game.wager
    stakes = tuple(
        (name, cents if wager[name].optional else stake)
        for name, cents in settings.stakes
        if name in sides or not wager[name].optional
    )
    return Variant(replace(settings, stakes=stakes, plan=None), stake)


def plan_words(settings: Settings) -> list[str]:
    """Return what the player of a plan does, in short sentences without a beginning and an end."""
    plan = settings.plan
    if plan is None:
        return []
    words = []
    if plan.stop_loss is not None:
        words.append(f"stops when ${plan.stop_loss / CENTS:,.2f} are lost")
    if plan.stop_win is not None:
        words.append(f"stops when ${plan.stop_win / CENTS:,.2f} are won")
    if len(plan.stakes) > 1:
        shown = ", ".join(f"${to_json(one):,}" for one in plan.stakes)
        words.append(f"bets {shown} in turn while rounds lose, and begins again after a win")
    if plan.one_player and settings.players > 1:
        words.append(f"plays {settings.players} seats")
    if plan.meter:
        words.append(
            f"makes the progressive bet while {plan.meter} shows ${plan.above / UNITS:,.2f} or "
            f"more (others feed it ${plan.grows / UNITS:,.4f} a round)"
        )
    return words
