"""On which line of a TOML file a key stands, however it is written."""

import tomllib
from textwrap import dedent

import pytest

from fairdeal.submission.toml_lines import find_key_lines, line_of


def lines(text: str) -> dict[str, int]:
    text = dedent(text).lstrip("\n")
    tomllib.loads(text)
    return {".".join(path): line for path, line in find_key_lines(text).items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a = 1\nb = 2", {"a": 1, "b": 2}, id="plain"),
        pytest.param("\n# x = 1\n  a = 1 # b = 2", {"a": 2}, id="comments and blanks"),
        pytest.param("[t]\na = 1\n\n[ u . v ]\nb = 2",
                     {"t": 1, "t.a": 2, "u.v": 4, "u.v.b": 5}, id="tables"),
        pytest.param("t.a = 1\nt . b = 2", {"t.a": 1, "t.b": 2}, id="dotted"),
        pytest.param("\"a b\" = 1\n'c.d' = 2", {"a b": 1, "c.d": 2}, id="quoted"),
        pytest.param('"\\u0061" = 1\n"q\\"q" = 2', {"a": 1, 'q"q': 2}, id="escaped"),
        pytest.param("a = [\n 1,\n 2, # ]\n]\nb = 1", {"a": 1, "b": 5}, id="long array"),
        pytest.param("a = [[1],\n[2]]\nb = 1", {"a": 1, "b": 3}, id="nested array"),
        pytest.param('a = ["]",\n"#"]\nb = 1', {"a": 1, "b": 3}, id="brackets in strings"),
        pytest.param("a = { x = 1, y = [1] }\nb = 1", {"a": 1, "b": 2}, id="inline table"),
        pytest.param('a = """\nb = 1\n[t]\n"""\nc = 1', {"a": 1, "c": 5}, id="long string"),
        pytest.param("a = '''\nb = 1\n[t]\n'''\nc = 1", {"a": 1, "c": 5}, id="long literal"),
        pytest.param('a = """x\\"""" # "\nb = 1', {"a": 1, "b": 2}, id="escaped quote at the end"),
        pytest.param('a = """x""""" # [\nb = 1', {"a": 1, "b": 2}, id="two quotes at the end"),
        pytest.param("a = ''''x''''' # [\nb = 1", {"a": 1, "b": 2}, id="literal quotes at the end"),
        pytest.param('a = "\\"" # [\nb = 1', {"a": 1, "b": 2}, id="escaped quote"),
        pytest.param('a = ""\nb = """"""\nc = 1', {"a": 1, "b": 2, "c": 3}, id="empty strings"),
        pytest.param("[[t]]\na = 1\n[[t]]\na = 2", {"t": 1, "t.a": 2}, id="array of tables"),
        pytest.param("a = 1\r\nb = 2\r\n", {"a": 1, "b": 2}, id="carriage returns"),
        pytest.param("a = 1\nb = 2 # no line feed", {"a": 1, "b": 2}, id="no last line feed"),
        pytest.param("", {}, id="empty"),
    ],
)  # fmt: skip
def test_lines(text: str, expected: dict[str, int]) -> None:
    assert lines(text) == expected


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("progressive", "rate", "mega"), 3),  # inside an inline table: the line of that table
        (("progressive", "stakes"), 2),  # missing: the header
        (("progressive",), 2),
        (("minimum",), 1),  # missing at the top
        (("a",), 4),  # only implied, by a deeper header
        (("a", "x"), 1),  # missing in a table that has no header
        (("a", "b"), 4),
    ],
)
def test_line_of(path: tuple[str, ...], line: int) -> None:
    text = "maximum = 1\n[progressive]\nrate = { mega = 1 }\n[a.b]\nc = 1\n"
    assert line_of(find_key_lines(text), path) == line
