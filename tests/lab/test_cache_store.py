"""What is kept on disk is this user's alone, and is not believed blindly."""

import hashlib
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.games.run_em_twice import RUN_EM_TWICE
from fairdeal.hands import FIVE_CARD
from fairdeal.lab.cache import keys, known, private_dir, results
from fairdeal.lab.cache.shipped import ShippedResults
from fairdeal.lab.figures.analysis import Row
from fairdeal.lab.figures.analyze import analyze_main
from fairdeal.rulebook.game import OWN, HandOf
from fairdeal.rulebook.rules import Rules, house_rules

#: The published value of paytable A.
PUBLISHED = Fraction(-37_963, 1_082_900)


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """Paytable A, worked out once for all tests here."""
    return results.solve_main(house_rules(LET_IT_RIDE))


@pytest.fixture
def solved(rows: list[Row], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Rules]:
    """A folder of the test's own, nothing shipped; tells what had to be worked out."""
    asked: list[Rules] = []

    def solve(rules: Rules, limit: Fraction | None) -> list[Row]:
        assert limit is None
        asked.append(rules)
        return rows

    monkeypatch.setenv("FAIRDEAL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(results, "shipped_results", lambda: ShippedResults(""))
    monkeypatch.setattr(results, "solve_main", solve)
    return asked


def kept(tmp_path: Path) -> Path:
    """The one result that is kept."""
    (path,) = (tmp_path / "cache" / "results").iterdir()
    return path


RULES = house_rules(LET_IT_RIDE)


def test_it_is_kept_and_found_again(solved: list[Rules], tmp_path: Path) -> None:
    for _ in range(3):
        assert analyze_main(RULES).ev == PUBLISHED
    assert len(solved) == 1
    assert kept(tmp_path).is_file()


def test_who_cannot_wait_is_told_what_is_kept_and_no_more(solved: list[Rules]) -> None:
    assert results.find_main_rows(RULES) is None
    assert known.main_ev(RULES) is None
    assert solved == []
    analyze_main(RULES)
    assert known.main_ev(RULES) == PUBLISHED
    assert len(solved) == 1


def test_the_folder_is_closed_to_others(solved: list[Rules], tmp_path: Path) -> None:
    analyze_main(RULES)
    assert solved
    for path in (tmp_path / "cache", tmp_path / "cache" / "results"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    assert stat.S_IMODE(kept(tmp_path).stat().st_mode) == 0o600


def test_an_open_folder_of_ones_own_is_closed(solved: list[Rules], tmp_path: Path) -> None:
    (tmp_path / "cache" / "results").mkdir(parents=True)
    (tmp_path / "cache" / "results").chmod(0o777)
    analyze_main(RULES)
    assert solved
    assert stat.S_IMODE((tmp_path / "cache" / "results").stat().st_mode) == 0o700


def test_a_folder_of_somebody_else_is_not_used(
    solved: list[Rules], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyze_main(RULES)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert private_dir.private_folder("results") is None
    assert private_dir.read_file(kept(tmp_path)) is None
    assert analyze_main(RULES).ev == PUBLISHED
    assert len(solved) == 2


def test_a_folder_where_others_may_write_is_not_used(solved: list[Rules], tmp_path: Path) -> None:
    """They could put another folder in the place of the closed one."""
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o777)
    for _ in range(2):
        assert analyze_main(RULES).ev == PUBLISHED
    assert len(solved) == 2
    assert not list((tmp_path / "cache" / "results").iterdir())


def test_a_link_is_no_folder(solved: list[Rules], tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir(mode=0o700)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "cache" / "results").symlink_to(tmp_path / "elsewhere")
    analyze_main(RULES)
    assert solved
    assert not list((tmp_path / "elsewhere").iterdir())


def test_nobody_can_foresee_a_file_that_is_written(
    solved: list[Rules], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every name that is written to is new; the old one was the process's number."""
    opened: list[str] = []
    real = os.open

    def watched(path: str, flags: int, *rest: int, **more: int) -> int:
        if flags & os.O_CREAT:
            assert flags & os.O_EXCL
            opened.append(str(path))
        return real(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", watched)
    analyze_main(RULES)
    assert solved
    assert opened
    assert not any(str(os.getpid()) in Path(name).suffix for name in opened)


# What lies in its place ---------------------------------------------------------------------------


def in_order(content: bytes) -> bytes:
    """Content with the digest that belongs to it."""
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def one_digit(path: Path) -> None:
    content = path.read_bytes()
    place = content.rindex(b'"') - 1  # the last count's last
    digit = b"1" if content[place : place + 1] == b"0" else b"0"
    path.write_bytes(content[:place] + digit + content[place + 1 :])


def one_digit_and_its_digest(path: Path) -> None:
    one_digit(path)
    path.write_bytes(in_order(path.read_bytes().partition(b"\n")[2]))


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def link(path: Path) -> None:
    other = path.parent.parent / "other"
    path.rename(other)
    path.symlink_to(other)


def writes(content: bytes) -> Callable[[Path], None]:
    return lambda path: (path.write_bytes(content), None)[1]


ROW = '["royal flush",null,"{}","1","{}"]'


@pytest.mark.parametrize(
    "spoil",
    [
        one_digit,
        one_digit_and_its_digest,
        pipe,
        folder,
        link,
        *(
            writes(content)
            for content in (
                b"",
                b"[]",
                b"1/0",
                in_order(b""),
                in_order(b"[]"),
                in_order(b"{}"),
                in_order(b"1/0"),
                in_order(b"[" * 100_000),
                in_order(b"[" + ROW.format("1/0", "4").encode() + b"]"),
                in_order(b"[" + ROW.format("1", "1/0").encode() + b"]"),
                in_order(b"[" + ROW.format("9" * 5_000, "4").encode() + b"]"),
                in_order(b"[" + ROW.format("1", "-4").encode() + b"]"),
                in_order(b"\xff\xfe"),
            )
        ),
    ],
)
def test_what_is_spoilt_is_worked_out_again(
    spoil: Callable[[Path], None], solved: list[Rules], tmp_path: Path
) -> None:
    """One changed digit turned 3.51 % into 2.87 %; a pipe was waited for without end."""
    analyze_main(RULES)
    spoil(kept(tmp_path))
    assert analyze_main(RULES).ev == PUBLISHED
    assert len(solved) == 2


# Keys ---------------------------------------------------------------------------------------------


def test_a_key_depends_on_what_a_result_does() -> None:
    base = house_rules(RUN_EM_TWICE)
    main = base.paytables["main"]
    dearer = replace(base, paytables={**base.paytables, "main": main.paying({"flush": "9 to 1"})})
    other_table = replace(main, hand=HandOf((OWN, "left", "right", "center"), FIVE_CARD, "odd"))
    by_table = replace(base, paytables={**base.paytables, "main": other_table})
    wheel = replace(base, readings={**base.readings, "wheel": "high-only"})
    titled = replace(base, game=replace(RUN_EM_TWICE, title="Other"))
    found = [keys.main_key(rules) for rules in (base, dearer, by_table, wheel, titled)]
    assert None not in found
    assert len(set(found)) == len(found)
    # And on nothing else: a limit of the table changes no value.
    assert keys.main_key(replace(base, minimum_cents=100)) == found[0]


def test_what_a_game_ranks_by_itself_is_not_kept(solved: list[Rules], tmp_path: Path) -> None:
    """Its file is code that no digest covers."""
    own = replace(FIVE_CARD, name="five of our own")
    hand = HandOf((OWN, "community"), own, name="five cards of our own")
    tables = LET_IT_RIDE.wager["bet-1"].pays
    pays = replace(tables, tables=tuple(replace(one, ranking=own) for one in tables.tables))
    wagers = tuple(
        replace(wager, hand=hand, pays=pays) if not wager.side else wager
        for wager in LET_IT_RIDE.wagers
    )
    rules = house_rules(replace(LET_IT_RIDE, wagers=wagers))
    assert keys.main_key(rules) is None
    for _ in range(2):
        analyze_main(rules)
    assert len(solved) == 2
    assert not (tmp_path / "cache").exists()
