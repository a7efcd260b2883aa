"""Who may use the lab of a floor."""

from typing import Final, Literal, TypeAlias, cast

from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError

#: Nobody; those who work on the floor; everybody who can reach the server.
Access: TypeAlias = Literal["off", "staff", "everybody"]
CHOICES: Final = ("off", "staff", "everybody")
_LOOPBACK: Final = ("localhost", "127.", "::1")


def read_access(chosen: str | None, host: str, *, proxied: bool) -> Access:
    """Return who may use the lab: as the operator chose, else everybody where only this machine
    reaches the server, and those who work here elsewhere.
    """
    if chosen is None:
        private = host.startswith(_LOOPBACK) and not proxied
        return "everybody" if private else "staff"
    if chosen not in CHOICES:
        raise BadInputError(f"--lab is {one_of(CHOICES)}, not {quoted(chosen)}")
    return cast(Access, chosen)
