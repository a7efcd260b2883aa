"""Answers about one's own play: results, the band of luck, decisions and habits."""

from fairdeal.web.api.answers.base import Answer, Dollars


class OwnMistake(Answer, frozen=True):
    """A decision that cost something, at a step of a replay. `helped` where the coach had shown
    values or had warned before.
    """

    round: str
    step: int
    game: str
    asked: str
    done: str
    best: str
    cost: Dollars
    helped: bool
    when: str
    do: str


class OwnHabit(Answer, frozen=True):
    """Mistakes of one kind together: how often, what they cost, their price an hour, and where
    the drill of their line is, empty if there is none.
    """

    game: str
    asked: str
    when: str
    best: str
    times: int
    cost: Dollars
    per_hour: Dollars | None
    drill: str


class OwnSession(Answer, frozen=True):
    """Rounds that were played with no pause of more than half an hour."""

    began: str
    minutes: int
    games: list[str]
    rounds: int
    staked: Dollars
    result: Dollars
    decisions: int
    right: int
    cost: Dollars


class OwnDecisions(Answer, frozen=True):
    """Decisions that have an exact value. `right` counts those that nothing had helped with, of
    `alone`; `helped` are those after the coach's values or warning, `late` those of the clock.
    """

    alone: int
    right: int
    helped: int
    late: int
    cost: Dollars
    per_hour: Dollars | None


class OwnLuck(Answer, frozen=True):
    """The result without meters and envy, beside the exact mean and deviation of the same bets
    under best play. `low` and `high` are the 95 percent interval: where `exact`, of the
    distribution of the total, and `below` is then the chance of less than this result; else of a
    normal result. `boxes` are rounds with several boxes, which have no exact distribution;
    `limited` are rounds in which the payout limit could cut a win that the figures do not cut.
    """

    result: Dollars
    expected: Dollars
    deviation: Dollars
    low: Dollars
    high: Dollars
    sampled: bool
    boxes: int
    limited: int
    exact: bool
    below: float | None


class OwnResults(Answer, frozen=True):
    """One's own rounds at the floor's tables, or at practice tables."""

    rounds: int
    minutes: int
    staked: Dollars
    result: Dollars
    meters: Dollars
    envy: Dollars
    luck: OwnLuck | None
    decisions: OwnDecisions
    mistakes: list[OwnMistake]
    habits: list[OwnHabit]
    sessions: list[OwnSession]


class OwnPlay(Answer, frozen=True):
    """One's own play. `pending` rounds are still being worked out; it is `ready` when none is, and
    the figures of the bets are there too.
    """

    rounds: int
    pending: int
    ready: bool
    floor: OwnResults
    practice: OwnResults
