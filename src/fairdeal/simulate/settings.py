"""The settings of a run: everything that its result depends on, and nothing else."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from fairdeal.english import did_you_mean, one_of, quoted
from fairdeal.errors import BadInputError
from fairdeal.games import GAMES
from fairdeal.lab.figures.payouts import MAIN
from fairdeal.rulebook.money import CENTS, UNITS_PER_CENT, dollars
from fairdeal.rulebook.rules import Rules
from fairdeal.simulate.own_tables import OwnTable, with_own, without_own
from fairdeal.simulate.strategies import BEST, find_strategy
from fairdeal.table.entry import Opening
from fairdeal.wire.games import file_of, load
from fairdeal.wire.log import read_opening, write_opening
from fairdeal.wire.rules import rules_document
from fairdeal.wire.rules_digest import document_digest

#: The shape of the documents and files of this version.
FORMAT: Final = 1
HOURS_OF_A_DAY: Final = 24
DAYS_OF_A_MONTH: Final = 30
#: The base bets that a player buys in for if no bankroll is given.
BUY_IN_UNITS: Final = 20


#: The rate of a meter that the rules say nothing about, as `house_rules` has it.
_RATE: Final = UNITS_PER_CENT // 10
#: More rounds, and longer sessions and hours, are more than any machine plays and counts.
MOST_ROUNDS: Final = 100_000_000_000
MOST_IN_SESSION: Final = 10_000_000
#: The rounds of a session where nobody says how many; a shorter run is one session.
SESSION_ROUNDS: Final = 1_000
MOST_IN_HOUR: Final = 10_000


class BettingPlan(NamedTuple):
    """How one player bets from round to round; sums in cents, sums of meters in meter units."""

    #: The total at which a session ends early, below zero and above it.
    stop_loss: int | None
    stop_win: int | None
    #: The base bets: the next one after a round that lost, the first again after one that won.
    stakes: tuple[int, ...]
    #: Whether all seats are one player's.
    one_player: bool
    #: The progressive bet is made while this meter shows at least so much; empty for always.
    meter: str
    above: int
    #: What other players feed to the meter in a round.
    grows: int


@lru_cache(maxsize=8)
def _rules_of(opening: str, own: tuple[OwnTable, ...], game_file: str = "") -> Rules:
    if game_file:
        document = json.loads(opening)["rules"]
        known = {(game.name, game.jurisdiction) for game in GAMES}
        if (document["game"], document["jurisdiction"]) not in known:
            load(game_file)  # this is another process than the one that the run began in
    return with_own(read_opening(opening).rules, own)


@dataclass(frozen=True)
class Settings:
    """A run: so many rounds of a table under one seed.

    `opening` is the first line of a table's log, which holds the rules: so the settings can be sent
    to another machine. `stakes` are the bets of every seat before the deal, in cents. A session is
    so many rounds of the first seat, one after the other; bankroll in cents.
    """

    opening: str = field(repr=False)
    rounds: int
    seed: int
    strategies: tuple[str, ...]
    stakes: tuple[tuple[str, int], ...]
    meters: tuple[tuple[str, int], ...]
    session: int
    bankroll: int | None
    per_hour: int
    #: The paytables of one's own, in place of those that the opening names.
    own: tuple[OwnTable, ...] = ()
    plan: BettingPlan | None = None
    #: The file of a game of one's own, for processes that do not know it yet.
    game_file: str = ""

    @property
    def rules(self) -> Rules:
        """Return the rules that the table is played under."""
        return _rules_of(self.opening, self.own, self.game_file)

    @property
    def rules_digest(self) -> str:
        """Return the digest of the rules, with the paytables of one's own where there are any."""
        rules = rules_document(_rules_of(self.opening, (), self.game_file))
        own = {one.group: one.document() for one in self.own}
        return document_digest({**rules, "own-paytables": own} if own else rules)

    @property
    def players(self) -> int:
        """Return how many seats play."""
        return len(self.strategies)

    @cached_property
    def unit(self) -> int:
        """Return one base bet in cents."""
        rules = self.rules
        base = next(wager.name for wager in rules.game.wagers if wager.size.binding)
        return dict(self.stakes)[base]

    @property
    def buy_in(self) -> int:
        """Return what a player buys in for, in cents: the bankroll, or twenty base bets."""
        return self.bankroll or BUY_IN_UNITS * self.unit

    def rounds_of(self, period: str) -> int:
        """Return how many rounds an hour, a day or a month has."""
        hours = {"hour": 1, "day": HOURS_OF_A_DAY, "month": HOURS_OF_A_DAY * DAYS_OF_A_MONTH}
        return self.per_hour * hours[period]

    @property
    def month(self) -> int:
        """Return how many rounds a month has."""
        return self.rounds_of("month")

    @property
    def piece(self) -> int:
        """Return the rounds that are counted as a whole: whole months, and long enough for a
        session. Hours, days, months and sessions never reach over its end.
        """
        return self.month * -(-self.session // self.month)

    @property
    def side_bets(self) -> tuple[str, ...]:
        """Return the optional wagers that every seat makes."""
        wager = self.rules.game.wager
        return tuple(name for name, _ in self.stakes if wager[name].optional)

    def fed(self) -> dict[str, int]:
        """Return the contribution of one round's stakes to each meter, in meter units."""
        rules = self.rules
        wager = rules.progressive_wager
        stake = dict(self.stakes).get(wager.name, 0) if wager else 0
        rates = rules.progressive.rates if rules.progressive else {}
        return {name: self.players * stake * rates.get(name, 0) for name, _ in self.meters}

    def document(self) -> dict[str, Any]:
        """Return the settings as JSON."""
        plan = {"plan": self.plan._asdict()} if self.plan else {}
        return {
            "format": FORMAT,
            "opening": self.opening,
            "rounds": self.rounds,
            "seed": str(self.seed),
            "strategies": list(self.strategies),
            "stakes": dict(self.stakes),
            "meters": dict(self.meters),
            "session": self.session,
            "bankroll": self.bankroll,
            "per_hour": self.per_hour,
            "own": [list(one) for one in self.own],
            **plan,
        }

    @property
    def digest(self) -> str:
        """Return the digest by which a checkpoint knows its run."""
        return sha256(msgspec.json.encode(self.document(), order="sorted")).hexdigest()


def run_settings(
    rules: Rules,
    rounds: int,
    seed: int,
    *,
    strategies: tuple[str, ...] = (BEST,),
    bets: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, int] | None = None,
    session: int | None = None,
    bankroll: Fraction | None = None,
    per_hour: int = 40,
) -> Settings:
    """Check the choices of a run and return its settings. `bets` are dollars by wager; `main` is
    one base bet, by default the table's minimum. `meters` are in meter units.
    """
    _check_size("a run", rounds, MOST_ROUNDS)
    session = min(SESSION_ROUNDS, rounds) if session is None else session
    _check_size("a session", session, MOST_IN_SESSION)
    _check_size("an hour", per_hour, MOST_IN_HOUR)
    if not 1 <= len(strategies) <= rules.seats:
        raise BadInputError(f"this table has {rules.seats} seats, and somebody must play")
    for name in dict.fromkeys(strategies):
        find_strategy(name)
    if bankroll is not None and (bankroll <= 0 or (bankroll * CENTS).denominator != 1):
        raise BadInputError("a bankroll is an amount above zero in whole cents")
    rules = _with_meters(rules)
    named, own = without_own(rules)
    shown = {**(rules.progressive.resets if rules.progressive else {})}
    for name in meters or {}:
        if name not in shown:
            raise BadInputError(f"this table has no meter {quoted(name)}")
    shown |= meters or {}
    opening = write_opening(Opening(named, shown, "named"))
    return Settings(
        opening=opening,
        rounds=rounds,
        seed=seed,
        strategies=strategies,
        stakes=stakes_of(rules, dict(bets or {})),
        meters=tuple(shown.items()),
        session=session,
        bankroll=None if bankroll is None else int(bankroll * CENTS),
        per_hour=per_hour,
        own=own,
        game_file=file_of(rules.game),
    )


