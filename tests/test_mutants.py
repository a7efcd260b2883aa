"""The tools behind `make cover` and `make mutants`, on a package of one function."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
import pytest

from tools.cover_report import ranges, table
from tools.mutants import Copy, RecordedTests, Result, chosen, is_equivalent, most_of, report
from tools.mutations import Mutant, mutants_of

SOURCE = '''"""Words with a + b and 3."""
import logging
from typing import Final

log = logging.getLogger()
LEAST: Final[int] = 5
__all__ = ["price"]


def price(count: int, *, late: bool = False) -> int:
    """The price, with 1 of nothing."""
    log.info("asked %s", count + 1)
    if count < LEAST and not late:
        raise ValueError(f"at least {LEAST + 0}")
    return max(count, 9) * 2
'''
TESTS = """from priced import price


def test_the_price_of_ten():
    assert price(10) == 20


def test_the_price_of_a_few():
    assert price(5) == 18
"""


def changes(source: str) -> list[str]:
    return [mutant.change for mutant in mutants_of(source.encode(), "priced.py")]


def test_a_function_has_these_mutants_and_no_others() -> None:
    assert changes(SOURCE) == [
        "5 -> (6)",
        "False -> (True)",
        "count < LEAST and not late -> (count < LEAST or not late)",
        "count < LEAST -> (count <= LEAST)",
        "not late -> (late)",
        'raise ValueError(f"at least {LEAST + 0}") -> pass',
        "return max(count, 9) * 2 -> return None",
        "max(count, 9) * 2 -> (max(count, 9) // 2)",
        "max(count, 9) -> (max(9, count))",
        "9 -> (10)",
        "2 -> (3)",
    ]


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("a == b", ["(a != b)"]),
        ("a is not None", ["(a is None)"]),
        ("a in b", ["(a not in b)"]),
        ("a if b else c", ["(c if b else a)"]),
        ("self.a = b", ["pass"]),
        ("a += b", ["a -= b", "pass"]),
        ("f(a)", ["pass"]),
        ("x = f(a, a)", []),
        ("require(1, 'words')", ["pass", "(require('words', 1))", "(2)"]),
        ("def f(): return False", ["(True)"]),
        ("def f(): return 0", ["(1)"]),
        ("reason = 'words'", []),
        ("reason = f(1)", ["(2)"]),
        ("while a:\n    break", ["continue"]),
        ("x = 'word'", ["('word~')"]),
        ("def f(a: 'word') -> 3: pass", []),
        ("assert a, 'words ' + 'words'", []),
        ("match a:\n    case 3:\n        pass", []),
        ("class C(Struct, gc=False): pass", []),
        ("class C:\n    x: int = field(repr=False)", []),
        ("if TYPE_CHECKING:\n    x = 1", []),
        ("assert_never(step)", []),
        ("x = 'ü'; y = 1", ["('ü~')", "(2)"]),
    ],
)
def test_what_a_mutant_changes(source: str, after: list[str]) -> None:
    found = list(mutants_of(source.encode(), "x.py"))
    assert [mutant.after for mutant in found if mutant.after not in ("(b)", "return None")] == after
    for mutant in found:
        # Every mutant is a program, and another one.
        data = source.encode()
        changed = data[: mutant.start] + mutant.after.encode() + data[mutant.end :]
        compile(changed, "x.py", "exec")
        assert changed != data


@pytest.mark.parametrize(("value", "changed"), [("0", True), ("a", True), ("False", False)])
def test_a_value_that_is_returned_becomes_none(value: str, changed: bool) -> None:
    """But for `False`, which becomes true: who asks cannot tell it from None."""
    found = [one.after for one in mutants_of(f"def f(a): return {value}".encode(), "x.py")]
    assert ("return None" in found) is changed


def test_a_mutant_knows_where_its_statement_begins() -> None:
    source = "if a:\n    b = [\n        1,\n    ]\n\nclass C(\n    tag=2,\n):\n    c = 3\n"
    found = {mutant.before: mutant for mutant in mutants_of(source.encode(), "x.py")}
    lines = {before: (mutant.line, mutant.statement) for before, mutant in found.items()}
    assert lines == {"1": (3, 2), "2": (7, 6), "3": (9, 9)}


def test_a_seed_chooses_lines_and_the_same_ones_again(tmp_path: Path) -> None:
    (tmp_path / "priced.py").write_text(SOURCE)
    files = [tmp_path / "priced.py"]
    first = chosen(files, tmp_path, 3, seed=1)
    assert first == chosen(files, tmp_path, 3, seed=1)
    assert len({mutant.line for mutant in first}) == 3
    assert len({tuple(chosen(files, tmp_path, 3, seed=seed)) for seed in range(9)}) > 1
    assert len(chosen(files, tmp_path, 100, seed=1)) == 5, "the lines that have mutants"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree with one module and its tests."""
    root = tmp_path_factory.mktemp("tree")
    (root / "src").mkdir()
    (root / "src" / "priced.py").write_text(SOURCE)
    (root / "test_priced.py").write_text(TESTS)
    (root / "build").mkdir()
    return root


