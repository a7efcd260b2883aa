"""`fairdeal clauses`: every clause of the rule texts, how it is met, and the tests that show it."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from fairdeal.clauses.index import Clause, count_by_way, index_of, is_within, parent_clause
from fairdeal.clauses.summary import WAY_WORDS, totals_text, ways_met
from fairdeal.cli.output import AsJson, console, print_json, print_line, print_rows
from fairdeal.english import did_you_mean, quoted
from fairdeal.errors import BadInputError
from fairdeal.games import GAMES, NAMES
from fairdeal.rulebook.game import Game
from fairdeal.wording.clauses import ComplianceMethod

#: So many clauses are told with all that is known of them; more are listed.
_FEW = 15


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal clauses · fairdeal clauses let-it-ride · "
            "fairdeal clauses MD-RET 11.I · fairdeal clauses --missing"
        )
    )(clauses)


def clauses(
    which: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME|CLAUSE",
            help="a game, or a text or clause as it is cited: MD-RET, MD-RET 11.I(3)",
            autocompletion=lambda: [*NAMES, *(game.text for game in GAMES)],
        ),
    ] = None,
    *,
    missing: Annotated[
        bool, typer.Option("--missing", help="Only clauses that need a test and have none.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List every clause of the rule texts, how it is met, and the tests that show it."""
    chosen = _chosen(" ".join(which or ()))
    if missing:
        chosen = {game: [one for one in found if one.is_missing] for game, found in chosen.items()}
    listed = [clause for found in chosen.values() for clause in found]
    if as_json:
        print_json(_document(chosen))
    else:
        _print(console(), chosen, few=len(listed) <= _FEW)
    if missing and listed:
        raise typer.Exit(1)


def _chosen(which: str) -> dict[Game, list[Clause]]:
    """The clauses of a game, of a text, or below a clause; of all where nothing is named."""
    name, _, place = which.partition(" ")
    games = [game for game in GAMES if not which or _is_called(game, name)]
    if not games:
        names = [*NAMES, *(game.text for game in GAMES)]
        hint = did_you_mean(name, names) or ": fairdeal clauses lists them all"
        raise BadInputError(f"there is no game and no text {quoted(name)}{hint}")
    found = {game: list(index_of(game)) for game in games}
    if not place:
        return found
    below = {
        game: [one for one in all_of_it if is_within(one.name, f"{game.text} {place}")]
        for game, all_of_it in found.items()
    }
    if not any(below.values()):
        known = [one.name for all_of_it in found.values() for one in all_of_it]
        raise BadInputError(f"there is no clause {quoted(which)}{_nearest(games[0], place, known)}")
    return {game: some for game, some in below.items() if some}


def _is_called(game: Game, name: str) -> bool:
    return name.casefold() in (game.name, game.text.casefold())


def _nearest(game: Game, place: str, known: Sequence[str]) -> str:
    """What was meant perhaps: the clause above, where there is one, else one that reads alike."""
    name = f"{game.text} {place}"
    names = {one.casefold(): one for one in known}
    while name := parent_clause(name):
        if found := names.get(name.casefold()):
            return f": {found} has no such part"
    wanted = f"{game.text} {place}"
    return did_you_mean(wanted, known) or f": fairdeal clauses {game.text} lists them all"


def _document(chosen: dict[Game, list[Clause]]) -> dict[str, Any]:
    """The clauses as JSON."""
    every = [one for found in chosen.values() for one in found]
    return {
        "clauses": [
            _clause_document(game, clause)
            for game, found in chosen.items()
            for clause in found
            if not clause.chapter
        ],
        "counts": {str(way): number for way, number in count_by_way(every).items()},
        "missing": sum(one.is_missing for one in every),
    }


def _clause_document(game: Game, clause: Clause) -> dict[str, Any]:
    return {
        "clause": clause.name,
        "game": game.name,
        "jurisdiction": game.jurisdiction,
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


def _print(out: Console, chosen: dict[Game, list[Clause]], *, few: bool) -> None:
    for game, found in chosen.items():
        if not found:
            continue
        print_line(out, (f"{game.text}: {game.title}, {game.place}", "bold"))
        if few:
            for clause in found:
                _tell(out, clause)
        else:
            _list(out, found)
        print_line(out)
    every = [one for found in chosen.values() for one in found]
    print_line(out, f"{totals_text(every)}." if every else "No clause is without a test.")
    if not few:
        print_line(out, ("One clause with its code and tests: fairdeal clauses CLAUSE", "dim"))


def _list(out: Console, found: Iterable[Clause]) -> None:
    """The clauses by chapter, a line each."""
    part: list[Clause] = []
    for clause in [*found, None]:
        if clause is None or clause.chapter:
            if part:
                rows = [(one.place, WAY_WORDS[one.way], _tests(one), one.asks) for one in part]
                columns = ("clause", "met by", "tests", "what it asks")
                print_rows(out, columns, rows, right="tests")
            part = []
            if clause is not None:
                print_line(out)
                print_line(out, (f"{clause.place}  {clause.asks}", "bold"))
        else:
            part.append(clause)


def _tests(clause: Clause) -> str:
    if clause.is_missing:
        return "none"
    return str(len(clause.tests)) if clause.tests else ""


def _tell(out: Console, clause: Clause) -> None:
    """All that is known of a clause."""
    print_line(out)
    print_line(out, (clause.place, "bold"), f"  {clause.asks}")
    for (way, where), words in ways_met(clause).items():
        told = ", ".join([*([f"src/fairdeal/{where}"] if where else []), *words])
        _indent(out, f"{WAY_WORDS[way]}: {told}")
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
            # A name stays in one piece for whoever copies it, however narrow the terminal is.
            out.print(f"      {name}", soft_wrap=True, markup=False)
    if clause.is_missing:
        _indent(out, "no test shows it")


def _indent(out: Console, words: str) -> None:
    out.print(Padding(Text(words), (0, 0, 0, 4)))
