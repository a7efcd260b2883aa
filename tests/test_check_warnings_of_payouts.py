"""Warnings of `check` about what hands are paid, and about decks too small for the seats."""

import pytest
from warned_rules import DD, LIR, PA, RET, but, figures, the_one

from fairdeal.games import registered
from fairdeal.games.let_it_ride import LET_IT_RIDE
from fairdeal.rulebook.game import SEATS, Deal
from fairdeal.submission.review import review

# Signs --------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-RET 12.F(6)(b)(iii)")
def test_a_higher_hand_that_pays_less() -> None:
    """$5 on 300 for 1 are $1,500; the minor meter is paid as it is."""
    warning = the_one(but(RET, ("minor = 1500", "minor = 1499")))
    assert (warning.field, warning.clause) == ("progressive.reset.minor", "MD-RET 12.F(6)(b)(iii)")
    assert figures(warning) == ["$5", "$1,499", "$1,500", "$1,500"]
    one_dollar = ("[progressive]\n", "[progressive]\nstakes = [1]\n")
    assert review(but(RET, ("minor = 1500", "minor = 1000"), one_dollar)).warnings == ()


@pytest.mark.clause("MD-LIR 12.D(1)(b)")
def test_a_super_royal_that_pays_less_than_a_royal_flush() -> None:
    """1,000 to 1 is more than $100,000 from a stake of $100 on."""
    warning = the_one(but(LIR, ("maximum = 100", "maximum = 101")))
    assert (warning.field, warning.clause) == ("paytables.six-card-bonus", "MD-LIR 12.D(1)(b)")
    assert figures(warning) == ["$101", "$100,101", "$101,101", "$100"]
    bound = f"{but(LIR, ('maximum = 100', 'maximum = 500'))}[side-maximum]\nsix-card-bonus = "
    assert review(f"{bound}100\n").warnings == ()
    assert the_one(f"{bound}200\n").field == "side-maximum.six-card-bonus"


@pytest.mark.clause("MD-LIR 12.F(2)(e)")
def test_a_hand_paid_less_for_more() -> None:
    """Five Card Bonus B pays $20,000 for a royal flush on its only dollar."""
    warning = the_one(but(LIR, ("mega = 20000", "mega = 19999")))
    assert (warning.field, warning.clause) == ("progressive.reset.mega", "MD-LIR 12.F(2)(e)")
    assert figures(warning) == ["$19,999", "$5", "$20,000", "$1"]
    stakes = ("stakes = [1, 5]", "stakes = [1]")
    assert review(but(LIR, ("mega = 20000", "mega = 10000"), stakes)).warnings == ()
    without = ('five-card-bonus = "B"\n', "")
    assert review(but(LIR, ("mega = 20000", "mega = 10000"), without)).warnings == ()


@pytest.mark.clause("MD-LIR 12.J")
def test_a_hand_that_brings_others_more_than_its_holder() -> None:
    text = but(LIR, ("major = 2000", "major = 1499"), ('five-card-bonus = "B"\n', ""))
    warning = the_one(text)
    assert (warning.field, warning.clause) == ("progressive.reset.major", "MD-LIR 12.F(2)(e)")
    assert figures(warning) == ["$5", "$1,499", "$1,500", "$1,500"]
    assert review(text.replace("1499", "1500")).warnings == ()


# The most that a hand can win ---------------------------------------------------------------------

#: Q-J-T of one suit are shared: royal flush on one run and center, Q-high straight flush on the
#: other, both antes even.
MOST = 500 + 500 + 100 + 1 + 1


@pytest.mark.clause("MD-RET 12.C(2)")
def test_the_second_branch_of_the_payout_limit_in_dollars() -> None:
    text = but(RET, ("minimum = 15", "minimum = 50"), ("maximum = 15", "maximum = 300"))
    warning, at_maximum = review(text).warnings
    assert (warning.field, warning.clause) == ("minimum", "MD-RET 12.C(2)")
    assert figures(warning) == ["$50", f"${50 * MOST:,}", f"${50 * MOST:,}", "$50,000"]
    assert figures(at_maximum)[1:3] == [f"${300 * LARGEST:,}", f"${50 * MOST:,}"]
    assert 45 * MOST < 50_000
    text = but(RET, ("minimum = 15", "minimum = 45"), ("maximum = 15", "maximum = 300"))
    assert [warning.field for warning in review(text).warnings] == ["maximum"]


