"""`fairdeal strategy`: the exact value of every choice in one situation or in many."""

from fractions import Fraction
from functools import partial
from typing import Annotated

import typer
from msgspec import UNSET
from rich.console import Console

from fairdeal.cards import parse_cards
from fairdeal.cli.figures import limit_words
from fairdeal.cli.game_options import GameOptions
from fairdeal.cli.options import (
    LONGEST,
    AsJson,
    GameName,
    Jurisdiction,
    MainStake,
    NoCache,
    Patient,
    PayoutLimit,
    PaytableChoices,
    ReadingChoices,
    RulesFile,
    parse_stake_and_limit,
)
from fairdeal.cli.output import (
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
from fairdeal.lab.figures.payout_limit import stake_limit
from fairdeal.lab.progress import shown_by
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
        str | None, typer.Option(metavar="CARDS", help="The player's own cards.")
    ] = None,
    board: Annotated[
        str | None, typer.Option(metavar="CARDS", help="The community cards that are face up.")
    ] = None,
    discards: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help='The discards of the first draw; "" for none.'),
    ] = None,
    bets: Annotated[
        str | None,
        typer.Option(
            metavar="WAGER=N,...", help="Earlier bets in antes, such as first-run=3,second-run=1."
        ),
    ] = None,
    withdrawn: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER", help="A bet that was taken back, such as bet-1."),
    ] = None,
    dead: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="Other cards that the player has seen."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="FILE", help="Read situations as JSON Lines; - is standard input."
        ),
    ] = None,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    paytable: PaytableChoices = None,
    reading: ReadingChoices = None,
    stake: MainStake = None,
    limit: PayoutLimit = None,
    no_cache: NoCache = False,
    patient: Patient = False,
    as_json: AsJson = False,
) -> None:
    """Compute the exact value of every choice at a decision, or print the strategy card.

    With --cards or --from it values the choices. Without them it prints the strategy card.
    """
    dollars, most = parse_stake_and_limit(stake, limit)
    terms = GameOptions(game, jurisdiction, rules, paytable, reading).rules(most)
    counted = stake_limit(terms, dollars)
    units = None if counted is None else counted.units
    situation_fields = situation_of_options(
        cards=cards, board=board, discards=discards, bets=bets, withdrawn=withdrawn
    )
    dead_cards = read_card_texts(dead, "dead")
    if dead_cards is not None and (source is not None or "cards" not in situation_fields):
        raise BadInputError("--dead goes with --cards: whose decision is it?")
    if source is not None:
        if situation_fields:
            raise BadInputError("--from brings its own situations: leave out --cards and the like")
        _answer_all(terms, source, dollars, as_json=as_json)
        return
    if not situation_fields:
        longest = None if patient else LONGEST
        with shown_by(TerminalProgress, longest=longest):
            print_card(terms, stake=dollars, cache=not no_cache, as_json=as_json)
        return
    if dead_cards:
        situation = read_situation(situation_fields)
        watch = TerminalProgress("Counting with the cards that are left")
        try:
            decision = decide_knowing(
                terms, situation, parse_cards(" ".join(dead_cards)), limit=units
            )
        finally:
            watch.end()
        answer = decision_answer(situation, decision)
    else:
        answer = situation_answer(terms, situation_fields, stake=dollars)
    if as_json:
        print_json(answer_document(answer))
    else:
        out = console()
        if dead_cards:
            out.print(with_suit_signs(out, f"known to be out: {' '.join(dead_cards)}"))
        _show(out, answer)
        out.print(limit_words(terms.game, counted), style="dim")


def _answer_all(rules: Rules, source: str, stake: Fraction | None, *, as_json: bool) -> None:
    with open_documents(source) as situations:
        answers = situations.answers(partial(situation_answer, rules, stake=stake))
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
        items = [f"{k}={v}" for k, v in value.items()] if isinstance(value, dict) else value
        words.append(f"{key} {' '.join(items) or 'none'}")
    if out.is_terminal:
        out.print(with_suit_signs(out, ", ".join(words), "bold"))
    else:
        print_line(out, ", ".join(words))
    table = plain_table("choice", "value", "exactly", "", right="value")
    for choice in sorted(answer.choices, key=lambda one: -one.ev_decimal):
        best = (choice.action, choice.discard) == (answer.best.action, answer.best.discard)
        named = choice.action
        if choice.discard is not UNSET:
            discarded = " ".join(choice.discard)
            named += f", throwing {discarded} away" if discarded else ", keeping all"
        shown = with_suit_signs(out, named)
        row = (shown, f"{choice.ev_decimal:+.6f}", choice.ev, "best" if best else "")
        table.add_row(*row, style="bold green" if best else None)
    print_table(out, table)
    print_line(out)
