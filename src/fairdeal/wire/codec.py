"""Converts commands, events and views to JSON documents and back.

In the program, amounts are cents or meter units, and cards and seats are numbers. In documents they
are dollars, `As` and `seat:3`. The annotations of a struct's fields (`fairdeal.table.values`) say
which kind of number a field holds, so one writer and one reader serve all structs.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from fairdeal.cards import card_text, parse_card
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, NotACardError, NotMoneyError
from fairdeal.rulebook.money import CENTS, UNITS, parse_amount, to_json

Convert = Callable[[Any], Any]

#: The fields that have another name in documents.
_OUTSIDE: Final = {"cents": "amount", "units": "dollars"}


def document_name(name: str, hint: Any) -> str:
    """Return the name of a field in documents."""
    if name == "cents" and get_origin(hint) is dict:
        return "amounts"
    return _OUTSIDE.get(name, name)


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """Return the annotations of a struct's fields, including their kinds of numbers."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(kind)}


def mark_of(hint: Any) -> str | None:
    """Return the kind of number that an annotation names: cents, units, face or place."""
    return hint.__metadata__[0] if get_origin(hint) is Annotated else None


def alternatives(hint: Any) -> list[Any]:
    """Return the types that an annotation allows, apart from None."""
    union = get_origin(hint) in (Union, UnionType)
    return [one for one in get_args(hint) if one is not NoneType] if union else [hint]


def is_pair(hint: Any) -> bool:
    """Return whether values of this type are pairs of a place and a card."""
    parts = get_args(hint)
    pair = get_origin(hint) is tuple and len(parts) == 2 and parts[1] is not Ellipsis
    return pair and mark_of(parts[0]) == "place"


# Writing ------------------------------------------------------------------------------------------


def to_document(value: msgspec.Struct) -> dict[str, Any]:
    """Return a struct as a JSON document."""
    return _writer(type(value))(value)


def to_short_document(value: msgspec.Struct) -> dict[str, Any]:
    """Return a struct as a JSON document, without fields that are None."""
    return _writer(type(value), short=True)(value)


@cache
def _writer(kind: type, *, short: bool = False) -> Callable[[Any], dict[str, Any]]:
    """Return the function that writes structs of a type.

    Its source is made here, one line for each field, as `dataclasses` makes methods: every view,
    event and command is written by it, and a loop over the fields, or a function for each number,
    takes more than twice the time.
    """
    config: Any = kind.__struct_config__  # type: ignore[attr-defined] # a struct has one
    names: dict[str, Any] = dict(_NAMES)
    lines = ["def write(value):", "    document = {}"]
    if config.tag_field:
        names["tag_field"], names["tag"] = config.tag_field, config.tag
        lines = ["def write(value):", "    document = {tag_field: tag}"]
    for n, field in enumerate(msgspec.structs.fields(kind)):
        hint = hints_of(kind)[field.name]
        renamed = field.encode_name != field.name
        key = names[f"key{n}"] = field.encode_name if renamed else document_name(field.name, hint)
        assert isinstance(key, str), "a field has a name"
        conditions = [f"inside is not {value}" for value in _left_out(config, field, hint, names)]
        if short:
            conditions.append("inside is not None")
        lines.append(f"    inside = value.{field.name}")
        if conditions:
            lines.append(f"    if {' and '.join(conditions)}:")
        indent = "        " if conditions else "    "
        converted = _converted(hint, "inside", names)
        if converted is None:
            converted = "inside"
        elif "inside is not None" not in conditions and NoneType in get_args(hint):
            converted = f"{converted} if inside is not None else None"
        lines.append(f"{indent}document[key{n}] = {converted}")
    lines.append("    return document")
    exec("\n".join(lines), names)  # noqa: S102 - of the types of this program alone
    write: Callable[[Any], dict[str, Any]] = names["write"]
    return write


def _left_out(config: Any, field: Any, hint: Any, names: dict[str, Any]) -> Iterator[str]:
    """Yield the values with which a field is left out, as they stand in the source."""
    if hides_faces(hint):
        yield "None"
    default = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    if not config.omit_defaults or default is msgspec.NODEFAULT:
        return
    if default is None or isinstance(default, bool):
        yield repr(default)
    else:
        names[f"default_{field.name}"] = default
        yield f"default_{field.name} and inside != default_{field.name}"


def hides_faces(hint: Any) -> bool:
    """Return whether a field holds card faces; those that a viewer may not see are left out."""
    return any(
        mark_of(one) == "face" or (get_origin(one) is tuple and mark_of(get_args(one)[0]) == "face")
        for one in alternatives(hint)
    )


def _converted(hint: Any, value: str, names: dict[str, Any]) -> str | None:
    """Return the source that converts the value of a name, which is not None; None if values of
    this type need no conversion. What the source uses is put into `names`.
    """
    mark = mark_of(hint)
    if mark is not None:
        return _SOURCES[mark].format(value)
    origin, parts = get_origin(hint), get_args(hint)
    if is_pair(hint):
        return f"write_pair({value})"
    if origin in (tuple, list):
        item = _converted(parts[0], "one", names)
        return f"list({value})" if item is None else f"[{item} for one in {value}]"
    if origin in (dict, Mapping) or hint is dict:
        key, inner = (_converted(part, name, names) for part, name in zip(parts, "kv", strict=True))
        if key is None and inner is None:
            return f"dict({value})"
        return f"{{{key or 'k'}: {inner or 'v'} for k, v in {value}.items()}}"
    for one in alternatives(hint):
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            if one.__subclasses__() or one is not hint:
                return f"to_document({value})"
            names[name := f"write_{one.__name__}"] = _writer(one)
            return f"{name}({value})"
        if one is not hint and (converted := _converted(one, value, names)):
            return converted
    return None


