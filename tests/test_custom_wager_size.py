"""A kind of size that no game has, "steps of $25": what a new kind needs stands in this file.

The side bet Ultimate Pairs of a made-up game takes it. Settlement, table, legal actions, schema,
warnings and words come from the methods of the size, so that no other file knows this kind.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from jsonschema_rs import Draft7Validator

from fairdeal.errors import BadInputError, Refused
from fairdeal.games import registered
from fairdeal.games.run_em_twice import RUN_EM_TWICE
from fairdeal.lab.figures.analyze import analyze
from fairdeal.play.session import Session, open_table
from fairdeal.play.sources import SeededSource
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.money import dollars
from fairdeal.rulebook.rules import house_rules
from fairdeal.rulebook.wager import Bounds, Size, TableLimits
from fairdeal.submission.review import review
from fairdeal.submission.schema import rules_schema
from fairdeal.table import commands as cmd
from fairdeal.table.actors import player
from fairdeal.table.legal import legal_actions
from fairdeal.wire.deal import settle
from fairdeal.wording.wagers import size_words

WAGER = "ultimate-pairs"
CLAUSE = "MD-RET 7.E(2)(b)"


@dataclass(frozen=True, slots=True)
class StepsOf(Size):
    """Any multiple of an amount, up to the table's maximum."""

    cents: int

    def bounds(self, limits: TableLimits, base_cents: int | None = None) -> Bounds:
        del base_cents
        return Bounds(self.cents, limits.maximum // self.cents * self.cents, self.cents)

    @property
    def default_cents(self) -> int:
        return self.cents

    def takes(self, cents: Fraction) -> bool:
        return cents % self.cents == 0

    def off_step(self, step: int) -> str:
        return f"is no multiple of {dollars(step)}"

    def __str__(self) -> str:
        return f"in steps of {dollars(self.cents)}"


@pytest.fixture
def game() -> Iterator[Game]:
    """Run 'Em Twice of a jurisdiction where Ultimate Pairs takes steps of $25."""
    wagers = tuple(
        replace(wager, size=StepsOf(2_500)) if wager.name == WAGER else wager
        for wager in RUN_EM_TWICE.wagers
    )
    made_up = replace(RUN_EM_TWICE, jurisdiction="atlantis", wagers=wagers)
    with registered(made_up):
        yield made_up


def deal(stake: float) -> dict[str, Any]:
    return {
        "game": "run-em-twice",
        "jurisdiction": "atlantis",
        "paytables": {WAGER: "A"},
        "board": {"left": "2c", "right": "5d", "top": "9h", "bottom": "Js", "center": "Kd"},
        "seats": [
            {
                "seat": 1,
                "cards": "7c 7h",
                "folded": "first-run",
                "wagers": {"first-ante": 10, "second-ante": 10, WAGER: stake},
            }
        ],
    }


@pytest.mark.usefixtures("game")
def test_settled_where_the_stake_fits() -> None:
    (seat,) = settle(deal(50))["seats"]
    assert seat["wagers"][WAGER]["stake"] == 50
    with pytest.raises(BadInputError) as refused:
        settle(deal(30))
    assert str(refused.value) == (f"seat 1: {WAGER} of $30 is not in steps of $25 ({CLAUSE})")


def table(game: Game) -> Session:
    session = open_table(house_rules(game), SeededSource(5), rounds=1)
    session.do(cmd.Sit(1), player("ann"))
    session.run_dealer()
    session.do(cmd.PlaceBets(seat=1, cents={"first-ante": 1_000, "second-ante": 1_000}))
    return session


def test_offered_and_refused_at_the_table(game: Game) -> None:
    session = table(game)
    (offered,) = [one for one in legal_actions(session.state, 1) if one.wager == WAGER]
    assert (offered.least_cents, offered.most_cents, offered.step_cents) == (2_500, 50_000, 2_500)
    for cents, words in (
        (3_000, f"{WAGER} of $30 is no multiple of $25"),
        (52_500, f"{WAGER} of $525 must be from $25 to $500"),
    ):
        with pytest.raises(Refused) as refused:
            session.do(cmd.Bet(seat=1, wager=WAGER, cents=cents))
        assert (refused.value.reason, refused.value.clause) == (words, CLAUSE)


def test_a_round_is_played_with_it(game: Game) -> None:
    session = table(game)
    session.do(cmd.Bet(seat=1, wager=WAGER, cents=7_500))
    session.run_dealer()
    assert session.state.seats[1].stakes[WAGER] == 7_500
    session.do(cmd.Fold(seat=1))
    session.run_dealer(until_round_ends=True)
    assert session.state.rounds == 1


RULES = """\
operator = "Atlantis"
jurisdiction = "atlantis"
game = "run-em-twice"
minimum = 5
maximum = 100
chip-step = 1
dealing = "manual-shoe"
shuffling = "automated"
decks = 2
seats = 6
payout-limit = 50000

[paytables]
main = "standard"
ultimate-pairs = "A"
"""


@pytest.mark.usefixtures("game")
def test_submitted_with_it() -> None:
    checked = review(RULES)
    assert checked.findings == ()
    assert checked.rules is not None
    assert checked.rules.limits[WAGER] == Bounds(2_500, 10_000, 2_500)
    schema = Draft7Validator(rules_schema())
    document = tomllib.loads(RULES)
    assert schema.is_valid(document)
    # No maximum of its own may be set on a size that does not ask for one.
    assert not schema.is_valid({**document, "side-maximum": {WAGER: 50}})


def test_told_and_analysed(game: Game) -> None:
    assert size_words(house_rules(game), game.wager[WAGER]) == "in steps of $25"
    found = analyze(game, wager=WAGER, stake=Fraction(50))
    assert [one.paytable for one in found] == list(game.paytables[WAGER].names)
    with pytest.raises(BadInputError, match=r"has a stake of in steps of \$25"):
        analyze(game, wager=WAGER, stake=Fraction(30))
