"""`fairdeal clauses`: every clause of the rule texts, how it is met, and the tests that show it."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from fairdeal.clauses.index import (
    Clause,
    count_by_way,
    index_of,
    index_of_regulation,
    is_within,
    parent_clause,
)
from fairdeal.clauses.regulations import REGULATIONS, Regulation
from fairdeal.clauses.summary import WAY_WORDS, totals_text, ways_met
from fairdeal.cli.options import AsJson
from fairdeal.cli.output import console, print_json, print_line, print_rows
from fairdeal.english import did_you_mean, quoted
from fairdeal.errors import BadInputError
from fairdeal.games import GAMES, NAMES
from fairdeal.rulebook.game import Game
from fairdeal.wording.clauses import ComplianceMethod

RuleText = Game | Regulation
#: How the regulations around the table are cited, before their numbers.
_STATE_LAW: Final = "COMAR"
#: Up to this many clauses are printed in full; more are printed as a list.
_FEW = 15


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal clauses · fairdeal clauses let-it-ride · "
            "fairdeal clauses MD-RET 11.I · fairdeal clauses COMAR 36.05.03.04 · "
            "fairdeal clauses --missing"
        )
    )(clauses)


def clauses(
    which: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME|CLAUSE",
            help="A game, a text such as MD-RET or COMAR, or a clause such as MD-RET 11.I(3).",
            autocompletion=lambda: [*NAMES, *(game.text for game in GAMES), _STATE_LAW],
        ),
    ] = None,
    *,
    missing: Annotated[
        bool,
        typer.Option(
            "--missing", help="List only clauses that are not met yet, or that no test shows."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List every clause of the regulations, how the program meets it, and the tests."""
    chosen = _select_clauses(" ".join(which or ()))
    if missing:
        chosen = {text: [one for one in found if one.is_missing] for text, found in chosen.items()}
    listed = [clause for found in chosen.values() for clause in found]
    if as_json:
        print_json(_document(chosen))
    else:
        _print_clauses(console(), chosen, few=len(listed) <= _FEW)
    if missing and listed:
        raise typer.Exit(1)


def _select_clauses(which: str) -> dict[RuleText, list[Clause]]:
    """Return the clauses of a game, of a text, or below a clause; all clauses for an empty name."""
    name, _, place = which.partition(" ")
    found: dict[RuleText, list[Clause]] = {
        game: list(index_of(game)) for game in GAMES if not which or _is_named(game, name)
    }
    if not which or name.casefold() == _STATE_LAW.casefold():
        found |= {one: list(index_of_regulation(one, GAMES)) for one in REGULATIONS}
    if not found:
        names = [*NAMES, *(game.text for game in GAMES), _STATE_LAW]
        hint = did_you_mean(name, names) or ": fairdeal clauses lists them all"
        raise BadInputError(f"there is no game and no text {quoted(name)}{hint}")
    if not place:
        return found
    below = {text: _below(text, place, clauses) for text, clauses in found.items()}
    if not any(below.values()):
        known = [one.name for clauses in found.values() for one in clauses]
        text = name.upper() if name.casefold() == _STATE_LAW.casefold() else next(iter(found)).text
        raise BadInputError(f"there is no clause {quoted(which)}{_nearest(text, place, known)}")
    return {text: some for text, some in below.items() if some}


def _is_named(game: Game, name: str) -> bool:
    return name.casefold() in (game.name, game.text.casefold())


def _below(text: RuleText, place: str, clauses: Sequence[Clause]) -> list[Clause]:
    """Return the clauses of a text that are a place, or parts of it."""
    if isinstance(text, Game):
        return [one for one in clauses if is_within(one.name, f"{text.text} {place}")]
    wanted = f"{_STATE_LAW} {place}"
    if wanted == text.text:
        return list(clauses)
    return [one for one in clauses if is_within(one.name, wanted)]


