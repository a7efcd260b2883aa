"""`fairdeal seen`: how much a player gains from having seen other players' hands."""

from typing import Annotated

import typer
from rich.markup import escape

from fairdeal.cli.figures import limit_words, show_readings
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
from fairdeal.cli.output import TerminalProgress, console, plain_table, print_json, print_table
from fairdeal.english import quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.documents import seen_answer
from fairdeal.lab.figures.payout_limit import stake_limit
from fairdeal.lab.figures.payouts import main_table
from fairdeal.lab.figures.seen_hands import SAMPLES, Seen, assumption, most_hands, seen
from fairdeal.lab.progress import shown_by
from fairdeal.rulebook.paytable import STANDARD
from fairdeal.wire.lab_answers import answer_document


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(
        "seen",
        epilog=(
            "Examples: fairdeal seen let-it-ride · fairdeal seen run-em-twice --hands 5 --samples "
            "40000 · fairdeal seen double-draw --paytable bonus=B --hands 1,2,3,4,5 --json"
        ),
    )(command)


def command(
    game: GameName,
    *,
    hands: Annotated[
        str | None,
        typer.Option(metavar="NUMBERS", help="The numbers of other hands; 1,3,5 by default."),
    ] = None,
    samples: Annotated[
        int,
        typer.Option(metavar="NUMBER", help="The deals to sample if not all can be counted."),
    ] = SAMPLES,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The seed of the samples.")] = 1,
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
    """Compute how much a player gains from seeing other players' hands, under best play.

    The player sees them before the first decision. The answer is exact if every deal can be
    counted. If not, it is an estimate with a 99 % interval; the same seed gives the same estimate.
    The first time can take minutes; then the answer is cached.
    """
    dollars, most_paid = parse_stake_and_limit(stake, limit)
    terms = GameOptions(game, jurisdiction, rules, paytable, reading).rules(most_paid)
    numbers = None if hands is None else _numbers(hands)
    with shown_by(TerminalProgress, longest=None if patient else LONGEST):
        found = seen(terms, numbers, samples=samples, seed=seed, stake=dollars, cache=not no_cache)
    if as_json:
        print_json(answer_document(seen_answer(terms, found, seed, stake=dollars)))
        return
    out, unit = console(), terms.game.unit
    called = "" if main_table(terms) == STANDARD else f", paytable {escape(main_table(terms))}"
    title = f"[bold]{escape(terms.game.title)}[/bold], {terms.game.place}{called}"
    out.print(f"{title}: other hands seen\n")
    table = plain_table("hands", "cards", "value", "gain", "edge", "", right=_FIGURES)
    before = found[0].before
    table.add_row("none", "0", f"{float(before):+.6f}", "", f"{-float(before):.4%}", str(before))
    for one in found:
        table.add_row(
            str(one.hands),
            str(one.cards),
            f"{float(one.ev):+.6f}",
            f"{float(one.gain.mean):+.6f}",
            f"{float(one.house_edge):.4%}",
            _how_sure(one),
        )
    print_table(out, table, drop=("",))
    out.print()
    for one in found:
        out.print(_in_words(one, unit))
    most = most_hands(terms)
    out.print(f"value and gain in units of one {unit}; up to {most} can be seen", style="dim")
    out.print(f"assumed: {assumption(terms)}", style="dim")
    if any(not one.exact for one in found):
        out.print(
            f"± is an interval of 99 % confidence; the samples are those of seed {seed}",
            style="dim",
        )
    out.print(limit_words(terms.game, stake_limit(terms, dollars)), style="dim")
    show_readings(out, terms.readings)


_FIGURES = "hands cards value gain edge"


def _how_sure(one: Seen) -> str:
    if one.exact:
        return f"exactly {one.ev}"
    return f"± {one.margin:.6f} from {one.gain.samples:,} samples"


def _in_words(one: Seen, unit: str) -> str:
    """Return a sentence about the gain and about who is ahead."""
    hands = "1 hand" if one.hands == 1 else f"{one.hands} hands"
    about = "" if one.exact else f" ± {one.margin:.4%}"
    worth = f"{hands} seen: worth {float(one.gain.mean):+.4%}{about} of one {unit}"
    if float(one.ev) > one.margin:
        return f"{worth}; the player is ahead, by {float(one.ev):.4%}{about}"
    return f"{worth}; the house keeps {float(one.house_edge):.4%}{about}"


def _numbers(text: str) -> list[int]:
    words = text.split(",")
    if not all(word.strip().isdecimal() and len(word) < 4 for word in words):
        raise BadInputError(f"--hands is numbers such as 1,3,5, not {quoted(text)}")
    return [int(word) for word in words]
