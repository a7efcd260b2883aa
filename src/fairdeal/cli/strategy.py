"""`fairdeal strategy`: the best decision in a situation, or in many."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.markup import escape

from fairdeal.cards import Card, card_text, parse_card, parse_cards
from fairdeal.cli.card import print_card
from fairdeal.cli.show import AsJson, GameName, Jurisdiction, console, grid, print_json, print_table
from fairdeal.cli.terms import PaytableChoices, ReadingChoices, RulesFile, Terms
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, NotACardError
from fairdeal.lab.decision import Choice, Decision
from fairdeal.lab.strategy import strategy as solve
from fairdeal.rulebook.rules import Rules
from fairdeal.rulebook.situation import Situation, find_point
from fairdeal.wire.files import read_text
from fairdeal.wire.json import an_object, answer_each, known_keys, parse_documents

_KEYS = ("cards", "board", "discards", "bets", "withdrawn")


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
        documents, many = parse_documents(read_text(source))
        answers = answer_many(terms, documents if many else [documents])
        if as_json:
            print_json(answers)
        else:
            for answer in answers:
                _show(answer)
        if any("error" in answer for answer in answers):
            raise typer.Exit(2)
        return
    if not given:
        print_card(terms, cache=not no_cache, as_json=as_json)
        return
    answer = answer_many(terms, [given], strict=True)[0]
    if as_json:
        print_json(answer)
    else:
        _show(answer)


def answer_many(
    rules: Rules, documents: Sequence[Any], *, strict: bool = False
) -> list[dict[str, Any]]:
    """The answers in order, an error in the place of an impossible situation."""

    def read(document: Any) -> Situation:
        situation = read_situation(document)
        find_point(rules.game, situation)
        return situation

    if strict:
        situations: list[Any] = [read(document) for document in documents]
    else:
        situations = answer_each(documents, read)
    possible = [one for one in situations if isinstance(one, Situation)]
    decisions = iter(solve(rules, possible))
    return [
        decision_document(one, next(decisions)) if isinstance(one, Situation) else one
        for one in situations
    ]


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
        cards=_cards(fields["cards"], "cards"),
        board=_cards(fields.get("board", []), "board"),
        discards=_cards(fields["discards"], "discards") if "discards" in fields else None,
        bets=_bets(fields.get("bets", {})),
        withdrawn=tuple(withdrawn),
    )


def _cards(value: Any, what: str) -> tuple[Card, ...]:
    try:
        if isinstance(value, str):
            return parse_cards(value)
        if isinstance(value, list) and all(isinstance(card, str) for card in value):
            return tuple(parse_card(card) for card in value)
    except NotACardError as error:
        raise BadInputError(f"{what}: {error}") from None
    raise BadInputError(f"{what} are written like As Td, not {quoted(value)}")


def _bets(value: Any) -> dict[str, Fraction]:
    bets = {}
    for name, multiple in an_object(value, "bets").items():
        if isinstance(multiple, bool) or not isinstance(multiple, int | Decimal):
            raise BadInputError(f"the bet on {name} is a multiple of the ante, such as 3")
        exact = Decimal(multiple)
        exponent = exact.as_tuple().exponent
        if not isinstance(exponent, int) or exponent < -9 or abs(exact) > 1000:
            raise BadInputError(f"the bet on {name} is a multiple of the ante, such as 3")
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


def _show(answer: dict[str, Any]) -> None:
    out = console()
    if "error" in answer:
        out.print(f"[red]impossible:[/red] {escape(str(answer['error']))}\n")
        return
    words = []
    for key, value in answer["situation"].items():
        told = [f"{k}={v}" for k, v in value.items()] if isinstance(value, dict) else value
        words.append(f"{key} {' '.join(told) or 'none'}")
    out.print(f"[bold]{escape(', '.join(words))}[/bold]")
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
    out.print()
