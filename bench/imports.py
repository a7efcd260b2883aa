"""How long `import fairdeal` takes beside a bare interpreter, and what it does not load."""

import subprocess
import sys

from bench.measure import Row, best_seconds

HEAVY = ("numpy", "numba", "rich", "typer", "matplotlib", "hypothesis", "cryptography")
#: The rules core: what a program that settles rounds imports.
CORE = (
    "fairdeal",
    "fairdeal.wire.deal",
    "fairdeal.submission.check",
    "fairdeal.games",
    "fairdeal.hands.lookup",
)


def bench() -> list[Row]:
    bare = _start("pass")
    rows = [Row("imports", "python -c pass", f"{bare * 1e3:.0f} ms")]
    for what, code, target in (
        ("import fairdeal", "import fairdeal", "< 100 ms"),
        ("import the rules core", f"import {', '.join(CORE)}", ""),
        ("fairdeal.cli", "import fairdeal.cli", ""),
    ):
        extra = _start(code) - bare
        rows.append(Row("imports", what, f"{extra * 1e3:.0f} ms", "on top of python", target))
    loaded = heavy_modules_loaded()
    rows.append(
        Row(
            "imports",
            "heavy modules in the core",
            ", ".join(loaded) or "none",
            f"of {', '.join(HEAVY)}",
            "none",
        )
    )
    return rows


def heavy_modules_loaded() -> list[str]:
    """Which heavy packages the rules core loads."""
    code = f"import sys, {', '.join(CORE)}; print(*(m for m in {HEAVY!r} if m in sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ran.stdout.split()


def _start(code: str) -> float:
    return best_seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True), runs=7)
