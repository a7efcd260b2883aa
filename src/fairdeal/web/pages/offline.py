"""The installable app: its manifest, and the service worker that keeps pages for offline use."""

import json
from functools import cache
from hashlib import sha256
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.web.pages.assets import address, assets, modules

#: The pages that work without a connection, and the scripts they begin with.
PAGES_KEPT: Final = {
    "/train": "train/train.js",
    "/verify": "verify/verify_page.js",
    "/school/texts": "school/texts.js",
}
#: The styles and pictures of these pages.
_OTHERS: Final = (
    *("shared/base.css", "shared/cards.css", "shared/cards.svg", "shared/icon.svg"),
    *("shared/card_grid.css", "train/train.css", "replay/replay.css", "school/school.css"),
)
#: The colours of the room and of the rail.
_ROOM: Final = "#14110f"
_RAIL: Final = "#3a2417"


def manifest_document() -> dict[str, Any]:
    """Return the description of the installed app for a browser."""
    icons = [
        ("shared/icon.svg", "any", "image/svg+xml", "any"),
        ("shared/icon-192.png", "192x192", "image/png", "any"),
        ("shared/icon-512.png", "512x512", "image/png", "any"),
        ("shared/icon-maskable-512.png", "512x512", "image/png", "maskable"),
    ]
    return {
        "id": "/",
        "name": "Fairdeal",
        "short_name": "Fairdeal",
        "description": "Casino poker table games with play chips: tables, drill and proof.",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _ROOM,
        "theme_color": _RAIL,
        "icons": [
            {"src": address(name), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in icons
        ],
        "shortcuts": [
            {"name": "Drill", "url": "/train"},
            {"name": "Verify a round", "url": "/verify"},
        ],
    }


def offline_files() -> list[str]:
    """Return the addresses of all files that the pages need without a connection."""
    names = {name for entry in PAGES_KEPT.values() for name in modules(entry)}
    names |= {name for name in assets() if name.startswith("train/") and name.endswith(".json")}
    return sorted(address(name) for name in (*names, *_OTHERS))


@cache
def _worker() -> str:
    script = assets()["shared/service_worker.js"].content.decode()
    kept = {"pages": list(PAGES_KEPT), "files": offline_files()}
    digest = sha256((json.dumps(kept) + script).encode()).hexdigest()[:12]
    return f"self.KEPT = {json.dumps({**kept, 'digest': digest})};\n{script}"


async def manifest(_request: Request) -> Response:
    """Answer with the manifest of the app."""
    return Response(json.dumps(manifest_document()), media_type="application/manifest+json")


async def service_worker(_request: Request) -> Response:
    """Answer with the service worker. It is at the root, since it keeps pages of the root."""
    return Response(_worker(), media_type="text/javascript; charset=utf-8")
