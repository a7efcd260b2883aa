"""A policy at a real table: as a strategy of a simulation, and for a bot."""

from collections.abc import Callable

from fairdeal.lab.decisions.best_player import situation_of
from fairdeal.learn.catalog import DEFAULT, kernel_of_environment
from fairdeal.learn.kernels.step_kernel import StepKernel
from fairdeal.learn.policies import Policy, ask
from fairdeal.simulate.choices import command_of
from fairdeal.simulate.kernels.deal import Small
from fairdeal.table import commands as cmd
from fairdeal.table.state import State


def observe(kernel: StepKernel, state: State, seat: int) -> Small:
    """Return what a seat sees, as an observation of its environment."""
    return kernel.observe(situation_of(state, seat))


def player(policy: Policy, environment: str = DEFAULT) -> Callable[[State], cmd.Command]:
    """Return a function from the state of a table to a command, which decides as a policy does. Put
    into a module of yours it is a strategy of `fairdeal simulate`: `--strategy my_module:my_agent`.
    """
    kernel = kernel_of_environment(environment)

    def command(state: State) -> cmd.Command:
        seat = state.turn
        assert seat is not None, "it is somebody's turn"
        seen = observe(kernel, state, seat)
        action = int(ask(policy, kernel, seen[None])[0])
        return command_of(state, seat, kernel.choice(action, seen))

    return command
