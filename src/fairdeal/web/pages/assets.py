"""The scripts, styles and pictures that pages load.

Each file is served under an address that contains the digest of its content, so a browser may
keep it for a year. Scripts are native modules that import each other by relative paths. An import
map in the page leads each of these paths to the address with the digest.
"""

import json
import re
from base64 import b64encode
from functools import cache
from gzip import compress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import service_of

PAGES: Final = Path(__file__).parent
MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
_ROOT: Final = "/static/"
#: An import of another module. A module that this pattern misses still loads: only its preload
#: link is missing, and `tests/browser/test_modules.py` notices that.
_IMPORT: Final = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)


class Asset(NamedTuple):
    """A file that a page loads."""

    content: bytes
    #: The content as it is sent to a browser that accepts gzip. A file holds nothing secret, so
    #: its compressed length gives nothing away.
    packed: bytes
    media_type: str
    address: str


@cache
def assets() -> dict[str, Asset]:
    """Return all files by their path below the folder of the pages, such as `shared/dom.js`."""
    paths = sorted(path for path in PAGES.glob("*/*") if path.suffix in MEDIA_TYPES)
    return {path.relative_to(PAGES).as_posix(): _asset(path) for path in paths}


def _asset(path: Path) -> Asset:
    content = path.read_bytes()
    digest = sha256(content).hexdigest()[:12]
    folder = path.relative_to(PAGES).parent.as_posix()
    return Asset(
        content,
        compress(content, mtime=0),
        MEDIA_TYPES[path.suffix],
        f"{_ROOT}{folder}/{path.stem}.{digest}{path.suffix}",
    )


def address(name: str) -> str:
    """Return the address of a file."""
    return assets()[name].address


@cache
def import_map() -> str:
    """Return the import map that leads from the paths in the scripts to the addresses.

    It is the same for every page. It has the pictures too, which scripts find with
    `import.meta.resolve`.
    """
    imports = {
        _ROOT + name: asset.address
        for name, asset in assets().items()
        if name.endswith((".js", ".svg"))
    }
    return json.dumps({"imports": imports}, separators=(",", ":"))


@cache
def import_map_source() -> str:
    """Return the source expression that permits the import map in a Content-Security-Policy."""
    return f"'sha256-{b64encode(sha256(import_map().encode()).digest()).decode()}'"


@cache
def modules(entry: str) -> tuple[str, ...]:
    """Return a script and all modules that it imports, directly or not, each once."""
    found = {entry: None}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        for path in _IMPORT.findall(assets()[name].content.decode()):
            imported = (PAGES / name).parent.joinpath(path).resolve().relative_to(PAGES).as_posix()
            if imported not in found:
                found[imported] = None
                waiting.append(imported)
    return tuple(found)


@cache
def _by_address() -> dict[str, Asset]:
    return {asset.address: asset for asset in assets().values()}


async def static(request: Request) -> Response:
    """Answer with one file.

    The plain path of a file works as well, for a browser without import maps, but a browser may
    not keep that answer.
    """
    asset = _by_address().get(request.url.path)
    lasting = asset is not None
    asset = asset or assets().get(request.path_params["path"])
    if asset is None:
        raise Problem(404, "unknown", "there is nothing at this address")
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable" if lasting else "no-store",
        "Vary": "Accept-Encoding",
    }
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(asset.content, media_type=asset.media_type, headers=headers)
    headers["Content-Encoding"] = "gzip"
    response = Response(asset.packed, media_type=asset.media_type, headers=headers)
    if lasting:
        service_of(request).held.hold(request, response, packed=True)
    return response
