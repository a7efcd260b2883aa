"""The figures, commands and files that the documentation names are real."""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from fairdeal.games import GAMES, NAMES, find_game
from fairdeal.lab.figures.analyze import analyze
from fairdeal.rulebook.rules import house_rules
from fairdeal.submission.check import check
from fairdeal.table.commands import COMMANDS
from fairdeal.table.state import new_table
from fairdeal.wire.commands import read_line
from fairdeal.wire.deal import settle
from fairdeal.wire.schema import schema

DOCS = ROOT / "docs"
#: The pages whose console blocks can be typed as they stand.
GUIDES = [DOCS / f"{name}.md" for name in ("guide", "rules-files", "settle", "analysis", "table")]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_page_is_reached_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    linked = {target.partition("#")[0] for target in re.findall(r"\]\(([^)]+)\)", readme)}
    assert {f"docs/{page.name}" for page in DOCS.glob("*.md")} <= linked


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_that_are_named_exist(page: Path) -> None:
    source = ROOT / "src" / "fairdeal"
    rooms = "|".join(path.name for path in source.iterdir() if path.is_dir())
    named = re.findall(rf"`((?:{rooms})/[\w/]*(?:\.py)?)`", page.read_text(encoding="utf-8"))
    assert [name for name in named if not (source / name).exists()] == []


def test_the_map_of_the_architecture_has_every_module() -> None:
    from tools import module_map  # noqa: PLC0415 - beside the package, not in it

    text = module_map.PAGE.read_text(encoding="utf-8")
    assert text == module_map.page(), "make reference writes it anew"
    listed = re.findall(r"(?m)^\| `(\w+(?:\.js)?)` \|", text.partition(module_map.BEGIN)[2])
    modules = [path.stem for path in (ROOT / "src").rglob("*.py") if path.name != "__init__.py"]
    modules += [path.name for path in (ROOT / "src").rglob("*.js")]
    assert sorted(listed) == sorted(modules)


def figures() -> list[tuple[str, ...]]:
    """The rows of the table of values in docs/mathematics.md."""
    text = (ROOT / "docs" / "mathematics.md").read_text(encoding="utf-8")
    row = r"^\| ([^|]+) \| (-\d+/\d+) \| ([\d.]+) %[^|]* \| ([\d.]+) % \|$"
    return re.findall(row, text, re.MULTILINE)


def test_the_values_in_the_documentation() -> None:
    rows = figures()
    assert len(rows) == 7
    for what, value, edge, risk in rows:
        name = "let-it-ride" if "Ride" in what else "double-draw" if "Double" in what else NAMES[1]
        if name == "double-draw":
            # Solved in its own tests; here only that the row agrees with itself.
            assert f"{-float(Fraction(value)):.3%}" == f"{edge}%"
            continue
        game = find_game(name)
        options: dict[str, Any] = {"readings": {"wheel": "high-only"}} if "ace high" in what else {}
        if name == "let-it-ride":
            options["paytables"] = {"main": game.paytables["main"][what[-1]]}
        (found,) = analyze(game, wager="main", **options)
        assert found.ev == Fraction(value)
        assert f"{float(found.house_edge):.3%}" == f"{edge}%"
        assert f"{float(found.element_of_risk):.3%}" == f"{risk}%"


def test_the_architecture_says_of_every_room_what_is_changed_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("## Where to change what")[2].partition("## The ideas")[0]
    source = ROOT / "src" / "fairdeal"
    rooms = [path.name for path in source.iterdir() if (path / "__init__.py").exists()]
    assert [room for room in rooms if f"`{room}/" not in table] == []


# Commands that are shown --------------------------------------------------------------------------

#: What solves a whole game first, for longer than a test should take.
LONG = (
    *("analyze run-em-twice --wager main", "analyze double-draw"),
    *("seen let-it-ride", "seen run-em-twice", "seen double-draw"),
)


def shown_commands(page: Path) -> Iterator[tuple[list[str], list[str]]]:
    """The commands of a page's console blocks in words, each with the lines shown below it."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield shlex.split(command, comments=True), output.splitlines()


def inside(words: list[str], folder: Path) -> tuple[list[str], bytes]:
    """A command's arguments with the files of this checkout, and its standard input."""
    stdin = b""
    if "<" in words:
        words, (source,) = words[: words.index("<")], words[words.index("<") + 1 :]
        stdin = (ROOT / source).read_bytes()
    found = [re.sub(r"(^|=)examples/", rf"\1{ROOT}/examples/", word) for word in words[1:]]
    return [
        str(folder / word) if word.endswith((".svg", ".log")) or before == "-o" else word
        for before, word in zip(["", *found], found, strict=False)
    ], stdin


