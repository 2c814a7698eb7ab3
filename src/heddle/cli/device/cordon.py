"""Mark a device as unavailable for new programs; running programs continue. Without DEVICE, list
the cordons.

A cordon by root applies to all users of this machine. A cordon stays with the device (its
UUID) when devices are renumbered, and ends with `heddle device uncordon` or after --for.

examples:
  heddle device cordon cuda@0 --reason "ECC errors, RMA 4711"
  heddle device cordon soft@gpu --for 2h
  heddle device cordon -o json
"""

from __future__ import annotations

import argparse
import time

from heddle.cli._output import add_output, print_json, print_table
from heddle.errors import UsageError
from heddle.inventory import cordon
from heddle.inventory.named import find_here

HELP = "let a device take no new programs, or list those that do not"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("device", nargs="?", metavar="DEVICE", help="its name, id or UUID")
    parser.add_argument(
        "--reason", metavar="TEXT", default="", help="shown when a program is refused"
    )
    parser.add_argument(
        "--for", metavar="TIME", dest="time", help="90s, 30m, 2h, 1d (default: until uncordoned)"
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    now = time.time()
    if options.device is None:
        if options.reason or options.time:
            raise UsageError("--reason and --for need a DEVICE. `heddle device ls` lists them.")
        _show([each for each in cordon.load() if each.holds(now)], options.output, now)
        return 0
    seconds = None if options.time is None else cordon.seconds_of(options.time)
    found = cordon.put(find_here(options.device), options.reason, seconds, now)
    _show([found], options.output, now)
    return 0


def _show(cordons: list[cordon.Cordon], output: str, now: float) -> None:
    if output == "json":
        print_json(cordons)
        return
    if not cordons:
        print("no device is cordoned")
        return
    rows = [
        (
            each.device or each.id,
            each.reason or "N/A",
            each.by,
            f"{cordon.ago(now - each.since)} ago",
            "uncordoned" if each.until is None else f"{cordon.ago(each.until - now)} from now",
            each.uuid or each.id,
        )
        for each in cordons
    ]
    print_table(("DEVICE", "REASON", "BY", "SINCE", "UNTIL", "REMEMBERED AS"), rows)
