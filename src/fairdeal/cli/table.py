"""`fairdeal table`: one table without a server, on the terminal or driven by a script."""

import json
import random
import sys
from collections.abc import Iterable
from typing import Annotated, Any, TextIO

import typer

from fairdeal.cards import Card, card_text, parse_cards
from fairdeal.cli import deal, play
from fairdeal.cli.show import Jurisdiction, print_json
from fairdeal.cli.terms import rules_for
from fairdeal.english import one_of
from fairdeal.errors import BadInputError, NotACardError, NoViewerError, Refused
from fairdeal.games import NAMES
from fairdeal.play.session import Session
from fairdeal.play.sources import ShuffledSource
from fairdeal.rulebook.game import Game
from fairdeal.table import events as ev
from fairdeal.table.next_step import script
from fairdeal.table.state import State
from fairdeal.table.view import parse_viewer, seen_event, view
from fairdeal.wire.files import read_bytes, standard_input
from fairdeal.wire.json import known_keys, parse_json
from fairdeal.wire.table import instruction_document, read_command, schema
from fairdeal.wording.round import reconstruct


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            "Examples: fairdeal table let-it-ride · fairdeal table double-draw --seed 7 "
            "--script commands.jsonl --view seat:1 · fairdeal table run-em-twice --schema"
        )
    )(table)


def table(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=one_of(NAMES), autocompletion=lambda: list(NAMES)),
    ] = None,
    *,
    jurisdiction: Jurisdiction = None,
    rules: Annotated[str | None, typer.Option(help="a rules file (see check)")] = None,
    seed: Annotated[int | None, typer.Option(help="the same seed gives the same cards")] = None,
    deck: Annotated[
        str | None, typer.Option(help="the order the cards come in; the rest is shuffled")
    ] = None,
    commands: Annotated[
        str | None, typer.Option("--script", help="JSON Lines of commands; - is standard input")
    ] = None,
    viewer: Annotated[
        str | None,
        typer.Option("--view", help="seat:3, dealer, floor or public; on a terminal: dealer"),
    ] = None,
    show_schema: Annotated[
        bool, typer.Option("--schema", help="print the JSON Schema of commands, events, views")
    ] = False,
) -> None:
    """Play one table: on the terminal against the automatic dealer, or by a script.

    A script holds one JSON object a line, answered by one line each. Besides the commands of
    --schema it may say {"do": "auto"} (the automatic dealer goes on until a player must act),
    {"do": "view"} and {"do": "history"} (the finished rounds, for the floor).
    """
    if game is None:
        if show_schema:  # the same for every game
            print_json(schema())
            return
        raise BadInputError(f"say which game: {one_of(NAMES)}")
    terms = rules_for(game, jurisdiction, rules)
    chosen = terms.game
    if show_schema:
        print_json(schema())
        return
    who = _viewer(viewer, terms.seats)
    on_terminal = sys.stdin is not None and sys.stdin.isatty()
    if who is not None and commands is None and not (on_terminal and who == "dealer"):
        raise BadInputError(
            "--view says who is sent the answers of a --script; on a terminal --view dealer deals"
        )
    generator = random.SystemRandom() if seed is None and not deck else random.Random(seed or 0)  # noqa: S311 - a seed must give the same cards again
    session = Session(terms, ShuffledSource(generator, _first_cards(deck, chosen)))
    if commands is not None:
        lines = standard_input() if commands == "-" else read_bytes(commands).split(b"\n")
        run_script(session, lines, who or "floor", sys.stdout)
    elif on_terminal and who == "dealer":
        deal.as_dealer(session)
    elif on_terminal:
        play.at_terminal(session)
    else:
        play.by_itself(session)


def _viewer(name: str | None, seats: int) -> str | None:
    try:
        return parse_viewer(name, seats) if name is not None else None
    except NoViewerError as error:
        raise BadInputError(str(error)) from None


def _first_cards(text: str | None, game: Game) -> tuple[Card, ...]:
    """The cards that come first; the second joker named is the other one."""
    cards: list[Card] = []
    try:
        named = parse_cards(text or "")
    except NotACardError as error:
        raise BadInputError(f"--deck: {error}") from None
    for card in named:
        one = card + 1 if card in cards and card_text(card) == "*" else card
        if one not in game.deck:
            raise BadInputError(f"--deck: {game.title} has no such card as {card_text(card)}")
        if one in cards:
            raise BadInputError(f"--deck: {card_text(card)} is there once too often")
        cards.append(one)
    return tuple(cards)


# Scripts ------------------------------------------------------------------------------------------


def run_script(session: Session, lines: Iterable[bytes], viewer: str, out: TextIO) -> None:
    """Answer each command of a script with one line of JSON, as soon as it is read."""
    seen: list[dict[str, Any]] = []

    def watch(state: State, event: ev.Event) -> None:
        seen.append(seen_event(state, event, viewer))

    session.on_event = watch
    for line in lines:
        if not line.strip():
            continue
        seen.clear()
        answer = _answer(session, line, viewer, seen)
        document = {"version": session.state.version, **answer}
        out.write(json.dumps(document, ensure_ascii=False) + "\n")
        out.flush()


def _answer(
    session: Session, line: bytes, viewer: str, seen: list[dict[str, Any]]
) -> dict[str, Any]:
    try:
        document = parse_json(_text(line))
        name = document.get("do") if isinstance(document, dict) else None
        if name in ("view", "history", "auto"):
            known_keys(document, name, ("do",))
        if name == "view":
            return {"view": view(session.state, viewer)}
        if name == "history":
            return _history(session, viewer)
        if name == "auto":
            session.run_dealer()
        else:
            session.do(read_command(session.state, document))
    except Refused as refusal:
        return {"refused": refusal.reason, "clause": refusal.clause}
    except BadInputError as error:
        return {"error": str(error)}
    following = [instruction_document(line) for line in script(session.state)]
    return {"events": list(seen), "next": following}


def _text(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInputError("the line is not text in UTF-8") from None


def _history(session: Session, viewer: str) -> dict[str, Any]:
    if viewer not in ("floor", "dealer"):
        clause = session.state.rules.game.procedure.clear
        return {"refused": "the discard rack is for the dealer and the floor", "clause": clause}
    return {"history": reconstruct(session.state.rules, session.log)}
