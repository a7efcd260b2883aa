"""Checkpoints, from which a run that was stopped continues."""

import json
from pathlib import Path
from typing import Final

from fairdeal import __version__
from fairdeal.errors import BadInputError
from fairdeal.simulate.run_progress import RunProgress
from fairdeal.simulate.settings import Settings
from fairdeal.simulate.tally import BlockTally, RoundSeries, Tally

FORMAT: Final = "fairdeal-simulation-checkpoint-1"


class RunCheckpoint:
    """A file with what is done of a run. It is replaced as a whole."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self._path, self._settings = path, settings

    def read(self) -> RunProgress:
        """Return what is done so far; nothing where there is no file."""
        try:
            document = json.loads(self._path.read_text(encoding="utf-8"))
            if document["format"] != FORMAT:
                raise ValueError
            digest, version = document["settings"], document["version"]
            done = RunProgress(
                self._settings,
                Tally.of(document["tally"]),
                document["pieces"],
                [
                    (first, BlockTally(Tally.of(tally), RoundSeries(nets, wins)))
                    for first, tally, nets, wins in document["parts"]
                ],
            )
        except FileNotFoundError:
            return RunProgress(self._settings)
        except (OSError, ValueError, KeyError, TypeError):
            raise BadInputError(f"{self._path} is no checkpoint of a simulation") from None
        if digest != self._settings.digest:
            raise BadInputError(f"{self._path} is the checkpoint of another run")
        if version != __version__:
            raise BadInputError(
                f"{self._path} was written by version {version}, and this is {__version__}: a run "
                "is played by one version"
            )
        return done

    def write(self, done: RunProgress) -> None:
        """Replace the file."""
        document = {
            "format": FORMAT,
            "settings": self._settings.digest,
            "version": __version__,
            "pieces": sorted(done.pieces),
            "tally": done.tally.document(),
            "parts": [
                [first, part.tally.document(), *(part.series or ([], []))]
                for first, part in sorted(done.parts.items())
            ],
        }
        beside = self._path.with_name(f"{self._path.name}.new")
        try:
            beside.write_text(json.dumps(document), encoding="utf-8")
            beside.replace(self._path)
        except OSError as error:
            raise BadInputError(f"cannot write {self._path}: {error.strerror}") from None
