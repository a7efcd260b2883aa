"""A table's page in a real browser: what the first load weighs, when it is painted, and how soon a
decision is seen by the other player. Beside the paint is that of a plain page of the same server.
"""

import os
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from bench.clients import rules_folder, served
from bench.measure import Row

LOADS = 7
ROUNDS = 5
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
#: When something was pressed, and when the sentence over the table last changed.
WATCH = """
addEventListener("click", () => { window.pressed = Date.now(); }, true);
addEventListener("DOMContentLoaded", () => {
  const line = document.querySelector("#headline");
  if (line) new MutationObserver(() => { window.told = Date.now(); })
    .observe(line, {childList: true, characterData: true, subtree: true});
});
"""
#: When the drill first has a button to decide with.
FIRST_DECISION = """
addEventListener("DOMContentLoaded", () => {
  const buttons = document.querySelector("#buttons");
  new MutationObserver(() => { window.decided ??= performance.now(); })
    .observe(buttons, {childList: true});
});
"""
#: How long each of some decisions takes from the click on "Next" to the frame that shows it.
NEXT_DECISIONS = """async () => {
  const took = [];
  for (let n = 0; n < 20; n++) {
    document.querySelector("#buttons button:not(:disabled)").click();
    const start = performance.now();
    document.querySelector("#next").click();
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    took.push(performance.now() - start);
  }
  return took;
}"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1"
#: When the largest thing was painted: by then the script has drawn the table.
DRAWN = """() => new Promise(done => new PerformanceObserver(
  list => done(list.getEntries().at(-1).startTime)
).observe({type: "largest-contentful-paint", buffered: true}))"""
WEIGHT = """() => ["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
  .filter(one => !one.name.includes("/api/")).reduce((sum, one) => sum + one.transferSize, 0)"""


def bench() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as name, _browser() as browser:
        folder = Path(name)
        with served(str(folder / "page.db"), rules_folder(folder, 1)) as (port, _):
            url = f"http://127.0.0.1:{port}"
            empty, _, _ = _painted(browser, f"{url}/verify")
            paint, drawn, weight = _painted(browser, f"{url}/tables/t1")
            seen = _seen(browser, f"{url}/tables/t1")
            opened, nexts = _drilled(browser, f"{url}/train")
    spread = f"median of {len(seen)}, worst {max(seen):,.0f} ms"
    return [
        Row("page", "first load of a table's page", f"{weight / 1000:,.1f} KB", "", "< 100 KB"),
        Row(
            "page",
            "first paint of a table's page, nothing kept",
            f"{paint:,.0f} ms",
            f"{paint / empty:,.1f} times a page with a form; all of it {drawn:,.0f} ms",
            "< 300 ms",
        ),
        Row(
            "page",
            "a decision, from the click to the other browser",
            f"{statistics.median(seen):,.0f} ms",
            spread,
            "< 150 ms",
        ),
        Row(
            "page",
            "first decision of the drill, nothing kept",
            f"{opened:,.0f} ms",
            f"{opened / empty:,.1f} times the first paint of a page with a form",
            "< 1,000 ms",
        ),
        Row(
            "page",
            "next decision of the drill, from the click to the frame",
            f"{statistics.median(nexts):,.0f} ms",
            f"median of {len(nexts)}, worst {max(nexts):,.0f} ms",
            "< 50 ms",
        ),
    ]


@contextmanager
def _browser() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


def _painted(browser: Browser, url: str) -> tuple[float, float, int]:
    """When a page is painted in a browser that knows nothing of it, when all of it, and what came
    over the line.
    """
    first, whole, weight = [], [], 0
    for _ in range(LOADS):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(url)
        page.wait_for_timeout(300)
        first.append(float(page.evaluate(PAINT)))
        whole.append(float(page.evaluate(DRAWN)))
        weight = int(page.evaluate(WEIGHT))
        context.close()
    return statistics.median(first), statistics.median(whole), weight


def _seen(browser: Browser, url: str) -> list[float]:
    """How long after a click of one player the other's page says so."""
    pages: list[Page] = []
    for seat in (1, 2):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(url)
        page.locator(f"#seat-{seat} [data-sit]").click()
        expect(page.locator("#do-least")).to_be_visible()
        pages.append(page)
    first, second = pages
    took = []
    for _ in range(ROUNDS):
        for page in pages:
            page.locator("#do-least").click()
        # Chips that lie there for a moment are on the layout, and the round waits for their player.
        first.wait_for_timeout(800)
        for page in pages:
            page.locator("#do-place").click()
        for _ in range(2):
            expect(first.locator("#headline")).to_contain_text("Your turn")
            _decide(first)
            expect(second.locator("#headline")).to_contain_text("Your turn")
            told, pressed = second.evaluate("window.told"), first.evaluate("window.pressed")
            took.append(float(told - pressed))
            _decide(second)
        for page in pages:
            expect(page.locator("#do-least")).to_be_visible()
    return took


def _drilled(browser: Browser, url: str) -> tuple[float, list[float]]:
    """When the first decision of the drill is there, and how long the next ones take."""
    first = []
    nexts: list[float] = []
    for _ in range(LOADS):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.add_init_script(FIRST_DECISION)
        page.goto(url)
        expect(page.locator("#train")).to_have_attribute("data-loaded", "yes")
        first.append(float(page.evaluate("window.decided")))
        nexts += page.evaluate(NEXT_DECISIONS)
        context.close()
    return statistics.median(first), nexts


def _decide(page: Page) -> None:
    # A button that appeared under a resting pointer is deaf for a moment.
    page.wait_for_timeout(500)
    page.locator("#actions button:is(.main, .choice):not(#do-place, .fold)").first.click()
