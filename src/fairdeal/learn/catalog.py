"""The environments by id: which game, under which law and which paytable."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from fairdeal.english import did_you_mean, quoted
from fairdeal.errors import BadInputError
from fairdeal.games import GAMES
from fairdeal.learn.kernels.double_draw_steps import DoubleDrawSteps
from fairdeal.learn.kernels.let_it_ride_steps import LetItRideSteps
from fairdeal.learn.kernels.run_em_twice_steps import RunEmTwiceSteps
from fairdeal.learn.kernels.step_kernel import StepKernel
from fairdeal.rulebook.game import Game
from fairdeal.rulebook.rules import Rules, house_rules

NAMESPACE: Final = "fairdeal"
VERSION: Final = 0
#: The kernels, each for the shape of one game.
KERNELS: Final[tuple[type[StepKernel], ...]] = (LetItRideSteps, RunEmTwiceSteps, DoubleDrawSteps)
#: The environment that is meant where none is named.
DEFAULT: Final = "fairdeal/LetItRide-MD-A-v0"


@dataclass(frozen=True)
class EnvironmentEntry:
    """An environment: its id, and the game and paytable that it plays."""

    id: str
    game: str
    jurisdiction: str
    paytable: str


def _chosen_group(game: Game) -> str:
    """Return the group of paytables among which an operator chooses for the wagers that are
    required: of those with the most tables the first.
    """
    main = [wager.pays.name for wager in game.wagers if not wager.optional]
    groups = [name for name in game.paytables if name in main]
    return max(groups, key=lambda name: len(game.paytables[name].tables))


def _entries() -> dict[str, EnvironmentEntry]:
    found = {}
    for game in GAMES:
        title = "".join(word.capitalize() for word in game.name.split("-"))
        law = game.text.partition("-")[0]
        for table in game.paytables[_chosen_group(game)].tables:
            name = f"{NAMESPACE}/{title}-{law}-{table.name}-v{VERSION}"
            found[name] = EnvironmentEntry(name, game.name, game.jurisdiction, table.name)
    return found


#: Every environment of the built-in games, by id.
ENVIRONMENTS: Final = _entries()


@lru_cache(maxsize=16)
def rules_of(environment: str) -> Rules:
    """Return the rules of an environment: as this house offers the game, without a payout limit."""
    name = environment.partition(":")[2] or environment
    entry = ENVIRONMENTS.get(name)
    if entry is None:
        hint = did_you_mean(name, tuple(ENVIRONMENTS)) or f": for example {DEFAULT}"
        raise BadInputError(f"there is no environment {quoted(name)}{hint}")
    game = next(
        one for one in GAMES if (one.name, one.jurisdiction) == (entry.game, entry.jurisdiction)
    )
    group = _chosen_group(game)
    table = next(one for one in game.paytables[group].tables if one.name == entry.paytable)
    rules = house_rules(game)
    return replace(rules, paytables={**rules.paytables, group: table}, payout_limit_cents=None)


@lru_cache(maxsize=8)
def kernel_for(rules: Rules) -> StepKernel:
    """Return the kernel that plays some rules, cached with the values that it has computed."""
    for kernel in KERNELS:
        if kernel.fits(rules):
            return kernel(rules)
    raise BadInputError(
        f"no environment plays {rules.game.title}: it has another shape than the built-in games"
    )


def kernel_of_environment(environment: str) -> StepKernel:
    """Return the kernel of an environment by its id."""
    return kernel_for(rules_of(environment))
