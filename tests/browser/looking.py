"""A browser that looks closely: what a page does wrong is a failure of the test that opened it."""

import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebSocket

#: Where pictures of pages are put; git ignores it.
SHOTS: Final = ROOT / "shots"
#: The widths that every page is looked at: a phone, a tablet, a screen.
WIDTHS: Final = (360, 800, 1440)
HEIGHTS: Final = {360: 740, 800: 1024, 1024: 768, 1440: 900}
#: What Playwright switches off, since a second list replaces its own; and parts of the window that
#: renderers of their own draw, at a greater cost than that of the page. A name that a Chromium does
#: not know does nothing.
OFF: Final = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    "SpareRendererForSitePerProcess",
)
FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    f"--disable-features={','.join(OFF)}",
)
#: How many frames of a page a condition is waited for.
MOST_FRAMES: Final = 5_000
#: How long a page is waited for, in milliseconds: what comes, comes sooner, but for a busy machine.
PATIENCE: Final = 90_000
#: The names that Chromium goes by; the Makefile asks for the same, and installs the first.
NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def few(values: Iterable[object], count: int = 1) -> list[Any]:
    """Return parameters of a test, the first of them for `make test`.

    The others repeat the same look with another game or page, and are left to `make slow`.
    """
    listed = list(values)
    rest = (pytest.param(one, marks=pytest.mark.slow) for one in listed[count:])
    return [*listed[:count], *rest]


def chromium_path() -> str:
    """Where Chromium is; `CHROMIUM` says so where it has another name."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.fail("the browser tests need Chromium: `make test` installs Debian's, as root")
    return found


class Watch:
    """Somebody's browser, and what its pages did wrong so far.

    Wrong is an error on the console or in a script, and a request to another origin. What a test
    brings about on purpose (a refusal, a lost connection) it names with `allow`.
    """

    def __init__(self, context: BrowserContext, url: str, allow: Sequence[str]) -> None:
        self.context = context
        self.complaints: list[str] = []
        #: Words of what is no complaint; a test may add to them as it goes on.
        self.allow = list(allow)
        self._origin = urlsplit(url).netloc
        context.on("console", self._console)
        context.on("weberror", lambda one: self._complain(f"script: {one.error}"))
        context.on("request", self._request)
        context.on("page", lambda page: page.on("websocket", self._socket))

    def _complain(self, words: str) -> None:
        self.complaints.append(words)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"console {message.type}: {message.text} ({message.location['url']})")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self._origin:
            self._complain(f"another origin: {request.url}")

    def _socket(self, socket: WebSocket) -> None:
        if urlsplit(socket.url).netloc != self._origin:
            self._complain(f"another origin: {socket.url}")

    def wrong(self) -> list[str]:
        """What is to be complained about."""
        return [one for one in self.complaints if not any(word in one for word in self.allow)]


class Visitors:
    """Opens pages, each visitor with a browser of its own: other cookies, other storage."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self.url = url
        self.watches: list[Watch] = []

    def __call__(
        self,
        path: str = "/",
        *,
        width: int = 1440,
        height: int | None = None,
        dark: bool = True,
        javascript: bool = True,
        still: bool = True,
        token: str | None = None,
        allow: Sequence[str] = (),
        **options: Any,
    ) -> Page:
        """A new visitor's page at an address; `token` is of somebody who has signed in already."""
        context = self._browser.new_context(
            base_url=self.url,
            viewport={"width": width, "height": height or HEIGHTS.get(width, 900)},
            color_scheme="dark" if dark else "light",
            java_script_enabled=javascript,
            reduced_motion="reduce" if still else "no-preference",
            **options,
        )
        context.set_default_timeout(PATIENCE)
        if token is not None:
            context.add_cookies([{"name": "fairdeal", "value": token, "url": self.url}])
        self.watches.append(Watch(context, self.url, allow))
        page = context.new_page()
        page.goto(path)
        return page

    def watch(self, page: Page) -> Watch:
        """What is known of a page's visitor."""
        return next(one for one in self.watches if one.context == page.context)

    def close(self) -> list[str]:
        """Close everybody's browser; what went wrong is the answer."""
        wrong = [words for one in self.watches for words in one.wrong()]
        for one in self.watches:
            one.context.close()
        return wrong


def next_frame(page: Page) -> None:
    """Wait until the page has drawn a frame: it has handled all input and events of before."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def until(page: Page, condition: Callable[[], bool]) -> None:
    """Wait until a condition of the test holds, while the page goes on."""
    for _ in range(MOST_FRAMES):
        if condition():
            return
        next_frame(page)
    pytest.fail(f"it did not happen within {MOST_FRAMES} frames")


def motion_ends(page: Page) -> None:
    """Wait until nothing moves in the page any more."""
    page.evaluate("() => Promise.all(document.getAnimations().map(one => one.finished))")
    next_frame(page)


def axe(page: Page, *, both: bool = False) -> None:
    """That the page has no barrier that axe can find; `both` by the other light too, which changes
    nothing but colours.
    """
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    if not both:
        return
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if dark else "dark")
    found = Axe().run(page, options={"runOnly": ["color-contrast"]})
    page.emulate_media(color_scheme="dark" if dark else "light")
    assert found.violations_count == 0, found.generate_report()


def nothing_overlaps(page: Page, where: str) -> None:
    """That no two of these lie on each other."""
    found: list[dict[str, float]] = page.locator(where).evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    for at, one in enumerate(found):
        for other in found[at + 1 :]:
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            along = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            assert min(across, along) <= 1, (where, one, other)


def shot(page: Page, name: str, widths: Sequence[int] = WIDTHS, *, full: bool = True) -> list[Path]:
    """A page at several widths, where nothing may be sideways; it has its own width afterwards.

    Pictures for people to look at, in `shots/`, take longer than all else: `make shots` takes them.
    """
    before = page.viewport_size
    made = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 900)})
        next_frame(page)
        no_sideways(page)
        if os.environ.get("SHOTS"):
            SHOTS.mkdir(exist_ok=True)
            page.screenshot(path=(path := SHOTS / f"{name}-{width}.png"), full_page=full)
            made.append(path)
    if before is not None:
        page.set_viewport_size(before)
    return made


#: What stands farther right than the window reaches.
OUTSIDE: Final = """() => [...document.querySelectorAll("body *")]
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
  .map(one => `${one.tagName}#${one.id}.${one.className}`).slice(0, 5)"""


def no_sideways(page: Page) -> None:
    """That nothing sticks out at the side: a page scrolls up and down only."""
    wide, room = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    if wide > room:
        outside = page.evaluate(OUTSIDE)
        pytest.fail(f"the page is {wide} px wide in a window of {room}: {outside}")
