"""`fairdeal rng`: the stream for programs, the report and its paper."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

from fairdeal.errors import StoreError
from fairdeal.floor import known_answers
from fairdeal.floor.startup import open_floor
from fairdeal.play import fairness
from fairdeal.rng.lazy import write_bytes, write_decks


def written(count: int, **options: object) -> bytes:
    parts: list[bytes] = []
    write_decks(parts.append, count, **{"size": 52, "cut": False, "seed": "a", **options})  # type: ignore[arg-type] # the options of a test
    return b"".join(parts)


def test_decks_of_the_stream() -> None:
    decks = written(3)
    assert len(decks) == 3 * 52
    assert sorted(decks[:52]) == list(range(52))
    assert decks == written(3), "the same seed gives the same decks"
    assert decks != written(3, seed="b")
    cut = written(3, cut=True)
    assert cut != decks
    place = decks.index(cut[0])
    assert cut[:52] == decks[place:52] + decks[:place]
    assert len(written(2, size=54)) == 108


def test_bytes_of_the_stream() -> None:
    parts: list[bytes] = []
    write_bytes(parts.append, 100, seed="a")
    assert len(b"".join(parts)) == 100


def test_the_report(fairdeal: Callable[..., Ran], tmp_path: Path) -> None:
    paper = tmp_path / "shuffle.pdf"
    options = ("--decks", "2000", "--replicates", "1", "--seed", "evidence")
    ran = fairdeal("rng", "report", *options, "--json", "-o", paper)
    assert ran.code == 0, ran.err
    assert paper.read_bytes().startswith(b"%PDF")
    found = ran.json
    assert (found["decks"], found["cards"], found["passed"]) == (2000, 52, True)
    assert sum(row["counted"] for row in found["hands"]) == 2000
    names = {test["name"] for test in found["tests"]}
    assert {"position", "rising runs", "all ranks", "hands", "cut depth"} <= names
    assert found["power"]["found"]["naive swap"] == 1
    assert found["power"]["faults"].keys() == found["power"]["found"].keys()
    shown = fairdeal("rng", "report", *options)
    assert "2,000 decks of 52 cards, no finding" in shown.out
    # Beside each test stands how often it found each planted fault.
    head, *rows = shown.out[shown.out.index("found by") :].splitlines()
    faults = re.split(r"\s{2,}", head.strip())[1:]
    assert faults == list(found["power"]["found"])
    told = {name: shares for name, *shares in (re.split(r"\s{2,}", one.strip()) for one in rows)}
    for test in found["tests"]:
        shares = [test["power"][fault] for fault in faults]
        told_shares = [f"{share:.0%}" if share else "-" for share in shares]
        assert told[test["name"]] == told_shares
    assert told["all tests together"][0] == "100%"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("report", "--decks", "10"), "takes 1,000 to"),
        (("report", "--cards", "53"), "54 with two jokers"),
        (("stream", "--cards", "5"), "54 with two jokers"),
        (("stream", "--decks", "--bytes"), "not both"),
    ],
)
def test_what_is_refused(
    fairdeal: Callable[..., Ran], arguments: tuple[str, ...], words: str
) -> None:
    ran = fairdeal("rng", *arguments)
    assert ran.code == 2
    assert words in ran.err


def test_known_answers_hold() -> None:
    assert known_answers.wrong_answers() == []


def test_a_floor_with_another_shuffle_does_not_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = fairness.fair_order
    monkeypatch.setattr(fairness, "fair_order", lambda *given: order(*given)[::-1])
    with pytest.raises(StoreError, match="the shuffle of 52 cards"):
        open_floor(str(tmp_path / "floor.db"), [])
