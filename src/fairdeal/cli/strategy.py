"""`fairdeal strategy`: the best decision in a situation, or in many."""

from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

import typer
from rich.console import Console

from fairdeal.cards import card_text
from fairdeal.cli.card import print_card
from fairdeal.cli.show import (
    AsJson,
    GameName,
    Jurisdiction,
    console,
    grid,
    print_array,
    print_json,
    print_line,
    print_table,
)
from fairdeal.cli.terms import PaytableChoices, ReadingChoices, RulesFile, Terms
from fairdeal.english import printable, quoted, shown
from fairdeal.errors import BadInputError
from fairdeal.lab.situations import Choice, Decision, Situation, find_point
from fairdeal.rulebook.rules import Rules
from fairdeal.wire.cards import read_cards
from fairdeal.wire.documents import open_documents
from fairdeal.wire.json import an_object, known_keys

_KEYS = ("cards", "board", "discards", "bets", "withdrawn")
#: How much may be bet in antes, and how finely.
_MOST_ANTES, _DECIMALS = 1000, 6


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
    cards: Annotated[str | None, typer.Option(help="the player's own cards")] = None,
    board: Annotated[str | None, typer.Option(help="community cards turned up so far")] = None,
    discards: Annotated[
        str | None, typer.Option(help='cards thrown away at the first draw; "" for none')
    ] = None,
    bets: Annotated[
        str | None, typer.Option(help="bets before, in antes: first-run=3,second-run=1")
    ] = None,
    withdrawn: Annotated[
        list[str] | None, typer.Option(help="a bet taken back before, such as bet-1")
    ] = None,
    source: Annotated[
        str | None, typer.Option("--from", help="JSON Lines of situations; - is standard input")
    ] = None,
    jurisdiction: Jurisdiction = None,
    rules: RulesFile = None,
    paytable: PaytableChoices = None,
    reading: ReadingChoices = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="make the card again")] = False,
    as_json: AsJson = False,
) -> None:
    """The best decision with the exact value of every choice; without cards, the strategy card."""
    terms = Terms(game, jurisdiction, rules, paytable, reading).rules()
    options = {
        "cards": cards,
        "board": board,
        "discards": discards,
        "bets": None if bets is None else _bets_option(bets),
        "withdrawn": withdrawn,
    }
    given = {key: value for key, value in options.items() if value is not None}
    if source is not None:
        if given:
            raise BadInputError("--from brings its own situations: leave out --cards and the like")
        _answer_all(terms, source, as_json=as_json)
        return
    if not given:
        print_card(terms, cache=not no_cache, as_json=as_json)
        return
    answer = answer_one(terms, given)
    if as_json:
        print_json(answer)
    else:
        _show(console(), answer)


def _answer_all(rules: Rules, source: str, *, as_json: bool) -> None:
    with open_documents(source) as situations:
        answers = situations.answers(partial(answer_one, rules))
        if as_json:
            print_array(answers)
        else:
            out = console()
            for answer in answers:
                _show(out, answer)
    if situations.refused:
        raise typer.Exit(2)


def answer_one(rules: Rules, document: Any) -> dict[str, Any]:
    """The answer to a situation from its JSON; `BadInputError` says what is impossible about it."""
    situation = read_situation(document)
    find_point(rules.game, situation)
    from fairdeal.lab.strategy import strategy as solve  # noqa: PLC0415 - numba, when asked for

    (decision,) = solve(rules, [situation])
    return decision_document(situation, decision)


def read_situation(document: Any) -> Situation:
    """A situation from its JSON."""
    fields = an_object(document, "a situation")
    known_keys(fields, "a situation", _KEYS)
    if "cards" not in fields:
        raise BadInputError("a situation needs cards")
    withdrawn = fields.get("withdrawn", [])
    if not isinstance(withdrawn, list) or not all(isinstance(one, str) for one in withdrawn):
        raise BadInputError(f"withdrawn is a list of bets, not {quoted(withdrawn)}")
    return Situation(
        cards=read_cards(fields["cards"], "cards"),
        board=read_cards(fields.get("board", []), "board"),
        discards=read_cards(fields["discards"], "discards") if "discards" in fields else None,
        bets=_bets(fields.get("bets", {})),
        withdrawn=tuple(withdrawn),
    )


