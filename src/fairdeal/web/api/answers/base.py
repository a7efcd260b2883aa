"""What the answers of the HTTP API are made of."""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta


def _component(name: str) -> Meta:
    """Refer to a schema that is made of the table's own types."""
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


#: A view of a table as JSON text, which is written once for all who see the same.
ViewText: TypeAlias = Annotated[msgspec.Raw, _component("view")]


#: An event of a table as its viewer may see it.
EventDocument: TypeAlias = Annotated[dict[str, Any], _component("event")]


#: An object whose fields are described elsewhere: a rules file, an entry of the log.
Document: TypeAlias = dict[str, Any]


#: An amount in dollars.
Dollars: TypeAlias = int | float


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object of an answer, which has no other fields than these."""
