"""`fairdeal simulate` on the command line."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import fairdeal
from fairdeal.cli import main

RUN = ["simulate", "let-it-ride", "--rounds", "40", "--seed", "7", "--strategy", "never"]


def run(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out, err


def test_one_document_and_the_rate_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run([*RUN, "--json", "--engine", "table", "--session", "10"], capsys)
    assert code == 0
    document = json.loads(out)
    assert document["rounds"] == 40
    assert document["seed"] == "7"
    (main_wager,) = document["wagers"]
    assert main_wager["wager"] == "main"
    assert sum(main_wager["hands"].values()) == 40
    assert document["paths"]["sessions"] == 4
    assert len(document["paths"]["quantiles"]["50"]) == 20
    assert "40 rounds in" in err
    assert "a second" in err


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    side = ["--bet", "progressive=1", "--bankroll", "50", "--session", "10"]
    code, out, _ = run([*RUN, *side], capsys)
    assert code == 0
    for words in ("99 % interval", "royal flush", "4 sessions", "bankroll lost", "meter"):
        assert words in out


def test_rules_file_and_seats(capsys: pytest.CaptureFixture[str]) -> None:
    rules = Path(__file__).parents[2] / "examples" / "rules"
    path = next(one for one in sorted(rules.glob("*.toml")) if "let-it-ride" in one.read_text())
    chosen = ["--rules", str(path), "--players", "2", "--strategy", "2=always", "--json"]
    code, out, _ = run([*RUN, *chosen], capsys)
    assert code == 0
    assert json.loads(out)["strategies"] == ["never", "always"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--strategy", "3=best"], "a seat from 1 to 1"),
        (["--engine", "fast"], "choose kernel or table"),
        (["--workers", "many"], "local:N or dask:ADDRESS"),
        (["--bet", "main=1"], "$5 to $500"),
        (["--seed", "-4"], "a seed is from 0"),
    ],
)
def test_one_line_says_what_is_wrong(
    more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run([*RUN, *more], capsys)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_paytable_of_ones_own_is_played_by_both_engines(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text('like = "A"\n[lines]\n"royal flush" = "500 to 1"\n"straight" = "9 to 1"\n')
    chosen = ["--strategy", "best", "--paytable", f"main={own}", "--json"]
    found = []
    for engine in ("table", "kernel"):
        code, out, _ = run([*RUN, *chosen, "--engine", engine], capsys)
        assert code == 0
        found.append(out)
    assert found[0] == found[1]
    document = json.loads(found[0])
    (exact,) = fairdeal.analyze("let-it-ride", wager="main", paytables={"main": own})
    assert document["wagers"][0]["exact_fraction"] == str(exact.ev)
    assert document["wagers"][0]["paytable"] == "own"
    # The rules are others than those with the paytable of the text.
    code, out, _ = run([*RUN, "--strategy", "best", "--json"], capsys)
    assert json.loads(out)["rules"] != document["rules"]
    _, shown, _ = run(["simulate", "--help"], capsys)
    assert "a TOML file of your own" in " ".join(shown.split())


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Processes that are started heed Ctrl-C, also where these tests run in the background of a
    shell, which has them ignore it.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_stopped_leaves_a_checkpoint_and_no_process(
    stop: signal.Signals, tmp_path: Path
) -> None:
    """Ctrl-C at a terminal reaches all processes of a run, a kill only the one that others work
    for.
    """
    path = tmp_path / "run.json"
    options = ["--rounds", "10000000", "--strategy", "never", "--seed", "7", "--engine", "table"]
    shared = ["--workers", "local:2", "--checkpoint", str(path)]
    program = subprocess.Popen(
        [sys.executable, "-m", "fairdeal", "simulate", "let-it-ride", *options, *shared],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        while not path.exists() or not json.loads(path.read_text())["parts"]:
            with pytest.raises(subprocess.TimeoutExpired):
                program.wait(timeout=0.05)
        (os.killpg if stop is signal.SIGINT else os.kill)(program.pid, stop)
        # Every process of the run holds these pipes: they end with the last one.
        out, err = program.communicate(timeout=60)
    finally:
        if program.poll() is None:
            program.kill()
    assert out == ""
    if stop is signal.SIGINT:
        assert program.returncode == 130
        assert err == f"stopped; the same command goes on from {path}\n"
    assert sum(len(nets) for _, _, nets, _ in json.loads(path.read_text())["parts"]) > 0


def test_a_checkpoint_that_cannot_be_written_is_said_at_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "missing" / "run.json"
    code, out, err = run([*RUN[:3], "10000000", "--checkpoint", str(path)], capsys)
    assert (code, out) == (2, "")
    assert err == f"fairdeal: cannot write {path}: No such file or directory\n"
