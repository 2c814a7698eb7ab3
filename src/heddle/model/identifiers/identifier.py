"""Identifier: the registrant of a resource, what it is, how much of it there is, and where it is.

    HD1T-X0-GPU.NVIDIA.H200-989400F16.143771MI-M3F9A6C0E12B4D578.U0123456789ABCDEF-6D

One text for one thing: `parse` takes exactly what `str` writes.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from heddle.model.identifiers.codes import VERSION, WEAK
from heddle.model.identifiers.reader import Reader
from heddle.model.identifiers.rules import UNKNOWN, VALUES, check_characters


@dataclass(frozen=True, slots=True)
class Resource:
    """What it is, in codes, and how much of it: of all together where there are several."""

    kind: str
    vendor: str | None = None
    model: str | None = None
    amounts: tuple[tuple[str, int], ...] = ()  #: unit and number, in the order of UNITS

    @property
    def code(self) -> str:
        return ".".join((self.kind, self.vendor or UNKNOWN, self.model or UNKNOWN))

    @property
    def specification(self) -> str:
        return ".".join(f"{number}{unit}" for unit, number in self.amounts) or UNKNOWN


@dataclass(frozen=True, slots=True)
class Identifier:
    """A node, a device, or a partition of one."""

    edition: str  #: T or A
    registration: str
    resources: tuple[Resource, ...]  #: itself; behind it a node's chips
    node: str  #: an identity: a letter for its basis and 16 hex digits
    device: str | None = None
    partition: str | None = None
    site: tuple[str | None, ...] = ()  #: places as in model.site.PLACES, or nothing
    version: int = VERSION

    @property
    def level(self) -> str:
        return "partition" if self.partition else "device" if self.device else "node"

    @property
    def path(self) -> str:
        places = ".".join(place or UNKNOWN for place in self.site)
        there = ".".join(filter(None, (self.node, self.device, self.partition)))
        return f"{places}~{there}" if places else there

    @property
    def is_weak(self) -> bool:
        """Whether a part of the path is from something that renumbering or renaming changes."""
        parts = (self.node, self.device, self.partition)
        return any(part[0] in WEAK for part in parts if part)

    def __str__(self) -> str:
        """The canonical text.

        :raises IdentifierError: if a field breaks a rule
        """
        body = "-".join(
            (
                f"HD{self.version}{self.edition}",
                self.registration,
                "~".join(resource.code for resource in self.resources),
                "~".join(resource.specification for resource in self.resources),
                self.path,
                "",
            )
        )
        is_sound = VALUES.keys() >= set(body)  # if not, parse says where
        text = body + (check_characters(body) if is_sound else "")
        parse(text)  # the rules are written down once
        return text


def parse(text: str) -> Identifier:
    """What a canonical text says.

    :raises IdentifierError: if it is not one
    """
    found = Reader(text).read()
    parts = zip(found.codes, found.amounts, strict=True)
    return Identifier(
        found.edition,
        found.registration,
        tuple(Resource(*code, amounts) for code, amounts in parts),
        *found.identities,
        site=found.site,
    )


def normalise(text: str) -> tuple[str, tuple[str, ...]]:
    """The canonical form of a text, and what was changed in it.

    :raises IdentifierError: if it is not an identifier even then
    """
    changes = []
    now = unicodedata.normalize("NFKC", text)
    if now != text:
        changes.append("full-width or similar characters")
    for what, pattern, instead in _SLIPS:
        now, count = re.subn(pattern, instead, now)
        changes += [what] if count else []
    if now.upper() != now:
        changes.append("lower case")
        now = now.upper()
    parse(now)
    return now, tuple(changes)


#: What happens to a text that is copied from a letter, a web page or a terminal.
_SLIPS = (
    ("quotes or brackets around it", r"""^\s*["'`<(\[]+|["'`>)\],;]+\s*$""", ""),
    ("blanks or line breaks", "[\\s\u200b-\u200d\u2060\ufeff]+", ""),
    ("other dashes", "[\u2010-\u2015\u2212]", "-"),
)
