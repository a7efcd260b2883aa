"""`init` and the JSON Schema: a file to start from is in order, and an editor knows why."""

import json
import re
import tomllib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran
from jsonschema_rs import Draft7Validator, meta
from test_check import BROKEN, GOOD, MISSING, changed
from test_rules_document import ADDED

from fairdeal.games import GAMES
from fairdeal.rulebook.game import Game
from fairdeal.submission.check import check
from fairdeal.submission.review import review
from fairdeal.submission.schema import FILE_NAME, REQUIRED, rules_schema
from fairdeal.submission.template import rules_template
from fairdeal.wire.house_tables import FLOOR_KEYS
from fairdeal.wire.rules import KEYS, PROGRESSIVE_KEYS

Run = Callable[..., Ran]
SAMPLES = sorted(
    [
        *(ROOT / "examples" / "rules").glob("*.toml"),
        *(ROOT / "src" / "fairdeal" / "floor" / "samples").glob("*.toml"),
    ]
)


@pytest.fixture(scope="module")
def validator() -> Draft7Validator:
    """By the library that the editors' TOML extensions are built on."""
    schema = rules_schema()
    meta.validate(schema)
    return Draft7Validator(schema)


# A file to start from -----------------------------------------------------------------------------


def as_editors_see(text: str) -> dict[str, Any]:
    """A rules file as an editor gives it to the schema: JSON has no dates, so they are texts."""
    document = tomllib.loads(text)
    return {
        key: value.isoformat() if isinstance(value, date) else value
        for key, value in document.items()
    }


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_file_to_start_from_is_in_order(game: Game, validator: Draft7Validator) -> None:
    text = rules_template(game)
    checked = review(text)
    assert checked.findings == ()
    assert checked.rules is not None
    assert checked.rules.game is game
    lines = text.splitlines()
    for warning in checked.warnings:
        above: list[str] = []
        for line in reversed(lines[: warning.line - 1]):
            if not line.startswith("#"):
                break
            above.insert(0, line.removeprefix("# "))
        assert f"check warns here: {warning.message}" in " ".join(above)
    assert text.count("check warns here") == len(checked.warnings)
    assert list(validator.iter_errors(as_editors_see(text))) == []
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_it_tells_every_choice(game: Game) -> None:
    text = rules_template(game)
    comments = " ".join(line.lstrip("# ") for line in text.splitlines())
    for name, group in game.paytables.items():
        assert re.search(rf"^(# )?{name} = ", text, re.MULTILINE), name
        assert group.clause in comments
        for table in group.names:
            assert re.search(rf"\b{table}\b", comments)
    for reading in game.readings:
        for choice, meaning in reading.choices:
            assert f"{choice}: {meaning}" in comments
    named = (game.clauses.one_deck, game.clauses.two_decks, game.clauses.seats, game.limit.clause)
    assert all(clause in comments for clause in named if clause)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_in_comments_may_be_let_in(game: Game, validator: Draft7Validator) -> None:
    """Every line that is a choice behind a # is a lawful one."""
    text = rules_template(game)
    # Choices stand on the left of an equals sign, tables in brackets; words do not.
    choice = re.compile(r"^# (\[[a-z-]+\]|[a-z-]+ = .*)$", re.MULTILINE)
    assert choice.search(text)
    whole = choice.sub(r"\1", text)
    assert check(whole).findings == ()
    assert list(validator.iter_errors(as_editors_see(whole))) == []


def test_its_figures_are_the_published_ones() -> None:
    """Let It Ride's main tables, the Three Card Bonus and Double Draw, as they are printed."""
    text = rules_template(next(game for game in GAMES if game.name == "let-it-ride"))
    assert "A 3.51%, B 3.43%" in text
    assert "A 2.32%" in text
    assert "C 7.28%" in text
    assert "C 13.77%" in text
    assert "A 6.72%" in rules_template(next(game for game in GAMES if game.name == "double-draw"))


def test_init_prints_or_writes_a_new_file(fairdeal: Run, tmp_path: Path) -> None:
    printed = fairdeal("init", "run-em-twice", "--jurisdiction", "pennsylvania")
    assert (printed.code, printed.err) == (0, "")
    assert 'jurisdiction = "pennsylvania"' in printed.out
    file = tmp_path / "table.toml"
    ran = fairdeal("init", "run-em-twice", "--jurisdiction", "pennsylvania", "-o", file)
    assert (ran.code, ran.err) == (0, "")
    assert file.read_text() == printed.out
    checked = fairdeal("check", file)
    # A maximum of more than $15.14 is cut by the payout limit of the text.
    assert checked.code == 0
    assert checked.out.endswith("table.toml: in order, no findings, 1 warning\n")
    assert "payout limit of $50,000 cuts" in checked.out
    file.write_text("mine")
    ran = fairdeal("init", "double-draw", "-o", file)
    assert (ran.code, ran.out) == (2, "")
    assert "is there already: --force replaces it" in ran.err
    assert file.read_text() == "mine"
    assert fairdeal("init", "double-draw", "-o", file, "--force").code == 0
    assert 'game = "double-draw"' in file.read_text()


