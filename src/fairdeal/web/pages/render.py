"""Templates and the files that pages load: each under an address that names its content, so that a
browser may keep it for ever and never has an old one.
"""

from functools import cache
from gzip import compress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from fairdeal import __version__
from fairdeal.web.http.problems import Problem
from fairdeal.web.pages.joining import joined

PAGES: Final = Path(__file__).parent
KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@cache
def files() -> dict[str, tuple[bytes, str]]:
    """What pages load, by name: the content with all that it builds on, and its kind."""
    paths = sorted(
        (path for path in PAGES.glob("*/*") if path.suffix in KINDS), key=lambda path: path.name
    )
    sources = {path.name: path.read_text(encoding="utf-8") for path in paths}
    return {path.name: (joined(path.name, sources).encode(), KINDS[path.suffix]) for path in paths}


@cache
def packed(name: str) -> bytes:
    """A file as it goes over the line to whoever unpacks it: there is nothing secret in it that
    its length could tell.
    """
    return compress(files()[name][0], mtime=0)


@cache
def digest() -> str:
    """What names the content of all of them together: they may ask for each other."""
    whole = sha256()
    for name, (content, _) in files().items():
        whole.update(name.encode() + b"\0" + content)
    return whole.hexdigest()[:12]


def address(name: str) -> str:
    """Where a file is found."""
    if name not in files():
        raise KeyError(name)
    return f"/static/{digest()}/{name}"


async def static(request: Request) -> Response:
    """One file."""
    found = files().get(request.path_params["name"])
    if found is None:
        raise Problem(404, "unknown", "there is nothing at this address")
    content, kind = found
    # An address of another version answers with what there is now, and is not kept.
    kept = request.path_params["digest"] == digest()
    lasting = "public, max-age=31536000, immutable" if kept else "no-store"
    headers = {"Cache-Control": lasting, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = packed(request.path_params["name"])
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type=kind, headers=headers)


@cache
def templates() -> Environment:
    """The templates, which escape whatever they are given."""
    environment = Environment(
        loader=FileSystemLoader(sorted(path for path in PAGES.iterdir() if path.is_dir())),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(address=address, version=__version__)
    return environment


def page(template: str, /, status: int = 200, **values: Any) -> Response:
    """A page from its template."""
    return HTMLResponse(templates().get_template(template).render(**values), status)
