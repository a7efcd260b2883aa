"""Work out every answer that the product ships: writes `src/fairdeal/lab/cache/shipped.json`.

`make answers` runs it after the solvers or the rulebook have changed. Nothing is taken from disk.
"""

import sys
from time import perf_counter

import msgspec

from fairdeal.games import GAMES
from fairdeal.lab.cache import codec, keys
from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.cache.shipped import PATH, ShippedResults
from fairdeal.lab.lazy import count_side_bet, joint_cells, kernel_of, main_by_side_cell
from tools.printed_rules import (
    printed_main,
    printed_main_with_side,
    printed_side_pairs,
    printed_sides,
)


def work_out() -> ShippedResults:
    """Every answer, told as it goes."""
    digest = code_digest()
    rows, cards, counts = {}, {}, {}
    for game in GAMES:
        for rules in printed_main(game):
            key = keys.main_key(rules)
            if key is not None and key not in rows:
                start = perf_counter()
                kernel = kernel_of(rules)
                rows[key] = tuple(codec.encode_rows(kernel.rows()))
                cards[key] = codec.encode_card(kernel.card())
                _tell(f"{game!r} {len(rows)}: {perf_counter() - start:.1f} s")
        for rules, wager in printed_sides(game):
            key = keys.side_key(rules, wager)
            if key is not None and key not in counts:
                counts[key] = tuple(codec.encode_counts(count_side_bet(rules, wager)))
    beside, together = _work_out_joint()
    return ShippedResults(digest, rows, counts, cards, beside, together)


def _work_out_joint() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[tuple[str, ...], ...]]]:
    """Side bets beside the main wagers, and beside each other."""
    beside: dict[str, tuple[str, ...]] = {}
    together: dict[str, tuple[tuple[str, ...], ...]] = {}
    for game in GAMES:
        start = perf_counter()
        for rules, wager in printed_main_with_side(game):
            key = keys.main_by_side_cell_key(rules, wager)
            if key is not None and key not in beside:
                split = main_by_side_cell(kernel_of(rules), rules, wager)
                beside[key] = tuple(codec.encode_split(split) or ())
        for rules, one, other in printed_side_pairs(game):
            key = keys.joint_cells_key(rules, one, other)
            if key is not None and key not in together:
                counts = joint_cells(kernel_of(rules), rules, one, other)
                together[key] = tuple(map(tuple, codec.encode_joint(counts) or ()))
        _tell(f"{game!r} with its side bets: {perf_counter() - start:.1f} s")
    return beside, together


def written(answers: ShippedResults) -> bytes:
    """The file: the same answers are the same bytes, and a change is a line of a difference."""
    return msgspec.json.format(msgspec.json.encode(answers, order="sorted"), indent=1) + b"\n"


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def main() -> None:
    """Write the file."""
    answers = work_out()
    PATH.write_bytes(written(answers))
    made = f"{len(answers.rows)} games with their cards, {len(answers.counts)} hands of side bets"
    _tell(f"written: {PATH.name}, {made}")


if __name__ == "__main__":
    main()
