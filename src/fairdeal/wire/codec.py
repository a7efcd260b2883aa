"""How the values of the program are written outside, and read again.

Inside, amounts are cents or meter units, cards are numbers and seats are numbers; outside they are
dollars, `As` and `seat:3`. Which is which is told by the annotations of a struct's fields
(`fairdeal.table.values`), so that there is one writer and one reader for all of them.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from fairdeal.cards import card_text, parse_card
from fairdeal.english import quoted
from fairdeal.errors import BadInputError, NotACardError, NotMoneyError
from fairdeal.rulebook.money import UNITS, parse_amount, to_json

Convert = Callable[[Any], Any]

#: What a field is called outside, where that is not its own name.
_OUTSIDE: Final = {"cents": "amount", "units": "dollars"}


def document_name(name: str, hint: Any) -> str:
    """What a field is called outside."""
    if name == "cents" and get_origin(hint) is dict:
        return "amounts"
    return _OUTSIDE.get(name, name)


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """The annotations of a struct's fields, with what they say of the kinds of numbers."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(kind)}


def mark_of(hint: Any) -> str | None:
    """The kind of number that an annotation names: cents, units, face or place."""
    return hint.__metadata__[0] if get_origin(hint) is Annotated else None


def alternatives(hint: Any) -> list[Any]:
    """The kinds of values that a hint allows, but for none at all."""
    union = get_origin(hint) in (Union, UnionType)
    return [one for one in get_args(hint) if one is not NoneType] if union else [hint]


def is_pair(hint: Any) -> bool:
    """Whether a value is a card and where it lies."""
    parts = get_args(hint)
    pair = get_origin(hint) is tuple and len(parts) == 2 and parts[1] is not Ellipsis
    return pair and mark_of(parts[0]) == "place"


# Writing ------------------------------------------------------------------------------------------


def to_document(value: msgspec.Struct) -> dict[str, Any]:
    """A struct as the JSON that the outside reads."""
    return _writer(type(value))(value)


@cache
def _writer(kind: type) -> Callable[[Any], dict[str, Any]]:
    config: Any = kind.__struct_config__  # type: ignore[attr-defined] # a struct has one
    fields = []
    for field in msgspec.structs.fields(kind):
        hint = hints_of(kind)[field.name]
        named = (
            field.encode_name
            if field.encode_name != field.name
            else document_name(field.name, hint)
        )
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        leave_out = (default,) if config.omit_defaults and default is not msgspec.NODEFAULT else ()
        if hides_faces(hint):
            leave_out = (*leave_out, None)
        fields.append((field.name, named, _write(hint), leave_out))

    def write(value: Any) -> dict[str, Any]:
        document: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
        for name, named, convert, leave_out in fields:
            inside = getattr(value, name)
            if leave_out and inside in leave_out:
                continue
            document[named] = inside if convert is None or inside is None else convert(inside)
        return document

    return write


def hides_faces(hint: Any) -> bool:
    """Whether the field holds faces, which are absent where they may not be seen."""
    return any(
        mark_of(one) == "face" or (get_origin(one) is tuple and mark_of(get_args(one)[0]) == "face")
        for one in alternatives(hint)
    )


def _write(hint: Any) -> Convert | None:
    """The converter of a hint; None where a value is written as it is."""
    mark = mark_of(hint)
    if mark is not None:
        return _WRITE[mark]
    origin, parts = get_origin(hint), get_args(hint)
    if is_pair(hint):
        return _write_pair
    if origin in (tuple, list):
        item = _write(parts[0])
        return list if item is None else lambda values: [item(value) for value in values]
    if origin in (dict, Mapping) or hint is dict:
        key, value = (_write(part) for part in parts)
        if key is None and value is None:
            return dict
        return lambda m: {key(k) if key else k: value(v) if value else v for k, v in m.items()}
    for one in alternatives(hint):
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            return to_document
        if one is not hint and (convert := _write(one)):
            return convert
    return None


def _write_pair(pair: tuple[int | str, int | None]) -> dict[str, str]:
    place, card = pair
    written = {"place": place_text(place)}
    return written if card is None else {**written, "card": card_text(card)}


def place_text(place: int | str) -> str:
    """A place as it is written: `seat:3`, or an area."""
    return f"seat:{place}" if isinstance(place, int) else place


_WRITE: Final[dict[str, Convert]] = {
    "cents": to_json,
    "units": lambda units: to_json(units, per_dollar=UNITS),
    "face": lambda card: None if card is None else card_text(card),
    "place": place_text,
}

# Reading ------------------------------------------------------------------------------------------


def from_document(kind: type, document: Mapping[str, Any], what: str) -> Any:
    """A struct from what `to_document` wrote; `BadInputError` says what is wrong with it."""
    config: Any = kind.__struct_config__  # type: ignore[attr-defined] # a struct has one
    inside: dict[str, Any] = {}
    names = _readers(kind)
    for key, value in document.items():
        if key == config.tag_field:
            continue
        if key not in names:
            raise BadInputError(f"{what} has no {quoted(key)}: it takes {_listed(names)}")
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
        raise BadInputError(f"{what}{_invalid(str(error), names)}") from None


@cache
def _readers(kind: type) -> dict[str, tuple[str, Convert]]:
    """By its name outside each field's own name, and what reads it."""
    hints = hints_of(kind).items()
    return {document_name(name, hint): (name, _read(hint)) for name, hint in hints}


def _listed(names: Mapping[str, Any]) -> str:
    return ", ".join(names) or "nothing"


def _invalid(text: str, names: Mapping[str, tuple[str, Any]]) -> str:
    """What is wrong with the fields, in the words of whoever wrote them."""
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
    """Cards as a list of texts, or as one text."""
    if isinstance(value, str):
        return value.split()
    return _items(value)


def read_place(text: Any) -> int | str:
    """A place as `place_text` writes it."""
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
