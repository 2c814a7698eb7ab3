"""Let a device take new programs again. For a device that is gone, give its old name, id or UUID.

examples:
  heddle device uncordon cuda@0
"""

from __future__ import annotations

import argparse
import time

from heddle.errors import NoSuchDeviceError, UsageError
from heddle.inventory import cordon
from heddle.inventory.named import find_here
from heddle.model.device import Device
from heddle.model.hardware import Component

HELP = "let a device take new programs again"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("device", metavar="DEVICE", help="its name, id or UUID")


def run(options: argparse.Namespace) -> int:
    thing: Component | Device | None = None
    missing: NoSuchDeviceError | None = None
    try:
        thing = find_here(options.device)
    except NoSuchDeviceError as error:
        missing = error
    if cordon.lift(options.device, thing, time.time()):
        print(f"{options.device} takes new programs again")
        return 0
    if missing is not None:
        raise missing
    raise UsageError(
        f"{options.device} is not cordoned. `heddle device cordon` lists those that are."
    )
