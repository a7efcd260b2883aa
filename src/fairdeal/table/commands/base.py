"""What every command to a table has in common."""

from typing import ClassVar

import msgspec

from fairdeal.table.actors import DEALER, Role


class Command(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="do",
    forbid_unknown_fields=True,
):
    """What every command has: nothing but its name.

    `given_by` are the roles that may give it, whose it is first; `under` names the clause that says
    so in the game's `Procedure`. `entered_by` are the roles that may enter it for a player without
    a device, where real cards are dealt.
    """

    given_by: ClassVar[tuple[Role, ...]] = (DEALER,)
    under: ClassVar[str] = "place"
    entered_by: ClassVar[tuple[Role, ...]] = ()