def _nearest(text: str, place: str, known: Sequence[str]) -> str:
    """Return a hint at the clause that was meant: the one above it, or one of a similar name."""
    name = wanted = f"{text} {place}"
    names = {one.casefold(): one for one in known}
    while name := parent_clause(name):
        if found := names.get(name.casefold()):
            return f": {found} has no such part"
    return did_you_mean(wanted, known) or f": fairdeal clauses {text} lists them all"


def _document(chosen: dict[RuleText, list[Clause]]) -> dict[str, Any]:
    """Return the clauses as JSON."""
    every = [one for found in chosen.values() for one in found]
    return {
        "clauses": [
            _clause_document(text, clause)
            for text, found in chosen.items()
            for clause in found
            if not clause.chapter
        ],
        "counts": {str(way): number for way, number in count_by_way(every).items()},
        "missing": sum(one.is_missing for one in every),
    }


def _clause_document(text: RuleText, clause: Clause) -> dict[str, Any]:
    return {
        "clause": clause.name,
        "game": text.name if isinstance(text, Game) else None,
        "jurisdiction": text.jurisdiction,
        "asks": clause.asks,
        "met": str(clause.way),
        "how": [
            {"way": str(way), "where": where or None, "words": words}
            for (way, where), words in ways_met(clause).items()
        ],
        "readings": list(clause.readings),
        "tests": list(clause.tests),
        "missing": clause.is_missing,
    }


def _print_clauses(out: Console, chosen: dict[RuleText, list[Clause]], *, few: bool) -> None:
    for text, found in chosen.items():
        if not found:
            continue
        print_line(out, (f"{text.text}: {text.title}, {text.place}", "bold"))
        if few:
            for clause in found:
                _print_clause(out, clause)
        else:
            _print_list(out, found)
        print_line(out)
    every = [one for found in chosen.values() for one in found]
    print_line(
        out, f"{totals_text(every)}." if every else "Every clause is met, and shown by a test."
    )
    if not few:
        print_line(out, ("One clause with its code and tests: fairdeal clauses CLAUSE", "dim"))


def _print_list(out: Console, found: Iterable[Clause]) -> None:
    """Print the clauses by chapter, one line for each."""
    part: list[Clause] = []
    for clause in [*found, None]:
        if clause is None or clause.chapter:
            if part:
                rows = [(one.place, WAY_WORDS[one.way], _tests_text(one), one.asks) for one in part]
                columns = ("clause", "met by", "tests", "what it asks")
                print_rows(out, columns, rows, right="tests")
            part = []
            if clause is not None:
                print_line(out)
                print_line(out, (f"{clause.place}  {clause.asks}", "bold"))
        else:
            part.append(clause)


def _tests_text(clause: Clause) -> str:
    if clause.is_missing and clause.way is not ComplianceMethod.OPEN:
        return "none"
    return str(len(clause.tests)) if clause.tests else ""


def _print_clause(out: Console, clause: Clause) -> None:
    """Print a clause in full: how it is met, where, and by which tests that is shown."""
    print_line(out)
    print_line(out, (clause.place, "bold"), f"  {clause.asks}")
    for (way, where), words in ways_met(clause).items():
        details = ", ".join([*([f"src/fairdeal/{where}"] if where else []), *words])
        _indent(out, f"{WAY_WORDS[way]}: {details}")
    if clause.way is ComplianceMethod.HEADING and not clause.chapter:
        _indent(out, WAY_WORDS[ComplianceMethod.HEADING])
    if clause.readings:
        _indent(out, f"reading: {', '.join(clause.readings)}")
    files: dict[str, list[str]] = {}
    for test in clause.tests:
        file, _, name = test.partition("::")
        files.setdefault(file, []).append(name)
    for file, names in files.items():
        _indent(out, f"shown by {file}")
        for name in names:
            # The name of a test is not broken, so that it can be copied from a narrow terminal.
            out.print(f"      {name}", soft_wrap=True, markup=False)
    if clause.is_missing and clause.way is not ComplianceMethod.OPEN:
        _indent(out, "no test shows it")


def _indent(out: Console, words: str) -> None:
    out.print(Padding(Text(words), (0, 0, 0, 4)))
