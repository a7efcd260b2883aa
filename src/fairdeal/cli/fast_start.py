"""Skip Typer's conversion of values that need none, so that commands start faster.

Typer passes every value through pydantic, also a text that is wanted as a text and an option that
was not given. Loading pydantic takes about 0.15 of the 0.45 seconds of processor time that
`fairdeal games --json` takes with it. With a Typer that is not known here, nothing is skipped:
every command works and starts as slowly as Typer makes it.
"""

from collections.abc import Callable
from functools import partial
from inspect import signature
from typing import Annotated, Any, Final, get_args, get_origin

import typer

#: The releases of Typer whose `process_value` converts, then requires, then calls the callback.
KNOWN_RELEASES: Final = ("0.29.",)
#: The annotations of parameters whose texts are passed to the command as they were typed.
_TEXTS: Final = (str, str | None, list[str], list[str] | None)


def skip_conversions(command: Any) -> None:
    """Make a command, and the commands below it, convert only the values that need it."""
    if not typer.__version__.startswith(KNOWN_RELEASES):
        return
    for subcommand in getattr(command, "commands", {}).values():
        skip_conversions(subcommand)
    types = _types_of(command.callback) if command.callback else {}
    for parameter in command.get_params(typer.Context(command)):  # these include --help
        takes_text = types.get(parameter.name) in _TEXTS
        parameter.process_value = partial(
            _process_value, parameter, parameter.process_value, takes_text=takes_text
        )


def _types_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of a command's parameters, without what Typer is told beside them.

    They stand in the signature; since Python 3.14 a wrapper may lack the annotations of what it
    wraps.
    """
    annotations = {
        name: parameter.annotation
        for name, parameter in signature(function, eval_str=True).parameters.items()
    }
    return {
        name: get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
        for name, annotation in annotations.items()
    }


def _process_value(
    parameter: Any,
    convert: Callable[[Any, Any], Any],
    context: Any,
    value: Any,
    *,
    takes_text: bool,
) -> Any:
    """Return the value for the command; `convert` is Typer's own way to it."""
    missing = value is None and parameter.required
    if missing or not _is_converted(value, takes_text=takes_text):
        return convert(context, value)
    return parameter.callback(context, parameter, value) if parameter.callback else value


def _is_converted(value: Any, *, takes_text: bool) -> bool:
    """Return whether a value is of its final type: a default, a flag, or a text for a text."""
    texts = value if isinstance(value, list | tuple) else (value,)
    return all(not isinstance(text, str) or (takes_text and _is_unicode(text)) for text in texts)


def _is_unicode(text: str) -> bool:
    """Return whether a text holds only characters, and no bytes that could not be decoded."""
    return text.isascii() or text.encode(errors="replace").decode() == text
