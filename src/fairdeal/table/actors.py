"""Who acts at a table: a person or the house's automatic pair, each with an id and a role."""

from enum import StrEnum
from functools import lru_cache
from typing import Final

import msgspec


class Role(StrEnum):
    """What somebody is at a floor."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"
    AUDITOR = "auditor"
    OPERATOR = "operator"

    @property
    def words(self) -> str:
        """Return what people call the role, with its article."""
        return _WORDS[self]


PLAYER, DEALER, FLOOR, AUDITOR, OPERATOR = Role
_WORDS: Final = {
    PLAYER: "the player",
    DEALER: "the dealer",
    FLOOR: "the floorperson",
    AUDITOR: "an auditor",
    OPERATOR: "the operator",
}


class Actor(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who gave a command. Everything goes by the id; the name is for show.

    `automatic`: the house's own dealer or floorperson, or a player that is a program.
    """

    id: str
    role: Role
    name: str = ""
    automatic: bool = False

    @property
    def shown(self) -> str:
        """Return the name that people see."""
        return self.name or self.id


#: The house's automatic pair: what one of them reports the other confirms.
AUTOMATIC_DEALER: Final = Actor("dealer", DEALER, automatic=True)
AUTOMATIC_FLOOR: Final = Actor("floor", FLOOR, automatic=True)


# Remembered, as the same few players give command after command.
@lru_cache(maxsize=1024)
def player(id_: str, name: str = "") -> Actor:
    """Return a player by id; the name is the id where none is given."""
    return Actor(id_, PLAYER, name)