TEN, FEW = (f"test_priced.py::test_the_price_of_{one}" for one in ("ten", "a_few"))


def mutant_of(change: str) -> Mutant:
    found = mutants_of(SOURCE.encode(), "src/priced.py")
    return next(mutant for mutant in found if mutant.change == change)


@pytest.fixture
def copied(tree: Path, tmp_path: Path) -> Iterator[Copy]:
    with Copy(tree, tmp_path / "copy", 10) as made:
        yield made


def test_a_mutant_is_killed_or_survives_in_a_copy(tree: Path, tmp_path: Path, copied: Copy) -> None:
    assert not (tmp_path / "copy" / "build").exists()
    # The first is inside a function, and the second takes effect at the import.
    nine, least = mutant_of("9 -> (10)"), mutant_of("5 -> (6)")
    assert copied.try_out(nine, [TEN, FEW]) == Result(nine, "killed", 2, FEW)
    assert copied.try_out(nine, [TEN]) == Result(nine, "survived", 1)
    assert copied.try_out(least, [TEN, FEW]) == Result(least, "killed", 2, FEW)
    swapped = mutant_of("max(count, 9) -> (max(9, count))")
    assert copied.try_out(swapped, [TEN, FEW]) == Result(swapped, "survived", 2)
    assert copied.try_out(swapped, []).outcome == "uncovered"
    assert (tmp_path / "copy" / "src" / "priced.py").read_text() == SOURCE
    assert (tree / "src" / "priced.py").read_text() == SOURCE


def test_a_test_that_fails_by_itself_kills_nothing(tmp_path: Path, copied: Copy) -> None:
    (tmp_path / "copy" / "test_other.py").write_text("def test_other():\n    assert False\n")
    mutant = mutant_of("9 -> (10)")
    other = "test_other.py::test_other"
    assert copied.try_out(mutant, [other, FEW]) == Result(mutant, "killed", 2, FEW)
    assert copied.try_out(mutant, [other, TEN]) == Result(mutant, "survived", 1)


@pytest.mark.slow
def test_a_mutant_that_does_not_end_is_stopped(tmp_path: Path, copied: Copy) -> None:
    source = "def down(count):\n    while count:\n        count -= 1\n"
    tests = "from counted import down\n\n\ndef test_down():\n    down(3)\n"
    (tmp_path / "copy" / "src" / "counted.py").write_text(source)
    (tmp_path / "copy" / "test_counted.py").write_text(tests)
    mutants = mutants_of(source.encode(), "src/counted.py")
    mutant = next(one for one in mutants if one.after == "pass")
    assert copied.try_out(mutant, ["test_counted.py::test_down"]).outcome == "timeout"


