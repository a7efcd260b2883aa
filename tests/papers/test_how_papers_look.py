"""How the papers look: letters, tags, margins, nothing upon another, and the same bytes."""

import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from conftest import ROOT
from reading import MM, QUICK, RULES, Word, drawing, paper

from fairdeal.papers.catalogue import PAPERS
from fairdeal.papers.geometry import FeltShape, corners, is_on_cloth, overlaps
from fairdeal.papers.layout import SCALE

every = pytest.mark.parametrize("of", RULES)
quick = pytest.mark.parametrize("name", QUICK)
#: Each paper once, the long one too.
EACH = [*((name, "let-it-ride") for name in QUICK), ("math-report", "sample 1")]
each = pytest.mark.parametrize(("name", "of"), EACH)
PAGES = {"sign": 1, "layout": 1, "rack-card": 2, "dealers-card": 2}


@each
def test_it_is_tagged_and_says_what_it_is(name: str, of: str) -> None:
    made = paper(name, of)
    assert made.info["Tagged"] == "yes"
    assert made.info["Title"].startswith(("Table", "How", "Dealer", "Rules", "Math"))
    assert made.info["Author"] == RULES[of].operator
    assert "<pdfuaid:part>1</pdfuaid:part>" in made.metadata
    assert "H1" in made.tags
    assert "Lang" in made.tags or b"/Lang" in made.content
    if name != "layout":
        assert "Table" in made.tags


@each
def test_its_letters_are_embedded_and_can_be_copied(name: str, of: str) -> None:
    fonts = paper(name, of).fonts
    assert fonts
    allowed = ("LibertinusSerif", "DejaVuSansMono")  # typst brings these along
    for font, embedded, _, tells in fonts:
        assert font.partition("+")[2].startswith(allowed), font
        assert (embedded, tells) == ("yes", "yes")


@quick
@every
def test_it_keeps_its_margins_and_its_pages_and_its_words_apart(name: str, of: str) -> None:
    """One test for all of it, so that no other process makes the same paper again."""
    made = paper(name, of)
    if name in PAGES:
        assert made.info["Pages"] == str(PAGES[name])
    for page in made.dots():
        assert min(page.margins()) >= 6, page.margins()
    for word in made.words:
        width, height = made.sizes[word.page - 1]
        assert word.left >= 6 * MM
        assert word.top >= 6 * MM
        assert word.right <= width - 6 * MM
        assert word.bottom <= height - 6 * MM
    if name != "layout":  # what is turned has boxes that say little: see the drawing's parts below
        assert met(made.words) == []


def met(words: list[Word]) -> list[tuple[str, str]]:
    """The words whose letters lie on another's; boxes are higher than letters."""
    found = []
    ordered = sorted(words, key=lambda word: (word.page, word.top))
    for place, one in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if (other.page, other.top) > (one.page, one.bottom):
                break
            across = min(one.right, other.right) - max(one.left, other.left)
            down = min(one.bottom, other.bottom) - other.top
            low = min(one.bottom - one.top, other.bottom - other.top)
            if across > 0.6 and down > 0.45 * low:
                found.append((one.text, other.text))
    return found


def test_words_that_meet_are_found() -> None:
    one = Word(1, "one", 10, 10, 30, 20)
    assert met([one, Word(1, "on it", 25, 13, 40, 23)]) == [("one", "on it")]
    assert met([one, Word(1, "below", 10, 18, 30, 28), Word(1, "beside", 30, 10, 40, 20)]) == []
    assert met([one, Word(2, "elsewhere", 10, 10, 30, 20)]) == []


@pytest.mark.parametrize("of", ["sample 1", "sample 2"])
def test_no_word_of_the_math_report_lies_on_another(of: str) -> None:
    made = paper("math-report", of)
    assert met(made.words) == []
    for page in made.dots():
        assert min(page.margins()) >= 6


# The drawing --------------------------------------------------------------------------------------


@every
def test_no_area_lies_on_another_or_off_the_cloth_and_odds_can_be_read(of: str) -> None:
    drawn = drawing(of)
    places = [*drawn.parts, *(column.part for column in drawn.odds), drawn.middle]
    for part in places:
        assert is_on_cloth(part), part
    pairs = [(a.title, b.title) for a, b in combinations(places, 2) if overlaps(a, b)]
    assert pairs == []
    # The letters of a line, at full size: seven millimetres can be read across a table.
    assert min(column.line for column in drawn.odds) * 0.7 >= 7


@pytest.mark.parametrize("of", ["sample 1", "sample 2", "sample 4"])
def test_it_is_to_scale(of: str) -> None:
    """On paper the cloth is as wide as the scale says, dot by dot."""
    drawn = drawing(of)
    (page,) = paper("layout", of).dots(dpi=100)
    # Below the tray and above the seats a row of dots crosses rail, cloth and rail.
    dark = [n for n in range(page.width) if page.row(round(page.height * 0.2))[n] < 128]
    wide = (dark[-1] - dark[0] + 1) / page.dpi * 25.4
    rails = 7.0  # half a rail of 7 mm stands over on either side
    assert wide == pytest.approx(drawn.width / SCALE + rails, abs=0.8)


def test_parts_that_are_turned_are_told_apart() -> None:
    bar = FeltShape("spot", "", 0, 0, 100, 10)
    assert overlaps(bar, FeltShape("spot", "", 0, 0, 10, 10))
    assert not overlaps(bar, FeltShape("spot", "", 0, 11, 100, 10))
    # Turned by 90 degrees it stands upright, and reaches another that lay beside it.
    upright = FeltShape("spot", "", 0, 0, 100, 10, 90)
    assert overlaps(upright, FeltShape("spot", "", 0, 40, 10, 10))
    assert not overlaps(bar, FeltShape("spot", "", 0, 40, 10, 10))
    assert {(round(x), round(y)) for x, y in corners(upright)} == {
        *((5, 50), (5, -50), (-5, 50), (-5, -50))
    }


# The same bytes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", QUICK)
def test_the_same_rules_are_the_same_bytes(name: str) -> None:
    made = PAPERS[name].make(RULES["let-it-ride"])
    assert made == paper(name, "let-it-ride").content
    assert made != paper(name, "house let-it-ride maryland").content


def test_another_process_at_another_time_makes_the_same_bytes(tmp_path: Path) -> None:
    file = ROOT / "examples" / "rules" / "let-it-ride.toml"
    environ = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    environ |= {"SOURCE_DATE_EPOCH": "1000000000", "PYTHONHASHSEED": "7"}
    command = ["-m", "fairdeal", "papers", str(file), "-o", str(tmp_path), "--only", "sign,layout"]
    subprocess.run(
        [sys.executable, *command], check=True, env=environ, capture_output=True, timeout=120
    )
    for name in ("sign", "layout"):
        assert (tmp_path / f"{name}.pdf").read_bytes() == paper(name, "let-it-ride").content
