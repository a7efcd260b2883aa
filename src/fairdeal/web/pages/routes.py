"""The addresses of all pages."""

from typing import Final

from starlette.routing import BaseRoute, Route

from fairdeal.web.pages.render import static

PAGES: Final[tuple[BaseRoute, ...]] = (Route("/static/{digest}/{name}", static, methods=["GET"]),)
