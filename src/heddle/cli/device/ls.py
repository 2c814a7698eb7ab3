"""List the accelerators of this machine, what they let Heddle do, and the level that follows.

An accelerator is named by the API through which Heddle schedules it (cuda@0), and by its place on
its bus where there is no shim for it yet (pci@0000:03:00.0). A value that it does not report is
N/A, and null in JSON.

examples:
  heddle device ls
  heddle device ls -o wide
  heddle device ls --all -o json            CPUs, memory, network and storage as well
  heddle device ls --record machine.json    for a bug report: all that was read, to a file
  heddle device ls --machine machine.json   what another machine has, from its record
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from heddle.cli._output import bytes_text, complain, print_json, print_table, tell_troubles
from heddle.errors import NoPermissionError
from heddle.inventory import apis
from heddle.inventory.host import LiveHost, RecordingHost, load
from heddle.inventory.listing import DeviceListing, accelerators
from heddle.inventory.machine import look
from heddle.model.hardware import Component, Link, Machine
from heddle.table import level_text

HELP = "list the accelerators of this machine"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--output",
        choices=["table", "wide", "json"],
        default="table",
        help="table for people (default), the same with more columns, or json for programs",
    )
    parser.add_argument("--all", action="store_true", help="all hardware, not only accelerators")
    parser.add_argument("--record", metavar="FILE", type=Path, help="write what was read to FILE")
    parser.add_argument("--machine", metavar="FILE", type=Path, help="read a record instead")


def run(options: argparse.Namespace) -> int:
    if options.machine:
        machine = look(load(options.machine))
        listed = accelerators(machine, [])
    else:
        recorder = RecordingHost(LiveHost()) if options.record else None
        machine = look(recorder or LiveHost())
        listed = accelerators(machine, apis.devices(complain))
        if recorder:
            record(recorder, options.record)
    tell_troubles(machine)
    if options.output == "json":
        print_json(everything(machine, listed) if options.all else [x.as_dict() for x in listed])
        return 0
    if not listed:
        print("no accelerator found (the soft XPU is switched off by SOFTXPU_DEVICES)")
    else:
        show(listed, wide=options.output == "wide")
    if options.all:
        others = [c for c in machine.components if c not in machine.accelerators]
        rows = [
            (c.id, c.kind, model_text(c), memory_text(c), number_text(c.numa), c.driver or "N/A")
            for c in others
            if c.kind != "bridge"
        ]
        print()
        print_table(("HARDWARE", "KIND", "MODEL", "MEMORY", "NUMA", "DRIVER"), rows)
    return 0


def record(recorder: RecordingHost, path: Path) -> None:
    try:
        path.write_text(recorder.as_json("recorded by heddle device ls --record"))
    except OSError as error:
        raise NoPermissionError(f"cannot write the record ({error.strerror})", str(path)) from None
    note = "holds what was read; look through it before you pass it on: there are ids in it"
    complain(f"{path} {note}")


def everything(machine: Machine, listed: Sequence[DeviceListing]) -> dict[str, object]:
    return {
        **asdict(machine),
        "components": [c for c in machine.components if c not in machine.accelerators],
        "accelerators": [entry.as_dict() for entry in listed],
    }


def show(listed: Sequence[DeviceListing], *, wide: bool) -> None:
    heads = ["DEVICE", "KIND", "MODEL", "MEMORY", "LEVEL", "NUMA", "BUS", "DRIVER"]
    heads += ["LINK", "UUID", "CAPABILITIES", "NATIVE SCHEDULER"] if wide else []
    rows = []
    for entry in listed:
        c, device = entry.component, entry.device
        row = [
            entry.id,
            c.kind,
            model_text(c),
            memory_text(c),
            level(entry),
            number_text(c.numa),
            c.id,
            c.driver or "N/A",
        ]
        if wide:
            row += [
                link_text(c.link),
                c.uuid or "N/A",
                (", ".join(device.capabilities) or "none") if device else "N/A",
                device.scheduler if device else "N/A",
            ]
        rows.append(row)
    print_table(heads, rows)


def level(entry: DeviceListing) -> str:
    """For a recorded machine the driver was not asked."""
    if entry.device:
        return level_text(entry.device.level)
    return "N/A" if entry.component.device else "none yet"


def model_text(component: Component) -> str:
    return f"{component.vendor}/{component.model}"


def memory_text(component: Component) -> str:
    return bytes_text(component.memory_bytes or 0)


def number_text(value: int | None) -> str:
    return "N/A" if value is None else str(value)


def link_text(link: Link | None) -> str:
    """As negotiated, and as it could be where that is more."""
    if link is None or link.speed_gts is None:
        return "N/A"
    now = f"{link.speed_gts:g} GT/s x{link.width}"
    most = f"{link.max_speed_gts:g} GT/s x{link.max_width}" if link.max_speed_gts else now
    return now if now == most else f"{now} of {most}"
