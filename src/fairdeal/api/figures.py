"""The mathematics of games, from Python as from the command line.

Amounts are dollars, and the names of parameters say so. A game is named, or given as `Rules`, for
example those of a rules file: `analyze(rules(file="rules.toml"))`.
"""

import warnings
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from fairdeal.api.cards import SomeCards, card_texts
from fairdeal.api.choices import (
    Dollars,
    SomeGame,
    SomePaytable,
    base_rules,
    chosen_paytables,
    chosen_readings,
    chosen_rules,
    compared_paytables,
    dollars,
    dollars_by_name,
)
from fairdeal.api.results import (
    BetAnalysis,
    GameAnalysis,
    GameStrategyCard,
    SeenAnalysis,
    StrategyDecision,
    TargetAnalysis,
)
from fairdeal.api.table import Table
from fairdeal.cards import parse_card
from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.lab.decisions import strategy as lab_strategy
from fairdeal.lab.decisions.best_player import BestPlayer
from fairdeal.lab.decisions.known_cards import decide_knowing
from fairdeal.lab.figures import seen_hands as lab_seen
from fairdeal.lab.figures.betting_pattern import betting_pattern
from fairdeal.lab.figures.compare import compare as lab_compare
from fairdeal.lab.figures.payout_limit import limit_units
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.lab.figures.paytable_search import main_proposals, side_proposals
from fairdeal.rulebook.paytable import Paytable
from fairdeal.rulebook.rules import Rules
from fairdeal.wire.situation import read_situation


def analyze(
    game: SomeGame,
    wager: str | None = None,
    *,
    jurisdiction: str | None = None,
    paytables: Mapping[str, SomePaytable] | None = None,
    readings: Mapping[str, str] | None = None,
    stake_dollars: Dollars | None = None,
    limit_dollars: Dollars | None = None,
    meters_dollars: Mapping[str, Dollars] | None = None,
    stake: Dollars | None = None,
    meters: Mapping[str, Dollars] | None = None,
) -> GameAnalysis:
    """Compute the exact mathematics of one wager of a game, or of all. `main` is the game's own
    wagers.

    A paytable is named, or is one of your own: a `Paytable`, the path of a TOML file, or a mapping
    such as `{"like": "A", "lines": {"flush": "9 to 1"}}`. With `stake_dollars` the payout limit of
    the rules counts, or `limit_dollars`. `stake` and `meters` are old names, deprecated in 0.2.

    >>> (bonus,) = analyze("let-it-ride", "three-card-bonus", paytables={"three-card-bonus": "A"})
    >>> bonus
    <WagerAnalysis three-card-bonus A: house edge 2.3167%, value -128/5525>
    >>> bonus.to_dict()["hit_frequency"]
    0.25610859728506785
    """
    tables = chosen_paytables(base_rules(game, jurisdiction).game, paytables)
    return _analyses(
        game,
        jurisdiction,
        {name: [table] for name, table in tables.items()},
        wager=wager,
        readings=readings,
        stake=dollars(_renamed(stake_dollars, stake, "stake"), "stake_dollars"),
        limit=dollars(limit_dollars, "limit_dollars"),
        meters=dollars_by_name(_renamed(meters_dollars, meters, "meters"), "meters_dollars"),
    )


def compare(
    game: SomeGame,
    paytables: Mapping[str, SomePaytable | Sequence[SomePaytable]],
    wager: str | None = None,
    *,
    jurisdiction: str | None = None,
    readings: Mapping[str, str] | None = None,
    stake_dollars: Dollars | None = None,
    limit_dollars: Dollars | None = None,
    meters_dollars: Mapping[str, Dollars] | None = None,
) -> GameAnalysis:
    """Compute the exact mathematics of wagers under several paytables each, in the order of their
    naming.

    A paytable of another jurisdiction is named `pennsylvania:standard`.

    >>> tables = ["A", {"like": "A", "lines": {"flush": "3 to 1"}}]
    >>> compare("let-it-ride", {"three-card-bonus": tables}, "three-card-bonus")
    <WagerAnalysis three-card-bonus A: house edge 2.3167%, value -128/5525>
    <WagerAnalysis three-card-bonus own: house edge 7.2760%, value -402/5525>
    """
    return _analyses(
        game,
        jurisdiction,
        compared_paytables(base_rules(game, jurisdiction).game, paytables),
        wager=wager,
        readings=readings,
        stake=dollars(stake_dollars, "stake_dollars"),
        limit=dollars(limit_dollars, "limit_dollars"),
        meters=dollars_by_name(meters_dollars, "meters_dollars"),
    )