def test_what_the_readme_shows_is_what_is_printed(
    fairdeal: Callable[..., Any], tmp_path: Path
) -> None:
    """Lines of output in README.md are printed by the command above them."""
    shown = 0
    for words, output in shown_commands(ROOT / "README.md"):
        lines = [line for line in output if line and line != "..."]
        if words[0] != "fairdeal" or not lines:
            continue
        arguments, _ = inside(words, tmp_path)
        printed = [line.rstrip() for line in fairdeal(*arguments).out.splitlines()]
        for line in lines:
            assert line.rstrip() in printed, line
            shown += 1
    assert shown > 15


@pytest.mark.parametrize(
    ("words", "output"),
    [
        pytest.param(
            words,
            output,
            marks=[pytest.mark.slow] if " ".join(words[1:]).startswith(LONG) else [],
            id=" ".join(words),
        )
        for page in GUIDES
        for words, output in shown_commands(page)
    ],
)
def test_the_commands_of_the_guides(
    words: list[str], output: list[str], fairdeal: Callable[..., Any], tmp_path: Path
) -> None:
    """Each works as typed, and files are shown as they are."""
    arguments, stdin = inside(words, tmp_path)
    if words[0] == "cat":
        text = Path(*arguments).read_text(encoding="utf-8")
        assert [line for line in output if line] == text.splitlines()
        return
    if "--resume" in words:
        log = words[words.index("--resume") + 1]
        (before,) = [w for w, _ in shown_commands(DOCS / "table.md") if w[-2:] == ["--log", log]]
        fairdeal(*inside(before, tmp_path)[0])
    ran = fairdeal(*arguments, stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    assert set(filter(None, output)) <= set(ran.out.splitlines())


@pytest.mark.parametrize(
    ("page", "count"), [("README.md", 3), ("docs/log.md", 2), ("docs/table.md", 1)]
)
def test_the_python_of_a_page(page: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    assert len(blocks) == count
    for block in blocks:
        exec(block, {})


def test_auto_answers_what_it_did_before_cards_must_be_named(fairdeal: Callable[..., Any]) -> None:
    script = str(ROOT / "examples" / "moves-named.jsonl")
    out = fairdeal("table", "let-it-ride", "--cards", "named", "--script", script).out
    answers = [json.loads(line) for line in out.splitlines()]
    assert [event["event"] for event in answers[3]["events"]] == ["bets-closed"]
    assert not any("refused" in answer for answer in answers)


def test_the_toml_of_the_page_on_rules_files() -> None:
    text = (DOCS / "rules-files.md").read_text("utf-8")
    (toml,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    sample = (ROOT / "examples" / "rules" / "let-it-ride.toml").read_text("utf-8")
    assert not check(f"{sample}\n{toml}").findings


@pytest.mark.parametrize(
    "path", sorted((ROOT / "examples").glob("deal*.json")), ids=lambda p: p.name
)
def test_a_deal_of_the_examples_settles(path: Path) -> None:
    answer = settle(json.loads(path.read_text(encoding="utf-8")))
    assert all(seat["wagers"] for seat in answer["seats"])


def test_every_game_has_a_deal_among_the_examples() -> None:
    deals = [json.loads(path.read_text("utf-8")) for path in (ROOT / "examples").glob("deal*.json")]
    assert {deal["game"] for deal in deals} == set(NAMES)


def table_rows(page: Path) -> list[list[str]]:
    """The cells of every row of the tables of commands."""
    lines = page.read_text(encoding="utf-8").splitlines()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:1] == "|"
    ]
    return [row for row in rows if row[0].startswith("`")]


def test_every_command_of_a_table_is_documented_and_no_other() -> None:
    """With whose it is, its fields as they are written outside, and an example that is read."""
    known = {kind.__struct_config__.tag: kind for kind in COMMANDS}
    fields_of = {
        definition["properties"]["do"]["const"]: definition
        for definition in schema()["$defs"]["commands"].values()
    }
    rows = {row[0].strip("`"): row[1:] for row in table_rows(ROOT / "docs" / "commands.md")}
    own = {"auto", "view", "history"}
    assert set(rows) == own | set(known)
    states = [new_table(house_rules(game)) for game in GAMES]
    for name, (by, fields, meaning, example) in rows.items():
        document = json.loads(example.strip("`"))
        assert document["do"] == name
        assert meaning
        if name in own:
            assert (by, fields, document) == ("script", "", {"do": name})
            continue
        definition = fields_of[name]
        required = set(definition["required"]) - {"do"}
        optional = set(definition["properties"]) - required - {"do"}
        assert by == ", ".join(known[name].given_by), name
        assert set(re.findall(r"(?<!\()`(\w+)`", fields)) == required, name
        assert set(re.findall(r"\(`(\w+)`\)", fields)) == optional, name
        for state in states:
            command, _ = read_line(state, document)
            assert isinstance(command, known[name])
