"""The browser tests can fail: what they look out for is seen."""

import pytest
from playwright.sync_api import Browser
from web_client import Server

from browser.looking import SHOTS, Visitors, Watch, axe, no_sideways, shot, until


@pytest.fixture
def visitors(chromium: Browser, server: Server) -> Visitors:
    """Visitors whose complaints the test itself asks for."""
    return Visitors(chromium, server.url)


def test_a_page_error_a_console_error_and_another_origin_are_seen(visitors: Visitors) -> None:
    page = visitors("/", bypass_csp=True)
    page.evaluate("setTimeout(() => { throw new Error('an own fault') })")
    page.evaluate("console.error('an own complaint')")
    page.evaluate("fetch('http://127.0.0.2:9/elsewhere').catch(() => 0)")
    until(page, lambda: len(visitors.watch(page).complaints) >= 3)
    found = " | ".join(visitors.close())
    assert "an own fault" in found
    assert "an own complaint" in found
    assert "another origin: http://127.0.0.2:9/elsewhere" in found


def test_what_is_allowed_is_no_complaint(visitors: Visitors) -> None:
    page = visitors("/", allow=["on purpose"])
    page.evaluate("console.error('on purpose')")
    page.evaluate("console.error('by mistake')")
    watch: Watch = visitors.watch(page)
    until(page, lambda: len(watch.complaints) >= 2)
    assert len(watch.complaints) == 2
    (wrong,) = visitors.close()
    assert "by mistake" in wrong


def test_axe_finds_a_barrier(visitors: Visitors) -> None:
    page = visitors("/")
    page.evaluate("document.body.append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="Ensure buttons have discernible text"):
        axe(page)
    visitors.close()


def test_a_page_that_is_too_wide_is_seen(visitors: Visitors) -> None:
    page = visitors("/", width=360)
    page.evaluate("document.body.append('m'.repeat(400))")
    with pytest.raises(pytest.fail.Exception, match="px wide in a window of 360"):
        no_sideways(page)
    visitors.close()


def test_a_picture_is_taken(visit: Visitors, monkeypatch: pytest.MonkeyPatch) -> None:
    page = visit("/")
    monkeypatch.delenv("SHOTS", raising=False)
    assert shot(page, "harness", [360]) == []
    monkeypatch.setenv("SHOTS", "1")
    made = shot(page, "harness", [360])
    assert made == [SHOTS / "harness-360.png"]
    assert made[0].read_bytes().startswith(b"\x89PNG")
    made[0].unlink()
