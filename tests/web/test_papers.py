"""The papers of a floor's own tables, over a real server."""

import re
from dataclasses import replace

import pytest
from web_client import Server, problem

from fairdeal.floor.startup import sample_rules, sample_texts
from fairdeal.papers.catalogue import PAPERS, Paper
from fairdeal.papers.sign import sign_of
from fairdeal.web.pages.papers.routes import PaperCache
from fairdeal.wire.rules_digest import rules_digest

QUICK = [name for name, paper in PAPERS.items() if not paper.long]


@pytest.mark.clause("COMAR 36.05.03.19C")
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
    cache = PaperCache(most=1)
    cache.take(paper, first)
    # The same choices at a table of another name are the same paper.
    cache.take(paper, replace(first, floor=None))
    assert len(made) == 1
    # The day of approval stands on papers, though the digest of the rules does not have it.
    cache.take(paper, replace(first, approved="2026-01-31"))
    assert len(made) == 2
    cache.take(paper, second)
    cache.take(paper, first)
    assert len(made) == 4


@pytest.mark.clause("COMAR 36.05.03.19B", "COMAR 36.05.03.24C")
def test_every_page_of_a_table_says_whether_its_rules_are_approved(server: Server) -> None:
    operator, public = server.operator(), server.public()
    flora = server.staff("flora", "floor")
    text = sample_texts()["2-run-em-twice.toml"]
    for name, key, words, day in (
        ("Not approved", "", "ot yet approved", None),
        ("Is approved", "approved = 2026-01-31\n", "pproved 2026-01-31", "2026-01-31"),
    ):
        body = {"rules": key + text.replace('name = "', f'name = "{name} ', 1)}
        answer = operator.post("/floor/open", body)
        assert answer.status_code == 201, answer.text
        table = answer.json()["table"]
        for page in (f"/tables/{table}", f"/tables/{table}/papers", f"/tables/{table}/deal"):
            assert words in flora.get(page, Accept="text/html").text, page
        lobby = public.get("/", Accept="text/html").text.partition(f'id="table-{table}"')[2]
        assert words in lobby.partition("</li>")[0]
        (wall,) = [one for one in operator.json("/floor/state")["tables"] if one["table"] == table]
        assert wall["approval"].endswith(words)
        told = public.table(table)
        assert told["approved"] == day
        assert "Version 1.0" in told["edition"]
        assert "Version 1.0" in public.get(f"/tables/{table}").text
        (listed,) = [one for one in public.json("/api/tables") if one["table"] == table]
        assert listed["approved"] == day
        assert operator.post(f"/api/tables/{table}/close").status_code == 200


def test_a_tables_page_says_its_digest_and_what_its_limit_covers(server: Server) -> None:
    public = server.public()
    rules = sample_rules()[2]
    page = public.get("/tables/t3").text
    assert f'title="{rules_digest(rules)}"' in page
    words = re.sub(r"<[^>]+>", "", page)
    assert "per player per round; not the Five Card Bonus" in words
    assert "Players must be 21 or older · A gambling problem?" in page
    assert public.get("/api/tables/t3").json()["rules_digest"] == rules_digest(rules)
    assert "; side bets and meters are outside of it" in re.sub(
        r"<[^>]+>", "", public.get("/tables/t1").text
    )
