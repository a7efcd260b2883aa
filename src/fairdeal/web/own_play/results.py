"""What a person's rounds come to: results, decisions, costly mistakes, habits and sessions."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from fairdeal.lab.figures.total_bands import SHARES
from fairdeal.office.expectation import root
from fairdeal.rulebook.money import CENTS, to_json
from fairdeal.web.api.answers.base import Dollars
from fairdeal.web.api.answers.own_play import (
    OwnDecisions,
    OwnHabit,
    OwnLuck,
    OwnMistake,
    OwnResults,
    OwnSession,
)
from fairdeal.web.own_play.judged_round import JudgedRound, OwnDecision
from fairdeal.web.own_play.luck import Luck
from fairdeal.web.pages.train.decks import line_address

#: A longer pause between two rounds, in seconds, begins another session.
LONGEST_PAUSE: Final = 30 * 60
#: The most mistakes, habits and sessions that are listed.
MOST_LISTED: Final = 20
#: The seconds of play that a price an hour needs.
LEAST_PLAY: Final = 60


class Made(NamedTuple):
    """A decision with the round in which it was made."""

    round: JudgedRound
    decision: OwnDecision


def own_results(rounds: Sequence[JudgedRound], luck: Luck | None) -> OwnResults:
    """Return what some rounds come to, which stand in the order in which they were played."""
    sessions = sessions_of(rounds)
    seconds = sum(_seconds(one) for one in sessions)
    made = decisions_of(rounds)
    return OwnResults(
        rounds=len(rounds),
        minutes=round(seconds / 60),
        staked=_dollars(sum(one.staked for one in rounds)),
        result=_dollars(sum(one.net for one in rounds)),
        meters=_dollars(sum(one.meters for one in rounds)),
        envy=_dollars(sum(one.envy for one in rounds)),
        luck=None if luck is None else _luck(luck),
        decisions=_decisions(made, seconds),
        mistakes=_mistakes(made),
        habits=_habits(made, seconds),
        sessions=[_session(one) for one in reversed(sessions)][:MOST_LISTED],
    )


def decisions_of(rounds: Iterable[JudgedRound]) -> list[Made]:
    """Return every decision of some rounds."""
    return [Made(one, decision) for one in rounds for decision in one.decisions]


def sessions_of(rounds: Sequence[JudgedRound]) -> list[list[JudgedRound]]:
    """Return the rounds by session."""
    sessions = [[rounds[0]]] if rounds else []
    for before, one in pairwise(rounds):
        if one.began - before.ended > LONGEST_PAUSE:
            sessions.append([])
        sessions[-1].append(one)
    return sessions


def _luck(luck: Luck) -> OwnLuck:
    mean, variance = luck.means[-1], luck.variances[-1]
    band = luck.expected.band(95)
    assert band is not None, "mean and variance are known"
    low, high = band
    if luck.bands is not None:
        _, edges = luck.bands.quantiles[-1]
        low, high = (Fraction(edges[SHARES.index(share)]) for share in (0.025, 0.975))
    return OwnLuck(
        result=_dollars(luck.path[-1]),
        expected=_dollars(mean),
        deviation=_dollars(root(variance)),
        low=_dollars(low),
        high=_dollars(high),
        sampled=luck.boxes > 0,
        boxes=luck.boxes,
        limited=luck.limited,
        exact=luck.bands is not None,
        below=None if luck.bands is None else round(luck.bands.below, 6),
    )


def _decisions(made: Sequence[Made], seconds: int) -> OwnDecisions:
    judged = [one.decision for one in made if one.decision.judged]
    alone = [one for one in judged if not one.helped]
    cost = sum(one.cents for one in judged)
    return OwnDecisions(
        alone=len(alone),
        right=sum(one.right for one in alone),
        helped=len(judged) - len(alone),
        late=sum(one.decision.late for one in made),
        cost=_dollars(cost),
        per_hour=_per_hour(cost, seconds),
    )


def _mistakes(made: Sequence[Made]) -> list[OwnMistake]:
    wrong = [one for one in made if not one.decision.right and one.decision.judged]
    # The costliest first; of equal ones the newest.
    wrong.sort(key=lambda one: (-one.decision.cents, -one.round.leaf, one.decision.n))
    return [
        OwnMistake(
            one.round.round,
            one.decision.n,
            one.round.game,
            one.decision.asked,
            one.decision.done,
            one.decision.best,
            _dollars(one.decision.cents),
            one.decision.helped,
            one.decision.when,
            one.decision.do,
        )
        for one in wrong[:MOST_LISTED]
    ]


def _habits(made: Sequence[Made], seconds: int) -> list[OwnHabit]:
    """Return the mistakes by the line of the strategy card, or by the best choice without one."""
    groups: dict[tuple[str, str, str, str], list[int]] = {}
    drills: dict[tuple[str, str, str, str], str] = {}
    for round_, decision in made:
        if decision.judged and not decision.right:
            # Where best play leaves the card, the line is no name for the mistake.
            line = decision.when and not decision.leaves
            best = decision.do if line else decision.best
            key = (round_.game, decision.asked, decision.when if line else "", best)
            groups.setdefault(key, []).append(decision.cents)
            drills[key] = line_address(decision.line) if line else ""
    ranked = sorted(groups.items(), key=lambda one: (-sum(one[1]), one[0]))
    return [
        OwnHabit(
            *key, len(costs), _dollars(sum(costs)), _per_hour(sum(costs), seconds), drills[key]
        )
        for key, costs in ranked[:MOST_LISTED]
    ]


def _session(rounds: Sequence[JudgedRound]) -> OwnSession:
    judged = [one.decision for one in decisions_of(rounds) if one.decision.judged]
    return OwnSession(
        began=datetime.fromtimestamp(rounds[0].began, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        minutes=round(_seconds(rounds) / 60),
        games=list(dict.fromkeys(one.game for one in rounds)),
        rounds=len(rounds),
        staked=_dollars(sum(one.staked for one in rounds)),
        result=_dollars(sum(one.net for one in rounds)),
        decisions=len(judged),
        right=sum(one.right for one in judged),
        cost=_dollars(sum(one.cents for one in judged)),
    )


def _seconds(session: Sequence[JudgedRound]) -> int:
    """Return how long a session lasted: from its first bet to the end of its last round."""
    return max(one.ended for one in session) - session[0].began


def _per_hour(cents: int, seconds: int) -> Dollars | None:
    return _dollars(Fraction(cents * 3600, seconds)) if seconds >= LEAST_PLAY else None


def _dollars(cents: int | Fraction) -> Dollars:
    return to_json(round(cents), per_dollar=CENTS)
