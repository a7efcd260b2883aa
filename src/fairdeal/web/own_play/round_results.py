"""The exact distributions of the rounds that a person has played, without waiting for them in the
server: what takes long is counted by the lab's process.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from fairdeal.lab.figures.total_bands import Results
from fairdeal.office.expectation import box_is_quick, box_results
from fairdeal.rulebook.rules import Rules
from fairdeal.web.http import logs
from fairdeal.web.http.problems import Problem
from fairdeal.web.lab.boxes import Box, boxes_question, read_boxes
from fairdeal.web.live.lab_worker import LAB_WORKER
from fairdeal.web.live.service import Service
from fairdeal.web.live.shared_parts import LastUsed
from fairdeal.web.own_play.judged_round import JudgedRound
from fairdeal.web.own_play.luck import Luck, RoundBet, exact_luck, round_bet, rounds_with_boxes
from fairdeal.wire.rules_digest import rules_digest

#: How often a question to the lab's process is looked at, and tried again if the queue is full, in
#: seconds; and how often it is tried.
_LOOK_SECONDS: Final = 0.2
TRY_SECONDS: Final = 5.0
TRIES: Final = 60
#: The distributions that were used last, by the digest of the rules and the bets: an empty list, or
#: one with the distribution.
_KNOWN: Final[LastUsed[tuple[str, RoundBet], list[Results]]] = LastUsed(256)


class LuckBand(NamedTuple):
    """A band of luck; None where there is none, and then whether the lab only had no time:
    the same question may be answered `later`.
    """

    luck: Luck | None
    later: bool = False


async def band_of_all_bets(
    service: Service, person: str, rounds: Sequence[JudgedRound], rules: Mapping[str, Rules]
) -> LuckBand:
    """Return the band of luck from the exact distribution of every round. There is none where a
    round has several boxes, or a distribution cannot be had.
    """
    if rounds_with_boxes(rounds):
        return LuckBand(None)
    found: dict[RoundBet, Results] = {}
    wanted = dict.fromkeys(round_bet(one) for one in rounds)
    for table in dict.fromkeys(table for table, _ in wanted):
        of_table = [bet for bet in wanted if bet[0] == table]
        told = await _of_table(service, person, rules[table], of_table)
        if told is None:
            return LuckBand(None, later=True)
        found |= {bet: results for bet, results in told.items() if results is not None}
        if None in told.values():
            return LuckBand(None)
    # The distributions need no kernel: they do not keep others from the lab.
    return LuckBand(await asyncio.to_thread(exact_luck, rounds, found))


async def _of_table(
    service: Service,
    person: str,
    rules: Rules,
    bets: Sequence[RoundBet],
) -> dict[RoundBet, Results | None] | None:
    """Return the distribution of each of some bets at a table, None where it cannot be had; nothing
    at all where the lab has no time.
    """
    digest = rules_digest(rules)
    held = {bet: _KNOWN.get((digest, bet), list[Results]) for bet in bets}
    slow: dict[RoundBet, Box] = {}
    for bet in (one for one in bets if not held[one]):
        box = dict(bet[1])
        results = await LAB_WORKER.submit(partial(_quick, rules, box), last=True)
        if results is None:
            slow[bet] = box
        else:
            held[bet].append(results)
    if slow:
        told = await _ask(service, person, rules, list(slow.values()))
        if told is None:
            return None
        for bet, results in zip(slow, told, strict=True):
            if results is not None:
                held[bet].append(results)
    return {bet: one[0] if one else None for bet, one in held.items()}


def _quick(rules: Rules, box: Box) -> Results | None:
    return box_results(rules, box) if box_is_quick(rules, box) else None


async def _ask(
    service: Service, person: str, rules: Rules, boxes: Sequence[Box]
) -> list[Results | None] | None:
    """Return the distribution of each box by the lab's process, None where it cannot be had;
    nothing at all where the process has no time.
    """
    jobs, who = service.lab_jobs, f"my play of {person}"
    question = boxes_question(rules, boxes)
    for _ in range(TRIES):
        try:
            job = jobs.submit("boxes", question, who)
            while job.pending:
                await asyncio.sleep(_LOOK_SECONDS)
                jobs.job(job.id)  # somebody still wants to know
        except Problem:
            # The queue is full, or the answer was forgotten.
            await asyncio.sleep(TRY_SECONDS)
            continue
        if job.given_up:
            continue
        if job.answer is None:
            logs.warning("a band of luck is not exact", reason=str(job.problem))
            return [None] * len(boxes)
        return read_boxes(job.answer)
    return None
