"""What a node sends, read and checked: its first words, and its beats. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from heddle.cluster.row import NodeRow
from heddle.cluster.row_json import read_row
from heddle.control.nodes.node import PARTS, NodeReport
from heddle.errors import UsageError
from heddle.model.choices import NODE_KINDS
from heddle.model.orders import OrderResult, read_result

ROW = "row"
PASSING = ("live", "programs")  #: parts that change all the time: the store never has them
ALL_PARTS = (ROW, *PARTS, *PASSING)
LARGEST_PART = 1 << 18  #: bytes
DEEPEST = 64  #: objects and lists within each other: no answer could show many more
RESERVED = ("join", "token", "tokens", "forget")  #: words of paths and of `heddle node ls`
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}")
_HASH = re.compile(r"[0-9a-f]{1,64}")
_VERSION = re.compile(r"[\w.+() -]{0,64}", re.ASCII)
_SITE = re.compile(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{0,200}")


@dataclass(frozen=True, slots=True)
class Beat:
    """What is new, and the hashes of all that the node has."""

    parts: Mapping[str, str]
    told: NodeReport
    passing: Mapping[str, bytes] = field(default_factory=dict)  #: as JSON
    done: Mapping[str, OrderResult] = field(default_factory=dict)  #: by the number of an order


@dataclass(frozen=True, slots=True)
class First:
    """The first words of a node; what is None the join token or the server says."""

    beat: Beat
    row: NodeRow
    name: str | None
    kind: str | None
    site: str | None
    version: str


def read_beat(body: bytes) -> Beat:
    """:raises UsageError: if it is invalid"""
    return _beat(read_fields(body, ("parts", "changes", "done")))


def read_first(body: bytes) -> First:
    """:raises UsageError: if it is invalid"""
    said = read_fields(body, ("name", "kind", "site", "version", "parts", "changes"))
    beat = _beat(said)
    if beat.told.row is None:
        raise UsageError("changes: a node says its row when it joins.")
    kind, site, version = said.get("kind"), said.get("site"), said.get("version", "")
    if kind is not None and kind not in NODE_KINDS:
        raise UsageError(f"kind: {kind!r} is not a kind; kinds are {', '.join(NODE_KINDS)}.")
    if site is not None:
        check_site(site)
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise UsageError("version: is not a version.")
    name = None if said.get("name") is None else check_name(said["name"])
    return First(beat, beat.told.row, name, kind, site, version)


def check_name(name: object) -> str:
    """:raises UsageError: if no node can be called so"""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise UsageError(
            f"name: a node's name has 1 to 63 letters, digits, dots, dashes and underscores, and "
            f"begins with a letter or digit; {name!r} does not."
        )
    if name in RESERVED:
        raise UsageError(f"name: {name!r} is reserved. Choose another name.")
    return name


def check_site(site: object) -> str:
    """:raises UsageError: if it is not a site"""
    if not isinstance(site, str) or not _SITE.fullmatch(site):
        raise UsageError("site: must be a text of at most 200 characters, such as eu/fra1/room-2.")
    return site


def _beat(said: Mapping[str, Any]) -> Beat:
    parts, changes = said.get("parts", {}), said.get("changes", {})
    if not isinstance(parts, dict) or not isinstance(changes, dict):
        raise UsageError("parts and changes: must be objects, by the name of a part.")
    for part in (*parts, *changes):
        if part not in ALL_PARTS:
            raise UsageError(f"{part!r} is not a part; parts are {', '.join(ALL_PARTS)}.")
    for part, digest in parts.items():
        if not isinstance(digest, str) or not _HASH.fullmatch(digest):
            raise UsageError(f"parts.{part}: must be a hash in hexadecimal digits.")
    texts = {part: _checked(part, value) for part, value in changes.items()}
    if unsaid := changes.keys() - parts.keys():
        raise UsageError(f"parts.{min(unsaid)}: the hash of a part in `changes` is missing.")
    row = read_row(changes[ROW]) if ROW in changes else None
    hashes = {part: parts[part] for part in changes if part not in PASSING}
    values = {part: changes[part] for part in PARTS if part in changes}
    passing = {part: texts[part] for part in PASSING if part in texts}
    return Beat(parts, NodeReport(row, values, hashes), passing, _done(said.get("done", {})))


def _done(said: object) -> Mapping[str, OrderResult]:
    if not isinstance(said, dict):
        raise UsageError("done: an object by the number of an order.")
    return {number: read_result(each) for number, each in said.items()}


def _checked(part: str, value: object) -> bytes:
    """As it is shown later: what cannot be shown is refused now."""
    if not isinstance(value, dict):
        raise UsageError(f"changes.{part}: must be an object.")
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        data = text.encode()
    except (ValueError, RecursionError):
        raise UsageError(f"changes.{part}: has values that JSON does not allow.") from None
    if len(data) > LARGEST_PART:
        raise UsageError(f"changes.{part}: is larger than {LARGEST_PART >> 10} KiB.")
    if _is_deep(value):
        raise UsageError(f"changes.{part}: is nested deeper than {DEEPEST} objects.")
    return data


def _is_deep(value: object) -> bool:
    """Level by level: as deep as it is, this is not."""
    level = [value]
    for _ in range(DEEPEST):
        below: list[object] = []
        for each in level:
            if isinstance(each, dict | list):
                below += each.values() if isinstance(each, dict) else each
        level = below
    return bool(level)


def read_fields(body: bytes, known: tuple[str, ...]) -> Mapping[str, Any]:
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        raise UsageError("the body is not JSON.") from None
    if not isinstance(said, dict):
        raise UsageError(f"the body must be an object with {', '.join(known)}.")
    if unknown := [name for name in said if name not in known]:
        raise UsageError(f"{unknown[0]!r} is not a field; fields are {', '.join(known)}.")
    return said
