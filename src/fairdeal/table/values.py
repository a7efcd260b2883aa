"""Types of the numbers in commands and events, which say how each of them is read and written."""

from typing import Annotated, Final, TypeAlias

#: An amount of money in cents.
Cents: TypeAlias = Annotated[int, "cents"]
#: An amount of a meter in ten-thousandths of a cent.
Units: TypeAlias = Annotated[int, "units"]
#: A card; in an event that a viewer is sent, None for a card whose face is hidden.
Face: TypeAlias = Annotated[int, "face"]
Hidden: TypeAlias = Annotated[int | None, "face"]
#: Where a card lies: a seat by its number, an area of the board by its name, or `RACK`.
Place: TypeAlias = Annotated[int | str, "place"]

#: Where a card goes that is discarded unseen.
RACK: Final = "rack"
