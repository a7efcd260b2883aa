"""Pictures that can be read and compared."""

import struct
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

from fairdeal.games import find_game
from fairdeal.lab.decisions.strategy_card import GridCell
from fairdeal.lab.figures import plots
from fairdeal.lab.figures.analyze import analyze
from fairdeal.wording.how_to_play import main_hand

LIR = find_game("let-it-ride")


def test_no_picture_is_higher_than_a_screen(tmp_path: Path) -> None:
    found = analyze(LIR, wager="five-card-bonus")
    assert len(found) == 7
    written = plots.plot_analyses(LIR, found, str(tmp_path / "p.png"))
    assert [path.name for path in written] == ["p.png", "p-2.png", "p-3.png", "p-4.png"]
    for path in written:
        width, height = struct.unpack(">II", path.read_bytes()[16:24])
        assert height <= 1000
        assert width <= 1920


def test_what_is_compared_has_one_axis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Figure] = []
    monkeypatch.setattr(plots, "_save", lambda figure, _: drawn.append(figure))
    plots.plot_analyses(LIR, analyze(LIR, wager="five-card-bonus"), str(tmp_path / "p.svg"))
    for column in (0, 1):
        ends = {axes.get_xlim() for figure in drawn for axes in figure.axes[column::2]}
        assert len(ends) == 1
    sizes = [
        float(text.get_fontsize())
        for figure in drawn
        for axes in figure.axes
        for text in (*axes.texts, axes.title, axes.xaxis.label, *axes.get_yticklabels())
    ]
    assert min(sizes) >= 10


def test_the_scale_of_colours_has_no_break() -> None:
    cells = [
        GridCell("AA", 12, 12, False, "bet-3x", Fraction(17)),
        GridCell("42o", 2, 0, False, "fold", Fraction(-2)),
    ]
    axes = Figure().subplots()
    plots.draw_grid(axes, cells, "ante")
    norm = axes.images[0].norm
    steps = np.diff(np.asarray(norm(np.arange(-17.0, 18.0))))
    assert np.allclose(steps, steps[0]), "the same step of value is the same step of colour"
    (pale,) = np.asarray(norm(np.zeros(1)))
    assert pale == pytest.approx(0.5), "nothing won or lost is pale"


def test_it_is_said_which_run_a_line_means() -> None:
    better = "the better of first run and second run"
    assert main_hand(find_game("run-em-twice")) == better
    assert main_hand(LIR) == ""
