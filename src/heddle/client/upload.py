"""Takes folders along: packed here, and sent to the server unless it has them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from heddle.client.pack import Archive, pack
from heddle.control.inputs.snapshots import limit
from heddle.spec.equipment import is_digest

if TYPE_CHECKING:
    from heddle.client.client import Client

_NOBODY = "\0"  # no tenant is called so: the server says whose the job is


def upload(
    client: Client, folder: str, tenant: str | None = None, more: Mapping[str, bytes] | None = None
) -> str:
    """The snapshot of a folder and of some files more, as a job file names it: sha256:...

    :raises UsageError: if something in the folder cannot be taken along
    """
    packed = pack(folder, limit(), more)
    with packed.file:
        return send(client, packed, tenant)


def send(client: Client, packed: Archive, tenant: str | None = None) -> str:
    """An archive, under the name that jobs give it."""
    if not client.has_snapshot(packed.digest, tenant=tenant):
        client.add_snapshot(packed.digest, packed.file, packed.bytes, tenant=tenant)
    return f"sha256:{packed.digest}"


def upload_named(client: Client, text: str, name: str, beside: str) -> dict[str, str]:
    """Every folder that jobs of a job file name as their snapshot, by what they call it. Folders
    are meant from `beside` on, where the file is.

    :raises FileError: if something in the file is wrong
    :raises MissingExtraError: for YAML without PyYAML
    """
    if "snapshot" not in text:
        return {}
    from heddle.spec.job_file import parse

    found: dict[str, str] = {}
    is_json = name.lower().endswith(".json")
    for job in parse(text, name, is_json=is_json, tenant=_NOBODY):
        if job.snapshot is not None and not is_digest(job.snapshot):
            tenant = None if job.tenant == _NOBODY else job.tenant
            found[job.snapshot] = upload(client, os.path.join(beside, job.snapshot), tenant)
    return found
