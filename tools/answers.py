"""Work out every answer that the product ships, and write them to `src/fairdeal/lab/answers.json`.

`make answers` runs it after the solvers or the rulebook have changed. Nothing is taken from disk.
"""

import sys
from time import perf_counter

import msgspec

from fairdeal.games import GAMES
from fairdeal.lab import kept, keys
from fairdeal.lab.heavy import count_side_bet, kernel_of
from fairdeal.lab.made_by import code_digest
from fairdeal.lab.printed import printed_main, printed_sides
from fairdeal.lab.shipped import PATH, Answers


def work_out() -> Answers:
    """Every answer, told as it goes."""
    digest = code_digest()
    rows, cards, counts = {}, {}, {}
    for game in GAMES:
        for rules in printed_main(game):
            key = keys.main_key(rules)
            if key is not None and key not in rows:
                start = perf_counter()
                kernel = kernel_of(rules)
                rows[key] = tuple(kept.tell_rows(kernel.rows()))
                cards[key] = kept.tell_card(kernel.card())
                _tell(f"{game!r} {len(rows)}: {perf_counter() - start:.1f} s")
        for rules, wager in printed_sides(game):
            key = keys.side_key(rules, wager)
            if key is not None and key not in counts:
                counts[key] = tuple(kept.tell_counts(count_side_bet(rules, wager)))
    return Answers(digest, rows, counts, cards)


def written(answers: Answers) -> bytes:
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
