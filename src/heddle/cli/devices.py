"""List the accelerators of this machine, what they let Heddle do, and the level that follows.

examples:
  heddle devices
  heddle devices -o json
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict

from heddle.cli.output import add_output, bytes_text, print_json, print_table
from heddle.inventory import apis
from heddle.table import level_text

HELP = "list the accelerators of this machine"


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    devices = apis.devices(lambda error: print(f"heddle: {error}", file=sys.stderr))
    if options.output == "json":
        print_json([{"id": device.id, **asdict(device)} for device in devices])
        return 0
    if not devices:
        print("no accelerator found (the soft XPU is switched off by SOFTXPU_DEVICES)")
        return 0
    rows = [
        (
            device.id,
            f"{device.vendor}/{device.model}",
            bytes_text(device.memory_bytes),
            level_text(device.level),
            device.scheduler,
            ", ".join(device.capabilities) or "none",
        )
        for device in devices
    ]
    print_table(("DEVICE", "MODEL", "MEMORY", "LEVEL", "NATIVE SCHEDULER", "CAPABILITIES"), rows)
    return 0
