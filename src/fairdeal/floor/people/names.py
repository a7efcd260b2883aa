"""Names of people: which may be chosen, and which count as the same name."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from fairdeal.english import quoted
from fairdeal.errors import BadInputError, Refused

MAX_NAME: Final = 40

#: Letters and signs that are drawn as nothing, though Unicode counts them as printable: the fillers
#: of Hangul, the empty Braille pattern, blank signs of old scripts, the note without a head, and
#: marks that choose between forms of another character.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
#: The words by which the house speaks of itself and of those who work for it.
HOUSE_WORDS: Final = frozenset(
    {
        *("admin", "administrator", "auditor", "automatic", "bot", "cashier", "casino"),
        *("commission", "croupier", "dealer", "fairdeal", "floor", "floorman", "floorperson"),
        *("house", "inspector", "manager", "moderator", "operator", "pitboss", "regulator"),
        *("security", "staff", "supervisor", "surveillance", "system"),
    }
)
#: Digits and signs that are written for a letter, as in "Op3rator" and "Ca$ino".
_FOR_LETTERS: Final = str.maketrans("013457@$\u20ac!|", "oieastaseii")
#: The letter in Unicode's name of a Latin letter: "D" for a D with a dot below, "H" for a small
#: capital H.
_LATIN: Final = re.compile(r"LATIN (?:CAPITAL LETTER|SMALL LETTER|LETTER SMALL CAPITAL) ([A-Z])\b")
#: So many marks in a row are on no letter of any script that names are written in.
_TOO_MANY_MARKS: Final = 4
#: The combining class of marks that are struck through a letter.
_OVERLAY: Final = 1


def check_name(name: object) -> str:
    """Return a name that can be shown to people; `BadInputError` for any other value."""
    if (
        not isinstance(name, str)
        or not 0 < len(name) <= MAX_NAME
        or not name.isprintable()
        or name != name.strip()
        or _BLANK.search(name)
        or not any(char.isalnum() for char in name)
    ):
        raise BadInputError(
            f"a name has 1 to {MAX_NAME} visible characters, with a letter or a digit among them "
            "and no spaces around it"
        )
    if _is_defaced(name):
        raise BadInputError("a name has no marks that strike its letters through or pile up")
    return name


def refuse_house_words(name: str) -> None:
    """Raise `Refused` for a player's name with a word of the house in it, or one that looks so.

    A word is a whole word: "Houseman" is nobody of the house. Two words beside each other count as
    one ("Pit Boss"), and so do the letters of a name that is spaced out.
    """
    if any(word in _house_forms() for word in _words_as_read(name)):
        raise Refused(f"{quoted(name)} could be taken for the house: choose another name", None)


def _is_defaced(name: str) -> bool:
    """Return whether marks hide the letters of a name, so that it reads like another one."""
    run = 0
    for char in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(char)
        run = run + 1 if kind == "Mn" else 0
        overlay = unicodedata.combining(char) == _OVERLAY
        if kind == "Me" or overlay or run >= _TOO_MANY_MARKS:
            return True
    return False


def _words_as_read(name: str) -> set[str]:
    """Return the words of a name, alone, in pairs and spelled out, as they are and as they look."""
    bare = _bare(name)
    # "TheHouse" is read as two words.
    parted = re.sub("(?<=[a-z])(?=[A-Z])", " ", bare)
    forms = [fold_name(name), skeleton(name), *map(_roughly, (bare, parted))]
    words = set()
    for form in forms:
        parts = [*filter(None, re.split(r"[\W_]+", form))]
        pairs = ("".join(pair) for pair in pairwise(parts))
        words |= {*parts, *pairs, "".join(parts), *_spelled_out(parts)}
    # "Dealer2" and "Dealers" are no better than "Dealer 2".
    plain = {word.strip("0123456789") for word in words}
    return words | plain | {skeleton(word) for word in plain}


def _spelled_out(parts: Sequence[str]) -> set[str]:
    """Return what letters that stand alone spell: of "the h o u s e" every part of "house"."""
    words = set()
    for first in range(len(parts)):
        word = ""
        for part in parts[first:]:
            if len(part) > 1:
                break
            word += part
            words.add(word)
    return words


def _bare(name: str) -> str:
    """Return a name with plain Latin letters for those with marks and for small capitals."""
    return "".join(map(_bare_letter, unicodedata.normalize("NFKC", name)))


def _bare_letter(char: str) -> str:
    found = _LATIN.match(unicodedata.name(char, ""))
    if not found:
        return char
    return found[1] if char.isupper() else found[1].lower()


def _roughly(name: str) -> str:
    """Return a form of a name for comparing it with the words of the house alone: signs for letters
    are letters, and the lower-case L and the I are one letter.
    """
    return skeleton(name.translate(_FOR_LETTERS)).replace("l", "i")


def fold_name(name: str) -> str:
    """Return the folded form of a name. Names that people read as the same have the same form.

    NFKC is applied twice, because folding the case may leave characters that are not normal.
    """
    small = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", small)


def skeleton(name: str) -> str:
    """Return the form of a name in which characters that look alike are the same character.

    The characters are those of Unicode's table of confusables: the Cyrillic and the Latin "a", "0"
    and "O", "l", "I" and "1", "m" and "rn". Two names that only a machine tells apart have the same
    skeleton. Nobody may sign in by a skeleton.
    """
    drawn = "".join(map(_prototype, unicodedata.normalize("NFKC", name)))
    return unicodedata.normalize("NFKC", drawn.casefold())


@cache
def _house_forms() -> frozenset[str]:
    words = HOUSE_WORDS | {f"{word}s" for word in HOUSE_WORDS}
    return words | {skeleton(word) for word in words} | {_roughly(word) for word in words}


@lru_cache(maxsize=4096)
def _prototype(char: str) -> str:
    """Return the character, or characters, that stand for all that look like this one."""
    from confusable_homoglyphs import confusables  # noqa: PLC0415 - reads a large table

    def alike(one: str) -> list[str]:
        # The table lists the character that stands for the others with all of them, and each of the
        # others with that one only.
        found = confusables.is_confusable(one, greedy=True)
        return [str(other["c"]) for other in found[0]["homoglyphs"]] if found else []

    others = alike(char)
    if len(others) != 1:
        return char
    (other,) = others
    if len(other) > 1:
        return other
    return other if len(alike(other)) > 1 else min(char, other)
