"""Papers as whoever gets them sees them: their text, letters, tags and dots, told by poppler."""

import re
import shutil
import subprocess
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from conftest import ROOT

from fairdeal.floor.startup import sample_rules
from fairdeal.games import GAMES
from fairdeal.papers.catalogue import PAPERS
from fairdeal.papers.layout import LayoutPaper, layout_of
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.submission.check import check

MM = 72 / 25.4
#: What Debian's poppler calls of the wrong type in tagged files, and is as the standard has it.
_MISTAKEN = re.compile("Suspects object|Attribute BorderColor value")


def _all_rules() -> dict[str, Rules]:
    """Every sample that ships, every example, and every game with all its wagers on offer."""
    found = {f"sample {number}": rules for number, rules in enumerate(sample_rules(), 1)}
    for file in sorted((ROOT / "examples" / "rules").glob("*.toml")):
        rules = check(file.read_text(encoding="utf-8")).rules
        assert rules is not None, file
        found[file.stem] = rules
    for game in GAMES:
        found[f"house {game.name} {game.jurisdiction}"] = replace(
            house_rules(game), operator="A house with a name as long as names of houses get"
        )
    return found


RULES = _all_rules()
#: The papers that need no long work.
QUICK = [name for name, paper in PAPERS.items() if not paper.long]


class Word(NamedTuple):
    """A word on a page and its box, in points from the top left."""

    page: int
    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Pdf:
    """A paper as it was written."""

    content: bytes

    def _poppler(self, tool: str, *options: str) -> bytes:
        assert shutil.which(tool), f"the tests of papers need {tool}: install poppler-utils"
        with TemporaryDirectory() as folder:
            path = Path(folder) / "paper.pdf"
            path.write_bytes(self.content)
            before = [one for one in options if one != "-"]
            done = subprocess.run(
                [tool, *before, str(path), *(["-"] if "-" in options else [])],
                capture_output=True,
                check=True,
                timeout=60,
            )
            told = done.stderr.decode().splitlines()
            assert [line for line in told if not _MISTAKEN.search(line)] == []
            return done.stdout

    @cached_property
    def text(self) -> str:
        """What can be selected and copied, in reading order, on one line, its quotes straight."""
        words = " ".join(self._poppler("pdftotext", "-raw", "-").decode().split())
        return words.replace("\u2018", "'").replace("\u2019", "'")

    @cached_property
    def info(self) -> dict[str, str]:
        lines = self._poppler("pdfinfo").decode().splitlines()
        return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}

    @cached_property
    def metadata(self) -> str:
        return self._poppler("pdfinfo", "-meta").decode()

    @cached_property
    def tags(self) -> str:
        # Titles of parts come in another encoding, which nothing here asks for.
        return self._poppler("pdfinfo", "-struct").decode(errors="replace")

    @cached_property
    def fonts(self) -> list[list[str]]:
        """Each font: its name, and whether it is embedded, in part, and tells its letters."""
        rows = self._poppler("pdffonts").decode().splitlines()[2:]
        return [[row.split()[0], *re.findall(r"\b(?:yes|no)\b", row)] for row in rows]

    @cached_property
    def _boxes(self) -> str:
        return self._poppler("pdftotext", "-bbox", "-").decode()

    @cached_property
    def words(self) -> list[Word]:
        words, page = [], 0
        for line in self._boxes.splitlines():
            page += "<page " in line
            if found := re.search(
                r'xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*)</word>',
                line,
            ):
                left, top, right, bottom = map(float, found.groups()[:4])
                words.append(Word(page, found[5], left, top, right, bottom))
        return words

    @cached_property
    def sizes(self) -> list[tuple[float, float]]:
        """The width and height of each page, in points."""
        found = re.findall(r'<page width="([\d.]+)" height="([\d.]+)">', self._boxes)
        return [(float(width), float(height)) for width, height in found]

    def dots(self, dpi: int = 50) -> list["Dots"]:
        """The pages as printed, in grey."""
        pages, data, at = [], self._poppler("pdftoppm", "-r", str(dpi), "-gray"), 0
        while at < len(data):
            head = re.compile(rb"P5\s+(\d+)\s+(\d+)\s+255\s").match(data, at)
            assert head, "a page in grey"
            width, height = int(head[1]), int(head[2])
            start = head.end()
            pages.append(Dots(width, height, data[start : start + width * height], dpi))
            at = start + width * height
        return pages


@dataclass(frozen=True)
class Dots:
    """A page of dots, each from 0 (black) to 255 (white)."""

    width: int
    height: int
    dots: bytes
    dpi: int

    def row(self, number: int) -> bytes:
        return self.dots[number * self.width : (number + 1) * self.width]

    def margins(self) -> tuple[float, float, float, float]:
        """What is white at the left, the top, the right and the bottom, in millimetres."""
        rows = [n for n in range(self.height) if min(self.row(n)) < 200]
        columns = [n for n in range(self.width) if min(self.dots[n :: self.width]) < 200]
        empty = columns[0], rows[0], self.width - 1 - columns[-1], self.height - 1 - rows[-1]
        left, top, right, bottom = (dots / self.dpi * 25.4 for dots in empty)
        return left, top, right, bottom


@cache
def drawing(of: str) -> LayoutPaper:
    """The layout of some rules as it is drawn, made once."""
    return layout_of(RULES[of])


@cache
def paper(name: str, of: str) -> Pdf:
    """A paper of some rules, made once."""
    return Pdf(PAPERS[name].make(RULES[of]))
