"""The wheel and the source archive: what they hold, and that they build to the same bytes twice."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran

from fairdeal.cli.release import check_program
from fairdeal.program import differences, manifest_of, read_manifest, write_manifest
from tools.manifest import manifest_of_wheel

PACKAGE = ROOT / "src" / "fairdeal"


def build(source: Path, out: Path, umask: int) -> dict[str, Path]:
    """Build both archives of a source tree, and return them by the end of their names."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(out)],
        cwd=source,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1790000000"},
        umask=umask,
        check=True,
        capture_output=True,
    )
    return {file.suffix: file for file in out.iterdir()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The archives of this source tree."""
    return build(ROOT, tmp_path_factory.mktemp("dist"), 0o022)


def test_the_source_archive_builds_the_same_bytes_again(
    built: dict[str, Path], tmp_path: Path
) -> None:
    # From the unpacked archive alone: other folder, other times of files, other rights.
    with tarfile.open(built[".gz"]) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    for file in source.rglob("*.py"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    again = build(source, tmp_path / "dist", 0o077)
    assert {end: file.name for end, file in again.items()} == {
        end: file.name for end, file in built.items()
    }
    for end, file in built.items():
        assert file.read_bytes() == again[end].read_bytes(), file.name


def test_the_wheel_holds_the_package_and_nothing_else(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built[".whl"]) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    files = (file for file in PACKAGE.rglob("*") if file.is_file())
    wanted = {str(file.relative_to(PACKAGE.parent)) for file in files}
    assert names == {name for name in wanted if "__pycache__" not in name}


@pytest.mark.parametrize(
    ("end", "least"),
    [
        (".html", 10),  # pages
        (".js", 10),
        (".css", 5),
        (".typ", 5),  # templates of papers
        (".toml", 7),  # samples of rules
        (".txt", 4),  # clauses of the texts
        ("/shipped.json", 1),  # answers of the lab
        ("/py.typed", 1),
    ],
)
def test_the_wheel_holds_what_is_no_python(built: dict[str, Path], end: str, least: int) -> None:
    with zipfile.ZipFile(built[".whl"]) as wheel:
        found = [info for info in wheel.infolist() if info.filename.endswith(end)]
    assert len([info for info in found if ".dist-info/" not in info.filename]) >= least
    assert end == "/py.typed" or all(info.file_size for info in found)


def test_the_source_archive_holds_what_building_and_testing_need(built: dict[str, Path]) -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    with tarfile.open(built[".gz"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    left_out = {name for name in tracked.stdout.splitlines() if (ROOT / name).is_file()} - names
    assert left_out == set()


def test_a_manifest_names_the_files_of_its_wheel(built: dict[str, Path]) -> None:
    text = manifest_of_wheel(built[".whl"])
    assert read_manifest(text) == manifest_of(PACKAGE)
    assert not differences(read_manifest(text))


def test_a_changed_a_missing_and_an_added_file_are_named(tmp_path: Path) -> None:
    for name in ("same.py", "changed.py", "missing.py"):
        (tmp_path / name).write_text(name)
    release = read_manifest(write_manifest(manifest_of(tmp_path)))
    assert not differences(release, tmp_path)
    (tmp_path / "changed.py").write_text("another byte")
    (tmp_path / "missing.py").unlink()
    (tmp_path / "added.py").touch()
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "same.pyc").touch()
    found = differences(release, tmp_path)
    assert found == (("changed.py",), ("missing.py",), ("added.py",))
    assert str(found) == "changed: changed.py; missing: missing.py; added: added.py"


def test_an_installed_wheel_knows_its_own_manifest(built: dict[str, Path], tmp_path: Path) -> None:
    """It is installed by unpacking, and asked in a process that finds it before the checkout."""
    with zipfile.ZipFile(built[".whl"]) as wheel:
        wheel.extractall(tmp_path)
    ask = [sys.executable, "-m", "fairdeal", "doctor", "--self", "--json"]
    environ = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(ask, env=environ, cwd=tmp_path, capture_output=True, check=False)
    told = json.loads(ran.stdout)
    assert (ran.returncode, told["well"]) == (0, True)
    assert "those of the release" in told["findings"][-1]["detail"]
    card = tmp_path / "fairdeal" / "games" / "let_it_ride.py"
    card.write_bytes(card.read_bytes() + b"#")
    ran = subprocess.run(ask, env=environ, cwd=tmp_path, capture_output=True, check=False)
    assert ran.returncode == 1
    assert "changed: games/let_it_ride.py" in json.loads(ran.stdout)["findings"][-1]["detail"]


def test_a_start_is_told_how_many_files_differ(tmp_path: Path) -> None:
    manifest = tmp_path / "release"
    manifest.write_text(write_manifest(manifest_of(PACKAGE)))
    assert check_program(manifest, strict=True) == 0
    manifest.write_text(
        write_manifest({**manifest_of(PACKAGE), "cards.py": "0" * 64, "x": "1" * 64})
    )
    assert check_program(manifest, strict=False) == 2


def test_a_server_starts_only_from_its_release_if_it_must(
    fairdeal: Callable[..., Ran], tmp_path: Path
) -> None:
    manifest = tmp_path / "release"
    manifest.write_text(write_manifest({**manifest_of(PACKAGE), "cards.py": "0" * 64}))
    database = str(tmp_path / "floor.db")
    ran = fairdeal("serve", "--strict", "--manifest", str(manifest), "--db", database)
    assert ran.code == 2
    assert "changed: cards.py" in ran.err
    assert not Path(database).exists()
    manifest.write_text("what is this")
    ran = fairdeal("doctor", "--self", "--manifest", str(manifest))
    assert (ran.code, "line 1 of the manifest" in ran.err) == (2, True)
