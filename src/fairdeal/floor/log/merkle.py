"""The Merkle tree over the floor's log (RFC 6962), with one leaf for each entry, and its proofs.

A root stands for all entries up to it. An inclusion proof shows that an entry is under a root. A
consistency proof shows that the tree of a later root begins with all leaves of an earlier one.

A complete subtree is named by its level and number: the `number`-th one of 2**`level` leaves. Its
hash never changes, so a store may save it. Proofs need the hashes of complete subtrees only.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final, TypeAlias

from fairdeal.errors import BadInputError

#: Returns the hash of a complete subtree by (level, number).
HashOf: TypeAlias = Callable[[int, int], bytes]

#: The root of a tree without leaves.
EMPTY_ROOT: Final = sha256(b"").digest()

_HASH_SIZE: Final = 32


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf from its data."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node from those of its two subtrees."""
    return sha256(b"\x01" + left + right).digest()


# A growing tree -----------------------------------------------------------------------------------


class Frontier:
    """The right edge of a tree to which leaves are added.

    It holds the hashes of the complete subtrees that the leaves make up, the largest first: one for
    each bit of `size`. They suffice to add leaves and to compute the root.
    """

    __slots__ = ("hashes", "size")

    def __init__(self, size: int = 0, hashes: Iterable[bytes] = ()) -> None:
        self.size = size
        self.hashes = list(hashes)
        if size < 0 or len(self.hashes) != size.bit_count():
            raise BadInputError(
                f"{len(self.hashes)} hashes do not fit a tree of {size} "
                "leaves: use the file as it was made"
            )
        if not _are_hashes(self.hashes):
            raise BadInputError(
                "the hashes of a tree have 32 bytes each: use the file as it was made"
            )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frontier):
            return NotImplemented
        return (self.size, self.hashes) == (other.size, other.hashes)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"Frontier({self.size}, root={self.root().hex()})"

    def append(self, leaf: bytes) -> list[bytes]:
        """Add a leaf by its hash. Return the hashes of the complete subtrees that end with it, by
        level from the leaf itself: the one at `level` has the number `(size - 1) >> level`.
        """
        done = [leaf]
        size, hashes = self.size, self.hashes
        while size & 1:
            leaf = sha256(b"\x01" + hashes.pop() + leaf).digest()
            done.append(leaf)
            size >>= 1
        hashes.append(leaf)
        self.size += 1
        return done

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Add leaves by their hashes. This is faster than `append`, and returns no subtrees."""
        size, hashes = self.size, self.hashes
        take, give = hashes.pop, hashes.append
        try:
            for leaf in leaves:
                left, top = size, leaf
                while left & 1:
                    top = sha256(b"\x01" + take() + top).digest()
                    left >>= 1
                give(top)
                size += 1
        finally:  # the leaves before a failure are added
            self.size = size

    def root(self) -> bytes:
        """Return the root over all leaves so far."""
        return _folded(self.hashes)


def root_of(hashes: Iterable[bytes]) -> bytes:
    """Return the root over leaves, by their hashes."""
    head = Frontier()
    head.extend(hashes)
    return head.root()


def _folded(hashes: Sequence[bytes]) -> bytes:
    """Return the root over complete subtrees, the largest first; joined from the right."""
    if not hashes:
        return EMPTY_ROOT
    root = hashes[-1]
    for left in reversed(hashes[:-1]):
        root = node_hash(left, root)
    return root


# Proofs -------------------------------------------------------------------------------------------


def inclusion_proof(index: int, size: int, hash_of: HashOf) -> list[bytes]:
    """Return the hashes from the leaf at `index`, from 0, up to the root over `size` leaves."""
    if not 0 <= index < size:
        raise BadInputError(f"a log of {size} entries has no entry {index}, counted from 0")
    return list(_siblings(0, index, size, hash_of))


def consistency_proof(old: int, new: int, hash_of: HashOf) -> list[bytes]:
    """Return the proof that the tree of `new` leaves begins with that of `old` leaves."""
    if not 0 <= old <= new:
        raise BadInputError(
            f"a log of {new} entries cannot continue a log of {old}: "
            "name the older checkpoint first"
        )
    if old in (0, new):
        return []
    level, number = _last_complete(old)
    known = [] if number == 0 else [hash_of(level, number)]
    return [*known, *_siblings(level, number, new, hash_of)]


def verify_inclusion(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes
) -> bool:
    """Return whether a leaf with that hash is at `index` under the root over `size` leaves."""
    if not 0 <= index < size or not _are_hashes([leaf, root, *proof]):
        return False
    sides = _sides(0, index, size)
    if len(proof) != len(sides):
        return False
    found = leaf
    for other, is_left in zip(proof, sides, strict=True):
        found = node_hash(other, found) if is_left else node_hash(found, other)
    return found == root


def verify_consistency(
    old_size: int, old_root: bytes, new_size: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Return whether the tree of the new root begins with all leaves of that of the old root."""
    if not 0 <= old_size <= new_size or not _are_hashes([old_root, new_root, *proof]):
        return False
    if old_size == new_size:
        return not proof and old_root == new_root and (new_size > 0 or new_root == EMPTY_ROOT)
    if old_size == 0:
        return not proof and old_root == EMPTY_ROOT
    level, number = _last_complete(old_size)
    # Where the old tree is one complete subtree, the proof leaves out its root, which is known.
    first, *others = [old_root, *proof] if number == 0 else proof or [b""]
    sides = _sides(level, number, new_size)
    if len(others) != len(sides):
        return False
    old = new = first
    for other, is_left in zip(others, sides, strict=True):
        if is_left:
            old = node_hash(other, old)
            new = node_hash(other, new)
        else:
            new = node_hash(new, other)
    return old == old_root and new == new_root


def _last_complete(size: int) -> tuple[int, int]:
    """Return level and number of the smallest complete subtree of a tree with `size` leaves."""
    level = (size & -size).bit_length() - 1
    return level, (size >> level) - 1


def _sides(level: int, number: int, size: int) -> list[bool]:
    """Return, for each subtree that joins another one on its way up, whether it is to the left.

    At the right edge a subtree may have no sibling, and moves up unchanged.
    """
    last = (size - 1) >> level
    sides = []
    while last:
        if number & 1 or number < last:
            sides.append(number & 1 == 1)
        number >>= 1
        last >>= 1
    return sides


def _siblings(level: int, number: int, size: int, hash_of: HashOf) -> Iterator[bytes]:
    """Yield the hashes that join a subtree on its way up to the root over `size` leaves."""
    while (last := (size - 1) >> level) > 0:
        if number & 1:
            yield hash_of(level, number - 1)
        elif number < last:
            yield _subtree(level, number + 1, size, hash_of)
        number >>= 1
        level += 1


def _subtree(level: int, number: int, size: int, hash_of: HashOf) -> bytes:
    """Return the hash of a subtree, which the right edge may leave incomplete."""
    start = number << level
    if start + (1 << level) <= size:
        return hash_of(level, number)
    parts = []
    for lower in range(level - 1, -1, -1):
        if (size - start) >> lower:
            parts.append(hash_of(lower, start >> lower))
            start += 1 << lower
    return _folded(parts)


def _are_hashes(values: Iterable[bytes]) -> bool:
    """Return whether each value has the length of a hash. Otherwise bytes could be moved from one
    value to the next without changing what is hashed.
    """
    return all(len(value) == _HASH_SIZE for value in values)
