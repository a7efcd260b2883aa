"""Imports of the modules that need numpy and numba, on the first call."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Protocol, TypeAlias

from fairdeal.lab.progress import Progress

#: Takes bytes, such as the method of a file.
Write: TypeAlias = Callable[[bytes], Any]


class ShuffleReport(Protocol):
    """A report over the shuffle, without the libraries that make it."""

    @property
    def passed(self) -> bool:
        """Return whether no test has a finding after correction for many tests."""

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON."""


def make_report(
    decks: int, *, size: int, seed: str | None, replicates: int, progress: Progress | None
) -> ShuffleReport:
    """Test decks of the live derivation. A `seed` gives the same secrets every time; without one
    they come from the operating system, as in live play.
    """
    from fairdeal.rng import report  # noqa: PLC0415 - numba

    options: dict[str, Any] = {} if seed is None else {"secrets": _SeededSecrets(seed)}
    return report.make_report(
        decks, size=size, replicates=replicates, workers=2, progress=progress, **options
    )


def write_decks(write: Write, decks: int | None, *, size: int, cut: bool, seed: str | None) -> None:
    """Write decks of the live derivation, a byte a card; None writes without an end."""
    from fairdeal.rng import streams  # noqa: PLC0415 - numba

    options: dict[str, Any] = {} if seed is None else {"secrets": _SeededSecrets(seed)}
    streams.write_decks(write, decks, size=size, cut=cut, **options)


def write_bytes(write: Write, count: int | None, *, seed: str | None) -> None:
    """Write bytes of the stream that shuffles decks; None writes without an end."""
    from fairdeal.rng import streams  # noqa: PLC0415 - numba

    options: dict[str, Any] = {} if seed is None else {"secrets": _SeededSecrets(seed)}
    streams.write_bytes(write, count, **options)


class _SeededSecrets:
    """Secrets that follow from a seed, so that a report can be made again."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._made = 0

    def __call__(self, count: int) -> bytes:
        first, self._made = self._made, self._made + count
        return b"".join(
            sha256(f"fairdeal rng 1|{self._seed}|{number}".encode()).digest()
            for number in range(first, first + count)
        )