def test_init_with_a_schema_beside_it(fairdeal: Run, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    assert fairdeal("init", "let-it-ride", "-o", file, "--schema").code == 0
    first = file.read_text().splitlines()[0]
    assert first == f"#:schema ./{FILE_NAME}"
    schema = json.loads((tmp_path / FILE_NAME).read_text())
    assert schema == fairdeal("check", "--schema").json
    assert check(file.read_text()).valid
    # A second file of the folder shares it.
    assert fairdeal("init", "double-draw", "-o", tmp_path / "two.toml", "--schema").code == 0
    # Another file of that name is not replaced, and then nothing is written.
    (tmp_path / FILE_NAME).write_text("mine")
    ran = fairdeal("init", "double-draw", "-o", tmp_path / "three.toml", "--schema")
    assert (ran.code, ran.out) == (2, "")
    assert (tmp_path / FILE_NAME).read_text() == "mine"
    assert not (tmp_path / "three.toml").exists()
    assert (
        fairdeal("init", "double-draw", "-o", tmp_path / "3.toml", "--schema", "--force").code == 0
    )
    assert json.loads((tmp_path / FILE_NAME).read_text()) == schema


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("let-it-rid",), "did you mean let-it-ride?"),
        (("let-it-ride", "--jurisdiction", "pennsylvania"), "has no rules for 'pennsylvania'"),
        (("let-it-ride", "--schema"), "name one with -o"),
        (("let-it-ride", "-o", "/nowhere/at/all/x.toml"), "cannot be written"),
    ],
)
def test_what_init_refuses(fairdeal: Run, arguments: tuple[str, ...], words: str) -> None:
    ran = fairdeal("init", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


# The schema ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_schema_takes_every_sample(path: Path, validator: Draft7Validator) -> None:
    assert list(validator.iter_errors(tomllib.loads(path.read_text("utf-8")))) == []


#: What needs arithmetic, which a schema does not do: decimals, multiples, sums, the payout limit
#: of a minimum. `check` finds it.
ARITHMETIC = {
    *("minimum = 10.005", "minimum = 10.50", "minimum = 12", "maximum = 301"),
    *("maximum = 5", "payout-limit = 50000.01", "mega = 0.00001", "mega = 0.9001"),
}
MISTAKES = [(name, old, new, field) for name, old, new, _, field in BROKEN if "0xfff" not in new]


@pytest.mark.parametrize(
    ("name", "old", "new", "field"), [pytest.param(*case, id=case[2][:40]) for case in MISTAKES]
)
def test_the_schema_refuses_mistakes(
    name: str, old: str, new: str, field: str, validator: Draft7Validator
) -> None:
    document = as_editors_see(changed(name, old, new)[0])
    errors = list(validator.iter_errors(document))
    assert bool(errors) == (new not in ARITHMETIC), field


@pytest.mark.parametrize(("name", "old"), [(case[0], case[1]) for case in MISSING])
def test_the_schema_misses_what_is_missing(name: str, old: str, validator: Draft7Validator) -> None:
    assert not validator.is_valid(tomllib.loads(changed(name, old, "")[0]))


@pytest.mark.parametrize("added", [case[0] for case in ADDED])
def test_the_schema_knows_the_houses_own_tables(added: str, validator: Draft7Validator) -> None:
    document = tomllib.loads(f"{GOOD['let-it-ride']}{added}\n")
    # What takes arithmetic, or compares names, a schema does not know.
    beyond = ("1.00001", "[6, 2]", "u001b", "major = 'x'", "'t1.mega'")
    assert validator.is_valid(document) == any(words in added for words in beyond)


def test_the_schema_knows_every_key() -> None:
    schema: Any = rules_schema()
    assert set(schema["properties"]) == set(KEYS)
    assert set(schema["properties"]["progressive"]["properties"]) == set(PROGRESSIVE_KEYS)
    assert set(schema["properties"]["floor"]["properties"]) == set(FLOOR_KEYS)
    assert set(schema["required"]) == {finding.field for finding in check("").findings}
    assert set(REQUIRED) == set(schema["required"])
    assert all(one["description"] for one in schema["properties"].values())
