"""What a job is equipped with, in the options of `heddle submit`."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from heddle.errors import UsageError

if TYPE_CHECKING:
    from heddle.client.client import Client

EQUIPMENT = ("snapshot", "secret", "data")


def add_equipment(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--snapshot",
        nargs="?",
        const=".",
        metavar="DIR",
        help="take this folder along, as it is now: each attempt has a fresh copy (default .)",
    )
    add(
        "--secret",
        action="append",
        metavar="VAR=NAME",
        help="a secret as a variable; VAR=file:NAME: a file, whose path it holds",
    )
    add("--data", action="append", metavar="NAME@VERSION", help="a registered data set or model")


def equip(client: Client, spec: dict[str, Any], options: argparse.Namespace) -> None:
    """Adds what the options say to a job.

    :raises UsageError: if they make no sense, or something cannot be taken along
    """
    if options.secret:
        spec["secrets"] = dict(map(_secret, options.secret))
    if options.data:
        spec["data"] = options.data
    if options.snapshot is not None:
        from heddle.client.upload import upload

        spec["snapshot"] = upload(client, options.snapshot, options.tenant)
        del spec["folder"]
    else:
        leave_hidden(client, spec)


def leave_hidden(client: Client, spec: dict[str, Any]) -> None:
    """An isolated job does not see this folder; what needs nothing of it runs all the same.

    :raises UsageError: if the command names something that is here
    """
    if not client.whoami().get("isolated"):
        return
    folder = spec.pop("folder")
    for word in spec["command"]:
        if word.strip("./") and os.path.exists(os.path.join(folder, word)) and word[0] != "/":
            raise UsageError(
                f"{word} is in this folder, and your jobs are isolated: they do not see it. Take "
                "it along: `heddle submit --snapshot -- ...`."
            )


def _secret(text: str) -> tuple[str, str]:
    variable, found, name = text.partition("=")
    if not found:
        raise UsageError(f"--secret {text}: write VARIABLE=NAME, as in HF_TOKEN=hf-token.")
    return variable, name
