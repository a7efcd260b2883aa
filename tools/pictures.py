"""Take the pictures of the README, `docs/img/table.png`, `replay.png` and `console.png`.

`make pictures` plays a round of Run 'Em Twice among the house's players, and looks at its replay; a
dealer at another table asks what a void would return. The cards are others each time.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
SAMPLES: Final = ROOT / "src" / "fairdeal" / "floor" / "samples"
IMAGES: Final = ROOT / "docs" / "img"
FLAGS: Final = ("--no-sandbox", "--disable-gpu")
PASSWORD: Final = "a password for pictures"  # noqa: S105 - of a floor that lives for a minute
#: How many players of the house sit at a table, so that the picture is of an evening.
PLAYERS: Final = {"1-let-it-ride": 3, "2-run-em-twice": 5}


@contextmanager
def floor(folder: Path) -> Iterator[str]:
    """A floor without pauses and clock, with many players of its own; the answer is its address."""
    tables = folder / "tables"
    tables.mkdir()
    for name, bots in PLAYERS.items():
        text = (SAMPLES / f"{name}.toml").read_text(encoding="utf-8")
        (tables / f"{name}.toml").write_text(re.sub(r"(?m)^bots = .*", f"bots = {bots}", text))
    secret = folder / "password"
    secret.write_text(PASSWORD)
    db = str(folder / "floor.db")
    fairdeal = [sys.executable, "-m", "fairdeal"]
    options = ["--pace", "0", "--clock", "0", "--tables", str(tables), "--port", "0"]
    serve = [*fairdeal, "serve", "--db", db, "--password-file", str(secret), *options]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - ours
        assert server.stdout is not None
        url = next(line.split()[-1] for line in server.stdout if "http://" in line)
        people = ["users", "add", "dora", "--role", "dealer", "--db", db]
        subprocess.run([*fairdeal, *people, "--password-file", str(secret)], check=True)  # noqa: S603 - ours
        try:
            yield url
        finally:
            server.terminate()


def visitor(browser: Browser, url: str, path: str, name: str = "") -> Page:
    """Somebody's page; who has a name signs in first."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": 1440, "height": 900},
        color_scheme="dark",
        reduced_motion="reduce",
    )
    if name:
        body = {"name": name, "password": PASSWORD}
        token = context.request.post("/api/sign-in", data=body).json()["token"]
        context.add_cookies([{"name": "fairdeal", "value": token, "url": url}])
    page = context.new_page()
    page.goto(path)
    return page


def take(page: Page, name: str) -> None:
    """One picture, when nothing moves any more."""
    page.mouse.move(5, 5)
    page.wait_for_timeout(500)
    taken = Image.open(BytesIO(page.screenshot()))
    # As few colours as a page needs: half the size.
    taken.convert("RGB").quantize(256, Image.Quantize.MEDIANCUT).save(
        IMAGES / f"{name}.png", optimize=True
    )


def of_a_table(browser: Browser, url: str) -> None:
    """A decision, and the replay of its round afterwards."""
    page = visitor(browser, url, "/tables/t2")
    page.locator("#do-sit").click()
    page.locator("#do-least").click()
    for area in page.locator("button.area.side").all():
        area.click()
    page.locator("#do-place").click()
    # The second decision: two cards of the cross are turned up.
    page.locator("#do-1x").click()
    expect(page.locator("#headline")).to_contain_text("2nd Run")
    take(page, "table")
    for _ in range(2):
        page.locator("#do-1x").click()
        page.wait_for_timeout(500)
    expect(page.locator("#paid .net")).to_be_visible()
    page.locator("#rounds a").first.click()
    expect(page.locator("#verdict")).to_contain_text("all of it holds")
    page.keyboard.press("End")
    page.set_viewport_size({"width": 1440, "height": 1080})
    take(page, "replay")


def press_on(dealer: Page, words: str) -> None:
    """The dealer's next steps, until the button says some words."""
    for _ in range(100):
        if re.search(words, dealer.locator("#next .words").inner_text()):
            return
        dealer.keyboard.press("Space")
        dealer.wait_for_timeout(200)
    raise RuntimeError(f"it never came to {words}")


def of_a_console(browser: Browser, url: str) -> None:
    """A dealer looks at what a void would return before declaring it."""
    operator = visitor(browser, url, "/", "operator")
    path = f"{url}/api/tables/t1/handover"
    done = operator.request.post(path, data={"dealer": "person"}, headers={"Origin": url})
    assert done.ok, done.text()
    dealer = visitor(browser, url, "/tables/t1/deal", "dora")
    player = visitor(browser, url, "/tables/t1")
    player.locator("#do-sit").click()
    press_on(dealer, "Wait for wagers")
    player.locator("#do-least").click()
    player.locator("#do-place").click()
    expect(dealer.locator(".seat .total")).to_have_count(PLAYERS["1-let-it-ride"] + 1)
    press_on(dealer, "stub|Ask seat")
    dealer.keyboard.press("i")
    dealer.get_by_role("button", name="A wrong number of cards").click()
    dealer.keyboard.press("Tab")
    dealer.keyboard.type("4")
    dealer.keyboard.press("Enter")
    expect(dealer.locator("#preview")).to_contain_text("All hands are void")
    take(dealer, "console")


def main() -> None:
    """All of them."""
    expect.set_options(timeout=30_000)
    with (
        tempfile.TemporaryDirectory() as folder,
        floor(Path(folder)) as url,
        sync_playwright() as playwright,
    ):
        chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        of_a_table(browser, url)
        of_a_console(browser, url)
        browser.close()
    for path in sorted(IMAGES.glob("*.png")):
        sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} KB\n")


if __name__ == "__main__":
    main()
