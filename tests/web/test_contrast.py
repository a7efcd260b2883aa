"""Contrast on the cloth, worked out from the style sheets: axe cannot see a gradient behind words.

The cloth is as light as its lamp and its weave make it, and as dark as its shade; words must be
read on both. WCAG 2.2: 4.5 for text, 3 for large text and for what is no text.
"""

import re
from typing import Final

import pytest

from fairdeal.web.pages.assets import PAGES

Colour = tuple[float, float, float]
WHITE: Final = (255.0, 255.0, 255.0)
BLACK: Final = (0.0, 0.0, 0.0)
BASE: Final = (PAGES / "shared" / "base.css").read_text(encoding="utf-8")
TABLE: Final = "".join(
    (PAGES / "table" / name).read_text(encoding="utf-8")
    for name in ("table.css", "table_sizes.css")
)
TEXT: Final = 4.5
SHAPE: Final = 3.0


def tokens(text: str) -> dict[str, str]:
    """The colours that a sheet names."""
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", text))


DARK: Final = tokens(BASE.split("@media")[0])
LIGHT: Final = DARK | tokens(BASE.split("prefers-color-scheme: light")[1].split("\n}")[0])
FELTS: Final = {name: DARK[f"felt-{name}"] for name in ("green", "blue", "burgundy")}


def colour(text: str) -> Colour:
    """`#rrggbb` as three numbers."""
    red, green, blue = (int(text[at : at + 2], 16) for at in (1, 3, 5))
    return (float(red), float(green), float(blue))


def over(above: Colour, alpha: float, below: Colour) -> Colour:
    """What is seen where one colour lies on another."""
    red, green, blue = (a * alpha + b * (1 - alpha) for a, b in zip(above, below, strict=True))
    return (red, green, blue)


def luminance(of: Colour) -> float:
    parts = [c / 255 for c in of]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def rule(selector: str) -> str:
    """What the sheet of the table says of a selector, wherever it stands alone."""
    found = re.findall(rf"(?m)^ *{re.escape(selector)} \{{([^}}]*)\}}", TABLE)
    assert found, selector
    return " ".join(found)


def opacity(selector: str) -> float:
    found = re.search(r"opacity: (\.\d+)", rule(selector))
    return float(found[1]) if found else 1.0


def grounds(felt: str) -> dict[str, Colour]:
    """The cloth at its lightest and at its darkest, with its weave."""
    cloth, narrow = rule(".cloth"), rule(".table")
    lamp = r"rgb\(255 255 255 / (\d+)%\), transparent"
    lamps = [int(a) / 100 for a in re.findall(lamp, cloth + narrow)]
    shade = r"transparent \d+%, rgb\(0 0 0 / (\d+)%\)"
    shades = [int(a) / 100 for a in re.findall(shade, cloth)]
    weave = dict(re.findall(r"stroke='%23(000|fff)' stroke-opacity='(\.\d+)'", cloth))
    assert lamps
    assert len(shades) == 1
    assert set(weave) == {"000", "fff"}
    plain = colour(FELTS[felt])
    return {
        "lamp": over(WHITE, max(lamps), over(WHITE, float(weave["fff"]), plain)),
        "shade": over(BLACK, shades[0], over(BLACK, float(weave["000"]), plain)),
        "plain": plain,
    }


def test_contrast_is_worked_out_as_the_text_has_it() -> None:
    assert contrast(WHITE, BLACK) == pytest.approx(21)
    assert contrast(colour("#777777"), WHITE) == pytest.approx(4.48, abs=0.01)
    assert over(WHITE, 0.5, BLACK) == (127.5, 127.5, 127.5)


@pytest.mark.parametrize("scheme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("felt", FELTS)
def test_lettering_is_read_on_the_cloth(felt: str, scheme: dict[str, str]) -> None:
    """Gold and cream, at the lamp and in the shade; the cloth is the same by day and night."""
    assert scheme[f"felt-{felt}"] == FELTS[felt]
    for where, ground in grounds(felt).items():
        for ink in ("gold", "cream"):
            found = contrast(colour(scheme[ink]), ground)
            assert found >= TEXT, (ink, where, round(found, 2))


@pytest.mark.parametrize("felt", FELTS)
@pytest.mark.parametrize("selector", [".under", ".seat.away", ".area.lost, .area.back", ".nobody"])
def test_what_steps_back_is_still_read(felt: str, selector: str) -> None:
    for where, ground in grounds(felt).items():
        seen = over(colour(DARK["cream"]), opacity(selector), ground)
        found = contrast(seen, ground)
        assert found >= TEXT, (selector, where, round(found, 2))


@pytest.mark.parametrize("felt", FELTS)
def test_what_lights_up_is_still_read(felt: str) -> None:
    """The glow on the seat whose turn it is, a ring that won, the pills of amounts."""
    gold, cream = colour(DARK["gold"]), colour(DARK["cream"])
    for selector in (".seat.turn", ".area.won .ring"):
        found = re.search(r"background: rgb\(232 200 116 / (\d+)%\)", rule(selector))
        assert found is not None
        for where, ground in grounds(felt).items():
            lit = over(gold, int(found[1]) / 100, ground)
            least = TEXT if selector == ".seat.turn" else SHAPE
            assert contrast(cream, lit) >= least, (selector, where)
            assert contrast(gold, lit) >= SHAPE, (selector, where)
    dark = re.search(r"background: rgb\(0 0 0 / (\d+)%\)", rule(".pill"))
    assert dark is not None
    for ground in grounds(felt).values():
        assert contrast(cream, over(BLACK, int(dark[1]) / 100, ground)) >= TEXT


@pytest.mark.parametrize("felt", FELTS)
def test_areas_and_the_focus_are_seen(felt: str) -> None:
    """Rings, beds and hairlines are no text; the focus ring is seen everywhere on the cloth."""
    line = re.search(r"--line: rgb\(232 200 116 / (\d+)%\)", TABLE)
    focus = re.search(r"--focus: (#[0-9a-f]{6})", TABLE)
    assert line is not None
    assert focus is not None
    for where, ground in grounds(felt).items():
        drawn = over(colour(DARK["gold"]), float(line[1]), ground)
        assert contrast(drawn, ground) >= SHAPE, ("line", where, round(contrast(drawn, ground), 2))
        assert contrast(colour(focus[1]), ground) >= TEXT, where


@pytest.mark.parametrize("scheme", [DARK, LIGHT], ids=["dark", "light"])
def test_words_beside_the_felt_are_read(scheme: dict[str, str]) -> None:
    for ground in ("room", "panel"):
        for ink in ("text", "muted", "won", "lost"):
            found = contrast(colour(scheme[ink]), colour(scheme[ground]))
            assert found >= TEXT, (ink, ground, round(found, 2))
        assert contrast(colour(scheme["focus"]), colour(scheme[ground])) >= SHAPE
    assert contrast(colour(scheme["gold"]), colour(scheme["rail"])) >= TEXT
    assert contrast(colour(scheme["ink"]), colour(scheme["gold"])) >= TEXT


@pytest.mark.parametrize("suit", ["spades", "hearts", "diamonds", "clubs"])
def test_cards_are_read(suit: str) -> None:
    assert contrast(colour(DARK[suit]), colour(DARK["paper"])) >= TEXT
