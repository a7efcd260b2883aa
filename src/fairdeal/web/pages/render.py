"""Pages from their templates."""

from functools import cache
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response

from fairdeal import __version__
from fairdeal.web.http.security import content_security_policy
from fairdeal.web.pages.assets import PAGES, address, import_map, import_map_source, modules

_HEADERS: Final = {"Content-Security-Policy": content_security_policy(import_map_source())}


@cache
def templates() -> Environment:
    """Return the templates, which escape whatever they are given."""
    environment = Environment(
        loader=FileSystemLoader(sorted(path for path in PAGES.iterdir() if path.is_dir())),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        address=address, import_map=import_map, modules=modules, version=__version__
    )
    return environment


def page(template: str, /, status: int = 200, **values: Any) -> Response:
    """Return a page made from its template."""
    text = templates().get_template(template).render(**values)
    return HTMLResponse(text, status, headers=_HEADERS)
