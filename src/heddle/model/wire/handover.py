"""What an attempt needs on a node of an engine elsewhere: from the control plane to the node, and
where the node's members ask for it (docs/decisions/0039)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MACHINE = "/run/heddle"
PIECE = 4 << 20  #: bytes of a content that are sent at once
LINE = "Heddle-Line"  #: a header of what a node says of a line to a member
READY, ABSENT, END = "ready", "absent", "end"
SNAPSHOT = "snapshot"  #: the name of that content; others are labels of data


@dataclass(frozen=True, slots=True)
class DataCopy:
    """Data of which the node is to have a copy."""

    variable: str  #: which will hold the path
    label: str  #: name@version
    key: str  #: of the version, as in caches
    source: str | None  #: http:// or https://; None: the control plane has it
    mib: int = 0  #: about; 0: unknown
    sha256: str | None = None  #: of a single file


@dataclass(frozen=True, slots=True)
class Handout:
    """All of it. Secrets are never shown, and never on a disk."""

    snapshot: str | None = None  #: sha256 of the archive
    snapshot_bytes: int = 0
    private: Mapping[str, bytes] = field(default_factory=dict, repr=False)  #: by variable
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)  #: by variable
    paths: Mapping[str, str] = field(default_factory=dict)  #: by variable: it is on the node
    copies: tuple[DataCopy, ...] = ()


def plain_handout(given: Handout) -> dict[str, Any]:
    return {
        "snapshot": given.snapshot,
        "snapshot_bytes": given.snapshot_bytes,
        "private": texts(given.private),
        "files": texts(given.files),
        "paths": dict(given.paths),
        "copies": [{name: getattr(c, name) for name in DataCopy.__slots__} for c in given.copies],
    }


def read_handout(said: Mapping[str, Any]) -> Handout:
    """The one of which `plain_handout` was made."""
    return Handout(
        said["snapshot"], said["snapshot_bytes"], contents(said["private"]),
        contents(said["files"]), said["paths"], tuple(DataCopy(**c) for c in said["copies"]),
    )  # fmt: skip


def texts(values: Mapping[str, bytes]) -> dict[str, str]:
    """As JSON can say any bytes."""
    return {name: value.decode("latin-1") for name, value in values.items()}


def contents(values: Mapping[str, str]) -> dict[str, bytes]:
    return {name: value.encode("latin-1") for name, value in values.items()}


def own_folder() -> str:
    """Where this user's node listens: beside a table that was named, or where others find it."""
    if table := os.environ.get("HEDDLE_TABLE"):
        return os.path.dirname(table)
    return MACHINE if os.geteuid() == 0 else f"/dev/shm/heddle-{os.geteuid()}"


def socket_paths(node: str) -> list[str]:
    """Where a node of this name may listen for this user, the most likely one first."""
    folders = dict.fromkeys((own_folder(), MACHINE, f"/dev/shm/heddle-{os.geteuid()}"))
    return [os.path.join(folder, f"node-{node}.sock") for folder in folders]
