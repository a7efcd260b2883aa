"""A real server, and real browsers that look at its pages."""

from collections.abc import Iterator

import pytest
from hand_dealt import Staff, staff_of
from playwright.sync_api import Browser, expect, sync_playwright
from web_client import Server, quiet_server

from browser.looking import FLAGS, PATIENCE, Visitors, chromium_path
from browser.programs import SAME_CARDS


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests in a browser; each visitor has a context of its own in it.

    It ends with the last of these tests: Playwright keeps an event loop in the thread of the tests,
    beside which other tests cannot run one of their own.
    """
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Server]:
    """A server without pauses, clock and bots. It deals the same cards in every round, so that what
    a page looks like does not depend on luck; a module may name another `PROGRAM`.
    """
    program = ("-c", getattr(request.module, "PROGRAM", SAME_CARDS))
    with quiet_server(tmp_path_factory.mktemp("floor"), program) as one:
        yield one


@pytest.fixture(scope="module")
def staff(server: Server) -> Staff:
    """Who works at the floor."""
    return staff_of(server)


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Visitors]:
    """Opens pages: `visit("/", width=360)`. Whatever a page did wrong fails the test."""
    visitors = Visitors(chromium, server.url)
    yield visitors
    assert visitors.close() == []
