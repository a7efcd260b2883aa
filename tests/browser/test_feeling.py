"""How a table feels: sounds are off until they are wanted, and rare hands have a quiet flourish."""

from playwright.sync_api import Page, expect

from browser.looking import Visitors
from browser.playing import TABLES, place_minimum, play_on, sit
from browser.programs import SUIT_BY_SUIT

PROGRAM = SUIT_BY_SUIT

#: Notes every sound that begins, and every golden line round a hand.
WATCH = """
window.heard = [];
window.lines = 0;
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...rest) {
    window.heard.push(this.frequency ? this.frequency.value : "noise");
    return start.apply(this, rest);
  };
}
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (frames[1]?.boxShadow) window.lines += 1;
  return animate.call(this, frames, options);
};
"""
#: The highest tone of a win.
WIN = 783.99


def watched(visit: Visitors, path: str, seat: int) -> Page:
    page = visit("/games", still=False)
    page.add_init_script(WATCH)
    page.goto(path)
    sit(page, seat)
    return page


def heard(page: Page) -> list[float | str]:
    found: list[float | str] = page.evaluate("window.heard.splice(0)")
    return [round(one, 2) if isinstance(one, float) else one for one in found]


def play_a_round(page: Page) -> None:
    place_minimum(page)
    play_on(page)


def leave(page: Page) -> None:
    page.locator("#leave").click()
    expect(page.locator("#do-sit")).to_be_visible()


def test_sounds_are_off_until_wanted_and_the_volume_is_kept(visit: Visitors) -> None:
    page = watched(visit, f"/tables/{TABLES['let-it-ride']}", 1)
    play_a_round(page)
    assert heard(page) == []
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Sounds").check()
    page.get_by_role("slider", name="Volume").fill("20")
    page.locator("#settings .main").click()
    play_a_round(page)
    told = heard(page)
    assert "noise" in told
    assert WIN in told
    page.reload()
    expect(page.locator("#do-least")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("checkbox", name="Sounds")).to_be_checked()
    expect(page.get_by_role("slider", name="Volume")).to_have_value("20")
    # No volume is no sound.
    page.get_by_role("slider", name="Volume").fill("0")
    page.locator("#settings .main").click()
    play_a_round(page)
    assert heard(page) == []
    leave(page)


def test_a_rare_hand_has_a_quiet_flourish_and_a_loss_has_nothing(visit: Visitors) -> None:
    page = watched(visit, f"/tables/{TABLES['let-it-ride']}", 3)
    play_a_round(page)
    expect(page.locator("#column")).to_contain_text("straight flush")
    assert page.evaluate("window.lines") == 1
    leave(page)
    page = watched(visit, f"/tables/{TABLES['run-em-twice']}", 1)
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Sounds").check()
    page.locator("#settings .main").click()
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Your turn")
    page.locator("#do-fold").click()
    expect(page.locator("#column")).to_contain_text("You lost $10 net")
    assert page.evaluate("window.lines") == 0
    assert WIN not in heard(page)
    leave(page)
