"""Money as a dealer cuts it: how many chips of which colour."""

from typing import Final

from fairdeal.rulebook.money import CENTS

#: The chips of a table from the highest to the lowest: the value in cents, and the colour.
COLORS: Final = (
    (500_00, "purple"),
    (100_00, "black"),
    (25_00, "green"),
    (5_00, "red"),
    (1_00, "white"),
)


def chip_counts(cents: int) -> dict[str, int]:
    """Return the fewest chips that make an amount, by colour, the highest first; what is less than
    the smallest chip is paid in coins.
    """
    if cents < 0:
        raise ValueError("chips are cut for an amount from nothing on")
    chips: dict[str, int] = {}
    for value, color in COLORS:
        number, cents = divmod(cents, value)
        if number:
            chips[color] = number
    if cents:
        chips["coins"] = cents
    return chips


def chips_in_words(cents: int) -> str:
    """Describe chips, as in `1 black, 2 green`; coins by their value, and nothing for $0."""
    return ", ".join(
        f"{number / CENTS:.2f} in coins" if color == "coins" else f"{number} {color}"
        for color, number in chip_counts(cents).items()
    )
