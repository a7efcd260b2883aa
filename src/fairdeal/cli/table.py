"""`fairdeal table`: one table without a server, on the terminal or driven by a script."""

import sys
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Annotated

import typer

from fairdeal.cards import Card
from fairdeal.cli import terminal_deal, terminal_play
from fairdeal.cli.game_options import choose_rules
from fairdeal.cli.options import Jurisdiction, RulesFile
from fairdeal.cli.output import print_json
from fairdeal.cli.script import MAX_LINE_BYTES, CommandScript
from fairdeal.cli.terminal_school import practise_at_terminal
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
from fairdeal.school.exam import MOST_ROUNDS, RATE, Candidate, Exam, new_exam
from fairdeal.school.lesson import ALL_CHAPTERS
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
        typer.Argument(
            metavar="GAME",
            help=f"The game: {one_of(NAMES)}.",
            autocompletion=lambda: list(NAMES),
        ),
    ] = None,
    *,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    seed: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="The same seed gives the same cards.")
    ] = None,
    deck: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="Deal these cards first; the rest is shuffled."),
    ] = None,
    cards: Annotated[
        str | None,
        typer.Option(metavar="named", help="The commands of a script name the dealt cards."),
    ] = None,
    commands: Annotated[
        str | None,
        typer.Option(
            "--script", metavar="FILE", help="Run commands as JSON Lines; - is standard input."
        ),
    ] = None,
    viewer: Annotated[
        str | None,
        typer.Option(
            "--view",
            metavar="WHO",
            help="Answer a script as this viewer may see the table: seat:3, player:ID, dealer, "
            "floor, auditor or public. On a terminal, dealer means that you deal.",
        ),
    ] = None,
    log: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the table's log to this new file.")
    ] = None,
    log_to_resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="Continue the table of this log.")
    ] = None,
    practice: Annotated[
        bool,
        typer.Option(
            "--practice",
            help="On a terminal: play with a coach; with --view dealer or --view floor, lessons "
            "that ask before each step.",
        ),
    ] = False,
    bots: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", help="On a terminal: play with up to 3 bots."),
    ] = None,
    chapters: Annotated[
        list[int] | None,
        typer.Option(
            "--chapter", metavar="N", help="Of lessons: this chapter, 1 to 7. May be repeated."
        ),
    ] = None,
    rate: Annotated[
        int | None,
        typer.Option(
            metavar="PERCENT",
            help="Of lessons: how many rounds of a hundred have an irregularity; 60 by default.",
        ),
    ] = None,
    show_schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of commands, events and views.")
    ] = False,
) -> None:
    """Play at one table without a server: on the terminal, or by a script.

    On the terminal you play against the automatic dealer. With --practice you have a coach, and
    with --view dealer you deal yourself. With both you are asked before each step, irregularities
    happen by themselves, and the answer is shown with its clause; --view floor --practice asks a
    floorperson.

    A script has one JSON object on each line, and each line is answered by one line. --schema
    describes the commands. A script may also say {"do": "auto"} (the automatic dealer works until a
    player must act), {"do": "view"} (show the table) and {"do": "history"} (show the last finished
    rounds, for the floor). A line may name who acts ("by"), when ("time"), a "key" for repeats,
    and the moment that the actor saw ("at").
    """
    if game is None and show_schema:  # all games have the same schema
        print_json(schema())
        return
    if game is None:
        raise BadInputError(f"say which game: {one_of(NAMES)}")
    chosen_rules = choose_rules(game, jurisdiction, rules)
    if show_schema:
        print_json(schema())
        return
    chosen_viewer = _viewer(viewer, chosen_rules.seats)
    on_terminal = sys.stdin is not None and sys.stdin.isatty()
    deals = chosen_viewer is not None and chosen_viewer.role is DEALER
    rules_on = chosen_viewer is not None and chosen_viewer.role is FLOOR and practice
    if chosen_viewer is not None and commands is None and not (on_terminal and (deals or rules_on)):
        raise BadInputError(
            "--view needs a --script, whose answers go to that viewer; without one, --view dealer "
            "needs a terminal, where you deal"
        )
    if commands is None and (log or log_to_resume or cards):
        raise BadInputError("--log, --resume and --cards go with a --script")
    if commands is not None and (practice or bots is not None):
        raise BadInputError("--practice and --bots are for a terminal, not for a --script")
    if bots is not None and not 0 <= bots <= len(PROGRAMS):
        raise BadInputError(f"--bots is 0 to {len(PROGRAMS)}, not {bots}")
    if practice and not on_terminal:
        raise BadInputError("--practice is for a person at a terminal")
    lessons = practice and (deals or rules_on)
    _check_lessons(
        lessons=lessons,
        chosen=bool(chapters) or rate is not None,
        own=deck is not None or bots is not None,
    )
    if lessons:
        practise_at_terminal(_lesson(chosen_rules, seed, chapters, rate, deals=deals))
        return
    script = CommandScript(chosen_viewer or FLOOR_VIEW)
    journal = None
    if log_to_resume is not None:
        # The log names its regulation; an option may name it too.
        possible_games = [
            g for g in GAMES if g.name == game and jurisdiction in (None, g.jurisdiction)
        ]
        if log or seed is not None or deck or cards:
            raise BadInputError(
                "a log that is continued has its own source of cards: leave out "
                "--log, --seed, --deck and --cards"
            )
        session, journal = resume(Path(log_to_resume), possible_games, script.remember)
    else:
        session = _session(chosen_rules, seed, deck, cards)
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
    """Open a new table; its cards come from a seed, the operating system or the commands."""
    if cards not in (None, "named"):
        raise BadInputError(f"--cards is named, or left out, not {quoted(cards)}")
    if cards and (seed is not None or deck):
        raise BadInputError("give either --cards or one of --seed and --deck")
    if cards:
        return open_table(rules, NamedCards(), rounds=ROUNDS_KEPT)
    if seed is None and not deck:
        return open_table(rules, SystemSource(), rounds=ROUNDS_KEPT)
    source = SeededSource(seed or 0, _first(deck, rules.game))
    return open_table(rules, source, rounds=ROUNDS_KEPT)


def _check_lessons(*, lessons: bool, chosen: bool, own: bool) -> None:
    """Refuse choices for lessons where there are none, and cards or players of one's own there."""
    if chosen and not lessons:
        raise BadInputError(
            "--chapter and --rate are for lessons: --practice with --view dealer or --view floor"
        )
    if lessons and own:
        raise BadInputError(
            "lessons have cards and players of their own: leave --deck and --bots out"
        )


def _lesson(
    rules: Rules, seed: int | None, chapters: list[int] | None, rate: int | None, *, deals: bool
) -> Exam:
    """Return the lesson of a dealer, or of a floorperson, that the options ask for."""
    return new_exam(
        rules,
        token_hex(8) if seed is None else str(seed),
        Candidate("you", "you"),
        rounds=MOST_ROUNDS,
        chapters=tuple(chapters or ALL_CHAPTERS),
        rate=RATE if rate is None else rate,
        role="dealer" if deals else "floor",
    )


def _viewer(name: str | None, seats: int) -> Viewer | None:
    return parse_viewer(name, seats) if name is not None else None


def _first(text: str | None, game: Game) -> tuple[Card, ...]:
    try:
        return first_cards(text or "", game.deck)
    except FairdealError as error:
        raise BadInputError(f"--deck: {error}") from None
