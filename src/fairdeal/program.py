"""The identity of the program: a digest of its files, and their comparison with a release.

A release has a manifest: one line `SHA-256  PATH` for each file, as `sha256sum -c` reads it. An
installed wheel carries one as its `RECORD`.
"""

from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from fairdeal.errors import BadInputError

ROOT: Final = Path(__file__).parent

#: By the path of each file of the program, from its folder: its SHA-256 in hexadecimal digits.
Manifest = Mapping[str, str]


class Differences(NamedTuple):
    """The files of the program that differ from a manifest."""

    changed: tuple[str, ...]
    missing: tuple[str, ...]
    added: tuple[str, ...]

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return any(self)

    def __str__(self) -> str:
        """Name the files, by what happened to them."""
        named = {"changed": self.changed, "missing": self.missing, "added": self.added}
        return "; ".join(f"{how}: {', '.join(paths)}" for how, paths in named.items() if paths)


@cache
def program_digest() -> str:
    """Return the digest of every file of the program, the shipped figures included."""
    return files_digest(ROOT)


def files_digest(root: Path) -> str:
    """Return the digest of all files in a folder, except those that Python makes from others."""
    whole = sha256()
    for name, content in _contents(root):
        path = name.encode()
        whole.update(b"%d %b %d " % (len(path), path, len(content)) + content)
    return whole.hexdigest()


def manifest_of(root: Path = ROOT) -> Manifest:
    """Return the manifest of the files as they are."""
    return {name: sha256(content).hexdigest() for name, content in _contents(root)}


def installed_manifest() -> Manifest | None:
    """Return the manifest that came with an installed wheel; none for a checkout, whose files are
    meant to change.
    """
    try:
        recorded = files("fairdeal") or ()
    except PackageNotFoundError:
        return None
    found = {
        PurePosixPath(*path.parts[1:]).as_posix(): urlsafe_b64decode(
            f"{path.hash.value}{'=' * (-len(path.hash.value) % 4)}"
        ).hex()
        for path in recorded
        if path.parts[0] == "fairdeal" and path.hash is not None and path.hash.mode == "sha256"
    }
    return found or None


def write_manifest(manifest: Manifest) -> str:
    """Return a manifest as text."""
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(manifest.items()))


def read_manifest(text: str) -> Manifest:
    """Read a manifest."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        digest, gap, path = line.partition("  ")
        if not gap or len(digest) != 64 or not path:
            raise BadInputError(f"line {number} of the manifest is not 'SHA-256  PATH'")
        found[path] = digest
    return found


def differences(manifest: Manifest, root: Path = ROOT) -> Differences:
    """Compare the files of the program with a manifest."""
    here = manifest_of(root)
    return Differences(
        tuple(sorted(path for path in here.keys() & manifest if here[path] != manifest[path])),
        tuple(sorted(manifest.keys() - here.keys())),
        tuple(sorted(here.keys() - manifest.keys())),
    )


def _contents(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder, except those that Python makes from others."""
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(root).as_posix(), path.read_bytes()
