"""Writes the manifest of a wheel beside it: `make dist` gives `dist/fairdeal-VERSION.manifest`.

`fairdeal doctor --self --manifest FILE` compares an installed program with it, and so does
`sha256sum -c FILE` in the folder of the package.
"""

import sys
import zipfile
from hashlib import sha256
from pathlib import Path

from fairdeal.program import write_manifest


def manifest_of_wheel(wheel: Path) -> str:
    """Return the manifest of the package in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith("fairdeal/")]
        return write_manifest(
            {name.partition("/")[2]: sha256(archive.read(name)).hexdigest() for name in names}
        )


def main() -> None:
    """Write the manifest of each wheel that is named."""
    for name in sys.argv[1:]:
        wheel = Path(name)
        file = wheel.with_name("-".join(wheel.name.split("-")[:2]) + ".manifest")
        file.write_text(manifest_of_wheel(wheel), encoding="utf-8")
        sys.stdout.write(f"{file} is written\n")


if __name__ == "__main__":
    main()
