"""The devices of this machine as one pool: capacity, what is effective, free and fragmented.

  capacity    what the hardware has
  effective   capacity less what is cordoned, partitioned off by others, or the driver's own
  free        what no partition, no job, and no program outside of both was given.
              `heddle node show NAME` shows what jobs can still get, which is more where programs
              were started by hand: the control plane does not manage those
  fragmented  the part of free that not even another hundredth of the device can use, because
              compute or memory is used up; in MIG mode: slices that no profile fits over

Reads the book of partitions, the table of programs, partitions made by others, and, where a control
plane runs on this machine, what jobs were given. No agent is needed.

examples:
  heddle device pool ls
  heddle device pool ls -o wide  with what is booked, of jobs, unbooked, foreign, overhead
  heddle device pool ls -o json
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from heddle.cli._output import add_output, print_json, print_table
from heddle.model.partition import amount
from heddle.model.pool import Tally

HELP = "the devices as one pool: capacity, effective, free, fragmented"
SHOWN = ("capacity", "effective", "free", "fragmented")
WIDE = (
    "capacity",
    "overhead",
    "foreign",
    "effective",
    "booked",
    "jobs",
    "unbooked",
    "free",
    "fragmented",
)


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="ls", required=True)
    add_output(verbs.add_parser("ls", help="by device and by model"), wide=True)


def run(options: argparse.Namespace) -> int:
    from heddle.cli.device import _job_claims
    from heddle.virt.pool import pool

    devices, models = pool(_job_claims.held())
    if options.output == "json":
        print_json(
            {
                "devices": [asdict(each) for each in devices],
                "models": [asdict(each) for each in models],
            }
        )
        return 0
    if not devices:
        print("no accelerator is here. `heddle device ls` says what was looked for.")
        return 0
    lines = WIDE if options.output == "wide" else SHOWN
    heads = list(dict.fromkeys(name for each in devices for name in each.counters))
    shown = [
        (each.device, f"{each.mode}, cordoned" if each.cordoned else each.mode, each.counters)
        for each in devices
    ]
    _show("DEVICE", shown, heads, lines)
    print()
    _show("MODEL", [(m.model, f"{m.devices}x", m.counters) for m in models], heads, lines)
    return 0


def _show(
    first: str,
    things: Sequence[tuple[str, str, Mapping[str, Tally]]],
    heads: Sequence[str],
    lines: Sequence[str],
) -> None:
    """A block of lines for each, with its counters as columns."""
    rows = []
    for name, what, counters in things:
        for at, line in enumerate(lines):
            cells = (_cell(head, counters.get(head), line) for head in heads)
            rows.append((*((name, what) if not at else ("", "")), line, *cells))
    titles = (head.upper().replace("_", "-") for head in heads)
    print_table((first, "MODE" if first == "DEVICE" else "HAS", "", *titles), rows)


def _cell(counter: str, tally: Tally | None, line: str) -> str:
    if tally is None:
        return "-"
    value = getattr(tally, line)
    plain = counter not in ("compute", "memory")
    return str(value) if plain else amount(counter, value)
