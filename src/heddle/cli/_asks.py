"""What a command is given, in the options of `heddle submit` and `heddle job shell`."""

from __future__ import annotations

import argparse
import os
import re
from typing import TYPE_CHECKING, Any

from heddle.errors import UsageError

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client

#: Options that become fields of the same name in a job file.
FIELDS = (
    "tenant", "image", "share", "cap", "device_memory", "cpu", "memory", "priority", "retries",
    "timeout",
)  # fmt: skip
#: Of these, the options that are called otherwise, as in `heddle run`.
CALLED = {"device_memory": "mem"}


def add_asks(parser: argparse.ArgumentParser) -> None:
    """What every job can ask for."""
    add = parser.add_argument
    add("--name", metavar="NAME", help="name of the job (default: the command's)")
    add("--devices", metavar="REQUEST", help="gpu:2, 'h200:1 | a100:2', ... (default cpu:1)")
    add(
        "--image",
        metavar="IMAGE",
        help="container image to run in: docker.io/library/python:3.12 (docs/guides/images.md)",
    )
    add("--share", metavar="PART", help="of each device: 25%% or 0.25 (default: all of it)")
    add("--cap", metavar="PART", help="never more of each device, even if it is idle: 25%% or 0.25")
    add("--mem", dest="device_memory", metavar="SIZE", help="memory limit on each device: 8GiB")
    add("--cpu", metavar="N", help="cores: 4, 0.5, 500m")
    add("--memory", metavar="SIZE", help="of the node: 20GiB")
    add("--priority", metavar="N", help="-255..255, high or low; higher goes first")
    add("--timeout", metavar="TIME", help="an attempt that takes longer has failed: 30m, 2h")
    add("--env", action="append", metavar="NAME=VALUE", help="a variable for it")
    add("--tenant", metavar="PATH", help="tenant to charge, as in acme/vision")
    add("--no-venv", action="store_true", help="without the Python environment that is active here")
    add("--anyway", action="store_true", help="even if no node could run it: wait for one that can")


def command_of(options: argparse.Namespace) -> list[str]:
    """What stands behind --."""
    words: list[str] = options.command
    return words[1:] if words[:1] == ["--"] else words


def spec_of(options: argparse.Namespace, command: list[str]) -> dict[str, Any]:
    """The job file that the options stand for."""
    what = command[0] if command else options.image.partition(":")[0]
    called = re.sub(r"[^A-Za-z0-9_.-]+", "-", os.path.basename(what)).strip("-._")
    spec: dict[str, Any] = {
        "id": options.name or called or "job",
        "devices": options.devices or "cpu:1",
        "folder": _here(),
    }
    if command:
        spec["command"] = command
    for field in FIELDS:
        if (value := getattr(options, field, None)) is not None:
            spec[field] = value
    if after := getattr(options, "after", None):
        spec["after"] = after
    if options.env:
        spec["environment"] = dict(map(_variable, options.env))
    return spec


def _here() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        raise UsageError(
            "the current folder no longer exists, and the job would start there. Change to another "
            "folder."
        ) from None


def _variable(text: str) -> tuple[str, str]:
    name, found, value = text.partition("=")
    if not found:
        if name not in os.environ:
            raise UsageError(f"--env {text}: write NAME=VALUE, or a NAME that is set here.")
        value = os.environ[name]
    return name, value


def submit_command(
    client: Client, spec: dict[str, Any], *, hold: bool = False, anyway: bool = False
) -> list[rest.JobAnswer]:
    """:raises UsageError: in the words of the options, if something is wrong with them"""
    from heddle.client.wire import RefusedError

    try:
        return client.submit([spec], hold=hold, anyway=anyway)
    except RefusedError as error:
        if not error.errors:
            raise
        # The position in the request is of no use here: fields are options.
        said = [str(each.get("text")) for each in error.errors]
        raise UsageError("\n".join(map(_as_option, said))) from None


def _as_option(text: str) -> str:
    field, colon, rest = text.partition(":")
    if field == "id":
        return f"--name{colon}{rest}"
    if field == "secrets":
        return f"--secret{colon}{rest}"
    options = (*FIELDS, "devices", "remote", "after", "idle", "snapshot", "data")
    return f"--{CALLED.get(field, field)}{colon}{rest}" if field in options else text