def test_the_report_names_what_was_not_killed() -> None:
    lost = Mutant("src/fairdeal/table/limits.py", 7, 6, 0, 5, "a |\n  b", "(a & b)")
    results = [Result(lost, "survived", 3), Result(lost._replace(line=9), "killed", 1, TEN)]
    equal = Result(lost._replace(line=11), "equivalent")
    text = report([*results, equal], 7)
    assert text.startswith("# Mutants, seed 7\n")
    assert "| table | 1 | 0 | 1 | 0 | 1 | 50.0 |" in text
    assert "| src/fairdeal/table/limits.py:7 | `a \\| b -> (a & b)` | survived | 3 |" in text
    assert "limits.py:9" not in text
    listed = [{"file": lost.file, "change": "a | b -> (a & b)", "reason": "sets of one element"}]
    assert is_equivalent(lost, listed)
    assert not is_equivalent(lost._replace(after="(b)"), listed)


def test_an_equivalent_mutant_may_be_of_one_line_alone(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text("for a in range(3):\n    b = range(3)\n", encoding="utf-8")
    first, second = (Mutant("x.py", line, line, 0, 1, "3", "(4)") for line in (1, 2))
    listed = [{"file": "x.py", "change": "3 -> (4)", "line": "b = range(3)", "reason": "one more"}]
    assert not is_equivalent(first, listed, tmp_path)
    assert is_equivalent(second, listed, tmp_path)


def test_of_too_many_tests_the_fastest_of_each_file_run() -> None:
    tests = [*(f"a.py::{n}" for n in range(400)), *(f"b.py::{n}" for n in range(60)), "c.py::0"]
    chosen_tests = most_of(tests)
    assert chosen_tests == [*tests[: 300 - 61], *tests[400:]]
    assert most_of(tests[:7]) == tests[:7]


def test_a_line_that_few_tests_run_belongs_to_others_of_its_module_too(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("a = 1\nb = 2\nc = 3\n", encoding="utf-8")
    seconds = {f"quick {n}": 0.01 * n for n in range(1, 13)} | {"slow": 11.0}
    (tmp_path / "durations.json").write_text(json.dumps(seconds), encoding="utf-8")
    data = coverage.CoverageData(str(tmp_path / "data"))
    for test, lines in {"": [1], **{one: [3] for one in seconds}, "slow": [2, 3]}.items():
        data.set_context(test)
        data.add_lines({str(file): lines})
    data.set_context("")
    data.add_lines({str(tmp_path / "declared.py"): [1]})
    data.write()
    data.close()
    tests = RecordedTests(tmp_path, tmp_path)

    def of(line: int, file: str = "x.py") -> list[str]:
        return tests.of(Mutant(file, line, line, 0, 1, "3", "(4)"))

    *quick, slow = seconds
    assert of(1) == [*quick, slow], "it runs when the module is imported"
    assert of(2) == [slow, *quick], "its own tests come first"
    assert of(3) == [*quick, slow]
    assert of(1, "declared.py") == [*quick, slow], "it has no lines that a test runs"
    assert of(1, "unknown.py") == []


def test_the_table_of_coverage_adds_up_packages() -> None:
    def found(statements: int, missing: list[int], branches: int, not_taken: int) -> Any:
        summary = {"num_statements": statements, "missing_lines": len(missing)}
        more = {"num_branches": branches, "missing_branches": not_taken}
        return {"summary": {**summary, **more}, "missing_lines": missing}

    files = {
        "src/fairdeal/errors.py": found(10, [], 0, 0),
        "src/fairdeal/table/a.py": found(10, [3, 5, 6, 7], 10, 1),
        "src/fairdeal/table/b.py": found(80, [], 0, 0),
    }
    text = table({"files": files})
    assert "| table | 90 | 4 | 10 | 1 | 95.0% |" in text
    assert "| all | 100 | 4 | 10 | 1 | 95.5% |" in text
    assert "| src/fairdeal/table/a.py | 3, 5-7 |" in text
    assert "errors.py" not in text
    assert ranges([]) == ""
