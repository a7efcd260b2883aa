"""Compute every result that is shipped with the product: `src/fairdeal/lab/cache/shipped.json`.

`make answers` runs it after the solvers or the rulebook have changed. No stored result is used.
"""

import sys
from time import perf_counter

import msgspec

from fairdeal.games import GAMES
from fairdeal.lab.cache import codec, keys
from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.cache.results import solve_main
from fairdeal.lab.cache.shipped import PATH, ShippedResults
from fairdeal.lab.lazy import count_side_bet, joint_cells, kernel_of, main_by_side_cell
from tools.printed_rules import (
    printed_main,
    printed_main_with_side,
    printed_side_pairs,
    printed_sides,
    samples_under_limits,
)


def compute_results() -> ShippedResults:
    """Compute all results, and log the time that each game takes."""
    digest = code_digest()
    rows, cards, counts, first = {}, {}, {}, {}
    for game in GAMES:
        for rules in printed_main(game):
            key = keys.main_key(rules)
            if key is not None and key not in rows:
                start = perf_counter()
                kernel = kernel_of(rules)
                rows[key] = tuple(codec.encode_rows(kernel.rows()))
                cards[key] = codec.encode_card(kernel.card())
                decisions = codec.encode_first_decisions(kernel.first_decisions())
                if decisions is not None:
                    first[key] = tuple(decisions)
                _log(f"{game!r} {len(rows)}: {perf_counter() - start:.1f} s")
        for rules, wager in printed_sides(game):
            key = keys.side_key(rules, wager)
            if key is not None and key not in counts:
                counts[key] = tuple(codec.encode_counts(count_side_bet(rules, wager)))
    rows |= _compute_under_limits()
    splits, joint = _compute_joint()
    return ShippedResults(digest, rows, counts, cards, first, splits, joint)


def _compute_under_limits() -> dict[str, tuple[codec.StoredRow, ...]]:
    """Compute the results at the sample tables' stakes whose wins the payout limit cuts."""
    rows: dict[str, tuple[codec.StoredRow, ...]] = {}
    for rules, limit in samples_under_limits():
        key = keys.main_key(rules, limit)
        if key is not None and key not in rows:
            rows[key] = tuple(codec.encode_rows(solve_main(rules, limit)))
    return rows


def _compute_joint() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[tuple[str, ...], ...]]]:
    """Compute the joint results of side bets with the main wagers, and of every two side bets."""
    splits: dict[str, tuple[str, ...]] = {}
    joint: dict[str, tuple[tuple[str, ...], ...]] = {}
    for game in GAMES:
        start = perf_counter()
        for rules, wager in printed_main_with_side(game):
            key = keys.main_by_side_cell_key(rules, wager)
            if key is not None and key not in splits:
                split = main_by_side_cell(kernel_of(rules), rules, wager)
                splits[key] = tuple(codec.encode_split(split) or ())
        for rules, one, other in printed_side_pairs(game):
            key = keys.joint_cells_key(rules, one, other)
            if key is not None and key not in joint:
                counts = joint_cells(kernel_of(rules), rules, one, other)
                joint[key] = tuple(map(tuple, codec.encode_joint(counts) or ()))
        _log(f"{game!r} with its side bets: {perf_counter() - start:.1f} s")
    return splits, joint


def file_content(answers: ShippedResults) -> bytes:
    """The content of the file: the same results give the same bytes, with one value on a line."""
    return msgspec.json.format(msgspec.json.encode(answers, order="sorted"), indent=1) + b"\n"


def _log(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def main() -> None:
    """Write the file."""
    answers = compute_results()
    PATH.write_bytes(file_content(answers))
    made = f"{len(answers.rows)} games with their cards, {len(answers.counts)} hands of side bets"
    _log(f"written: {PATH.name}, {made}")


if __name__ == "__main__":
    main()
