"""The documentation as a site: `make docs` writes it to `build/site`.

The pages are the Markdown files that the repository shows as they are; the site adds a look, a list
of all pages and headings, a search over them, and links that are followed when it is built: one
that leads nowhere is an error. Nothing is fetched from anywhere, so it can be read from a disk.
"""

import re
import shutil
import sys
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from json import dumps
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

ROOT: Final = Path(__file__).parent.parent.parent
HERE: Final = Path(__file__).parent
#: The pages in the order in which they are listed, by part.
PARTS: Final[dict[str, tuple[str, ...]]] = {
    "Begin": ("README.md", "docs/guide.md", "docs/drill.md", "docs/my-play.md", "docs/school.md"),
    "The rules": (
        "docs/rules-files.md",
        "docs/settle.md",
        "docs/rules.md",
        "docs/rules-choices.md",
    ),
    "The mathematics": (
        "docs/analysis.md",
        "docs/lab.md",
        "docs/mathematics.md",
        "docs/simulation.md",
        "docs/learning.md",
    ),
    "Running a floor": (
        "docs/operations.md",
        "docs/reports.md",
        "deploy/README.md",
        "docs/audit.md",
        "docs/fairness.md",
        "docs/randomness.md",
        "docs/limits.md",
        "docs/performance.md",
        "docs/capacity.md",
        "docs/regulations.md",
    ),
    "Programming": (
        "docs/table.md",
        "docs/commands.md",
        "docs/api.md",
        "docs/reference.md",
        "docs/command-line.md",
        "docs/log.md",
    ),
    "The project": (
        "docs/architecture.md",
        "docs/adding-a-game.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/versions.md",
        "SECURITY.md",
    ),
}
#: The page with all headings and the search, and what is searched: a script, since a page that is
#: read from a disk may load nothing else.
CONTENTS: Final = "contents.html"
SECTIONS: Final = "sections.js"
#: What parts words without being one.
_BREAKS: Final = ("softbreak", "hardbreak", "html_inline")
_MARKDOWN: Final = MarkdownIt("commonmark").enable("table")


class DeadLinkError(Exception):
    """A page leads to something that is not there."""


class NoSiteError(Exception):
    """What would have to go for a site is none."""


class Heading(NamedTuple):
    """A heading of a page."""

    level: int
    anchor: str
    words: str


class Page(NamedTuple):
    """A page of the site."""

    source: str
    address: str
    title: str
    headings: tuple[Heading, ...]
    tokens: list[Token]


def address_of(source: str) -> str:
    """The file of a page in the site."""
    if source == "README.md":
        return "index.html"
    return f"{source.removeprefix('docs/').removesuffix('.md').replace('/', '-').lower()}.html"


def anchor_of(words: str, taken: set[str]) -> str:
    """A heading's anchor, as it is where the repository is browsed."""
    kept = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
    anchor, n = kept, 0
    while anchor in taken:
        n += 1
        anchor = f"{kept}-{n}"
    taken.add(anchor)
    return anchor


def read(source: str) -> Page:
    """A page, its headings named."""
    tokens = _MARKDOWN.parse((ROOT / source).read_text(encoding="utf-8"))
    headings, taken = [], set[str]()
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            words = _plain(inside)
            anchor = anchor_of(words, taken)
            token.attrSet("id", anchor)
            headings.append(Heading(int(token.tag[1]), anchor, words))
    title = headings[0].words if headings else source
    return Page(source, address_of(source), title, tuple(headings), tokens)


def sections(page: Page) -> Iterator[tuple[str, str, str]]:
    """What is searched of a page, by heading: its name, where it is, and all its words."""
    names = iter(page.headings)
    heading, words = Heading(1, "", page.title), list[str]()
    for token in page.tokens:
        if token.type == "heading_open":
            if words:
                yield _section(page, heading, words)
            heading, words = next(names), []
        elif token.type == "inline":
            words.append(_plain(token))
        elif token.type in ("fence", "code_block"):
            words.append(token.content)
    yield _section(page, heading, words)


def _section(page: Page, heading: Heading, words: list[str]) -> tuple[str, str, str]:
    name = page.title if heading.words == page.title else f"{page.title}: {heading.words}"
    return name, f"{page.address}#{heading.anchor}", " ".join(" ".join(words).split())


def _plain(token: Token) -> str:
    return "".join(
        one.content if one.type in ("text", "code_inline") else " " * (one.type in _BREAKS)
        for one in token.children or []
    )


