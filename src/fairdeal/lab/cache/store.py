"""Storage of results that take long to compute: shipped with the product, or stored on disk.

A result is stored under a key of the rules and of the code, so it is never served after something
that it depends on has changed. What is read is verified: a file starts with a digest of its
content, and decoding checks that counts add up to all deals. A result that fails is computed again.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from fairdeal.lab.cache.code_digest import code_digest
from fairdeal.lab.cache.private_dir import private_folder, read_file, write_file

_Value = TypeVar("_Value")
#: Every error that reading a damaged result can end in.
_DAMAGED: Final = (ValueError, TypeError, ArithmeticError, RecursionError)


@dataclass(frozen=True)
class CachedResult(Generic[_Value]):
    """One result that takes long: where it is stored, how it is read and written, how it is
    computed.
    """

    #: The name that it is stored under; None where it must not be stored.
    name: str | None
    #: The encoded result that is shipped with the product; None where none is.
    shipped: Any
    #: The type of the encoded result.
    encoded: Any
    encode: Callable[[_Value], Any]
    #: Raises one of several errors where the encoded result is damaged.
    decode: Callable[[Any], _Value]
    compute: Callable[[], _Value]


def find(result: CachedResult[_Value]) -> _Value | None:
    """Return a result that is shipped or stored; None where it would have to be computed."""
    if result.name is None:
        return None
    if result.shipped is not None:
        with suppress(*_DAMAGED):
            return result.decode(result.shipped)
    path = _path(result.name)
    content = None if path is None else read_file(path)
    if content is not None:
        digest, _, written = content.partition(b"\n")
        if digest == _digest(written):
            with suppress(*_DAMAGED):
                return result.decode(msgspec.json.decode(written, type=result.encoded))
    return None


def fetch(result: CachedResult[_Value], *, cache: bool = True) -> _Value:
    """Return a result from where it is known; else compute it, and store it on disk. Without
    `cache` it is always computed, and not stored.
    """
    if not cache:
        return result.compute()
    found = find(result)
    if found is not None:
        return found
    value = result.compute()
    if result.name is not None and value is not None and (path := _path(result.name)) is not None:
        written = msgspec.json.encode(result.encode(value))
        write_file(path, _digest(written) + b"\n" + written)
    return value


def _path(name: str) -> Path | None:
    """Return the file of a result on disk; None where nothing can be stored."""
    folder = private_folder("results")
    if folder is None:
        return None
    return folder / f"{hashlib.sha256((name + code_digest()).encode()).hexdigest()[:32]}.json"


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
