"""The installable app: manifest, icons, and what the service worker keeps."""

import json
import re
import struct

from web_client import Server

from fairdeal.web.pages.offline import PAGES_KEPT, offline_files


def test_the_manifest_has_icons_of_the_sizes_that_it_names(server: Server) -> None:
    nobody = server.public()
    answer = nobody.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    icons = answer.json()["icons"]
    assert {(one["sizes"], one["purpose"]) for one in icons} == {
        ("any", "any"),
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for one in icons:
        icon = nobody.get(one["src"])
        assert icon.headers["content-type"] == one["type"]
        if one["type"] == "image/png":
            width, height = struct.unpack(">II", icon.content[16:24])
            assert f"{width}x{height}" == one["sizes"]
    page = nobody.get("/")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page.text
    assert "manifest-src 'self'" in page.headers["content-security-policy"]


def test_the_worker_keeps_all_that_its_pages_load_and_no_table(server: Server) -> None:
    nobody = server.public()
    worker = nobody.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    first, _, _ = worker.text.partition("\n")
    kept = json.loads(first.removeprefix("self.KEPT = ").removesuffix(";"))
    assert kept["pages"] == ["/train", "/verify", "/school/texts"]
    assert kept["files"] == offline_files()
    for page in PAGES_KEPT:
        # The import map names the files of all pages; the rest is what this page loads.
        text = re.sub(r'<script type="importmap">.*?</script>', "", nobody.get(page).text)
        loaded = set(re.findall(r"/static/[\w./-]+\.[0-9a-f]{12}\.\w+", text))
        assert len(loaded) > 4
        missing = {one for one in loaded - set(kept["files"]) if "icon-192" not in one}
        assert not missing
    for one in kept["files"]:
        assert nobody.get(one).status_code == 200
