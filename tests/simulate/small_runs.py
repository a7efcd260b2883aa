"""Short runs, which several test files simulate."""

from fairdeal.games import find_game
from fairdeal.rulebook.rules import Rules, house_rules
from fairdeal.simulate.settings import Settings, run_settings

LIR = house_rules(find_game("let-it-ride"))


def small(rules: Rules = LIR, rounds: int = 60, **options: object) -> Settings:
    """A run with short hours, so that it has several pieces."""
    chosen: dict[str, object] = {"strategies": ("cautious",), "session": 10, "per_hour": 1}
    return run_settings(rules, rounds, 7, **{**chosen, **options})  # type: ignore[arg-type]
