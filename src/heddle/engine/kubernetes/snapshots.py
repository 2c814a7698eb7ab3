"""Snapshots of jobs, in Secrets of the pods: no node sees the folder of the control plane. An init
container unpacks them, with the image of the job. Pure."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from heddle.engine._elsewhere.order_file import UnsuitableError

PARTS = "/run/heddle/snapshot"
MOST_PARTS = 8
PART_BYTES = 700 << 10  # an object has at most 1 MiB, and these are written in base64
INIT = "snapshot"  #: the name of the init container
_UNPACK = f"cat {PARTS}/* | tar -xz"


def check_size(size: int) -> None:
    """:raises UnsuitableError: if it is too large for objects of Kubernetes"""
    most = MOST_PARTS * PART_BYTES
    if size > most:
        raise UnsuitableError(
            f"the snapshot has {size >> 10} KiB, and the engine kubernetes takes at most "
            f"{most >> 10} KiB. Leave out what the job does not need (`.heddleignore`), or put it "
            "into the image"
        )


def count_of(size: int) -> int:
    """How many parts it has."""
    return max(1, -(-size // PART_BYTES))


def parts(archive: bytes, metadata: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A Secret for each; `metadata` are theirs."""
    return [
        {
            "apiVersion": "v1",
            "kind": "Secret",
            "metadata": each,
            "immutable": True,
            "data": {"part": base64.b64encode(_part(archive, number)).decode()},
        }
        for number, each in enumerate(metadata)
    ]


def volume(names: Sequence[str]) -> dict[str, Any]:
    """All parts as files of one folder, in their order."""
    sources = [
        {"secret": {"name": name, "items": [{"key": "part", "path": f"{number:03}"}]}}
        for number, name in enumerate(names)
    ]
    return {"name": INIT, "projected": {"sources": sources, "defaultMode": 0o444}}


def init_container(container: Mapping[str, Any]) -> dict[str, Any]:
    """Unpacks it where `container` works, with as much CPU and memory as that has."""
    kept = ("image", "workingDir", "securityContext")
    sizes = {key: container["resources"].get(key) for key in ("requests", "limits")}
    return {
        "name": INIT,
        **{key: container[key] for key in kept if key in container},
        "command": ["sh", "-c", _UNPACK],
        "resources": {key: value for key, value in sizes.items() if value},
        "volumeMounts": [
            *container["volumeMounts"],
            {"name": INIT, "mountPath": PARTS, "readOnly": True},
        ],
    }


def _part(archive: bytes, number: int) -> bytes:
    return archive[number * PART_BYTES : (number + 1) * PART_BYTES]
