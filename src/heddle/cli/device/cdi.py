"""Write a CDI specification: containers get devices that Heddle schedules.

Docker, Podman and containerd read such files from /etc/cdi. An unmodified program in a container
is then scheduled together with all others of the machine. `heddle node agent --tenants` must run.

examples:
  heddle device cdi                              print it (JSON)
  heddle device cdi --install                    write /etc/cdi/heddle.json
  heddle device cdi | sudo install -D -m 644 /dev/stdin /etc/cdi/heddle.json
                                          the same without being root: with your own table
  podman run --device heddle.dev/xpu=soft-gpu IMAGE CMD
  podman run --device heddle.dev/xpu=all IMAGE CMD
  heddle device cdi --class xpu-low --priority low --install
  podman run --device heddle.dev/xpu-low=soft-gpu IMAGE CMD

These values override `-e` of docker and podman. More: docs/guides/containers.md
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from pathlib import Path

from heddle import native
from heddle.errors import HeddleError, UsageError
from heddle.launch import cdi
from heddle.model.memory import parse_memory
from heddle.model.part import parse_part
from heddle.model.priority import parse_priority

HELP = "describe the devices for Docker, Podman and containerd"

#: Where engines look without being told.
FOLDER = Path("/etc/cdi")


def configure(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--out", type=Path, metavar="PATH", help="write it here")
    where.add_argument(
        "--install", action="store_true", help=f"write it where engines look: {FOLDER}"
    )
    parser.add_argument(
        "--class",
        dest="device_class",
        default=cdi.CLASS,
        metavar="NAME",
        help="the word behind heddle.dev/ (default xpu); one file for each",
    )
    parser.add_argument("--priority", metavar="N", help="of the programs: -255..255, high or low")
    parser.add_argument("--share", metavar="PART", help="at least this of the device, 0.25 or 25%%")
    parser.add_argument("--cap", metavar="PART", help="never more of the device than this")
    parser.add_argument("--mem", metavar="SIZE", help="memory of each device, 8GiB or 500MiB")
    parser.add_argument("--tenant", metavar="NAME", help="tenant to charge")


def run(options: argparse.Namespace) -> int:
    device_class = cdi.parse_class(options.device_class)
    offered = cdi.offers(_complain)
    specification = cdi.specification(
        offered,
        table=native.table_path(),
        preloaded=cdi.preload_in_container(list(dict.fromkeys(o.device.api for o in offered))),
        asked=asked(options),
        device_class=device_class,
        mark=device_class.replace("-", "_"),  # so that a container can have several of a vendor
    )
    text = json.dumps(specification, indent=2) + "\n"
    if not options.install and options.out is None:
        sys.stdout.write(text)
        return 0
    path = options.out or installed(device_class)
    write(path, text)
    names = [entry["name"] for entry in specification["devices"]]
    print(f"{path}: {', '.join(names)}")
    print(f"  podman run --device {specification['kind']}={names[0]} IMAGE CMD")
    _say_without_agent()
    return 0


def asked(options: argparse.Namespace) -> dict[str, str]:
    """As variables, and only what was asked for: they go before those of the container.

    :raises UsageError: if a value is invalid
    """
    found = {}
    if options.priority is not None:  # as a number: the native part knows no words
        found["HEDDLE_PRIORITY"] = str(parse_priority(options.priority))
    for name in ("share", "cap"):
        text = getattr(options, name)
        if text is not None:
            found[f"HEDDLE_{name.upper()}"] = f"{parse_part(text, name) / 1000:g}"
    if options.mem is not None:
        found["HEDDLE_MEM"] = f"{parse_memory(options.mem) >> 20}MiB"
    if options.tenant:
        found["HEDDLE_TENANT"] = options.tenant
    return found


def installed(device_class: str) -> Path:
    """A class has a file of its own, so that several can be installed."""
    suffix = "" if device_class == cdi.CLASS else f"-{device_class}"
    return FOLDER / f"heddle{suffix}.json"


def write(path: Path, text: str) -> None:
    """Complete or not at all, because engines watch the folder.

    :raises UsageError: if it cannot be written, with how it can
    """
    aside = path.with_name(f".{path.name}.{os.getpid()}")  # no suffix that engines read
    try:
        if path.parent == FOLDER:
            path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(text, encoding="utf-8")
        aside.chmod(0o644)
        aside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            aside.unlink()
        # Not `sudo heddle`: that would name the table of root.
        raise UsageError(
            f"cannot write {path} ({error.strerror}). Have it written by root: `heddle "
            "device cdi ... | "
            f"sudo install -D -m 644 /dev/stdin {path}`, or name another file with --out."
        ) from None


def _complain(error: HeddleError) -> None:
    print(f"heddle: {error}", file=sys.stderr)


def _say_without_agent() -> None:
    from heddle.ask import is_there

    if not is_there():
        folder = os.path.dirname(native.table_path())
        print(
            f"heddle: no agent answers in {folder}; start it before the containers: "
            "`heddle node agent --tenants &`",
            file=sys.stderr,
        )
