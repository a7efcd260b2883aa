"""`fairdeal table`: one table without a server, on the terminal or driven by a script."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from fairdeal.cards import Card
from fairdeal.cli import terminal_deal, terminal_play
from fairdeal.cli.options import RulesFile, choose_rules
from fairdeal.cli.output import Jurisdiction, print_json
from fairdeal.cli.script import MAX_LINE_BYTES, CommandScript
from fairdeal.english import one_of, quoted
from fairdeal.errors import BadInputError, FairdealError
from fairdeal.games import GAMES, NAMES
from fairdeal.play.bots import NAMES as PROGRAMS
from fairdeal.play.journal import Journal, resume
from fairdeal.play.rounds import ROUNDS_KEPT
from fairdeal.play.session import Session, open_table
from fairdeal.play.sources import NamedCards, SeededSource, SystemSource, first_cards
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules
from fairdeal.table.actors import DEALER, FLOOR
from fairdeal.table.view import Viewer, parse_viewer
from fairdeal.wire.files import open_input
from fairdeal.wire.schema import schema

FLOOR_VIEW = Viewer(FLOOR)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal table let-it-ride --practice · fairdeal table double-draw --seed 7 "
            "--script commands.jsonl --view seat:1 · fairdeal table run-em-twice --schema · "
            "fairdeal table run-em-twice --script commands.jsonl --log new.log · "
            "fairdeal table run-em-twice --script more.jsonl --resume new.log"
        )
    )(table)


def table(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=one_of(NAMES), autocompletion=lambda: list(NAMES)),
    ] = None,
    *,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    seed: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="the same seed gives the same cards")
    ] = None,
    deck: Annotated[
        str | None, typer.Option(metavar="CARDS", help="these come first; the rest is shuffled")
    ] = None,
    cards: Annotated[
        str | None, typer.Option(metavar="named", help="the commands name the cards that are dealt")
    ] = None,
    commands: Annotated[
        str | None,
        typer.Option(
            "--script", metavar="FILE", help="JSON Lines of commands; - is standard input"
        ),
    ] = None,
    viewer: Annotated[
        str | None,
        typer.Option(
            "--view",
            metavar="WHO",
            help="seat:3, player:ID, dealer, floor, auditor or public; on a terminal: dealer",
        ),
    ] = None,
    log: Annotated[
        str | None, typer.Option(metavar="FILE", help="write the table's log to this new file")
    ] = None,
    going_on: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="go on from this log")
    ] = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="with a coach; on a terminal")
    ] = False,
    bots: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", help="players that are programs, up to 3; on a terminal"),
    ] = None,
    show_schema: Annotated[
        bool, typer.Option("--schema", help="print the JSON Schema of commands, events, views")
    ] = False,
) -> None:
    """Play one table: on the terminal, or by a script.

    On the terminal you play against the automatic dealer, with a coach at --practice, or deal
    yourself with --view dealer.

    A script holds one JSON object a line, answered by one line each. Besides the commands of
    --schema it may say {"do": "auto"} (the automatic dealer goes on until a player must act),
    {"do": "view"} and {"do": "history"} (the last finished rounds, for the floor). A line may also
    say who acts ("by"), when ("time"), with which "key", and "at" which moment.
    """
    if game is None and show_schema:  # the same for every game
        print_json(schema())
        return
    if game is None:
        raise BadInputError(f"say which game: {one_of(NAMES)}")
    terms = choose_rules(game, jurisdiction, rules)
    if show_schema:
        print_json(schema())
        return
    who = _viewer(viewer, terms.seats)
    on_terminal = sys.stdin is not None and sys.stdin.isatty()
    deals = who is not None and who.role is DEALER
    if who is not None and commands is None and not (on_terminal and deals):
        raise BadInputError(
            "--view says who is sent the answers of a --script; on a terminal --view dealer deals"
        )
    if commands is None and (log or going_on or cards):
        raise BadInputError("--log, --resume and --cards go with a --script")
    if commands is not None and (practice or bots is not None):
        raise BadInputError("--practice and --bots are for a terminal, not for a --script")
    if bots is not None and not 0 <= bots <= len(PROGRAMS):
        raise BadInputError(f"--bots is 0 to {len(PROGRAMS)}, not {bots}")
    if practice and (deals or not on_terminal):
        raise BadInputError("--practice is for a player at a terminal")
    script = CommandScript(who or FLOOR_VIEW)
    journal = None
    if going_on is not None:
        # The log says itself under which regulation it was played, unless an option does.
        may_be = [g for g in GAMES if g.name == game and jurisdiction in (None, g.jurisdiction)]
        if log or seed is not None or deck or cards:
            raise BadInputError("a log that is gone on from says itself where its cards come from")
        session, journal = resume(Path(going_on), may_be, script.remember)
    else:
        session = _session(terms, seed, deck, cards)
        if log is not None:
            journal = Journal.begin(Path(log), session)
    if commands is not None:
        with open_input(commands) as lines:
            script.run(
                session, iter(partial(lines.line, MAX_LINE_BYTES + 1), b""), sys.stdout, journal
            )
        if journal is not None:
            journal.close()
    elif deals:
        terminal_deal.deal_at_terminal(session, players=2 if bots is None else bots)
    elif on_terminal:
        terminal_play.play_at_terminal(session, practice=practice, bots=bots or 0)
    else:
        terminal_play.play_sample_round(session, players=2 if bots is None else bots)


def _session(rules: Rules, seed: int | None, deck: str | None, cards: str | None) -> Session:
    """A new table, its cards from a seed, the operating system, or named by the commands."""
    if cards not in (None, "named"):
        raise BadInputError(f"--cards is named, or left out, not {quoted(cards)}")
    if cards and (seed is not None or deck):
        raise BadInputError("cards that are named come from no seed and no deck")
    if cards:
        return open_table(rules, NamedCards(), rounds=ROUNDS_KEPT)
    if seed is None and not deck:
        return open_table(rules, SystemSource(), rounds=ROUNDS_KEPT)
    source = SeededSource(seed or 0, _first(deck, rules.game))
    return open_table(rules, source, rounds=ROUNDS_KEPT)


def _viewer(name: str | None, seats: int) -> Viewer | None:
    return parse_viewer(name, seats) if name is not None else None


def _first(text: str | None, game: Game) -> tuple[Card, ...]:
    try:
        return first_cards(text or "", game.deck)
    except FairdealError as error:
        raise BadInputError(f"--deck: {error}") from None
