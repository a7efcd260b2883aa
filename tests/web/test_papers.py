"""The papers of a floor's own tables, over a real server."""

import re
from dataclasses import replace

import pytest
from web_client import Server, problem

from fairdeal.floor.startup import sample_rules
from fairdeal.papers.catalogue import PAPERS, Paper
from fairdeal.papers.sign import sign_of
from fairdeal.web.pages.papers.routes import Drawer

QUICK = [name for name, paper in PAPERS.items() if not paper.long]


def test_a_table_lists_its_papers(server: Server) -> None:
    answer = server.public().get("/tables/t4/papers")
    assert answer.status_code == 200
    assert "Double Draw" in answer.text
    links = re.findall(r'href="(/tables/t4/papers/[a-z-]+\.pdf)"', answer.text)
    assert links == [f"/tables/t4/papers/{name}.pdf" for name in PAPERS]
    assert " style=" not in answer.text


@pytest.mark.parametrize("name", QUICK)
def test_each_is_the_one_that_the_command_writes(server: Server, name: str) -> None:
    answer = server.public().get(f"/tables/t4/papers/{name}.pdf")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.content == PAPERS[name].make(sample_rules()[3])


def test_a_browser_that_has_it_is_not_sent_it_again(server: Server) -> None:
    first = server.public().get("/tables/t1/papers/sign.pdf")
    again = server.public().get(
        "/tables/t1/papers/sign.pdf", **{"If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    other = server.public().get("/tables/t2/papers/sign.pdf")
    assert other.headers["ETag"] != first.headers["ETag"]


def test_what_there_is_none_of_is_not_found(server: Server) -> None:
    problem(server.public().get("/tables/t1/papers/poster.pdf"), 404, "unknown")
    problem(server.public().get("/tables/t99/papers/sign.pdf"), 404, "unknown")
    problem(server.public().get("/tables/t99/papers"), 404, "unknown")


def test_a_drawer_keeps_the_last_ones_by_what_they_say() -> None:
    first, second = sample_rules()[0], sample_rules()[1]
    made = []

    def content(rules: object) -> object:
        made.append(rules)
        return sign_of(first)

    paper: Paper = PAPERS["sign"]._replace(content=content)  # type: ignore[arg-type]
    drawer = Drawer(most=1)
    drawer.take(paper, first)
    # The same choices at a table of another name are the same paper.
    drawer.take(paper, replace(first, floor=None))
    assert len(made) == 1
    drawer.take(paper, second)
    drawer.take(paper, first)
    assert len(made) == 3