#: A royal flush in one run and a straight flush in the other, with three antes on every bet.
LARGEST = 1 + 1 + 3 * 500 + 3 * 100 + 3 * 500


@pytest.mark.parametrize(
    ("text", "told", "clause"),
    [
        # Three bets of $17 at 1,000 to 1.
        pytest.param(
            but(
                LIR,
                ("payout-limit = 2000000", "payout-limit = 50000"),
                ("maximum = 100", "maximum = 17"),
            ),
            ["$17", "$51,000", "$50,000", "$16.66"],
            "MD-LIR 2.B(10)",
            marks=pytest.mark.clause("MD-LIR 2.B(10)"),
        ),
        pytest.param(
            but(RET, ("maximum = 15", "maximum = 300")),
            ["$300", f"${300 * LARGEST:,}", "$50,000", "$15.14"],
            "MD-RET 12.C",
            marks=pytest.mark.clause("MD-RET 12.C"),
        ),
        pytest.param(
            but(PA, ("maximum = 15", "maximum = 16")),
            ["$16", f"${16 * LARGEST:,}", "$50,000", "$15.14"],
            "PA-RET limit",
            marks=pytest.mark.clause("PA-RET limit"),
        ),
    ],
)
def test_a_limit_that_cuts_at_the_maximum(text: str, told: list[str], clause: str) -> None:
    warning = the_one(text)
    assert (warning.field, warning.clause) == ("maximum", clause)
    assert figures(warning) == told
    assert 3_000 * 16.66 <= 50_000 < 3_000 * 16.67


@pytest.mark.parametrize(
    ("text", "told", "clause"),
    [
        # Three bets of $10 at 1,000 to 1.
        pytest.param(
            but(LIR, ("payout-limit = 2000000", "payout-limit = 29999")),
            ["$10", "$30,000", "$29,999"],
            "MD-LIR 2.B(10)",
            marks=pytest.mark.clause("MD-LIR 2.B(10)"),
        ),
        pytest.param(
            but(RET, ("seats = 6", "payout-limit = 16000")),
            ["$15", f"${15 * MOST:,}", "$16,000"],
            "MD-RET 12.C",
            marks=pytest.mark.clause("MD-RET 12.C"),
        ),
        pytest.param(
            but(PA, ("minimum = 5", "minimum = 50"), ("maximum = 15", "maximum = 100")),
            ["$50", f"${50 * MOST:,}", "$50,000"],
            "PA-RET limit",
            marks=pytest.mark.clause("PA-RET limit"),
        ),
    ],
)
def test_a_limit_that_cuts_the_smallest_bets(text: str, told: list[str], clause: str) -> None:
    warning = the_one(text)
    assert (warning.field, warning.clause) == ("payout-limit", clause)
    assert figures(warning) == told


# Seats --------------------------------------------------------------------------------------------


@pytest.mark.clause("MD-DD .13A")
def test_a_deck_with_no_card_to_spare() -> None:
    assert 6 * (5 + 3 + 1) == 54
    warning = the_one(DD)
    assert (warning.field, warning.clause) == ("seats", "MD-DD .13A")
    assert "all 54 cards" in warning.message
    assert review(but(DD, ("seats = 6", "seats = 5"))).warnings == ()


def test_a_deck_that_is_too_small() -> None:
    """A shoe that gives out stacks from which much is thrown away again."""
    stacks = (
        Deal(3, "bonus", "MD-LIR 10.B(1)"),
        Deal(6, "community", "MD-LIR 10.H", burn=4),
        Deal(3, SEATS, "MD-LIR 10.B(3)"),
    )
    game = LET_IT_RIDE.differs(jurisdiction="atlantis", seats=15, reshuffler_dealing=stacks)
    text = but(
        LIR,
        ('"maryland"', '"atlantis"'),
        ('"manual-shoe" ', '"automated-shoe" '),
        ('"automated-counting"', '"reshuffling"'),
        ("seats = 7", "seats = 15"),
    )
    with registered(game):
        warning = the_one(text)
        assert f"{15 * 3 + 6 + 3} cards, and the deck has 52" in warning.message
        assert review(text.replace("seats = 15", "seats = 14")).warnings == ()
