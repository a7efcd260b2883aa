"""A large win that a floorperson confirms: what the line pays, who signs, and how it is paid.

The win is described, so that it can be as rare as it likes: a line of a paytable of the game, with
a stake or a meter by random draws. The dealer's amount may be wrong.
"""

from collections.abc import Generator
from typing import Final, NamedTuple, TypeAlias

from fairdeal.rulebook.money import CENTS, dollars
from fairdeal.rulebook.odds import Form
from fairdeal.rulebook.paytable import PaytableLine
from fairdeal.rulebook.rules import Rules
from fairdeal.school.draws import SeededChoices
from fairdeal.school.lesson import WAGERS
from fairdeal.school.questions import Exercise, Option, Question, QuestionKind, Reply, RightAnswer
from fairdeal.wording.player import meter_title

CONFIRM, DENY = "confirm", "deny"
ANSWERS: Final = (Option(CONFIRM, "Confirm it"), Option(DENY, "Deny it: it is not so"))
_PAYOUTS: Final = "COMAR 36.05.03.23"
#: From this amount on a pit manager signs, and a check is the only way to pay (.23).
_LARGE_CENTS: Final = 50_000_00
#: Lines that pay less to one are no jackpot.
_LEAST_ODDS: Final = 50
_STAKES: Final = (25, 50, 100, 200)
_SHARES: Final = (1_000, 5_000, 20_000, 70_000)

Exercises: TypeAlias = Generator[Exercise, Reply, None]


class Jackpot(NamedTuple):
    """A win: what is seen of it, the amount in cents besides the stake, and the line's clause."""

    sees: tuple[str, ...]
    cents: int
    clause: str


def jackpot_exercises(rules: Rules, draws: SeededChoices, rate: int) -> Exercises:
    """Yield the exercises of one large win; `rate` is the chance in percent of a wrong amount."""
    lines = _lines(rules)
    if not lines:
        return
    won = _jackpot(*draws.pick(lines), draws)
    wrong = draws.chance(rate)
    told = won.cents
    if wrong:
        off = draws.pick((-90 * CENTS, 90 * CENTS, won.cents))
        told = won.cents + off
    question = Question(
        QuestionKind.CONFIRM,
        WAGERS,
        "Do you confirm the amount?",
        (*won.sees, f"The dealer asks to pay {dollars(told)} besides the stake."),
        ANSWERS,
    )
    yield Exercise(
        question,
        RightAnswer(
            won.clause,
            DENY if wrong else CONFIRM,
            planted="!payment" if wrong else "",
            reports=frozenset({DENY}),
        ),
    )
    large = won.cents >= _LARGE_CENTS
    sees = (f"{dollars(won.cents)} are to be paid, and the win needs a Form W-2G.",)
    signers = ("You, or somebody of security", "A pit manager or above who did not prepare it")
    yield _chosen(
        "Who signs the payout document after verifying hand and amount?",
        sees,
        signers[large],
        (signers[not large], "The dealer alone"),
        f"{_PAYOUTS}E({3 if large else 2})",
        draws,
    )
    ways = ("In cash or by check, as the player asks", "By check")
    yield _chosen(
        "How is it paid?",
        sees,
        ways[large],
        (ways[not large], "In chips from the tray only"),
        f"{_PAYOUTS}C({1 if large else 2})",
        draws,
    )


def _lines(rules: Rules) -> list[tuple[str, PaytableLine]]:
    """Return the lines of the tables on offer that pay a share of a meter, or long odds."""
    return [
        (wager.title, line)
        for wager, _, table in rules.terms.values()
        for line in table.lines
        if line.pays.form is Form.METER
        or (line.pays.form is Form.TO and line.pays.amount >= _LEAST_ODDS * line.pays.per)
    ]


def _jackpot(title: str, line: PaytableLine, draws: SeededChoices) -> Jackpot:
    seen = f"{title}: the hand is {line.hand}. Its line pays {line.pays}."
    if line.pays.form is Form.METER:
        shown = draws.pick(_SHARES) * CENTS + draws.below(900) * CENTS
        sign = meter_title(line.pays.meter)
        meter = f"The {sign} meter stood at {dollars(shown)} when the cards came."
        return Jackpot((seen, meter), shown * line.pays.amount // 100, line.clause)
    stake = draws.pick(_STAKES) * CENTS
    won = stake * line.pays.amount // line.pays.per
    return Jackpot((seen, f"The stake is {dollars(stake)}."), won, line.clause)


def _chosen(
    words: str,
    sees: tuple[str, ...],
    right: str,
    others: tuple[str, ...],
    clause: str,
    draws: SeededChoices,
) -> Exercise:
    """Return an exercise with one right choice among others."""
    choices = tuple(map(Option, "abc", draws.shuffled([right, *others])))
    key = next(one.key for one in choices if one.words == right)
    return Exercise(
        Question(QuestionKind.PROCEDURE, WAGERS, words, sees, choices), RightAnswer(clause, key)
    )