def _with_meters(rules: Rules) -> Rules:
    """Return rules whose progressive has the meters of its paytable: a paytable that was chosen by
    name may have others than the rules. A meter that they lack is as where the house chooses.
    """
    wager, progressive = rules.progressive_wager, rules.progressive
    if wager is None or progressive is None:
        return rules
    meters = rules.terms[wager.name].table.meters
    least = {one.name: one.least_reset_cents * UNITS_PER_CENT for one in meters}
    return replace(
        rules,
        progressive=replace(
            progressive,
            rates={name: progressive.rates.get(name, _RATE) for name in least},
            resets={name: progressive.resets.get(name, one) for name, one in least.items()},
        ),
    )


def _check_size(what: str, rounds: int, most: int) -> None:
    if rounds < 1:
        raise BadInputError(f"{what} has 1 round or more, not {rounds:,}")
    if rounds > most:
        raise BadInputError(f"{what} has at most {most:,} rounds, not {rounds:,}")


def stakes_of(rules: Rules, bets: dict[str, Fraction]) -> tuple[tuple[str, int], ...]:
    """Return the stakes before the deal in cents: the required ones, which are all one base bet,
    and the side bets that were named.
    """
    game = rules.game
    required = [name for name, (wager, _) in rules.to_place.items() if not wager.optional]
    optional = [name for name, (wager, _) in rules.to_place.items() if wager.optional]
    names = [MAIN, *optional]
    for name, amount in bets.items():
        if name in required:
            raise BadInputError(f"{name} is a part of main: say main={float(amount):g}")
        if name not in names:
            hint = did_you_mean(name, names) or f": choose {one_of(names)}"
            raise BadInputError(f"{game.name} has no bet {quoted(name)} here{hint}")
    least = Fraction(rules.minimum_cents or rules.chip_step_cents, CENTS)
    base = bets.pop(MAIN, least)
    stakes: dict[str, int] = {}
    for name, amount in {**dict.fromkeys(required, base), **bets}.items():
        wager, needs = rules.to_place[name]
        cents = amount * CENTS
        missing = [need for need in needs if need not in {*required, *bets}]
        if missing:
            raise BadInputError(f"{name} needs {one_of(missing)} ({wager.clause})")
        bounds = rules.bounds(wager, stakes)
        if cents.denominator != 1 or not bounds.allows(int(cents)):
            allowed = [dollars(one) for one in bounds.amounts]
            how = (
                one_of(allowed) if allowed else f"{dollars(bounds.least)} to {dollars(bounds.most)}"
            )
            raise BadInputError(
                f"{name} is {how} at this table, not ${float(amount):g} ({wager.clause})"
            )
        stakes[name] = int(cents)
    return tuple(stakes.items())
