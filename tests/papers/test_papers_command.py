"""`fairdeal papers`: files, choices and complaints."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran
from reading import Pdf

from fairdeal.papers.catalogue import PAPERS

FILE = ROOT / "examples" / "rules" / "double-draw.toml"


def test_it_writes_those_that_are_named(fairdeal: Callable[..., Ran], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "papers"
    ran = fairdeal("papers", FILE, "-o", folder, "--only", "layout, sign")
    assert ran.code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["layout.pdf", "sign.pdf"]
    assert [line.split()[0] for line in ran.out.splitlines()] == [
        str(folder / "sign.pdf"),
        str(folder / "layout.pdf"),
    ]
    assert "Double Draw Poker" in Pdf((folder / "sign.pdf").read_bytes()).text


def test_it_reads_standard_input(fairdeal: Callable[..., Ran], tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert fairdeal("papers", "-", "-o", tmp_path, "--only", "sign", stdin=text).code == 0
    assert (tmp_path / "sign.pdf").exists()


@pytest.mark.slow
def test_all_of_them(fairdeal: Callable[..., Ran], tmp_path: Path) -> None:
    assert fairdeal("papers", FILE, "-o", tmp_path).code == 0
    assert {path.stem for path in tmp_path.iterdir()} == set(PAPERS)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--only", "sing"], "there is no paper 'sing'; did you mean sign?"),
        (["--only", "poster"], "there is no paper 'poster': choose sign, layout"),
        (["--only", ","], "--only names papers, such as sign,layout, not ','"),
    ],
)
def test_a_paper_that_there_is_none_of(
    fairdeal: Callable[..., Ran], tmp_path: Path, options: list[str], complaint: str
) -> None:
    ran = fairdeal("papers", FILE, "-o", tmp_path, *options)
    assert ran.code == 2
    assert complaint in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_not_in_order(fairdeal: Callable[..., Ran], tmp_path: Path) -> None:
    ran = fairdeal("papers", ROOT / "examples" / "faulty-rules.toml", "-o", tmp_path / "papers")
    assert ran.code == 2
    assert "line 10" in ran.err
    assert "fairdeal check tells all" in ran.err
    assert not (tmp_path / "papers").exists()


def test_a_folder_that_cannot_be_written(fairdeal: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file\n")
    ran = fairdeal("papers", FILE, "-o", tmp_path / "taken", "--only", "sign")
    assert ran.code == 2
    assert "cannot be written" in ran.err


def test_an_operators_name_is_words_and_nothing_else(
    fairdeal: Callable[..., Ran], tmp_path: Path
) -> None:
    name = r'#panic() $x$ *Ann\'s* <b>@"House" // '
    text = FILE.read_text(encoding="utf-8")
    _, _, rest = text.partition("\n")
    lines = [line for line in rest.splitlines() if not line.startswith("operator")]
    odd = "\n".join([f"operator = '''{name}'''", *lines])
    ran = fairdeal("papers", "-", "-o", tmp_path, "--only", "sign,submission", stdin=odd)
    assert ran.code == 0, ran.err
    assert "#panic() $x$ *Ann\\'s* <b>@" in Pdf((tmp_path / "submission.pdf").read_bytes()).text


def test_a_letter_that_no_font_has_is_told(fairdeal: Callable[..., Ran], tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("operator")]
    odd = "\n".join(['operator = "賭場"', *lines])
    ran = fairdeal("papers", "-", "-o", tmp_path, "--only", "sign", stdin=odd)
    assert ran.code == 2
    assert "the sign cannot be set" in ran.err
