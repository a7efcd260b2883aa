"""What would be in order instead of what is not: as near to it as can be.

Whoever complains of a value knows the bounds that it breaks, and says what is nearest. That is a
question to be asked later (`Offer`): most who read a file only want to know whether it is right.
"""

from collections.abc import Callable, Collection, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, TypeAlias

from fairdeal.rulebook.money import CENTS, MAX_STAKE, to_json

#: Longer words are no misspelling.
_LONG: Final = 60
_ROUNDED: Final = Context(prec=60, rounding=ROUND_HALF_UP)


class Nearest(NamedTuple):
    """Another value, another name for the key, or nothing at all in its place (`gone`)."""

    value: Any = None
    key: str | None = None
    gone: bool = False


#: Asked for only where somebody wants to mend the file; None where nothing is near.
Offer: TypeAlias = Callable[[], Nearest | None]

GONE: Final[Offer] = lambda: Nearest(gone=True)  # noqa: E731 - an offer like the others


def value(of: Any) -> Offer:
    """One value."""
    return lambda: Nearest(of)


def another_key(key: str, names: Collection[str]) -> Offer:
    """The name that a key may have been meant to be."""
    return lambda: None if (name := near_name(key, names)) is None else Nearest(key=name)


def one_name(of: Any, names: Collection[str]) -> Offer:
    """The name that a text may have been meant to be, or the only one there is."""

    def nearest() -> Nearest | None:
        name = near_name(of, names) if isinstance(of, str) else None
        if name is None and len(names) == 1:
            (name,) = names
        return None if name is None else Nearest(name)

    return nearest


def near_name(word: str, names: Collection[str]) -> str | None:
    """A name that is written almost so: in other letters, or misspelt."""
    if len(word) > _LONG:
        return None
    alike = {_plain(name): name for name in names}
    if (found := alike.get(_plain(word))) is not None:
        return found
    close = get_close_matches(_plain(word), alike, n=1)
    return alike[close[0]] if close else None


def _plain(word: str) -> str:
    return word.strip().lower().replace("_", "-").replace(" ", "-")


def whole(of: Any, low: int, high: int) -> Offer:
    """A whole number between bounds."""

    def nearest() -> Nearest | None:
        number = _number(of)
        if number is None or number != number.to_integral_value():
            return None
        return Nearest(int(max(Decimal(low), min(number, Decimal(high)))))

    return nearest


def amount(of: Any, *, per_dollar: int = CENTS, most: int = MAX_STAKE) -> Offer:
    """An amount of dollars that has no more decimals than it may have, and is not too large."""

    def nearest() -> Nearest | None:
        number = _number(of)
        if number is None or number <= 0:
            return None
        if number > Decimal(most) / per_dollar:
            return Nearest(to_json(most, per_dollar=per_dollar))
        units = int((number * per_dollar).to_integral_value(context=_ROUNDED))
        return Nearest(to_json(max(units, 1), per_dollar=per_dollar))

    return nearest


def multiple(cents: int, step: int, *, least: int = 0, most: int = 0) -> Offer:
    """The nearest multiple of a step, not below the least; not above the most if there is one."""

    def nearest() -> Nearest | None:
        low = max(step, -(-least // step) * step)
        found = max(low, (cents + step // 2) // step * step)
        if most and found > most:
            found = most // step * step
        return Nearest(to_json(found)) if found >= low else None

    return nearest


def those_of(given: Sequence[int], allowed: Collection[int]) -> Offer:
    """Of some amounts in cents those that are allowed, each once; all where none of them is."""
    kept = [cents for cents in dict.fromkeys(given) if cents in allowed]
    return value([to_json(cents) for cents in kept or allowed])


def _number(of: Any) -> Decimal | None:
    """A number, also where it was written as a text."""
    if isinstance(of, bool) or not isinstance(of, int | float | Decimal | str):
        return None
    try:
        number = Decimal(of.strip().lstrip("$").replace(",", "") if isinstance(of, str) else of)
    except InvalidOperation:
        return None
    # Beyond this nothing is near, and arithmetic would not end.
    return number if number.is_finite() and abs(number.adjusted()) < 20 else None
