"""Blind counts: who may count a table's chips is not shown what the log says is in the tray.

Where a person deals, two people count the tray when the table closes. Until then inventory, win and
hold are shown to nobody who may count there: from any of them the others follow.
"""

from collections.abc import Iterable
from typing import Final

from fairdeal.table.actors import DEALER, FLOOR, OPERATOR, Role

#: The roles that may count a table where a person deals (see `permission.worker_role`).
MAY_COUNT: Final = frozenset({DEALER, FLOOR, OPERATOR})


def is_blind(dealer: str, closed: bool, roles: Iterable[Role | None]) -> bool:
    """Return whether inventory and win of a table are withheld from somebody with some roles."""
    return dealer == "person" and not closed and not MAY_COUNT.isdisjoint(roles)
