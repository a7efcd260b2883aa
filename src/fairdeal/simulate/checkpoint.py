"""Checkpoints, from which a run that was stopped continues."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fairdeal.errors import BadInputError
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.tally import Tally

FORMAT: Final = "fairdeal-simulation-checkpoint-1"


class RunCheckpoint:
    """A file with the tally of the pieces of a run that are done. It is replaced as a whole."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self._path, self._settings = path, settings

    def read(self) -> tuple[Tally, set[int]]:
        """Return the tally so far and the pieces that it counts; nothing where there is no file."""
        try:
            document = json.loads(self._path.read_text(encoding="utf-8"))
            if document["format"] != FORMAT:
                raise ValueError
            digest, done = document["settings"], set(document["pieces"])
            tally = Tally.of(document["tally"])
        except FileNotFoundError:
            return Tally(), set()
        except (OSError, ValueError, KeyError, TypeError):
            raise BadInputError(f"{self._path} is no checkpoint of a simulation") from None
        if digest != self._settings.digest:
            raise BadInputError(f"{self._path} is the checkpoint of another run")
        return tally, done

    def write(self, tally: Tally, done: Iterable[int]) -> None:
        """Replace the file."""
        document = {
            "format": FORMAT,
            "settings": self._settings.digest,
            "pieces": sorted(done),
            "tally": tally.document(),
        }
        beside = self._path.with_name(f"{self._path.name}.new")
        try:
            beside.write_text(json.dumps(document), encoding="utf-8")
            beside.replace(self._path)
        except OSError as error:
            raise BadInputError(f"cannot write {self._path}: {error.strerror}") from None
