"""Money: integer cents, and meters in ten-thousandths of a cent.

Amounts come in as exact decimals (never floats) and go out as JSON numbers with at most two
decimals, meters with at most six.
"""

from decimal import Context, Decimal, Inexact
from typing import Final

from fairdeal.errors import NotMoneyError

CENTS: Final = 100
#: Meter units in a cent. A rate has at most four decimals, so rate x cents is a whole number here.
UNITS_PER_CENT: Final = 10_000
UNITS: Final = CENTS * UNITS_PER_CENT

# Digits beyond the last decimal are an error, never rounded away.
_EXACT: Final = Context(prec=40, traps=[Inexact])

_LARGEST: Final = 1_000_000_000_000
MAX_STAKE: Final = 10_000_000 * CENTS
#: Up to here a JSON number holds a meter's six decimals exactly.
MAX_METER: Final = 1_000_000_000 * UNITS


def parse_amount(value: object, *, per_dollar: int = CENTS) -> int:
    """Return a JSON or TOML number of dollars as a whole number of cents (or meter units)."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise NotMoneyError("must be a number of dollars")
    # repr gives the shortest decimal that is this float: what was written in the file.
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not exact.is_finite():
        raise NotMoneyError("must be a number of dollars")
    # Compared, not computed: arithmetic would overflow on exponents that a file can hold.
    if not -_LARGEST <= exact <= _LARGEST:
        raise NotMoneyError("is too large")
    decimals = len(str(per_dollar)) - 1
    try:
        return int(exact.quantize(Decimal(1).scaleb(-decimals), context=_EXACT).scaleb(decimals))
    except Inexact:
        raise NotMoneyError(f"has more than {decimals} decimals") from None


def to_json(amount: int, *, per_dollar: int = CENTS) -> int | float:
    """Return cents (or meter units) as the JSON number of dollars."""
    whole, rest = divmod(amount, per_dollar)
    return amount / per_dollar if rest else whole


def dollars(cents: int) -> str:
    """Write cents for people: `$1,234.50`, `-$15`; whole dollars without decimals."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), CENTS)
    return f"{sign}${whole:,}" + (f".{rest:02}" if rest else "")