def _analyses(
    game: SomeGame,
    jurisdiction: str | None,
    paytables: Mapping[str, Sequence[Paytable]],
    *,
    wager: str | None,
    readings: Mapping[str, str] | None,
    stake: Fraction | None,
    limit: Fraction | None,
    meters: Mapping[str, Fraction],
) -> GameAnalysis:
    base = base_rules(game, jurisdiction)
    table = game if isinstance(game, Rules) else None
    own = {name: [one] for name, one in table.paytables.items()} if table else {}
    choices = {**base.readings, **chosen_readings(base.game, readings)}
    found = lab_compare(
        base.game,
        {**own, **paytables},
        readings=choices,
        wager=wager,
        stake=stake,
        limit=limit,
        meters=meters,
        offered=frozenset(one.name for one in table.wagers) if table else None,
        table=table,
    )
    return GameAnalysis(base.game, choices, found)


def bet(
    game: SomeGame,
    stakes_dollars: Mapping[str, Dollars],
    *,
    rounds: int = 1_000,
    risk: Fraction | str = Fraction(1, 20),
    bankroll_dollars: Dollars | None = None,
    per_hour: int = 40,
    jurisdiction: str | None = None,
    paytables: Mapping[str, SomePaytable] | None = None,
    readings: Mapping[str, str] | None = None,
    limit_dollars: Dollars | None = None,
    meters_dollars: Mapping[str, Dollars] | None = None,
) -> BetAnalysis:
    """Compute the figures of a betting pattern: stakes by wager, the same in every round.

    `main` is the stake of one base bet. `risk` is the accepted chance, such as `"0.05"`, of losing
    the bankroll within so many rounds.

    >>> found = bet("let-it-ride", {"three-card-bonus": 5}, rounds=100, bankroll_dollars=500)
    >>> found
    <BetAnalysis three-card-bonus $5: house edge 2.3167% of all that is wagered, \
value -$128/1105 a round>
    >>> found.to_dict()["is"]["ruin"]
    'exact'
    """
    if rounds < 1 or per_hour < 1:
        raise BadInputError("rounds and per_hour are 1 or more")
    chance = Fraction(risk)
    if not 0 < chance < 1:
        raise BadInputError(f"risk is between 0 and 1, not {quoted(risk)}")
    limit = dollars(limit_dollars, "limit_dollars")
    terms = chosen_rules(game, jurisdiction, paytables, readings, limit)
    pattern = betting_pattern(
        terms,
        dollars_by_name(stakes_dollars, "stakes_dollars"),
        meters=dollars_by_name(meters_dollars, "meters_dollars"),
    )
    session = pattern.session(rounds, chance, dollars(bankroll_dollars, "bankroll_dollars"))
    return BetAnalysis(terms.game, pattern, session, per_hour)


def target(
    game: SomeGame,
    wager: str,
    edge: Fraction | str,
    *,
    lines: Sequence[str] = (),
    jurisdiction: str | None = None,
    paytables: Mapping[str, SomePaytable] | None = None,
    readings: Mapping[str, str] | None = None,
    stake_dollars: Dollars | None = None,
    limit_dollars: Dollars | None = None,
) -> TargetAnalysis:
    """Find changes of a paytable that bring a wager near a house edge such as `"0.05"`, nearest
    first.

    `lines` are the lines that may change, all by default. Only one or two change at a time.

    >>> target("let-it-ride", "three-card-bonus", "0.05", lines=["flush", "straight"])[0].changes
    (('straight', '5 to 1'),)
    """
    wanted = Fraction(edge)
    limit = dollars(limit_dollars, "limit_dollars")
    terms = chosen_rules(game, jurisdiction, paytables, readings, limit)
    names = [MAIN, *(one.name for one in terms.game.wagers if one.optional)]
    if wager not in names:
        hint = did_you_mean(wager, names) or f": choose {one_of(names)}"
        raise BadInputError(f"{terms.game.name} has no wager {quoted(wager)} to change{hint}")
    stake = dollars(stake_dollars, "stake_dollars")
    if wager == MAIN:
        found = main_proposals(terms, wanted, stake=stake, lines=lines)
    else:
        found = side_proposals(terms, wager, wanted, stake=stake, lines=lines)
    return TargetAnalysis(terms, wager, wanted, found, stake)


