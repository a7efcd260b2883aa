"""Checkpoints: those of others are read, ours are of the same form, what is forged is found."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.errors import BadInputError, FairdealError
from fairdeal.floor.log.checkpoint import (
    Checkpoint,
    key_id,
    new_private_key,
    parse_and_verify,
    public_key_of,
    read_vkey,
    sign,
    vkey,
)
from fairdeal.floor.log.merkle import leaf_hash, root_of

PRIVATE = bytes(range(32))
PUBLIC = public_key_of(PRIVATE)
ORIGIN = "casino.example/floor"
ROOT = root_of([leaf_hash(b"one"), leaf_hash(b"two")])
SIGNED = sign(ORIGIN, 2, ROOT, PRIVATE)

# The checksum database of the Go modules publishes such checkpoints, with this key.
GO_KEY = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"
GO_ORIGIN = "go.sum database tree"
GO_SIGNATURE = (
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8="
)
GO_CHECKPOINT = f"""\
{GO_ORIGIN}
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

\N{EM DASH} sum.golang.org {GO_SIGNATURE}
"""
OTHER_KEYS = [
    "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
]


def test_a_checkpoint_of_another_log_in_the_world() -> None:
    found = parse_and_verify(GO_CHECKPOINT, GO_KEY, origin=GO_ORIGIN)
    assert (found.origin, found.size, len(found.root)) == (GO_ORIGIN, 20_852_163, 32)
    with pytest.raises(BadInputError, match=r"to the log 'go\.sum database tree', not of"):
        parse_and_verify(GO_CHECKPOINT, GO_KEY)
    forged = GO_CHECKPOINT.replace("20852163", "20852164")
    with pytest.raises(BadInputError, match="does not fit this checkpoint"):
        parse_and_verify(forged, GO_KEY, origin=GO_ORIGIN)


@pytest.mark.parametrize("text", [GO_KEY, *OTHER_KEYS])
def test_keys_of_others_are_read_and_written(text: str) -> None:
    name, public = read_vkey(text)
    assert vkey(name, public) == text
    assert key_id(name, public).hex() == text.split("+")[1]


def test_the_form() -> None:
    origin, size, root, empty, signature, end = SIGNED.split("\n")
    assert (origin, size, empty, end) == (ORIGIN, "2", "", "")
    assert len(root) == 44
    assert signature.startswith(f"\N{EM DASH} {ORIGIN} ")
    assert sign(ORIGIN, 2, ROOT, PRIVATE) == SIGNED


def test_what_was_signed_is_read() -> None:
    said = Checkpoint(ORIGIN, 2, ROOT)
    assert parse_and_verify(SIGNED, PUBLIC) == said
    assert parse_and_verify(SIGNED, vkey(ORIGIN, PUBLIC)) == said
    assert parse_and_verify(SIGNED, vkey(ORIGIN, PUBLIC) + "\n", origin=ORIGIN) == said


@given(
    st.text(st.characters(codec="utf-8"), min_size=1).filter(
        lambda name: name.isprintable() and "+" not in name and not any(map(str.isspace, name))
    ),
    st.integers(0, 10**18),
    st.binary(min_size=32, max_size=32),
)
def test_any_checkpoint_comes_back(origin: str, size: int, root: bytes) -> None:
    key = new_private_key()
    public = public_key_of(key)
    text = sign(origin, size, root, key)
    assert parse_and_verify(text, vkey(origin, public)) == (origin, size, root)
    with pytest.raises(BadInputError, match="not signed with this key"):
        parse_and_verify(text, public_key_of(new_private_key()))


def test_signatures_of_others_are_passed_over() -> None:
    body, _, signature = SIGNED.partition("\n\n")
    other = sign("witness.example/w", 2, ROOT, new_private_key()).partition("\n\n")[2]
    alike = sign(ORIGIN, 2, ROOT, new_private_key()).partition("\n\n")[2]
    for lines in (other + signature, signature + other + alike, other * 16 + signature):
        assert parse_and_verify(f"{body}\n\n{lines}", PUBLIC).size == 2
    with pytest.raises(BadInputError, match="not signed with this key"):
        parse_and_verify(f"{body}\n\n{other}{alike}", PUBLIC)


def test_one_bad_signature_of_the_key_spoils_all() -> None:
    body, _, signature = SIGNED.partition("\n\n")
    of_another = sign(ORIGIN, 3, ROOT, PRIVATE).partition("\n\n")[2]
    with pytest.raises(BadInputError, match="does not fit this checkpoint"):
        parse_and_verify(f"{body}\n\n{signature}{of_another}", PUBLIC)


def test_lines_that_others_add_to_the_text_are_signed_too() -> None:
    with pytest.raises(BadInputError, match="does not fit this checkpoint"):
        parse_and_verify(SIGNED.replace("\n\n", "\nmore\n\n"), PUBLIC)


@given(st.data())
def test_nothing_can_be_changed(draw: st.DataObject) -> None:
    place = draw.draw(st.integers(0, len(SIGNED) - 1))
    char = draw.draw(st.characters(codec="utf-8"))
    texts = [SIGNED[:place] + char + SIGNED[place + 1 :], SIGNED[:place] + SIGNED[place + 1 :]]
    for text in (*texts, SIGNED[:place]):
        if text != SIGNED:
            with pytest.raises(FairdealError):
                parse_and_verify(text, vkey(ORIGIN, PUBLIC))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("\n2\n", "\n02\n", "the size in a checkpoint is a number, not '02'"),
        ("\n2\n", "\n-2\n", "the size in a checkpoint is a number"),
        ("\n2\n", "\n\u0662\n", "the size in a checkpoint is a number"),
        ("\n2\n", f"\n{'9' * 5000}\n", "the size in a checkpoint is a number"),
        ("\n2\n", "\n\n", "begins with three lines"),
        ("\n2\n", "\n2\r\n", "plain text in UTF-8"),
        (ORIGIN, "", "begins with three lines"),
        (ORIGIN, "\ud800", "plain text in UTF-8"),
        ("=\n\n", "\n\n", "the root in the checkpoint is not written in base64"),
        ("\n\n", "\n", "ends with an empty line"),
        ("\N{EM DASH}", "-", "not signed by a line like"),
        (
            "\N{EM DASH} ",
            "\N{EM DASH} two words ",
            "the signature of 'two' is not written in base64",
        ),
        ("\N{EM DASH} ", "\N{EM DASH} x AAAA\n\N{EM DASH} ", "the signature of 'x' is too short"),
        ("\N{EM DASH} ", "\N{EM DASH}  ", "not signed by a line like"),
        (ORIGIN, "other.example/floor", "to the log 'other.example/floor', not of"),
        ("\n2\n", f"\n{'x' * 1_000_000}\n", "too long"),
    ],
)
def test_what_is_no_checkpoint(old: str, new: str, says: str) -> None:
    assert old in SIGNED
    with pytest.raises(BadInputError, match=says):
        parse_and_verify(SIGNED.replace(old, new), vkey(ORIGIN, PUBLIC))


def test_a_root_of_another_length() -> None:
    root = SIGNED.split("\n")[2]
    with pytest.raises(BadInputError, match="has 3 bytes instead of 32"):
        parse_and_verify(SIGNED.replace(root, "AAAA"), PUBLIC)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "NAME"),
        ("name", "NAME"),
        ("a b+00000000+AAAA", "without spaces"),
        ("+00000000+AAAA", "without spaces"),
        (GO_KEY.replace("sum", "sun"), "its id is another one"),
        (GO_KEY.replace("+Ac4", "+Ac5"), "its id is another one"),
        (GO_KEY.replace("+Ac4", "+Bc4"), "not a key of Ed25519"),
        (GO_KEY[:-4], "not a key of Ed25519"),
        (GO_KEY[:-1], "not written in base64"),
        (GO_KEY[:-1] + "!", "not written in base64"),
    ],
)
def test_what_is_no_key(text: str, says: str) -> None:
    with pytest.raises(BadInputError, match=says):
        parse_and_verify(SIGNED, text)


def test_what_cannot_be_signed() -> None:
    for origin in ("", "two words", "a+b", "a\nb", "a\u2003b", "\ud800"):
        with pytest.raises(BadInputError, match="a log is named without"):
            sign(origin, 2, ROOT, PRIVATE)
        with pytest.raises(BadInputError, match="a log is named without"):
            vkey(origin, PUBLIC)
    for size, root in ((-1, ROOT), (10**19, ROOT), (2, ROOT[:-1])):
        with pytest.raises(BadInputError, match="a checkpoint has a size"):
            sign(ORIGIN, size, root, PRIVATE)
    for key in (b"", PRIVATE + b"x"):
        with pytest.raises(BadInputError, match="a key of Ed25519 has 32 bytes"):
            sign(ORIGIN, 2, ROOT, key)
        with pytest.raises(BadInputError, match="a key of Ed25519 has 32 bytes"):
            parse_and_verify(SIGNED, key)
        with pytest.raises(BadInputError, match="a key of Ed25519 has 32 bytes"):
            public_key_of(key)
        with pytest.raises(BadInputError, match="a key of Ed25519 has 32 bytes"):
            vkey(ORIGIN, key)


def test_the_library_is_loaded_when_it_is_needed() -> None:
    code = (
        "import sys, fairdeal, fairdeal.floor.log.checkpoint; print('cryptography' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
