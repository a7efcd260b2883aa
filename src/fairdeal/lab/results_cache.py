"""Results that took long are kept on disk, under a key of the rules and of the code itself.

So a result is never served after the code that made it has changed.
"""

import hashlib
import json
import os
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import msgspec

from fairdeal.lab.analysis import Row
from fairdeal.lab.heavy import kernel_of
from fairdeal.lab.kernel import Kernel
from fairdeal.lab.strategy_card import StrategyCard
from fairdeal.rulebook.rules import Rules

_Made = TypeVar("_Made")

#: Modules and packages whose code a result depends on, whole: a helper of a helper counts as well.
_CODE: Final = ("english", "errors", "cards", "hands", "rulebook", "games", "lab")


class Watching(Protocol):
    """Somebody who watches long work."""

    def progress(self, done: int, total: int) -> None:
        """So much is done."""

    def end(self) -> None:
        """It is over."""


#: Called when work begins that may take long: told what it is, and what is known of how long.
watch: list[Callable[[str], Watching]] = []


def folder() -> Path:
    """Where results are kept: `FAIRDEAL_CACHE`, or the user's cache folder."""
    if chosen := os.environ.get("FAIRDEAL_CACHE"):
        return Path(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "fairdeal"
    try:
        return Path.home() / ".cache" / "fairdeal"
    except RuntimeError:  # a user without a home keeps nothing
        return Path(os.devnull) / "fairdeal"


def main_rows(rules: Rules) -> list[Row]:
    """Every ending of the main wagers under the best play, from disk where it is known."""
    path = folder() / f"main-{_key(rules)}.json"
    if (rows := _read(path)) is not None:
        return rows
    rows = solve_main(rules)
    _write(path, rows)
    return rows


def solve_main(rules: Rules) -> list[Row]:
    """Every ending of the main wagers under the best play, worked out now."""
    return _watched(rules, "Solving", lambda kernel: kernel.rows())


def card(rules: Rules) -> StrategyCard:
    """The strategy card, from disk where it is known."""
    path = folder() / f"card-{_key(rules)}.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=StrategyCard, dec_hook=_fraction)
    except (OSError, ValueError):
        pass  # not there, or spoilt: it is made again
    made = make_card(rules)
    _keep(path, msgspec.json.encode(made, enc_hook=str))
    return made


def make_card(rules: Rules) -> StrategyCard:
    """The strategy card, made now."""
    return _watched(rules, "Making the card of", lambda kernel: kernel.card())


def _watched(rules: Rules, doing: str, work: Callable[[Kernel], _Made]) -> _Made:
    """Tell whoever watches while a kernel works."""
    kernel = kernel_of(rules)
    takes = kernel.takes() if watch else ""
    watching = [one(f"{doing} {rules.game.title} exactly{takes}") for one in watch]
    kernel.progress = _told(watching)
    try:
        return work(kernel)
    finally:
        for one in watching:
            one.end()


def _told(watching: list[Watching]) -> Callable[[int, int], None]:
    def progress(done: int, total: int) -> None:
        for one in watching:
            one.progress(done, total)

    return progress


def _fraction(_: type, text: Any) -> Fraction:
    return Fraction(text)


def _key(rules: Rules) -> str:
    """Everything that the main wagers' value depends on: the course of the game, whose file may be
    the user's own, tables, readings, code.
    """
    game = rules.game
    tables = [
        (wager.name, wager.hand, wager.size, [(ln.hand, str(ln.pays)) for ln in table.lines])
        for wager in game.wagers
        if not wager.optional and (table := rules.table_of(wager)) is not None
    ]
    course = (game.name, len(game.deck), game.own_cards, game.areas, game.round)
    parts = (course, tables, sorted(rules.readings.items()), code_digest())
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


@cache
def code_digest() -> str:
    """A digest of the code that results depend on."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for path in code_files(root):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def code_files(root: Path) -> list[Path]:
    """Every module that a result can depend on: the lab itself and whatever it is made from."""
    modules = [root / f"{name}.py" for name in _CODE]
    walked = [path for name in _CODE for path in (root / name).rglob("*.py")]
    return sorted(path for path in (*modules, *walked) if path.exists())


def _read(path: Path) -> list[Row] | None:
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return [
            Row(hand, pays, Fraction(net), Fraction(wagered), int(count))
            for hand, pays, net, wagered, count in rows
        ]
    except (OSError, ValueError, TypeError):
        return None  # not there, or spoilt: it is worked out again


def _write(path: Path, rows: list[Row]) -> None:
    text = json.dumps(
        [[r.hand, r.pays, str(r.net), str(r.wagered), str(r.combinations)] for r in rows]
    )
    _keep(path, text.encode())


def _keep(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(content)
        fresh.replace(path)  # whole or not at all
    except OSError:
        pass  # a cache that cannot be written costs time, not truth
