"""Fields of a new state: they are set in one copy, before anybody else has it."""

from typing import Final

from msgspec.structs import force_setattr

#: Set a field of a state that `evolve` is making. A state is frozen for everybody who gets one.
#: `evolve` copies a state, sets the fields that an entry changes in the copy, and hands it out: to
#: copy a state takes longer than most changes, so that an entry makes one copy and not one for each
#: event. The copy shares its mappings with the state before, so they are replaced, not changed.
put: Final = force_setattr
