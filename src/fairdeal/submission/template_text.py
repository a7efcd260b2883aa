"""Writes a rules file to start from: its choices, and comments with the alternatives."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from textwrap import wrap
from typing import Final

from fairdeal.english import all_of, one_of
from fairdeal.lab.figures.payouts import required
from fairdeal.rulebook.game import Dealing, Game, Shuffling
from fairdeal.rulebook.money import CENTS, UNITS, UNITS_PER_CENT, dollars, to_json
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Progressive, Rules
from fairdeal.submission.toml_positions import toml_value
from fairdeal.wording.procedure import DEALING_WORDS, SHUFFLING_WORDS
from fairdeal.wording.rules_file import FLOOR_WORDS, KEY_WORDS, PROGRESSIVE_WORDS

_WIDTH: Final = 100


@dataclass(frozen=True)
class TemplateChoices:
    """The choices of a rules file to start from; `bounds` are in dollars."""

    game: Game
    house: Rules
    #: The chosen table of each group.
    tables: dict[str, Paytable]
    #: The house edge of each table, if it is known.
    edges: dict[str, dict[str, Fraction]]
    #: The side bets that are not offered, each with the warning that it would cause.
    left_out: dict[str, str] = field(default_factory=dict)
    bounds: dict[str, int] = field(default_factory=dict)
    progressive: Progressive | None = None


def template_text(choices: TemplateChoices, schema: str | None) -> str:
    """Return the text of the file."""
    game = choices.game
    parts = [
        *([f"#:schema {schema}", ""] if schema else []),
        *_head(game),
        *_choices(choices),
        *_paytables(choices),
        *_progressive(choices),
        *_readings(game),
        *_additions(choices),
    ]
    return "\n".join(parts) + "\n"


def comment_lines(words: str) -> list[str]:
    """Return words as lines of a comment."""
    return [f"# {line}" for line in wrap(words, _WIDTH - 2, break_on_hyphens=False)]


def _clause_suffix(clause: str | None) -> str:
    return f" ({clause})" if clause else ""


def _head(game: Game) -> list[str]:
    paper = f": {game.document}" if game.document else ""
    return [
        *comment_lines(
            f"A Rules Submission for {game.title} in {game.place} under {game.text}{paper}."
        ),
        *comment_lines(
            "Change what is yours. What stands behind a # is a comment: what may be chosen, and "
            "where the text says so. fairdeal check looks the file over, fairdeal papers sets what "
            "hangs at the table."
        ),
        "",
    ]


def _choices(choices: TemplateChoices) -> Iterator[str]:
    game, house = choices.game, choices.house
    clauses = game.clauses
    yield f'operator = "Your Casino"  # {KEY_WORDS["operator"]}'
    yield f"jurisdiction = {toml_value(game.jurisdiction)}"
    yield f"game = {toml_value(game.name)}"
    yield ""
    bases = [w.title for w in game.wagers if w.size.binding]
    yield from comment_lines(f"The limits of {all_of(bases)} in dollars, multiples of chip-step.")
    yield f"minimum = {to_json(house.minimum_cents or CENTS)}"
    yield f"maximum = {to_json(house.maximum_cents or CENTS)}"
    yield f"chip-step = {to_json(house.chip_step_cents)}  # {KEY_WORDS['chip-step']}"
    yield ""
    for way in game.dealing:
        needs = clauses.hand_needs_machine if way is Dealing.HAND else None
        device = f", with a shuffling device only{_clause_suffix(needs)}" if needs else ""
        yield f"# {way}: {DEALING_WORDS[way]}{device}"
    yield f"dealing = {toml_value(str(next(iter(game.dealing))))}"
    for shuffling in Shuffling:
        yield f"# {shuffling}: {SHUFFLING_WORDS[shuffling]}"
    yield f"shuffling = {toml_value(str(Shuffling.MANUAL))}"
    two = f"; two take turns, with a shuffling device only{_clause_suffix(clauses.two_decks)}"
    yield f"decks = 1  # one{_clause_suffix(clauses.one_deck)}{two if clauses.two_decks else ''}"
    seats = f"1 to {game.seats}" if game.fewer_seats else "no fewer and no more"
    yield f"seats = {game.seats}  # {seats}{_clause_suffix(clauses.seats)}"
    if game.several_boxes:
        boxes = f"{KEY_WORDS['adjacent-boxes']}: 1 to seats{_clause_suffix(clauses.boxes)}"
        yield f"adjacent-boxes = 1  # {boxes}"
    yield f"# approved = 2026-01-31  # {KEY_WORDS['approved']}"
    yield f'# license = "12-345"  # {KEY_WORDS["license"]}'
    yield from comment_lines(f"{_limit_words(game)} To set one, write payout-limit = 25000, say.")
    yield ""


def _limit_words(game: Game) -> str:
    limit = game.limit
    scope = "The most that is won on one hand, side bets and progressive apart"
    if limit.cents is None:
        return (
            f"{scope}: the text sets no amount{_clause_suffix(limit.clause)}, and yours may be any."
        )
    more = ", or what a bettor of the minimum could win if that is more"
    most = f"at most {dollars(limit.cents)}{more if limit.or_best_at_minimum else ''}"
    return f"{scope}: {most}{_clause_suffix(limit.clause)}; it is that where nothing is written."


def _paytables(choices: TemplateChoices) -> Iterator[str]:
    game = choices.game
    yield "[paytables]"
    yield from comment_lines(
        "One for each wager on offer, with what each keeps for the house of one unit; a side bet "
        "without one is not offered."
    )
    for name, group in game.paytables.items():
        titles = all_of([wager.title for wager in game.wagers if wager.pays.name == name])
        known = choices.edges.get(name, {})
        tables = [f"{one} {_percent(known[one])}" if one in known else one for one in group.names]
        meters = any(table.meters for table in group.tables)
        least = " with the meters at the text's least" if meters else ""
        yield from comment_lines(
            f"{titles}{_clause_suffix(group.clause)}{least}: {', '.join(tables)}"
        )
        if (chosen := choices.tables.get(name)) is not None:
            yield f"{name} = {toml_value(chosen.name)}"
        else:
            if reason := choices.left_out.get(name):
                yield from comment_lines(f"Not offered here, for check would warn: {reason}")
            yield f"# {name} = {toml_value(group.names[0])}"
    yield ""


def _percent(edge: Fraction) -> str:
    return f"{float(edge):.2%}"


def _progressive(choices: TemplateChoices) -> Iterator[str]:
    game, chosen = choices.game, choices.progressive
    wager = next((one for one in game.wagers if one.progressive), None)
    if wager is None:
        return
    clauses = game.clauses
    amounts = wager.size.amounts
    stakes = f"{PROGRESSIVE_WORDS['stakes']}: {one_of([dollars(one) for one in amounts])}"
    keys = [
        (f"{stakes}{_clause_suffix(clauses.progressive_stakes)}", "stakes"),
        (f"{PROGRESSIVE_WORDS['rate']}{_clause_suffix(clauses.rates)}", "rate"),
        (f"{PROGRESSIVE_WORDS['reset']}{_clause_suffix(clauses.resets)}", "reset"),
    ]
    table = choices.tables.get(wager.pays.name) or wager.pays.tables[0]
    least = all_of([f"{m.name} {dollars(m.least_reset_cents)}" for m in table.meters])
    # A progressive that is not offered is in comments, with the least that the text allows.
    off = "" if chosen else "# "
    progressive = chosen or Progressive(
        amounts,
        dict.fromkeys((meter.name for meter in table.meters), UNITS_PER_CENT // 10),
        {meter.name: meter.least_reset_cents * UNITS_PER_CENT for meter in table.meters},
    )
    values = {
        "stakes": [to_json(cents) for cents in progressive.stakes_cents],
        "rate": {n: to_json(r, per_dollar=UNITS_PER_CENT) for n, r in progressive.rates.items()},
        "reset": {n: to_json(r, per_dollar=UNITS) for n, r in progressive.resets.items()},
    }
    if off:
        yield from comment_lines(f"With {wager.pays.name} offered, this too:")
    yield f"{off}[progressive]"
    for words, key in keys:
        bound = f"; at least {least}" if key == "reset" else ""
        yield from comment_lines(f"{words[0].upper()}{words[1:]}{bound}.")
        yield f"{off}{key} = {toml_value(values[key])}"
    yield ""


def _readings(game: Game) -> Iterator[str]:
    chosen = [reading for reading in game.readings if reading.choices]
    if not chosen:
        return
    yield "[readings]"
    for reading in chosen:
        yield from comment_lines(f"{reading.question} ({', '.join(reading.clauses)})")
        for name, meaning in reading.choices:
            yield from comment_lines(f"{name}: {meaning}")
        yield f"{reading.id} = {toml_value(reading.default)}"
    yield ""


def _additions(choices: TemplateChoices) -> Iterator[str]:
    game = choices.game
    yield from comment_lines("The house's own, which no text asks for; each may be left out.")
    free = [w.name for w in game.wagers if w.optional and w.size.has_side_maximum]
    if free:
        yield from comment_lines(f"side-maximum: {KEY_WORDS['side-maximum']}.")
        yield from _table("side-maximum", [f"{n} = {m}" for n, m in choices.bounds.items()])
        others = [name for name in free if name not in choices.bounds]
        yield from (f"# {name} = 100" for name in others)
    yield from comment_lines(f"hold: {KEY_WORDS['hold']}.")
    yield "# [hold]"
    yield f"# main = {_around_main(choices)}"
    yield from comment_lines(f"floor: {KEY_WORDS['floor']}.")
    yield "# [floor]"
    samples = {
        "name": toml_value(f"{game.title} 1"),
        "practice": "false",
        "bots": "2",
        "linked": '{ meter = "house" }',
        "dealer": '"auto"',
        "cards": '"committed"',
        "hand-pay": "10000",
        "buy-in": "200",
        "table-test": "true",
    }
    for key, words in FLOOR_WORDS.items():
        if key != "linked" or choices.progressive is not None:
            value = samples[key]
            if key == "linked" and choices.progressive is not None:
                value = toml_value({next(iter(choices.progressive.resets)): "house"})
            yield f"# {key} = {value}  # {words}"


def _around_main(choices: TemplateChoices) -> str:
    """Return a range around the hold of the main wagers, or a usual one if it is not known."""
    game = choices.game
    for name in game.paytables:
        chosen = choices.tables.get(name)
        if required(game, name) and chosen and chosen.name in choices.edges[name]:
            held = int(choices.edges[name][chosen.name] * 100)
            return f"[{held - 1}, {held + 2}]"
    return "[2, 6]"


def _table(name: str, lines: Sequence[str]) -> Iterator[str]:
    yield f"[{name}]" if lines else f"# [{name}]"
    yield from lines
