"""Reads and writes snapshots: a table's state without its rules, which the log's opening holds."""

from functools import cache
from typing import Any, Final, Union, get_type_hints

import msgspec

from fairdeal.errors import BadInputError
from fairdeal.rulebook.rules import Rules
from fairdeal.table.events import EVENTS
from fairdeal.table.limit_changes import with_limits
from fairdeal.table.state import State, dealing_steps

#: The fields that are derived from the rules and the other fields.
_DERIVED: Final = ("rules", "deal_steps", "current")
#: The fields that the first snapshots did not have, with their defaults. A default is not written,
#: so that an old snapshot is read, and has the same bytes when it is written again.
_LATER: Final[dict[str, Any]] = {
    "won_elsewhere": frozenset(),
    "reported": None,
    "dealer": "",
    "dealer_name": "",
    "dealt": frozenset(),
    "announced": 0,
    "stepped": None,
    "words_round": "",
    "pledges": {},
    "to_pledge": frozenset(),
    "words_since": 0,
    "late_order": False,
    "hand_paid": None,
    "hand_paid_at": 0,
    "secret_lost": False,
    "bought": {},
    "limits_notice": None,
    "limits_changed": None,
}


@cache
def _shape() -> type[msgspec.Struct]:
    """Return the struct of a snapshot: the fields that are written, with all types of events."""
    hints = get_type_hints(State)
    # Not written where it is the version, as after every round.
    hints["stepped"] = int | None
    hints["chores"] = tuple[Union[EVENTS], ...]  # type: ignore[valid-type] # noqa: UP007 - of a tuple
    fields = [f.name for f in msgspec.structs.fields(State) if f.name not in _DERIVED]
    first = [(name, hints[name]) for name in fields if name not in _LATER]
    later = [(name, hints[name], none) for name, none in _LATER.items()]
    return msgspec.defstruct("Snapshot", [*first, *later])


def write_state(state: State) -> bytes:
    """Return a state as JSON; the same state always has the same bytes.

    Wagers stay in the order in which they were placed, because views list them in that order.
    """
    document: dict[str, Any] = _fields(state, _shape().__struct_fields__)
    for name, none in _LATER.items():
        if getattr(state, name) == none:
            del document[name]
    if state.stepped == state.version:
        del document["stepped"]
    document["seats"] = {
        n: _fields(seat, seat.__struct_fields__) for n, seat in state.seats.items()
    }
    return msgspec.json.encode(document)


def _fields(holder: object, names: tuple[str, ...]) -> dict[str, Any]:
    """Return fields by name; sets are sorted, so that they are always written in one order."""
    fields = {name: getattr(holder, name) for name in names}
    return {n: sorted(f) if isinstance(f, frozenset) else f for n, f in fields.items()}


def read_state(rules: Rules, snapshot: bytes) -> State:
    """Return the state of a snapshot."""
    try:
        document: Any = msgspec.json.decode(snapshot, type=_shape())
    except msgspec.DecodeError:
        raise BadInputError("the snapshot of the table cannot be read") from None
    fields = {name: getattr(document, name) for name in _shape().__struct_fields__}
    if fields["stepped"] is None:
        fields["stepped"] = document.version
    if (limits := document.limits_changed) is not None:
        rules = with_limits(rules, limits.minimum, limits.maximum)
    steps = rules.game.round
    on = document.phase == "playing" and document.step < len(steps)
    return State(
        rules=rules,
        deal_steps=dealing_steps(rules, document.dealing, document.shuffling),
        current=steps[document.step] if on else None,
        **fields,
    )
