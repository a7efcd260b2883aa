"""The documentation as a site: whole, without a link that leads nowhere, and from nowhere else."""

import json
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import typer
from conftest import ROOT

from tools import command_line, site
from tools.site import DeadLinkError, Site

#: Where a link may lead outside.
OUTSIDE = ("https://",)


class Read(HTMLParser):
    """What a browser would follow or fetch, and the names that can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            assert given["id"] not in self.ids, "an anchor is there once"
            self.ids.add(str(given["id"]))
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        if tag in ("img", "script", "iframe") and given.get("src"):
            self.fetched.append(str(given["src"]))
        if tag == "link":
            self.fetched.append(str(given["href"]))


@pytest.fixture(scope="module")
def built(tmp_path_factory: Any) -> Path:
    """The site as `make docs` builds it."""
    folder: Path = tmp_path_factory.mktemp("site") / "out"
    ran = subprocess.run(
        [sys.executable, "-m", "tools.site", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return folder


def test_what_is_no_site_is_not_replaced(tmp_path: Path, capsys: Any) -> None:
    (letter := tmp_path / "letter.txt").write_text("dear all")
    assert site.main([str(tmp_path)]) == 1
    assert "holds something that is no site" in capsys.readouterr().err
    assert letter.read_text() == "dear all"


def test_an_older_site_is_replaced(tmp_path: Path) -> None:
    for name in (site.CONTENTS, "gone.html"):
        (tmp_path / name).write_text("old")
    assert site.main([str(tmp_path)]) == 0
    assert not (tmp_path / "gone.html").exists()
    assert (tmp_path / site.CONTENTS).read_text() != "old"


def pages(built: Path) -> Iterator[tuple[Path, Read]]:
    for page in sorted(built.rglob("*.html")):
        yield page, Read(page.read_text(encoding="utf-8"))


def test_no_link_is_dead(built: Path) -> None:
    read = dict(pages(built))
    followed = 0
    for page, found in read.items():
        for link in [*found.links, *found.fetched]:
            if link.startswith(OUTSIDE):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.is_file(), f"{page.name}: {link}"
            assert not anchor or anchor in read[target].ids, f"{page.name}: {link}"
            followed += 1
    assert followed > 200


def test_nothing_is_fetched_from_anywhere(built: Path) -> None:
    for _, found in pages(built):
        assert not [one for one in found.fetched if "//" in one]
    assert "url(" not in (built / "site.css").read_text(encoding="utf-8")


def test_what_is_searched_is_every_section_with_its_words(built: Path) -> None:
    text = (built / site.SECTIONS).read_text(encoding="utf-8")
    found = json.loads(text.removeprefix("const SECTIONS = ").removesuffix(";\n"))
    places = {address: (name, words) for name, address, words in found}
    anchors = {page.name: read.ids for page, read in pages(built)}
    for address in places:
        page, _, anchor = address.partition("#")
        assert anchor in anchors[page], address
    name, words = places["rules-files.html#write-a-rules-file-init"]
    assert name.endswith(": Write a rules file: init")
    assert "fairdeal init let-it-ride" in words, "code too"
    (chapter,) = (words for name, words in places.values() if "MD-RET 13: " in name)
    assert "a card drawn in error" in chapter, "tables too"
    # Who has no script sees the list of all headings, and no box that does nothing.
    assert '<div id="searching" role="search" hidden>' in (built / site.CONTENTS).read_text()


def test_every_page_of_the_documentation_is_in_the_site() -> None:
    listed = {source for part in site.PARTS.values() for source in part}
    assert {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")} <= listed


def test_a_dead_link_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("# One\n\n[two](docs/two.md#three)\n", encoding="utf-8")
    (tmp_path / "docs" / "two.md").write_text("# Two\n\n## Three\n", encoding="utf-8")
    monkeypatch.setattr(site, "ROOT", tmp_path)
    monkeypatch.setattr(site, "PARTS", {"All": ("README.md", "docs/two.md")})
    Site().build(tmp_path / "out")
    for wrong in ("docs/three.md", "docs/two.md#four", "#none"):
        (tmp_path / "README.md").write_text(f"# One\n\n[two]({wrong})\n", encoding="utf-8")
        with pytest.raises(DeadLinkError, match=r"README\.md leads to"):
            Site().build(tmp_path / "out")


def test_the_reference_of_the_command_line_is_fresh() -> None:
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    if f"\ntyper=={typer.__version__} " not in f"\n{locked}":
        pytest.skip("another Typer than the locked one prints arguments differently")
    assert command_line.PAGE.read_text(encoding="utf-8") == command_line.page()
