"""A snapshot of a table: its whole state but for the rules, which the log's first entry holds."""

from functools import cache
from typing import Any, Final, Union, get_type_hints

import msgspec

from fairdeal.errors import BadInputError
from fairdeal.rulebook.rules import Rules
from fairdeal.table.events import EVENTS
from fairdeal.table.state import State, dealing_steps

#: What follows from the rules and the rest of the state.
_DERIVED: Final = ("rules", "deal_steps", "current")
#: What came after the first snapshots were taken, and is left out where there is none of it: they
#: are read as they are, and are still the bytes of their states.
_LATER: Final[dict[str, Any]] = {"won_elsewhere": frozenset()}


@cache
def _shape() -> type[msgspec.Struct]:
    """The fields of a state that are kept, with every kind of event in place of any."""
    hints = get_type_hints(State)
    hints["chores"] = tuple[Union[EVENTS], ...]  # type: ignore[valid-type] # noqa: UP007 - of a tuple
    fields = [f.name for f in msgspec.structs.fields(State) if f.name not in _DERIVED]
    first = [(name, hints[name]) for name in fields if name not in _LATER]
    later = [(name, hints[name], none) for name, none in _LATER.items()]
    return msgspec.defstruct("Snapshot", [*first, *later])


def write_state(state: State) -> bytes:
    """A state as JSON: the same bytes for the same state. Wagers keep the order in which they were
    placed, which is the order in which they are told.
    """
    kept: dict[str, Any] = _fields(state, _shape().__struct_fields__)
    for name, none in _LATER.items():
        if getattr(state, name) == none:
            del kept[name]
    kept["seats"] = {n: _fields(seat, seat.__struct_fields__) for n, seat in state.seats.items()}
    return msgspec.json.encode(kept)


def _fields(holder: object, names: tuple[str, ...]) -> dict[str, Any]:
    """The fields by name; what has no order of its own is written in one."""
    fields = {name: getattr(holder, name) for name in names}
    return {n: sorted(f) if isinstance(f, frozenset) else f for n, f in fields.items()}


def read_state(rules: Rules, snapshot: bytes) -> State:
    """The state that a snapshot was taken of."""
    try:
        kept: Any = msgspec.json.decode(snapshot, type=_shape())
    except msgspec.DecodeError:
        raise BadInputError("the snapshot of the table cannot be read") from None
    fields = {name: getattr(kept, name) for name in _shape().__struct_fields__}
    steps = rules.game.round
    on = kept.phase == "playing" and kept.step < len(steps)
    return State(
        rules=rules,
        deal_steps=dealing_steps(rules, kept.dealing, kept.shuffling),
        current=steps[kept.step] if on else None,
        **fields,
    )