class Site:
    """All pages, and the files that they lead to."""

    def __init__(self) -> None:
        sources = [source for part in PARTS.values() for source in part]
        self.pages = {source: read(source) for source in sources}
        self._anchors = {
            source: {heading.anchor for heading in page.headings}
            for source, page in self.pages.items()
        }
        #: What is copied beside the pages, by its path in the repository.
        self.files: set[str] = set()
        self._look = Environment(
            loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined
        )

    def build(self, folder: Path) -> None:
        """Write the site, in place of an older one."""
        if folder.is_dir() and any(folder.iterdir()) and not (folder / CONTENTS).is_file():
            raise NoSiteError(f"{folder} holds something that is no site: name another folder")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for page in self.pages.values():
            (folder / page.address).write_text(self._html(page), encoding="utf-8")
        (folder / CONTENTS).write_text(self._contents(), encoding="utf-8")
        found = [section for page in self.pages.values() for section in sections(page)]
        (folder / SECTIONS).write_text(f"const SECTIONS = {dumps(found)};\n", encoding="utf-8")
        for file in ("site.css", "search.js"):
            shutil.copy(HERE / file, folder)
        for file in sorted(self.files):
            target = folder / "files" / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, target)
        for listed in {(folder / "files" / file).parent for file in self.files}:
            names = sorted(one.name for one in listed.iterdir() if one.is_file())
            (listed / "index.html").write_text(_listing(listed.name, names), encoding="utf-8")

    def _html(self, page: Page) -> str:
        for link, name in _links(page.tokens):
            link.attrSet(name, self._led(page, str(link.attrGet(name))))
        body = _MARKDOWN.renderer.render(_framed(page.tokens), _MARKDOWN.options, {})
        near = [heading for heading in page.headings[1:] if heading.level == 2]
        return self._page(page.title, Markup(body), here=page.address, near=near)  # noqa: S704 - our own pages

    def _contents(self) -> str:
        return self._page("Contents", None, here=CONTENTS, near=[])

    def _page(self, title: str, body: Markup | None, *, here: str, near: list[Heading]) -> str:
        parts = {
            part: [self.pages[source] for source in sources] for part, sources in PARTS.items()
        }
        template = self._look.get_template("page.html")
        return template.render(title=title, body=body, here=here, near=near, parts=parts) + "\n"

    def _led(self, page: Page, target: str) -> str:
        """Where a link leads in the site."""
        if "://" in target or target.startswith("mailto:"):
            return target
        path, _, anchor = target.partition("#")
        found = (ROOT / page.source).parent / unquote(path) if path else ROOT / page.source
        if not found.exists():
            raise DeadLinkError(f"{page.source} leads to {target}, which is not there")
        source = str(found.resolve().relative_to(ROOT.resolve()))
        if source in self.pages:
            if anchor and anchor not in self._anchors[source]:
                raise DeadLinkError(f"{page.source} leads to {target}: {source} has no #{anchor}")
            return f"{self.pages[source].address}{'#' * bool(anchor)}{anchor}"
        if found.is_dir():
            self.files.update(f"{source}/{file.name}" for file in found.iterdir() if file.is_file())
            return f"files/{source}/index.html"
        self.files.add(source)
        return f"files/{source}"


def _links(tokens: list[Token]) -> Iterator[tuple[Token, str]]:
    for token in tokens:
        for one in token.children or []:
            if one.type == "link_open":
                yield one, "href"
            elif one.type == "image":
                yield one, "src"


def _framed(tokens: list[Token]) -> list[Token]:
    """Wide tables scroll by themselves, by keyboard too."""
    framed: list[Token] = []
    for token in tokens:
        if token.type == "table_open":
            framed.append(_raw('<div class="wide" tabindex="0" role="region" aria-label="Table">'))
        framed.append(token)
        if token.type == "table_close":
            framed.append(_raw("</div>"))
    return framed


def _listing(name: str, files: list[str]) -> str:
    """The files of a folder, for a link that leads to the folder."""
    rows = "\n".join(f'<li><a href="{escape(one)}">{escape(one)}</a></li>' for one in files)
    head = '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">'
    title = escape(name)
    return f"{head}\n<title>{title}</title>\n<h1>{title}</h1>\n<ul>\n{rows}\n</ul>\n</html>\n"


def _raw(html: str) -> Token:
    token = Token("html_block", "", 0)
    token.content = f"{html}\n"
    return token


def main(arguments: list[str]) -> int:
    """Build the site into a folder, `build/site` where none is named."""
    folder = Path(arguments[0]) if arguments else ROOT / "build" / "site"
    try:
        site = Site()
        site.build(folder)
    except (DeadLinkError, NoSiteError) as error:
        sys.stderr.write(f"{escape(str(error), quote=False)}\n")
        return 1
    sys.stdout.write(f"{len(site.pages) + 1} pages are in {folder}: open index.html\n")
    return 0
