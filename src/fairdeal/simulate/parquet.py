"""Rounds as Parquet files (extra `parquet`), by the same schema as JSON Lines."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec
import pyarrow as pa
from pyarrow import parquet

from fairdeal import __version__
from fairdeal.errors import BadInputError
from fairdeal.simulate.history import SCHEMA, RoundRow

_ROWS: Final = 20_000
_pa: Final[Any] = pa
_parquet: Final[Any] = parquet


def _schema(metadata: dict[str, str]) -> Any:
    card, text, cents = _pa.list_(_pa.int8()), _pa.string(), _pa.int64()
    wager = _pa.struct(
        [
            *((name, text) for name in ("wager", "result", "class")),
            *((name, cents) for name in ("stake", "returned", "limited")),
        ]
    )
    columns = {
        **dict.fromkeys(("schema", "source", "version", "game", "jurisdiction", "rules"), text),
        "seed": text,
        "table": text,
        "round": text,
        "number": cents,
        "ended": cents,
        "seat": _pa.int8(),
        "player": text,
        "dealt": card,
        "cards": card,
        "board": card,
        "decisions": _pa.list_(text),
        "folded": text,
        "wagers": _pa.list_(wager),
        **dict.fromkeys(("staked", "returned", "envy", "net"), cents),
    }
    return _pa.schema(list(columns.items()), metadata=metadata)


def write_parquet(rows: Iterable[RoundRow], path: Path) -> int:
    """Write rows as Parquet; the file's metadata has the schema, version, rules and seed."""
    left = iter(rows)
    batch = list(islice(left, _ROWS))
    metadata = {"schema": SCHEMA, "version": __version__}
    if batch:
        metadata |= {"rules": batch[0].rules, "seed": batch[0].seed or ""}
    schema, count = _schema(metadata), 0
    try:
        with _parquet.ParquetWriter(path, schema, compression="zstd") as writer:
            while batch:
                plain = [msgspec.to_builtins(row) for row in batch]
                writer.write_table(_pa.Table.from_pylist(plain, schema=schema))
                count += len(batch)
                batch = list(islice(left, _ROWS))
    except OSError as error:
        raise BadInputError(f"cannot write {path}: {error.strerror or error}") from None
    return count


def read_parquet(path: Path) -> Iterator[RoundRow]:
    """Read rows from Parquet; every row must be as the schema says."""
    try:
        file = _parquet.ParquetFile(path)
        for batch in file.iter_batches(batch_size=_ROWS):
            for row in batch.to_pylist():
                yield msgspec.convert(row, RoundRow)
    except (OSError, _pa.ArrowException, msgspec.ValidationError) as error:
        raise BadInputError(f"{path} has no rounds of {SCHEMA}: {error}") from None
