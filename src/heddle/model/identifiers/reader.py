"""The grammar of identifiers: reads from left to right, and stops at what breaks a rule first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, NoReturn

from heddle.model.identifiers.codes import (
    DEVICE_BASES,
    EDITIONS,
    KINDS,
    NODE_BASES,
    PARTITION_BASES,
    UNITS,
    VERSION,
    Code,
)
from heddle.model.identifiers.rules import (
    LONGEST,
    MODEL,
    PLACE,
    REGISTRATION,
    UNKNOWN,
    VENDOR,
    IdentifierError,
    check_characters,
)
from heddle.model.site import PLACES

_CodeOf = tuple[str, str | None, str | None]  # kind, vendor, model
_Amounts = tuple[tuple[str, int], ...]
_Identities = tuple[str, str | None, str | None]  # of node, device, partition
_Site = tuple[str | None, ...]


class _Piece(NamedTuple):
    """A stretch of the text."""

    at: int
    text: str

    @property
    def end(self) -> int:
        return self.at + len(self.text)

    def split(self, separator: str) -> list[_Piece]:
        at, found = self.at, []
        for part in self.text.split(separator):
            found.append(_Piece(at, part))
            at += len(part) + 1
        return found


class Read(NamedTuple):
    """What was read."""

    edition: str
    registration: str
    codes: list[_CodeOf]
    amounts: list[_Amounts]
    identities: _Identities
    site: _Site


class Reader:
    """One text, to be read once."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self) -> Read:
        """:raises IdentifierError: if the text is not an identifier"""
        self._characters()
        segments = iter(_Piece(0, self._text).split("-"))
        edition = self._head(self._next(segments))
        registration = self._next(segments)
        self._match(registration, f"[A-Z0-9]{{1,{REGISTRATION}}}", "registration")
        codes = self._resources(self._next(segments))
        amounts = self._specifications(self._next(segments), edition, len(codes))
        site, identities = self._path(self._next(segments), codes[0][0] == "NODE")
        check = self._next(segments)
        for more in segments:
            self._fail(more.at - 1, "segments")
        self._check(check)
        return Read(edition, registration.text, codes, amounts, identities, site)

    def _fail(self, at: int, rule: str, detail: str = "") -> NoReturn:
        raise IdentifierError(self._text, at + 1, rule, detail)

    def _next(self, segments: Iterator[_Piece]) -> _Piece:
        piece = next(segments, None)
        return piece or self._fail(len(self._text), "segments", "it ends too early")

    def _match(self, piece: _Piece, pattern: str, rule: str) -> None:
        """Refuses a piece at the first character that the pattern does not take."""
        found = re.match(pattern, piece.text)
        end = piece.at + (found.end() if found else 0)
        if not found or end < piece.end:
            self._fail(end, rule)

    def _characters(self) -> None:
        if strange := re.search("[^0-9A-Z._~-]", self._text[:LONGEST]):
            self._fail(strange.start(), "case" if "a" <= strange[0] <= "z" else "alphabet")
        if len(self._text) > LONGEST:
            self._fail(LONGEST, "length")

    def _head(self, piece: _Piece) -> str:
        found = re.match("(?:H(?:D([1-9][0-9]*)?)?)?", piece.text)
        assert found is not None, "it takes the empty text"
        if found[1] is None:
            self._fail(piece.at + found.end(), "prefix")
        if int(found[1]) != VERSION:
            self._fail(piece.at + found.start(1), "version")
        edition = piece.text[found.end() :]
        if edition not in EDITIONS:
            self._fail(piece.at + found.end(), "edition")
        return edition

    def _resources(self, piece: _Piece) -> list[_CodeOf]:
        found: list[_CodeOf] = []
        before = ""
        for each in piece.split("~"):
            kind, *rest = each.split(".")
            if kind.text not in KINDS:
                self._fail(kind.at, "kind")
            if found and (found[0][0] != "NODE" or kind.text == "NODE" or each.text < before):
                self._fail(kind.at, "chips")
            words = [self._word(*pair) for pair in zip(rest, (VENDOR, MODEL), strict=False)]
            if len(rest) != 2:
                self._fail(rest[2].at - 1 if len(rest) > 2 else each.end, "resource")
            before = each.text if found else ""
            found.append((kind.text, words[0], words[1]))
        return found

    def _word(self, piece: _Piece, limit: int) -> str | None:
        if piece.text == UNKNOWN:
            return None
        self._match(piece, "[A-Z0-9]+(_[A-Z0-9]+)*", "word")
        if len(piece.text) > limit:
            self._fail(piece.at + limit, "word")
        return piece.text

    def _specifications(self, piece: _Piece, edition: str, wanted: int) -> list[_Amounts]:
        found: list[_Amounts] = []
        for each in piece.split("~"):
            if len(found) == wanted:
                self._fail(each.at - 1, "specification")
            found.append(self._amounts(each, edition, is_chip=bool(found)))
        if len(found) < wanted:
            self._fail(piece.end, "specification")
        return found

    def _amounts(self, piece: _Piece, edition: str, is_chip: bool) -> _Amounts:
        amounts: dict[str, int] = {}
        order = list(UNITS)
        for each in piece.split(".") if is_chip or piece.text != UNKNOWN else ():
            digits = re.match("0|[1-9][0-9]{0,14}", each.text)
            behind = each.at + (digits.end() if digits else 0)
            unit = each.text[behind - each.at :]
            if digits is None or unit[:1].isdigit():
                self._fail(behind, "amount")
            number = int(digits[0])
            if unit not in order:
                self._fail(behind, "unit")
            if UNITS[unit].edition not in (None, edition):
                self._fail(behind, "unit edition")
            if not amounts and (is_chip != (unit == "CT") or each.text == "0CT"):
                self._fail(each.at, "count")
            if unit == "SH" and number > 1000 * amounts.get("CT", 1):
                self._fail(each.at, "share")
            order = order[order.index(unit) + 1 :]
            amounts[unit] = number
        return tuple(amounts.items())

    def _path(self, piece: _Piece, is_node: bool) -> tuple[_Site, _Identities]:
        first, *more = piece.split("~")
        site = self._site(first) if more else ()
        if len(more) > 1:
            self._fail(more[1].at - 1, "path")
        node, *below = (more[0] if more else first).split(".")
        self._identity(node, NODE_BASES)
        for each, bases in zip(below, (DEVICE_BASES, PARTITION_BASES), strict=False):
            if is_node:
                self._fail(each.at - 1, "path")
            self._identity(each, bases)
        if len(below) > 2 or not (below or is_node):
            self._fail(below[2].at - 1 if below else piece.end, "path")
        device, partition = [*(each.text for each in below), None, None][:2]
        return site, (node.text, device, partition)

    def _site(self, piece: _Piece) -> _Site:
        places = piece.split(".")
        found = tuple(self._word(place, PLACE) for place in places[: len(PLACES)])
        if len(places) != len(PLACES):
            self._fail(
                places[len(PLACES)].at - 1 if len(places) > len(PLACES) else piece.end, "site"
            )
        if not any(found):
            self._fail(piece.at, "site")
        return found

    def _identity(self, piece: _Piece, bases: Mapping[str, Code]) -> None:
        letters = "".join(bases)
        self._match(piece, f"[{letters}][0-9A-F]{{0,16}}", "identity")
        if len(piece.text) != 17:
            self._fail(piece.end, "identity")

    def _check(self, piece: _Piece) -> None:
        self._match(piece, "[0-9A-Z]{2}", "check")
        right = check_characters(self._text[: piece.at])
        if piece.text != right:
            self._fail(piece.at, "check", f"{right} would")
