"""What a job is equipped with, in the options of `heddle submit`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from heddle.cli import _caller
from heddle.errors import UsageError
from heddle.spec.venv import LOCK

if TYPE_CHECKING:
    from heddle.client.client import Client

Upload = Callable[["Client", str, str | None, Mapping[str, bytes]], str]
EQUIPMENT = ("snapshot", "secret", "data", "venv")


def add_equipment(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--snapshot",
        nargs="?",
        const=".",
        metavar="DIR",
        help="upload this folder as it is now; each attempt gets a fresh copy (default .)",
    )
    add(
        "--secret",
        action="append",
        metavar="VAR=NAME",
        help="a secret as a variable; VAR=file:NAME: a file, whose path it holds",
    )
    add("--data", action="append", metavar="NAME@VERSION", help="a registered data set or model")
    add(
        "--venv",
        action="store_true",
        default=None,
        help="with --snapshot: rebuild the active Python environment where the job runs",
    )


def equip(
    client: Client,
    spec: dict[str, Any],
    options: argparse.Namespace,
    upload: Upload | None = None,
) -> None:
    """Adds what the options say to a job. `upload` sends its folder.

    :raises UsageError: if they make no sense, or something cannot be taken along
    """
    if options.secret:
        spec["secrets"] = dict(map(_secret, options.secret))
    if options.data:
        spec["data"] = options.data
    if options.venv and options.snapshot is None:
        raise UsageError("--venv needs --snapshot, which sends the folder.")
    is_isolated = bool(client.whoami().get("isolated"))
    if not (options.venv or options.no_venv or options.image):
        _caller.use(
            client, spec, is_isolated=is_isolated, has_snapshot=options.snapshot is not None
        )
    if options.snapshot is None:
        if is_isolated:
            leave_hidden(spec)
        return
    if upload is None:
        from heddle.client import upload as uploading

        upload = uploading.upload
    more = {}
    if options.venv:
        version, more[LOCK] = _caller.lock(client, options.snapshot)
        spec["venv"] = LOCK
        spec["conditions"] = {**spec.get("conditions", {}), "stack": [f"python=={version}"]}
    spec["snapshot"] = upload(client, options.snapshot, options.tenant, more)
    del spec["folder"]


def leave_hidden(spec: dict[str, Any]) -> None:
    """An isolated job does not see this folder; what needs nothing of it runs all the same.

    :raises UsageError: if the command names something that is here
    """
    if word := _named(spec, spec.pop("folder")):
        raise UsageError(
            f"{word} is in this folder, and your jobs are isolated: they do not see it. Take "
            "it along: `heddle submit --snapshot -- ...`."
        )


def unseen(spec: Mapping[str, Any], folder: str) -> str:
    """What the command of a job file names in the file's own folder, and the job does not see
    because it works elsewhere; empty if there is nothing."""
    if any(field in spec for field in ("folder", "snapshot", "image")):
        return ""
    return _named(spec, folder)


def _named(spec: Mapping[str, Any], folder: str) -> str:
    """The first word of the command that is a file or folder there."""
    for word in spec.get("command") or ():
        if word.strip("./") and os.path.exists(os.path.join(folder, word)) and word[0] != "/":
            return str(word)
    return ""


def _secret(text: str) -> tuple[str, str]:
    variable, found, name = text.partition("=")
    if not found:
        raise UsageError(f"--secret {text}: write VARIABLE=NAME, as in HF_TOKEN=hf-token.")
    return variable, name
