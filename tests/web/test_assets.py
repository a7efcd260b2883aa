"""The files that pages load: addresses with digests, the import map, preload links and headers."""

import gzip
import json
import posixpath
import re
from base64 import b64encode
from hashlib import sha256

import httpx
import pytest
from web_client import Server

from fairdeal.web.pages.assets import address, assets, import_map, modules

SCRIPTS = sorted(name for name in assets() if name.endswith(".js"))
SHEETS = sorted(name for name in assets() if name.endswith(".css"))
PAGES = ("/", "/tables/t1", "/tables/t5", "/verify")


@pytest.fixture(scope="module")
def public(server: Server) -> httpx.Client:
    return server.public().http


@pytest.mark.parametrize("name", sorted(assets()))
def test_an_address_names_the_content(public: httpx.Client, name: str) -> None:
    answer = public.get(address(name), headers={"Accept-Encoding": "identity"})
    assert answer.status_code == 200
    assert answer.content == assets()[name].content
    assert sha256(answer.content).hexdigest()[:12] in address(name)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_browser_that_unpacks_gets_fewer_bytes(public: httpx.Client) -> None:
    name = "shared/base.css"
    with public.stream("GET", address(name), headers={"Accept-Encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert len(raw) < len(assets()[name].content) / 2
    assert gzip.decompress(raw) == assets()[name].content


def test_a_plain_path_answers_and_is_not_kept(public: httpx.Client) -> None:
    answer = public.get("/static/shared/dom.js")
    assert answer.status_code == 200
    assert answer.content == assets()["shared/dom.js"].content
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    ["shared/dom.000000000000.js", "shared/none.js", "shared/base.html", "table/scene.py", ""],
)
def test_nothing_else_is_served(public: httpx.Client, path: str) -> None:
    assert public.get(f"/static/{path}").status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_a_page_permits_its_import_map_and_no_other_inline_script(
    public: httpx.Client, path: str
) -> None:
    answer = public.get(path, headers={"Accept": "text/html"})
    (found,) = re.findall(r'<script type="importmap">(.*?)</script>', answer.text)
    assert found == import_map()
    digest = b64encode(sha256(found.encode()).digest()).decode()
    policy = answer.headers["content-security-policy"]
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", PAGES)
def test_a_page_asks_for_all_its_modules_at_once(public: httpx.Client, path: str) -> None:
    text = public.get(path, headers={"Accept": "text/html"}).text
    (entry,) = re.findall(r'<script type="module" src="([^"]+)"', text)
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', text)
    name = next(name for name in SCRIPTS if address(name) == entry)
    assert {entry, *preloaded} == {address(one) for one in modules(name)}
    assert len(preloaded) == len(set(preloaded)) == len(modules(name)) - 1
    # The import map is read before any module is asked for.
    assert text.index('type="importmap"') < text.index("modulepreload" if preloaded else entry)


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_import_is_a_file_and_in_the_import_map(name: str) -> None:
    known = json.loads(import_map())["imports"]
    for one in modules(name):
        assert known[f"/static/{one}"] == address(one)
    text = assets()[name].content.decode()
    # `modules` reads imports of this form only. Comments that import types are no imports, and what
    # is imported later, when it is needed, is in the import map too.
    code = re.sub(r"(?m)^/\*\* @import .*$", "", text)
    found = re.findall(r'(?m)^(?:import|export)\b[^;"]* from "\.{1,2}/[\w/]+\.js";', code)
    later = re.findall(r'\bimport\("(\.{1,2}/[\w/]+\.js)"\)', code)
    for path in later:
        assert posixpath.normpath(f"/static/{posixpath.dirname(name)}/{path}") in known
    assert len(found) + len(later) == len(re.findall(r"\bfrom \"|\bimport\(", code))


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_imports_no_other(name: str) -> None:
    assert b"@import" not in assets()[name].content
