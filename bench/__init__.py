"""Speeds, each beside a peer or a floor measured in the same run: `python -m bench [NAME]...`."""

from collections.abc import Callable

from bench import (
    audit,
    beside_lab,
    crowd,
    floor,
    fresh,
    hands,
    imports,
    lab,
    learn,
    office,
    page,
    queueing,
    rng,
    simulate,
    table,
)
from bench.measure import Row

#: A bench is a function that measures and returns rows; it never fails a build on time.
BENCHES: dict[str, Callable[[], list[Row]]] = {
    "hands": hands.bench,
    "imports": imports.bench,
    "table": table.bench,
    "lab": lab.bench,
    "fresh": fresh.bench,
    "audit": audit.bench,
    "rng": rng.bench,
    "simulate": simulate.bench,
    "learn": learn.bench,
    "floor": floor.bench,
    "crowd": crowd.bench,
    "beside-lab": beside_lab.bench,
    "queueing": queueing.bench,
    "page": page.bench,
    "office": office.bench,
}
