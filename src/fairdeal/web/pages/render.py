"""Pages from their templates."""

from functools import cache
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response

from fairdeal import __version__
from fairdeal.games import GAMES
from fairdeal.web.http.security import content_security_policy
from fairdeal.web.pages.assets import PAGES, address, import_map, import_map_source, modules

#: The warning at the entrance to the floor, as COMAR 36.03.06.03A(2)(f) words it.
UNDERAGE: Final = "No patron under the age of 21 is permitted on the casino floor"
#: The headers of every page.
PAGE_HEADERS: Final = {"Content-Security-Policy": content_security_policy(import_map_source())}


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
    environment.globals.update(helpline=helpline(), underage=UNDERAGE)
    return environment


def helpline() -> str:
    """Return the words about help with gambling, of the first jurisdiction that has them."""
    words = [
        one.words
        for game in GAMES
        for one in (game.layout.inscriptions if game.layout else ())
        if one.clause.endswith(" helpline")
    ]
    return words[0] if words else ""


def page(template: str, /, status: int = 200, **values: Any) -> Response:
    """Return a page made from its template."""
    return HTMLResponse(rendered(template, **values), status, headers=PAGE_HEADERS)


def rendered(template: str, /, **values: Any) -> str:
    """Return the text of a page made from its template."""
    return templates().get_template(template).render(**values)