def strategy(
    game: SomeGame,
    cards: SomeCards,
    *,
    board: SomeCards = "",
    bets: Mapping[str, int] | None = None,
    discards: SomeCards | None = None,
    withdrawn: Sequence[str] = (),
    dead: SomeCards = "",
    jurisdiction: str | None = None,
    paytables: Mapping[str, SomePaytable] | None = None,
    readings: Mapping[str, str] | None = None,
    stake_dollars: Dollars | None = None,
    limit_dollars: Dollars | None = None,
) -> StrategyDecision:
    """Compute the exact value of every choice in a situation, and the best choice.

    `bets` are multiples of the base bet. `dead` are other cards that the player has seen. With
    `stake_dollars`, one unit, the payout limit counts.

    >>> strategy("let-it-ride", "Ts Td 2c").best.action
    'ride'
    >>> strategy("let-it-ride", "9s 9d 2c", board="9h", dead="9c").best.ev
    Fraction(495, 47)
    """
    document: dict[str, Any] = {"cards": card_texts(cards), "board": card_texts(board)}
    if discards is not None:
        document["discards"] = card_texts(discards)
    situation = read_situation({**document, "bets": dict(bets or {}), "withdrawn": list(withdrawn)})
    limit = dollars(limit_dollars, "limit_dollars")
    terms = chosen_rules(game, jurisdiction, paytables, readings, limit)
    units = limit_units(terms, dollars(stake_dollars, "stake_dollars"))
    known = tuple(map(parse_card, card_texts(dead)))
    if known:
        decision = decide_knowing(terms, situation, known, limit=units)
    else:
        (decision,) = lab_strategy.strategy(terms, [situation], limit=units)
    return StrategyDecision.of(situation, decision)


def strategy_card(
    game: SomeGame,
    *,
    jurisdiction: str | None = None,
    paytables: Mapping[str, SomePaytable] | None = None,
    readings: Mapping[str, str] | None = None,
    stake_dollars: Dollars | None = None,
    limit_dollars: Dollars | None = None,
) -> GameStrategyCard:
    """Return the best play in rules that a person can remember, and what following them costs."""
    limit = dollars(limit_dollars, "limit_dollars")
    terms = chosen_rules(game, jurisdiction, paytables, readings, limit)
    stake = dollars(stake_dollars, "stake_dollars")
    card = lab_strategy.strategy_card(terms, limit=limit_units(terms, stake))
    return GameStrategyCard.of(terms, card, stake)


def best_player(
    game: SomeGame | Table,
    *,
    jurisdiction: str | None = None,
    paytables: Mapping[str, SomePaytable] | None = None,
    readings: Mapping[str, str] | None = None,
) -> BestPlayer:
    """Return a player who makes the best decision at a table: `command(table.state)` is for
    `Table.do`.

    Given a `Table`, the player plays by that table's rules.

    >>> table = Table("let-it-ride", deck="Qs Qd Qc Ts 9s Th 2c Td")
    >>> table.sit(1, "ann")
    >>> table.do({"do": "place-bets", "seat": 1, "amounts": {"bet-1": 5, "bet-2": 5, "bet-3": 5}})
    >>> table.deal()
    >>> best_player(table).command(table.state)
    Ride(seat=1)
    """
    if isinstance(game, Table):
        return BestPlayer(game.state.rules)
    return BestPlayer(chosen_rules(game, jurisdiction, paytables, readings))


def seen(
    game: SomeGame,
    hands: Sequence[int] | None = None,
    *,
    jurisdiction: str | None = None,
    paytables: Mapping[str, SomePaytable] | None = None,
    readings: Mapping[str, str] | None = None,
    samples: int = lab_seen.SAMPLES,
    seed: int = 1,
    stake_dollars: Dollars | None = None,
    limit_dollars: Dollars | None = None,
) -> SeenAnalysis:
    """Compute what it is worth under best play to see so many other hands before the first
    decision: exactly where every deal can be counted, else from about so many samples of a seed.

    >>> (one,) = seen("let-it-ride", [1])
    >>> one.exact, one.ev
    (True, Fraction(-405294259, 11706149000))
    """
    limit = dollars(limit_dollars, "limit_dollars")
    terms = chosen_rules(game, jurisdiction, paytables, readings, limit)
    stake = dollars(stake_dollars, "stake_dollars")
    found = lab_seen.seen(terms, hands, samples=samples, seed=seed, stake=stake)
    return SeenAnalysis(terms, found, seed, stake)


def _renamed(new: Any, old: Any, name: str) -> Any:
    """Return the value of a parameter that had another name in 0.1."""
    if old is None:
        return new
    message = f"{name} is now called {name}_dollars"
    warnings.warn(message, DeprecationWarning, stacklevel=3)
    return old if new is None else new
