"""Two browsers play together, in every game."""

import re
from hashlib import sha256

import pytest
from playwright.sync_api import Page, expect
from web_client import Server, rules_of

from browser.looking import Visitors, axe, few, next_frame, nothing_overlaps, shot
from browser.playing import TABLES, Frames, card_names, faces, place_minimum, play_on, sit


@pytest.mark.parametrize("game", few(TABLES, 2))
def test_two_browsers_play_a_round_together(visit: Visitors, server: Server, game: str) -> None:
    table = TABLES[game]
    ann, bob = visit(f"/tables/{table}"), visit(f"/tables/{table}")
    sit(ann, 2)
    sit(bob, 3)
    # Each sees the other.
    expect(bob.locator("#seat-2")).to_contain_text("Guest")
    # Chips that lie on the layout hold the round until their player is ready.
    bob.locator("#do-least").click()
    expect(ann.locator("#seat-3 .pill")).to_have_text(bob.locator("#seat-3 .pill").inner_text())
    place_minimum(ann)
    expect(bob.locator("#seat-2")).to_have_class(re.compile(r"\bready\b"))
    expect(ann.locator("#headline")).to_contain_text("waiting for the others")
    bob.locator("#do-place").click()
    pressed = play_on(ann, bob)
    assert len(pressed) >= 4, "both decide at least twice"
    for page in (ann, bob):
        expect(page.locator("#paid .net")).to_have_text(re.compile(r"You (won|lost|came)"))
        expect(page.locator("#rounds a").first).to_have_attribute("href", f"/r/{table}-1")
    # The page tells what the record says.
    record = server.public().get(f"/api/rounds/{table}-1").json()
    for page, seat in ((ann, 2), (bob, 3)):
        net = next(one["net"] for one in record["seats"] if one["seat"] == seat)
        words = page.locator("#paid .net").inner_text()
        found = re.search(r"\$([\d,.]+)", words)
        shown = float(found[1].replace(",", "")) if found else 0.0
        assert shown == abs(net)
        assert ("won" in words) == (net > 0)
    axe(ann)
    leave(ann, bob)


def test_the_page_pledges_and_reveals_a_random_word_by_itself(
    visit: Visitors, server: Server
) -> None:
    """Also at an address without TLS, where the browser computes no digests."""
    table = server.operator().post("/api/tables", rules_of("2-run-em-twice.toml")).json()["table"]
    page = visit("/games")
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', {value: undefined})")
    page.goto(f"/tables/{table}")
    assert page.evaluate("crypto.subtle === undefined")
    sit(page, 2)
    place_minimum(page)
    play_on(page)
    record = server.public().json(f"/api/rounds/{table}-1")
    assert record["protocol"] == 2
    told = [event for entry in record["entries"] for event in entry["events"]]
    (pledged,) = [one for one in told if one["event"] == "word-pledged"]
    (revealed,) = [one for one in told if one["event"] == "word-revealed"]
    assert re.fullmatch("[0-9a-f]{32}", revealed["word"])
    text = f"fairdeal word 1|{table}|{table}-1|2|{revealed['word']}"
    assert pledged["pledge"] == sha256(text.encode()).hexdigest()
    leave(page)


def test_who_has_folded_skips_to_the_result(visit: Visitors, server: Server) -> None:
    """By the key N; the page does not offer it twice, nor before the fold."""
    table = server.operator().post("/api/tables", rules_of("2-run-em-twice.toml")).json()["table"]
    ann, bob = visit(f"/tables/{table}"), visit(f"/tables/{table}")
    sit(ann, 1)
    sit(bob, 2)
    # Chips that lie on the layout hold the round until their player is ready.
    bob.locator("#do-least").click()
    expect(ann.locator("#seat-2 .pill")).to_have_text(bob.locator("#seat-2 .pill").inner_text())
    place_minimum(ann)
    bob.locator("#do-place").click()
    expect(ann.locator("#headline")).to_contain_text("Your turn")
    expect(ann.locator("#do-skip")).to_have_count(0)
    ann.locator("#actions .fold").click()
    expect(ann.locator("#do-skip")).to_contain_text("Skip to the result")
    with ann.expect_response(f"**/api/tables/{table}/skip") as answered:
        ann.keyboard.press("n")
    assert answered.value.status == 204
    expect(ann.locator("#do-skip")).to_have_count(0)
    play_on(bob)
    expect(ann.locator("#paid .net")).to_have_text(re.compile("You lost"))
    leave(ann, bob)