def _bets(value: Any) -> dict[str, Fraction]:
    bets = {}
    for name, multiple in an_object(value, "bets").items():
        what = f"the bet on {shown(name)}"
        if isinstance(multiple, bool) or not isinstance(multiple, int | Decimal):
            raise BadInputError(f"{what} is a multiple of the ante, such as 3")
        exact = Decimal(multiple)
        if not exact.is_finite() or not abs(exact) <= _MOST_ANTES:
            raise BadInputError(f"{what} is a multiple of the ante, such as 3")
        if exact != round(exact, _DECIMALS):
            raise BadInputError(f"{what} has more than {_DECIMALS} decimals")
        bets[name] = Fraction(exact)
    return bets


def _bets_option(text: str) -> dict[str, Any]:
    bets: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, _, multiple = part.partition("=")
        if name.strip() in bets:
            raise BadInputError(f"--bets says {quoted(name.strip())} twice")
        try:
            bets[name.strip()] = Decimal(multiple)
        except ArithmeticError:
            message = f"--bets is first-run=3,second-run=1, not {quoted(text)}"
            raise BadInputError(message) from None
    return bets


def decision_document(situation: Situation, decision: Decision) -> dict[str, Any]:
    """An answer as JSON."""
    told: dict[str, Any] = {"cards": [card_text(card) for card in situation.cards]}
    if situation.board:
        told["board"] = [card_text(card) for card in situation.board]
    if situation.discards is not None:
        told["discards"] = [card_text(card) for card in situation.discards]
    if situation.bets:
        told["bets"] = {
            name: int(bet) if bet.denominator == 1 else float(bet)
            for name, bet in situation.bets.items()
        }
    if situation.withdrawn:
        told["withdrawn"] = list(situation.withdrawn)
    return {
        "situation": told,
        "choices": _choices(decision),
        "best": _action(decision.best),
    }


def _choices(decision: Decision) -> list[dict[str, Any]]:
    """Every choice once: two jokers look alike, and so do their discards."""
    told: list[dict[str, Any]] = []
    for choice in decision.choices:
        one = {**_action(choice), "ev": str(choice.ev), "ev_decimal": float(choice.ev)}
        if one not in told:
            told.append(one)
    return told


def _action(choice: Choice) -> dict[str, Any]:
    if choice.discard is None:
        return {"action": choice.action}
    return {"action": choice.action, "discard": [card_text(card) for card in choice.discard]}


def _show(out: Console, answer: dict[str, Any]) -> None:
    if "error" in answer:
        print_line(out, ("impossible:", "red"), f" {printable(answer['error'])}")
        print_line(out)
        return
    words = []
    for key, value in answer["situation"].items():
        told = [f"{k}={v}" for k, v in value.items()] if isinstance(value, dict) else value
        words.append(f"{key} {' '.join(told) or 'none'}")
    print_line(out, (", ".join(words), "bold"))
    table = grid("choice", "value", "exactly", "", right="value")
    for choice in sorted(answer["choices"], key=lambda one: -one["ev_decimal"]):
        named = {key: choice[key] for key in ("action", "discard") if key in choice}
        best = named == answer["best"]
        words = choice["action"]
        if "discard" in choice:
            thrown = " ".join(choice["discard"])
            words += f", throwing {thrown} away" if thrown else ", keeping all"
        row = (words, f"{choice['ev_decimal']:+.6f}", choice["ev"], "best" if best else "")
        table.add_row(*row, style="bold green" if best else None)
    print_table(out, table)
    print_line(out)
