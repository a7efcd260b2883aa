"""What is written as a line is what Python's own writer of JSON would write."""

import json

from hypothesis import given
from hypothesis import strategies as st

from fairdeal.rulebook.money import UNITS, to_json
from fairdeal.wire.json_line import dump_line

#: Money as it is written, from the least that a meter is fed with.
MONEY = st.integers(100, 10**15).map(lambda units: to_json(units, per_dollar=UNITS))
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | MONEY | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
)


@given(DOCUMENTS)
def test_a_line_is_what_python_writes(document: object) -> None:
    line = dump_line(document)
    assert line == json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    assert "\n" not in line
