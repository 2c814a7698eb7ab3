"""The rules of identifiers: their characters, the error that cites a rule, check characters, codes
of names. docs/reference/identification.md explains them.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from heddle.errors import UsageError
from heddle.model.identifiers.codes import KINDS, UNITS, VERSION

#: What RFC 3986 calls unreserved, in upper case; a character's value is its place.
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-._~"
VALUES = {character: value for value, character in enumerate(ALPHABET)}
UNKNOWN = "_"
LONGEST = 2000
REGISTRATION, VENDOR, MODEL, PLACE = 20, 12, 24, 12  #: characters at most

RULES = {
    "length": f"at most {LONGEST} characters",
    "alphabet": "A-Z, 0-9 and - . _ ~ only",
    "case": "letters are upper case",
    "segments": "six segments with - between: HD1T, registration, resource, specification, path, "
    "check characters",
    "prefix": "begins with HD, the version and the edition: HD1T",
    "version": f"this Heddle knows version {VERSION}",
    "edition": "T (total) or A (available)",
    "registration": f"1 to {REGISTRATION} letters and digits",
    "resource": "KIND.VENDOR.MODEL; those of a node's chips follow, each behind a ~",
    "kind": f"one of {', '.join(KINDS)}",
    "word": "letters and digits, with a single _ between some; _ alone is unknown; "
    f"a vendor and a place have at most {VENDOR} characters, a model {MODEL}",
    "chips": "only a node has chips, and they are sorted by KIND.VENDOR.MODEL",
    "specification": "one for each resource, with ~ between; _ if nothing is known",
    "amount": "a whole number of at most 15 digits, without zeros in front, and its unit",
    "unit": f"one of {', '.join(UNITS)}; each at most once, in this order",
    "unit edition": "cores and throughput are in the total edition only",
    "count": "a node's chips begin with how many (8CT, at least 1); nothing else has this",
    "share": "at most 1000 for each chip",
    "path": "[REGION.DATA_CENTRE.ROOM.RACK~]NODE, .DEVICE unless it is a node, [.PARTITION]",
    "site": "four places or none; at least one is known",
    "identity": "a letter for its basis and 16 hex digits",
    "check": "two check characters that fit all before them",
}


class IdentifierError(UsageError):
    """A text is not an identifier: where, and which rule says so."""

    def __init__(self, text: str, position: int, rule: str, detail: str = "") -> None:
        self.text = text
        self.position = position  #: 1 is the first character
        self.rule = rule  #: a key of RULES
        first = max(0, position - 60)
        shown = "".join(c if " " <= c <= "~" else "?" for c in text[first : first + 76])
        super().__init__(
            f"not an identifier, at character {position}, {rule}: {RULES[rule]}"
            f"{f' ({detail})' if detail else ''}\n  {shown}\n  {' ' * (position - 1 - first)}^"
        )


def check_characters(text: str) -> str:
    """ISO 7064 MOD 1271-36, with values for the separators too.

    It finds every wrong character and every swap of two neighbours, in separators as well. (MOD
    37,36 misses some swaps.)
    """
    value = 0
    for character in text:
        value = (value * 36 + VALUES[character]) % 1271
    first, second = divmod((1 - value * 36 * 36) % 1271, 36)
    return ALPHABET[first] + ALPHABET[second]


def digest(purpose: str, value: str) -> str:
    """16 hex digits that only this value has, for all practical purposes, and that hide it."""
    return hashlib.sha256(f"heddle {purpose}\0{value}".encode()).hexdigest()[:16].upper()


def word(text: str | None, limit: int) -> str | None:
    """A name as a code. What is cut off or cannot be written is replaced by a mark of the name,
    so that two names do not become one."""
    if not text:
        return None
    plain = re.sub(r"[^A-Z0-9]+", "_", text.upper()).strip("_")
    if text.isascii() and len(plain) <= limit:
        return plain or None
    mark = digest("word", unicodedata.normalize("NFC", text))[:6]
    stem = plain[: limit - 7].strip("_")
    return f"{stem}_{mark}" if stem else f"X{mark}"
