"""Compares the program with its release, for `fairdeal doctor --self` and `fairdeal serve`."""

from pathlib import Path
from typing import Annotated

import typer

from fairdeal.errors import BadInputError
from fairdeal.program import Manifest, differences, installed_manifest, read_manifest
from fairdeal.wire.files import read_text

ManifestFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="The manifest of the release; by default the one that came with an installed wheel.",
    ),
]


def release_manifest(path: Path | None) -> Manifest | None:
    """Return the manifest in a file, or the one that was installed with the program."""
    if path is None:
        return installed_manifest()
    return read_manifest(read_text(str(path)))


def check_program(manifest: Path | None, *, strict: bool) -> int | None:
    """Compare the program with its release: say so where it differs, or refuse if `strict`. Return
    the number of files that differ; None where there is nothing to compare with.
    """
    release = release_manifest(manifest)
    if release is None:
        if strict:
            why = "a checkout has no manifest: --manifest FILE names one"
            raise BadInputError(f"--strict has nothing to compare the program with; {why}")
        return None
    found = differences(release)
    if found:
        said = f"the program is not its release ({found})"
        if strict:
            raise BadInputError(f"{said}; fairdeal doctor --self says more")
        typer.echo(f"Warning: {said}", err=True)
    return sum(map(len, found))