def _write_pair(pair: tuple[int | str, int | None]) -> dict[str, str]:
    place, card = pair
    written = {"place": place_text(place)}
    return written if card is None else {**written, "card": card_text(card)}


def place_text(place: int | str) -> str:
    """Return a place as documents write it: `seat:3`, or the name of an area."""
    return f"seat:{place}" if isinstance(place, int) else place


#: The source that converts a number of each kind. Whole dollars are whole numbers (`to_json`).
_SOURCES: Final = {
    "cents": f"({{0}} // {CENTS} if not {{0}} % {CENTS} else to_json({{0}}))",
    "units": f"({{0}} // {UNITS} if not {{0}} % {UNITS} else to_json({{0}}, per_dollar={UNITS}))",
    "face": "(None if {0} is None else card_text({0}))",
    "place": "place_text({0})",
}
#: The names that the sources use.
_NAMES: Final[dict[str, Any]] = {
    "to_json": to_json,
    "card_text": card_text,
    "place_text": place_text,
    "write_pair": _write_pair,
    "to_document": to_document,
}

# Reading ------------------------------------------------------------------------------------------


def from_document(kind: type, document: Mapping[str, Any], what: str) -> Any:
    """Return the struct of a document; an invalid document raises `BadInputError`."""
    config: Any = kind.__struct_config__  # type: ignore[attr-defined] # a struct has one
    inside: dict[str, Any] = {}
    names = _readers(kind)
    for key, value in document.items():
        if key == config.tag_field:
            continue
        if key not in names:
            raise BadInputError(f"{what} has no {quoted(key)}: it takes {_names_text(names)}")
        name, convert = names[key]
        try:
            inside[name] = convert(value)
        except (NotMoneyError, NotACardError) as error:
            raise BadInputError(f"{what}: {key} {error}") from None
        except (TypeError, AttributeError, KeyError, ValueError):
            raise BadInputError(f"{what}: {key} cannot be {quoted(value)}") from None
    try:
        return msgspec.convert(inside, kind)
    except msgspec.ValidationError as error:
        raise BadInputError(f"{what}{_error_words(str(error), names)}") from None


@cache
def _readers(kind: type) -> dict[str, tuple[str, Convert]]:
    """Return for each name in documents the field's own name and the function that reads it."""
    hints = hints_of(kind).items()
    return {document_name(name, hint): (name, _read(hint)) for name, hint in hints}


def _names_text(names: Mapping[str, Any]) -> str:
    return ", ".join(names) or "nothing"


def _error_words(text: str, names: Mapping[str, tuple[str, Any]]) -> str:
    """Return msgspec's error message with the names of fields as documents write them."""
    text = text.replace("$.", "").replace("`", "")
    written = {name: key for key, (name, _) in names.items()}
    missing = text.partition("missing required field ")[2]
    if missing:
        return f" needs {written.get(missing, missing)}"
    return f": {text[:1].lower()}{text[1:]}"


def _read(hint: Any) -> Convert:
    mark = mark_of(hint)
    if mark is not None:
        return _READ[mark]
    origin, parts = get_origin(hint), get_args(hint)
    if is_pair(hint):
        return lambda pair: (read_place(pair["place"]), parse_card(pair["card"]))
    if origin is tuple:
        item, face = _read(parts[0]), mark_of(parts[0]) == "face"
        return lambda values: [item(v) for v in (read_faces(values) if face else _items(values))]
    if origin is dict:
        key, value = (_read(part) for part in parts)
        return lambda m: {key(k): value(v) for k, v in m.items()}
    if origin is Literal:
        return lambda value: value
    for one in alternatives(hint):
        if one is not hint:
            convert = _read(one)
            return lambda value: None if value is None else convert(value)
    return lambda value: value


def _items(values: Any) -> list[Any]:
    if not isinstance(values, list):
        raise TypeError
    return values


def read_faces(value: Any) -> list[Any]:
    """Return the texts of cards, which are given as a list or as one text."""
    if isinstance(value, str):
        return value.split()
    return _items(value)


def read_place(text: Any) -> int | str:
    """Return the place of a text that `place_text` has written."""
    if not isinstance(text, str):
        raise TypeError
    kind, colon, number = text.partition(":")
    if not colon:
        return text
    if kind != "seat" or not number.isdecimal() or len(number) > 3:
        raise ValueError
    return int(number)


def _face(value: Any) -> int:
    if not isinstance(value, str):
        raise TypeError
    return parse_card(value)


_READ: Final[dict[str, Convert]] = {
    "cents": parse_amount,
    "units": lambda value: parse_amount(value, per_dollar=UNITS),
    "face": _face,
    "place": read_place,
}