def leave(*pages: Page) -> None:
    """Everybody stands up, so that the next test finds the table empty."""
    for page in pages:
        page.locator("#leave").click()
        expect(page.locator("#leave")).to_be_hidden()


def test_what_is_hidden_is_in_no_page_and_no_frame(visit: Visitors) -> None:
    """A card that a viewer may not see is nowhere: not in what came, not in what stands there."""
    ann, eve = visit("/"), visit("/")
    heard = Frames(eve)
    for page in (ann, eve):
        page.goto("/tables/t4")
    sit(ann, 1)
    sit(eve, 2)
    eve.locator("#do-least").click()
    expect(ann.locator("#seat-2 .pill")).to_be_visible()
    place_minimum(ann)
    eve.locator("#do-place").click()
    expect(ann.locator("#headline")).to_contain_text("Your turn")
    own_cards = "#mine .cards .card"
    hidden, names = faces(ann, own_cards), card_names(ann, own_cards)
    assert len(hidden) == 5, hidden
    own = faces(eve, own_cards)
    assert len(own) == 5, own
    source = eve.content()
    for face, name in zip(hidden, names, strict=True):
        if face == "*" or face in own:
            continue
        assert f'"{face}"' not in source, face
        # The paytables name hands, never cards: "ace of spades" can only be a card.
        assert name not in source, name
        assert not any(f'"{face}"' in text or name in text for text in heard.texts)
    theirs = eve.locator("#seat-1 .card")
    expect(theirs).to_have_count(5)
    assert set(card_names(eve, "#seat-1 .card")) == {"face-down card"}
    play_on(ann, eve)
    leave(ann, eve)


def test_a_double_click_does_nothing_twice(visit: Visitors) -> None:
    page = visit("/tables/t1")
    sit(page, 1)
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.post_data or ""))
    page.locator("#do-least").click()
    page.locator("#do-place").dblclick()
    expect(page.locator("#headline")).to_contain_text("Your turn")
    assert sum("place-bets" in body for body in sent) == 1
    assert sum('"ready"' in body for body in sent) == 1
    page.locator("#do-ride").dblclick()
    expect(page.locator("#headline")).to_contain_text("Bet Number 2")
    next_frame(page)
    # The second click fell on what came after: it was deaf, and bet 2 is still asked for.
    assert sum('"ride"' in body for body in sent) == 1
    expect(page.locator("#headline")).to_contain_text("Bet Number 2")
    play_on(page)
    leave(page)


def test_a_reload_in_the_middle_of_a_round_loses_nothing(visit: Visitors) -> None:
    # With motion, which the other tests leave out.
    page = visit("/tables/t2", still=False)
    sit(page, 1)
    place_minimum(page)
    expect(page.locator("#headline")).to_contain_text("Your turn")
    before = faces(page)
    page.reload()
    expect(page.locator("#headline")).to_contain_text("Your turn")
    after = faces(page)
    assert after == before
    assert "Your turn" in page.title()
    play_on(page)
    leave(page)


@pytest.mark.parametrize("game", few(TABLES, 2))
def test_every_phase_at_every_width(visit: Visitors, game: str) -> None:
    """Nothing sticks out, a wide screen does not scroll, a phone has no barrier."""
    page = visit(f"/tables/{TABLES[game]}")
    shot(page, f"table-{game}-waiting", full=False)
    sit(page, 1)
    page.locator("#do-least").click()
    for area in page.locator("button.area.side, button.area.slot").all():
        area.click()
    nothing_scrolls(page)
    shot(page, f"table-{game}-bets", full=False)
    page.locator("#do-place").click()
    expect(page.locator("#headline")).to_contain_text("Your turn")
    nothing_scrolls(page)
    shot(page, f"table-{game}-mine", full=False)
    page.set_viewport_size({"width": 360, "height": 740})
    axe(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    play_on(page)
    shot(page, f"table-{game}-after", full=False)
    leave(page)


def nothing_scrolls(page: Page) -> None:
    """That a table is seen whole on a screen of some size, and nothing written lies on a ring."""
    for width, height in ((1440, 900), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        over = page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert over <= 0, f"{over} px below a window of {width} x {height}"
        nothing_overlaps(page, "#mine .ring, #mine .caption")
    # On a tablet and a phone too; the odds are beside the board wherever there is room for them.
    for width, height in ((800, 1024), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        nothing_overlaps(page, "#mine .ring, #mine .caption")
        expect(page.locator(".pays-main")).to_be_visible(visible=width == 800)
    page.set_viewport_size({"width": 1440, "height": 900})
