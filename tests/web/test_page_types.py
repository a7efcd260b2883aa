"""The types that the scripts are checked with are those of the documents that pages are sent."""

from tools.page_types import FILE, text


def test_the_types_of_the_scripts_are_those_of_the_structs() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "`make types` writes the file anew"
