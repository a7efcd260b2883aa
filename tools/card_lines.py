"""Compute the lines of every printed strategy card: `src/fairdeal/lab/card_lines/shipped.json`.

`make answers` runs it after `tools.answers`, whose cards it reads.
"""

import sys

import msgspec

from fairdeal.games import GAMES
from fairdeal.lab.cache import keys
from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.card_lines.places import PATH, ShippedLines, compute_table
from fairdeal.lab.decisions.strategy import strategy_card
from tools.printed_rules import printed_main


def compute_lines() -> ShippedLines:
    """Compute the lines of all cards that have kinds of situations."""
    lines = {}
    for game in GAMES:
        for rules in printed_main(game):
            key = keys.main_key(rules)
            if key is not None and key not in lines:
                table = compute_table(rules, strategy_card(rules))
                if any(table):
                    lines[key] = table
    return ShippedLines(code_digest(), lines)


def main() -> None:
    """Write the file."""
    found = compute_lines()
    PATH.write_bytes(
        msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=1) + b"\n"
    )
    sys.stderr.write(f"written: {PATH.name}, {len(found.lines)} cards\n")


if __name__ == "__main__":
    main()
