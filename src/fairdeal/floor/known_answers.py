"""Known answers of the shuffle, which every start of a floor computes again.

The expected values were computed with OpenSSL and Perl from the description of the bytes, not with
this program. A machine or a program that gives other values must not deal.
"""

import hmac
from hashlib import sha256
from typing import Final

from fairdeal.cards import card_text
from fairdeal.errors import StoreError
from fairdeal.games import GAMES
from fairdeal.play import fairness

_SECRET: Final = bytes(range(32)).hex()
_WORDS: Final = "1=ann,3=bob"
_COMMITMENT: Final = "ef699b2a5766c9ed973e4b21bafd94ad9c989049e49cba621386b359517d4101"
#: The decks by their size, from the top, not cut; and the depths of the automatic cut.
_DECKS: Final = {
    52: "Jh Js Jd 7c Ks 8c 2c 9d Qd Ts 2d Jc 6h Th Kh 5d 6d Td 2s 4h 9s 5h Tc 8d Qs As "
    "4s Ac 9c Kc Ad 5s Qc Kd 8h 8s 6s 7d 9h Ah 3h 2h 5c 4d Qh 3d 7h 6c 7s 3c 4c 3s",
    54: "Ac 8h 5c 2h Ah Td Qd Ad 2d 6h As 6d 7d Qs Qc 9d 9c * 2s Kh 3s 4h 5d Kc 2c Jd 8s "
    "4d Ks 3d 6s 3h Js 8d Jc 9s Th 7s Qh Kd 9h 6c Jh 3c Ts 4s 7h * 8c 7c 5h 4c Tc 5s",
}
_CUTS: Final = {52: 12, 54: 20}
#: RFC 4231, test case 2, and FIPS 180-2, the first example.
_HMAC: Final = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
_SHA256: Final = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def wrong_answers() -> list[str]:
    """Return what is computed otherwise than it should; nothing on a machine that is in order."""
    wrong = []
    if sha256(b"abc").hexdigest() != _SHA256:
        wrong.append("SHA-256")
    if hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha256").hex() != _HMAC:
        wrong.append("HMAC-SHA256")
    if fairness.commitment("t1", "t1-1", "0" * 64, _SECRET) != _COMMITMENT:
        wrong.append("the commitment")
    decks = {len(game.deck.cards): game.deck for game in GAMES}
    for size, text in _DECKS.items():
        if size not in decks:
            continue
        order = fairness.fair_order(decks[size], _SECRET, "t1", "t1-1", _WORDS, None)
        if " ".join(map(card_text, order)) != text:
            wrong.append(f"the shuffle of {size} cards")
        if fairness.cut_depth(size, _SECRET, "t1", "t1-1") != _CUTS[size]:
            wrong.append(f"the cut of {size} cards")
    return wrong


def check_known_answers() -> None:
    """Raise `StoreError` if this machine computes a known answer of the shuffle otherwise."""
    if wrong := wrong_answers():
        raise StoreError(
            f"this program computes {', '.join(wrong)} otherwise than it should: it does not deal. "
            "Install it again, or use another machine"
        )
