"""Install the wheel outside of the repository, and try it: `make wheel-check`.

The wheel goes into a fresh environment with the extras `floor`, `lab` and `papers`, in the versions
of `requirements.lock`. Then a person's first steps are tried from an empty folder: settle a deal,
analyse a game, print papers, and open a floor and its pages.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = (
    "/",
    "/games",
    "/games/let-it-ride",
    "/tables/t1",
    "/train",
    "/verify",
    "/api/openapi.json",
)


def run(folder: Path, *command: str | Path) -> str:
    """Run a command in a folder, without anything of the repository in its environment."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(  # noqa: S603 - our own commands
        command, cwd=folder, env=environ, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel in a fresh environment, and return the folder of its programs."""
    programs = folder / "environment" / "bin"
    run(folder, sys.executable, "-m", "venv", folder / "environment")
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    versions = folder / "versions.txt"
    versions.write_text("\n".join(re.findall(r"^[\w.-]+==[^\\\n]+", locked, re.MULTILINE)))
    asked = f"fairdeal[floor,lab,papers] @ {wheel.as_uri()}"
    run(folder, programs / "python", "-m", "pip", "install", "-q", "-c", versions, asked)
    return programs


def try_commands(fairdeal: Path, folder: Path) -> None:
    """Try the command line on the files of `examples/`."""
    examples = ROOT / "examples"
    settled = json.loads(run(folder, fairdeal, "settle", examples / "deal.json", "--json"))
    assert settled["seats"][0]["net"] == 260, settled
    analysis = run(
        folder, fairdeal, "analyze", "let-it-ride", "--wager", "main", "--paytable", "main=A"
    )
    assert "-37963/1082900" in analysis, analysis
    run(folder, fairdeal, "papers", examples / "rules" / "let-it-ride.toml", "-o", "papers")
    papers = sorted((folder / "papers").glob("*.pdf"))
    assert len(papers) >= 6, papers
    assert all(paper.read_bytes().startswith(b"%PDF") for paper in papers), papers
    assert "MD-RET" in run(folder, fairdeal, "clauses")


def try_floor(fairdeal: Path, folder: Path) -> None:
    """Open a floor with its sample tables, and read its pages and what they load."""
    server = subprocess.Popen(  # noqa: S603 - our own command
        [fairdeal, "serve", "--port", "0", "--db", folder / "floor.db", "--no-bots"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    try:
        address = next(line for line in server.stdout if "http://" in line).split()[-1]
        loaded: set[str] = set()
        for page in PAGES:
            loaded |= set(
                re.findall(r'(?:src|href)="(/static/[^"]+)"', read(address + page).decode())
            )
        assert any(one.endswith(".js") for one in loaded), loaded
        assert any(one.endswith(".css") for one in loaded), loaded
        for one in sorted(loaded):
            assert read(address + one), one
    finally:
        server.terminate()
        server.wait(timeout=20)


def read(address: str) -> bytes:
    """What an address answers; anything but 200 is an error."""
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310 - our own server
        return bytes(answer.read())


def main(arguments: Sequence[str]) -> None:
    """Try one wheel."""
    (wheel,) = (Path(one).resolve() for one in arguments)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        fairdeal = install(wheel, place) / "fairdeal"
        where = run(
            place, fairdeal.parent / "python", "-c", "import fairdeal; print(fairdeal.__file__)"
        )
        assert where.startswith(folder), where
        try_commands(fairdeal, place)
        try_floor(fairdeal, place)
    print(f"{wheel.name}: installed outside of the repository, tried, in order")  # noqa: T201 - the answer


if __name__ == "__main__":
    main(sys.argv[1:])
