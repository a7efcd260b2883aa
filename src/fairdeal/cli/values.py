"""What was typed, taken as it is where there is nothing to convert.

Typer has pydantic look at every option, given or not, and pydantic takes longer to load than most
commands take to answer. A text that is asked for as a text, and a default, need no looking at.
Everything else goes the usual way.
"""

from typing import Any, get_args, get_origin

import typer
from typer._coercion import build_runtime_param


def take_as_given(command: Any) -> None:
    """Let a command, and all below it, take values as they are where they can be."""
    for below in getattr(command, "commands", {}).values():
        take_as_given(below)
    for parameter in command.get_params(typer.Context(command)):  # --help is one of them
        # Another release may do it in another way: then as that has it.
        if getattr(parameter, "_runtime_param", ...) is None:
            parameter._runtime_param = _AsGiven()


class _AsGiven:
    """Stands where typer would put the converter of a parameter."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value itself, or what the converter makes of it."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        wanted = param.type_descriptor.annotation
        if _plain(value, wanted):
            return value
        if several and get_origin(wanted) is list and isinstance(value, list | tuple):
            (each,) = get_args(wanted)
            if all(_plain(one, each) for one in value):
                return list(value)
        parameter = build_runtime_param(param.type_descriptor)
        return parameter.coerce(value, param=param, ctx=ctx)


def _plain(value: Any, wanted: Any) -> bool:
    """Whether a value is what is wanted: a sound text, or a number by default."""
    if wanted is str and isinstance(value, str):
        return value.isascii() or value.encode(errors="replace").decode() == value
    return wanted is int and type(value) is int
