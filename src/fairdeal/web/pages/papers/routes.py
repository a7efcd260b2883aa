"""The papers of a floor's tables: a page that lists them, and each paper as PDF on request.

Papers are made in a thread and cached by the digest of the rules and the day of approval, so tables
with the same rules
share them.
"""

import asyncio
from collections import OrderedDict
from threading import Lock
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from fairdeal.papers.catalogue import PAPERS, Paper
from fairdeal.program import program_digest
from fairdeal.rulebook.rules import Rules
from fairdeal.table.real_cards import NO_PROOF, deals_real_cards
from fairdeal.web.http.problems import Problem
from fairdeal.web.http.request import service_of
from fairdeal.web.live.lab_worker import LAB_WORKER
from fairdeal.web.pages.shell import person_of, shared_page_response
from fairdeal.wire.rules_digest import rules_digest
from fairdeal.wording.approval import approval_words, full_edition

#: The most papers in the cache; each has at most a few hundred kilobytes.
MOST_KEPT: Final = 64


class PaperCache:
    """A cache of the papers that were used last, for several threads."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, name: str, digest: str) -> bytes | None:
        """Return a paper that was made before, or None."""
        with self._lock:
            found = self._kept.get((name, digest))
            if found is not None:
                self._kept.move_to_end((name, digest))
            return found

    def take(self, paper: Paper, rules: Rules) -> bytes:
        """Return a paper, made now unless it is in the cache."""
        digest = paper_key(rules)
        found = self.get(paper.name, digest)
        if found is None:
            found = paper.make(rules)
            with self._lock:
                self._kept[paper.name, digest] = found
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return found


PAPER_CACHE: Final = PaperCache()


def paper_key(rules: Rules) -> str:
    """Return the key of the papers of some rules: the digest does not have the day of approval."""
    return f"{rules_digest(rules)[:32]}-{rules.approved or ''}"


async def papers(request: Request) -> Response:
    """Answer with the list of a table's papers."""
    table = service_of(request).table(request.path_params["table"], person_of(request))
    game = table.state.rules.game

    def values() -> dict[str, Any]:
        return {
            "table": table.id,
            "name": table.name,
            "game": game.title,
            "place": game.place,
            "rules": f"/games/{game.name}/{game.jurisdiction}",
            "felt": str(game.felt.colour),
            "papers": [
                {"name": one.name, "file": one.file, "title": one.title, "about": one.about}
                | {"long": one.long}
                for one in PAPERS.values()
            ],
            "digest": rules_digest(table.state.rules),
            "approval": approval_words(table.state.rules),
            "edition": full_edition(table.state.rules),
            "real_cards": NO_PROOF if deals_real_cards(table.state.rules) else "",
        }

    key = (table.opening, table.state.limits_changed)
    return shared_page_response(request, "papers.html", values, key)


async def paper(request: Request) -> Response:
    """Answer with one paper as PDF."""
    table = service_of(request).table(request.path_params["table"], person_of(request))
    chosen = PAPERS.get(request.path_params["paper"])
    if chosen is None:
        raise Problem(404, "unknown", "there is no such paper")
    rules = table.state.rules
    digest = paper_key(rules)
    tag = f'"{chosen.name}-{digest}-{program_digest()[:16]}"'
    if request.headers.get("If-None-Match") == tag:
        return Response(status_code=304, headers={"ETag": tag})
    content = PAPER_CACHE.get(chosen.name, digest)
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
            return await LAB_WORKER.submit(lambda: PAPER_CACHE.take(chosen, rules))
        return await asyncio.to_thread(PAPER_CACHE.take, chosen, rules)
    except ModuleNotFoundError as error:
        reason = f"this floor cannot make PDFs: {error.name} is not installed"
        raise Problem(503, "no-press", reason, retry_seconds=3600) from None
