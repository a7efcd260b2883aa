"""Run the benches that are named, or all, and print one table."""

import sys

from rich.console import Console
from rich.table import Table

from bench import BENCHES
from bench.measure import Row


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"there is no bench {unknown[0]}: choose {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    rows: list[Row] = []
    for name in names or BENCHES:
        print(f"measuring {name} ...", file=sys.stderr)
        rows += BENCHES[name]()
    table = Table(box=None, pad_edge=False)
    for column in ("bench", "what", "figure", "against", "target"):
        table.add_column(column, justify="right" if column == "figure" else "left")
    for row in rows:
        table.add_row(row.bench, row.what, row.figure, row.against, row.target)
    console = Console()
    if not console.is_terminal:
        console.width = 140
    console.print(table)
    return 0


sys.exit(main(sys.argv[1:]))
