"""The papers of a floor's tables: a page that lists them, and each paper as PDF on request.

They are made beside the loop and kept by the digest of the rules: tables under the same rules share
them, and a table that is opened anew under others has others.
"""

import asyncio
from collections import OrderedDict
from threading import Lock
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.papers.catalogue import PAPERS, Paper
from fairdeal.papers.elements import digest_of, program_digest
from fairdeal.rulebook.rules import Rules
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import service_of
from fairdeal.web.live.lab_worker import LAB_WORKER
from fairdeal.web.pages.shell import shown

#: How many papers are kept: a few hundred kilobytes each at most.
MOST_KEPT: Final = 64


class Drawer:
    """A cache of the papers that were used last, for several threads."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = Lock()

    def kept(self, name: str, digest: str) -> bytes | None:
        """Return a paper that was made before, or None."""
        with self._lock:
            found = self._kept.get((name, digest))
            if found is not None:
                self._kept.move_to_end((name, digest))
            return found

    def take(self, paper: Paper, rules: Rules) -> bytes:
        """Return a paper, made now unless it is in the cache."""
        digest = digest_of(rules)
        found = self.kept(paper.name, digest)
        if found is None:
            found = paper.make(rules)
            with self._lock:
                self._kept[paper.name, digest] = found
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return found


DRAWER: Final = Drawer()


async def papers(request: Request) -> Response:
    """Answer with the list of a table's papers."""
    face = service_of(request).table(request.path_params["table"])
    game = face.state.rules.game
    return shown(
        request,
        "papers.html",
        table=face.id,
        name=face.name,
        game=game.title,
        place=game.place,
        rules=f"/games/{game.name}/{game.jurisdiction}",
        felt=str(game.felt.colour),
        papers=[
            {"name": one.name, "file": one.file, "title": one.title, "about": one.about}
            | {"long": one.long}
            for one in PAPERS.values()
        ],
    )


async def paper(request: Request) -> Response:
    """Answer with one paper as PDF."""
    face = service_of(request).table(request.path_params["table"])
    chosen = PAPERS.get(request.path_params["paper"])
    if chosen is None:
        raise Problem(404, "unknown", "there is no such paper")
    rules = face.state.rules
    digest = digest_of(rules)
    tag = f'"{chosen.name}-{digest[:16]}-{program_digest()[:16]}"'
    if request.headers.get("If-None-Match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    content = DRAWER.kept(chosen.name, digest)
    if content is None:
        content = await _made(chosen, rules)
    headers = {
        "ETag": tag,
        "Cache-Control": "no-cache",
        "Content-Disposition": f'inline; filename="{rules.game.name}-{chosen.file}"',
    }
    return Response(content, media_type="application/pdf", headers=headers)


async def _made(chosen: Paper, rules: Rules) -> bytes:
    try:
        if chosen.long:  # the lab is asked, one question after the other
            return await LAB_WORKER.submit(lambda: DRAWER.take(chosen, rules))
        return await asyncio.to_thread(DRAWER.take, chosen, rules)
    except ModuleNotFoundError as error:
        reason = f"this floor cannot make it: {error.name} is not installed"
        raise Problem(503, "no-press", reason, retry_seconds=3600) from None
