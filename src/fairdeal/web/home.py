"""What a browser finds at the floor's address until there are pages to play at: what is open."""

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from fairdeal.web.pages.render import address
from fairdeal.web.service import Service


async def home(request: Request) -> Response:
    """The tables that are open, and where to read on."""
    service: Service = request.app.state.service
    rows = "".join(
        f"<tr><td>{escape(face.name)}</td><td>{escape(face.state.rules.game.title)}</td>"
        f"<td>{len(face.state.seats)} of {face.state.rules.seats}</td>"
        f'<td><a href="/api/tables/{escape(face.id)}">{escape(face.id)}</a></td></tr>'
        for face in sorted(service.faces.values(), key=lambda one: one.place)
        if not face.closed
    )
    return HTMLResponse(
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Fairdeal</title>'
        f'<link rel="icon" href="{address("icon.svg")}" type="image/svg+xml"></head><body>'
        "<h1>Fairdeal</h1><p>The floor is open. Play chips only: for study, training, test and "
        "simulation; real-money use needs a licence.</p>"
        "<table><thead><tr><th>table</th><th>game</th><th>seats taken</th><th>as JSON</th></tr>"
        f"</thead><tbody>{rows}</tbody></table>"
        '<p>Programs play over <a href="/api/openapi.json">the API</a>; '
        '<a href="/api/rounds">finished rounds</a>, <a href="/api/meters">meters</a>, '
        '<a href="/healthz">health</a>.</p></body></html>'
    )
