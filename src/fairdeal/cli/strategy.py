"""`fairdeal strategy`: the best decision in a situation, or in many."""

from functools import partial
from typing import Annotated

import typer
from msgspec import UNSET
from rich.console import Console

from fairdeal.cards import parse_cards
from fairdeal.cli.options import GameOptions, PaytableChoices, ReadingChoices, RulesFile
from fairdeal.cli.output import (
    AsJson,
    GameName,
    Jurisdiction,
    TerminalProgress,
    console,
    plain_table,
    print_array,
    print_json,
    print_line,
    print_table,
    with_suit_signs,
)
from fairdeal.cli.strategy_card import print_card
from fairdeal.english import printable
from fairdeal.errors import BadInputError
from fairdeal.lab.decisions.known_cards import decide_knowing
from fairdeal.lab.documents import decision_answer, situation_answer
from fairdeal.rulebook.rules import Rules
from fairdeal.wire.document_stream import open_documents
from fairdeal.wire.lab_answers import StrategyAnswer, answer_document
from fairdeal.wire.situation import read_card_texts, read_situation, situation_of_options


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        epilog=(
            'Examples: fairdeal strategy let-it-ride --cards "Ts Td 2c" · fairdeal strategy '
            'run-em-twice --cards "Kc 7c" --board "8d Kh" --bets first-run=3 · fairdeal strategy '
            'double-draw --cards "4h Qh 7s * 7c" --discards "2s Qs" · fairdeal strategy '
            "let-it-ride (the strategy card)"
        )
    )(strategy)


def strategy(
    game: GameName,
    *,
    cards: Annotated[
        str | None, typer.Option(metavar="CARDS", help="the player's own cards")
    ] = None,
    board: Annotated[
        str | None, typer.Option(metavar="CARDS", help="community cards turned up so far")
    ] = None,
    discards: Annotated[
        str | None, typer.Option(metavar="CARDS", help='thrown away at the first draw; "" for none')
    ] = None,
    bets: Annotated[
        str | None,
        typer.Option(metavar="WAGER=N,...", help="earlier bets in antes: first-run=3,second-run=1"),
    ] = None,
    withdrawn: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER", help="a bet that was taken back, such as bet-1"),
    ] = None,
    dead: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="cards known to be out: flashed, or in other hands"),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="FILE", help="JSON Lines of situations; - is standard input"
        ),
    ] = None,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    paytable: PaytableChoices = None,
    reading: ReadingChoices = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="compute the card again")] = False,
    as_json: AsJson = False,
) -> None:
    """The best decision; without cards, the strategy card.

    Every choice is shown with its exact value.
    """
    terms = GameOptions(game, jurisdiction, rules, paytable, reading).rules()
    given = situation_of_options(
        cards=cards, board=board, discards=discards, bets=bets, withdrawn=withdrawn
    )
    known = read_card_texts(dead, "dead")
    if known is not None and (source is not None or "cards" not in given):
        raise BadInputError("--dead goes with --cards: whose decision is it?")
    if source is not None:
        if given:
            raise BadInputError("--from brings its own situations: leave out --cards and the like")
        _answer_all(terms, source, as_json=as_json)
        return
    if not given:
        print_card(terms, cache=not no_cache, as_json=as_json)
        return
    if known:
        situation = read_situation(given)
        watch = TerminalProgress("Counting with the cards that are left")
        try:
            decision = decide_knowing(terms, situation, parse_cards(" ".join(known)))
        finally:
            watch.end()
        answer = decision_answer(situation, decision)
    else:
        answer = situation_answer(terms, given)
    if as_json:
        print_json(answer_document(answer))
    else:
        out = console()
        if known:
            out.print(with_suit_signs(out, f"known to be out: {' '.join(known)}"))
        _show(out, answer)


def _answer_all(rules: Rules, source: str, *, as_json: bool) -> None:
    with open_documents(source) as situations:
        answers = situations.answers(partial(situation_answer, rules))
        if as_json:
            print_array(one if isinstance(one, dict) else answer_document(one) for one in answers)
        else:
            out = console()
            for answer in answers:
                _show(out, answer)
    if situations.refused:
        raise typer.Exit(2)


def _show(out: Console, answer: StrategyAnswer | dict[str, str]) -> None:
    if isinstance(answer, dict):
        print_line(out, ("impossible:", "red"), f" {printable(answer['error'])}")
        print_line(out)
        return
    words = []
    for key, value in answer_document(answer.situation).items():
        told = [f"{k}={v}" for k, v in value.items()] if isinstance(value, dict) else value
        words.append(f"{key} {' '.join(told) or 'none'}")
    if out.is_terminal:
        out.print(with_suit_signs(out, ", ".join(words), "bold"))
    else:
        print_line(out, ", ".join(words))
    table = plain_table("choice", "value", "exactly", "", right="value")
    for choice in sorted(answer.choices, key=lambda one: -one.ev_decimal):
        best = (choice.action, choice.discard) == (answer.best.action, answer.best.discard)
        named = choice.action
        if choice.discard is not UNSET:
            thrown = " ".join(choice.discard)
            named += f", throwing {thrown} away" if thrown else ", keeping all"
        shown = with_suit_signs(out, named)
        row = (shown, f"{choice.ev_decimal:+.6f}", choice.ev, "best" if best else "")
        table.add_row(*row, style="bold green" if best else None)
    print_table(out, table)
    print_line(out)
