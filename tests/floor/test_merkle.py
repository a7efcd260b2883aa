"""The tree over the log against vectors that all share, and against the definition written out."""

from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.errors import BadInputError
from fairdeal.floor.log.merkle import (
    EMPTY_ROOT,
    Frontier,
    HashOf,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    node_hash,
    root_of,
    verify_consistency,
    verify_inclusion,
)

# Vectors that implementations of RFC 6962 share ---------------------------------------------------

DATA = [
    bytes.fromhex(text)
    for text in (
        *("", "00", "10", "2021", "3031", "40414243", "5051525354555657"),
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAF_1 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
LEAF_4 = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
LEAF_6 = "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f"
PAIR_1 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
PAIR_2 = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
PAIR_3 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
HALF_1 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
INCLUSION = [
    (0, 1, []),
    (0, 8, [LEAF_1, PAIR_1, HALF_1]),
    (5, 8, [LEAF_4, PAIR_3, ROOTS[4]]),
    (2, 3, [ROOTS[2]]),
    (1, 5, [ROOTS[1], PAIR_1, LEAF_4]),
]
CONSISTENCY = [
    (1, 1, []),
    (1, 8, [LEAF_1, PAIR_1, HALF_1]),
    (2, 8, [PAIR_1, HALF_1]),
    (6, 8, [PAIR_2, PAIR_3, ROOTS[4]]),
    (2, 5, [PAIR_1, LEAF_4]),
    (6, 7, [PAIR_2, LEAF_6, ROOTS[4]]),
]

LEAVES = [leaf_hash(data) for data in DATA]


def subtrees(leaves: Sequence[bytes]) -> HashOf:
    """The complete subtrees as a store would have them, and no others."""
    kept: dict[tuple[int, int], bytes] = {}
    head = Frontier()
    for leaf in leaves:
        for level, done in enumerate(head.append(leaf)):
            kept[level, (head.size - 1) >> level] = done
    return lambda level, number: kept[level, number]


def test_the_root_of_every_size() -> None:
    assert [root_of(LEAVES[:size]).hex() for size in range(9)] == ROOTS
    head = Frontier()
    grown = [head.root().hex()]
    for leaf in LEAVES:
        head.append(leaf)
        grown.append(head.root().hex())
    assert grown == ROOTS


@pytest.mark.parametrize(("index", "size", "proof"), INCLUSION)
def test_an_inclusion_proof_that_is_known(index: int, size: int, proof: list[str]) -> None:
    found = inclusion_proof(index, size, subtrees(LEAVES[:size]))
    assert [one.hex() for one in found] == proof
    assert verify_inclusion(LEAVES[index], index, size, found, bytes.fromhex(ROOTS[size]))


@pytest.mark.parametrize(("old", "new", "proof"), CONSISTENCY)
def test_a_consistency_proof_that_is_known(old: int, new: int, proof: list[str]) -> None:
    found = consistency_proof(old, new, subtrees(LEAVES[:new]))
    assert [one.hex() for one in found] == proof
    roots = [bytes.fromhex(ROOTS[size]) for size in (old, new)]
    assert verify_consistency(old, roots[0], new, roots[1], found)


# A tree as RFC 6962, section 2.1, defines it ------------------------------------------------------


def split(count: int) -> int:
    """The largest power of two below."""
    power = 1
    while power * 2 < count:
        power *= 2
    return power


def plain_root(data: Sequence[bytes]) -> bytes:
    if len(data) == 0:
        return sha256().digest()
    if len(data) == 1:
        return sha256(b"\0" + data[0]).digest()
    k = split(len(data))
    return sha256(b"\1" + plain_root(data[:k]) + plain_root(data[k:])).digest()


def plain_path(index: int, data: Sequence[bytes]) -> list[bytes]:
    if len(data) == 1:
        return []
    k = split(len(data))
    if index < k:
        return [*plain_path(index, data[:k]), plain_root(data[k:])]
    return [*plain_path(index - k, data[k:]), plain_root(data[:k])]


def plain_consistency(old: int, data: Sequence[bytes], *, whole: bool = True) -> list[bytes]:
    if old == len(data):
        return [] if whole else [plain_root(data)]
    k = split(len(data))
    if old <= k:
        return [*plain_consistency(old, data[:k], whole=whole), plain_root(data[k:])]
    return [*plain_consistency(old - k, data[k:], whole=False), plain_root(data[:k])]


#: What a log holds, up to 70 entries: past the sixth level.
LOGS = st.integers(0, 70).flatmap(
    lambda n: st.binary(min_size=2, max_size=2).map(lambda b: log(n, b))
)


def log(size: int, begins: bytes = b"") -> list[bytes]:
    return [begins + bytes([number]) for number in range(size)]


@given(LOGS, st.data())
def test_roots_and_proofs_are_as_defined(data: list[bytes], draw: st.DataObject) -> None:
    leaves = [leaf_hash(one) for one in data]
    root = root_of(leaves)
    assert root == plain_root(data)
    if data:
        size = draw.draw(st.integers(1, len(data)))
        index = draw.draw(st.integers(0, size - 1))
        hash_of = subtrees(leaves)  # of the whole log: proofs of older sizes follow from it too
        path = inclusion_proof(index, size, hash_of)
        assert path == plain_path(index, data[:size])
        assert verify_inclusion(leaves[index], index, size, path, root_of(leaves[:size]))
        grown = consistency_proof(size, len(data), hash_of)
        assert grown == plain_consistency(size, data)
        assert verify_consistency(size, root_of(leaves[:size]), len(data), root, grown)


def test_every_proof_of_small_logs() -> None:
    for size in range(1, 34):
        data = log(size)
        leaves = [leaf_hash(one) for one in data]
        hash_of, root = subtrees(leaves), plain_root(data)
        for index in range(size):
            path = inclusion_proof(index, size, hash_of)
            # It is the proof of this place and of no other.
            places = [
                n
                for n in range(-1, size + 3)
                if verify_inclusion(leaves[index], n, size, path, root)
            ]
            assert places == [index]
            old = index + 1
            grown = consistency_proof(old, size, hash_of)
            assert grown == plain_consistency(old, data)
            assert verify_consistency(old, plain_root(data[:old]), size, root, grown)


@given(LOGS, st.integers(0, 70))
def test_a_head_is_a_value(data: list[bytes], kept: int) -> None:
    leaves = [leaf_hash(one) for one in data]
    head = Frontier()
    head.extend(leaves[:kept])
    again = Frontier(head.size, tuple(head.hashes))
    assert again == head
    assert len(head.hashes) == head.size.bit_count()
    for leaf in leaves[kept:]:
        again.append(leaf)
    head.extend(iter(leaves[kept:]))
    assert again == head
    assert again.root() == plain_root(data)
    assert repr(again) == f"Frontier({len(data)}, root={plain_root(data).hex()})"
    assert again != data


def test_leaves_that_fail_leave_a_whole_head() -> None:
    def failing() -> list[bytes]:
        raise OSError("the disk is gone")

    head = Frontier()
    with pytest.raises(OSError, match="gone"):
        head.extend(leaf if leaf != LEAVES[5] else failing()[0] for leaf in LEAVES)
    assert (head.size, head.root().hex()) == (5, ROOTS[5])


# What is not so is refused ------------------------------------------------------------------------


def changed(value: bytes, bit: int) -> bytes:
    number = int.from_bytes(value, "big") ^ (1 << bit % (8 * len(value)))
    return number.to_bytes(len(value), "big")


@given(LOGS.filter(len), st.data())
def test_a_changed_inclusion_is_refused(data: list[bytes], draw: st.DataObject) -> None:
    leaves = [leaf_hash(one) for one in data]
    size, root = len(data), plain_root(data)
    index = draw.draw(st.integers(0, size - 1))
    bit = draw.draw(st.integers(0, 255))
    path = inclusion_proof(index, size, subtrees(leaves))
    leaf = leaves[index]
    assert not verify_inclusion(changed(leaf, bit), index, size, path, root)
    assert not verify_inclusion(leaf, index, size, path, changed(root, bit))
    assert not verify_inclusion(leaf, index, size, [*path, leaf], root)
    assert not verify_inclusion(leaf, size, size, path, root)
    assert not verify_inclusion(leaf, -1, size, path, root)
    assert not verify_inclusion(leaf[:-1], index, size, path, root)
    if path:
        place = draw.draw(st.integers(0, len(path) - 1))
        assert not verify_inclusion(leaf, index, size, path[:-1], root)
        bent = [*path[:place], changed(path[place], bit), *path[place + 1 :]]
        assert not verify_inclusion(leaf, index, size, bent, root)


@given(LOGS.filter(lambda data: len(data) > 1), st.data())
def test_a_changed_consistency_is_refused(data: list[bytes], draw: st.DataObject) -> None:
    leaves = [leaf_hash(one) for one in data]
    new, new_root = len(data), plain_root(data)
    old = draw.draw(st.integers(1, new - 1))
    bit = draw.draw(st.integers(0, 255))
    old_root = plain_root(data[:old])
    proof = consistency_proof(old, new, subtrees(leaves))
    assert not verify_consistency(old, changed(old_root, bit), new, new_root, proof)
    assert not verify_consistency(old, old_root, new, changed(new_root, bit), proof)
    assert not verify_consistency(old, old_root, new, new_root, [*proof, new_root])
    assert not verify_consistency(old, old_root, new, new_root, proof[:-1])
    assert not verify_consistency(old, old_root, new, new_root, [])
    assert not verify_consistency(new, new_root, old, old_root, proof)
    assert not verify_consistency(0, old_root, new, new_root, proof)
    place = draw.draw(st.integers(0, len(proof) - 1))
    bent = [*proof[:place], changed(proof[place], bit), *proof[place + 1 :]]
    assert not verify_consistency(old, old_root, new, new_root, bent)


@given(st.integers(2, 70), st.data())
def test_a_tail_that_was_cut_or_written_anew_is_found(kept: int, draw: st.DataObject) -> None:
    """An auditor kept the root at some size: a log that is not that one any more has no proof."""
    root = plain_root(log(kept))
    for length in {0, 1, kept // 2, kept - 1}:  # cut: nothing shorter goes on from it
        shorter = log(length)
        assert not verify_consistency(kept, root, length, plain_root(shorter), [])
        with pytest.raises(BadInputError, match="cannot continue a log"):
            consistency_proof(kept, length, subtrees([leaf_hash(one) for one in shorter]))
    now = draw.draw(st.integers(kept, 80))
    data = log(now)
    data[draw.draw(st.integers(0, kept - 1))] += b"!"
    proof = consistency_proof(kept, now, subtrees([leaf_hash(one) for one in data]))
    assert not verify_consistency(kept, root, now, plain_root(data), proof)
    honest = consistency_proof(kept, now, subtrees([leaf_hash(one) for one in log(now)]))
    assert not verify_consistency(kept, root, now, plain_root(data), honest)


def test_bytes_do_not_wander_between_the_hashes_of_a_proof() -> None:
    """Joined they would be the same bytes, so that the lengths must be looked at."""
    leaf, other = LEAVES[:2]
    root = node_hash(leaf, other)
    assert verify_inclusion(leaf, 0, 2, [other], root)
    assert not verify_inclusion(leaf + other[:1], 0, 2, [other[1:]], root)
    assert not verify_consistency(1, leaf + other[:1], 2, root, [other[1:]])


def test_empty_logs() -> None:
    root = root_of(LEAVES)
    assert consistency_proof(0, 0, subtrees([])) == consistency_proof(0, 8, subtrees(LEAVES)) == []
    assert verify_consistency(0, EMPTY_ROOT, 0, EMPTY_ROOT, [])
    assert verify_consistency(0, EMPTY_ROOT, 8, root, [])
    assert not verify_consistency(0, EMPTY_ROOT, 8, root, [root])
    assert not verify_consistency(0, root, 0, root, [])
    assert not verify_consistency(-1, EMPTY_ROOT, 8, root, [])
    assert verify_consistency(8, root, 8, root, [])
    assert not verify_consistency(8, root, 8, EMPTY_ROOT, [])


@pytest.mark.parametrize(
    ("size", "hashes"),
    [(1, []), (0, LEAVES[:1]), (3, LEAVES[:1]), (-1, LEAVES[:1]), (1, [b"short"])],
)
def test_what_is_no_head(size: int, hashes: list[bytes]) -> None:
    with pytest.raises(BadInputError, match="hashes"):
        Frontier(size, hashes)


@pytest.mark.parametrize("index", [-1, 8, 9])
def test_a_place_that_is_not_there(index: int) -> None:
    with pytest.raises(BadInputError, match=f"a log of 8 entries has no entry {index}"):
        inclusion_proof(index, 8, subtrees(LEAVES))


def test_a_proof_asks_for_few_subtrees() -> None:
    """Whatever the length of the log: so that one can be made while people wait."""
    asked: list[tuple[int, int]] = []
    size = 10**12 - 1

    def hash_of(level: int, number: int) -> bytes:
        asked.append((level, number))
        assert (number + 1) << level <= size
        return bytes(32)

    inclusion_proof(size // 3, size, hash_of)
    consistency_proof(size // 3, size, hash_of)
    assert len(asked) < 200
