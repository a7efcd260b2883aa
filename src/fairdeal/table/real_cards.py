"""Tables that are dealt from real cards: the dealer names each card as it leaves the shoe or the
hand, by keyboard or scanner. The program orders no deck there, so it commits to none. Players
without a device and without an account may play there: the dealer enters what they say.
"""

from typing import Final

from fairdeal.rulebook.rules import Rules
from fairdeal.table.game_accounts import FloorTerms

#: What every page, paper and verifier says of such a table.
NO_PROOF: Final = "dealt from real cards: no commitment, no proof of the shuffle"


def deals_real_cards(rules: Rules) -> bool:
    """Return whether the rules of a table say that it is dealt from real cards."""
    return isinstance(rules.floor, FloorTerms) and rules.floor.cards == "named"


#: The ids of players without a device begin so. They have no account and no purse.
_WITHOUT_DEVICE: Final = "at-table-"


def id_without_device(clock: int, version: int) -> str:
    """Return the id of a player without a device, by the table's clock and version at sitting."""
    return f"{_WITHOUT_DEVICE}{clock}-{version}"


def is_without_device(player: str) -> bool:
    """Return whether a player has no device and no account, so that the dealer enters all."""
    return player.startswith(_WITHOUT_DEVICE)
