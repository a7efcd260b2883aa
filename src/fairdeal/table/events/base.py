"""What every event of a table has in common."""

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """What every event has: nothing but its name."""
