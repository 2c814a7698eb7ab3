"""List the programs that run under Heddle: state, reason, level, device time.

examples:
  heddle ps
  heddle ps -o json
"""

from __future__ import annotations

import argparse
from dataclasses import asdict

import heddle
from heddle.cli.output import add_output, print_json, print_table, time_text

HELP = "list the programs that run under Heddle"


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    found = heddle.programs()
    if options.output == "json":
        print_json([asdict(program) for program in found])
        return 0
    rows = [
        (
            program.id,
            program.pid,
            program.name,
            program.priority,
            program.state,
            ",".join(program.devices) or "-",
            "/".join(sorted({str(queue.level) for queue in program.queues})) or "-",
            time_text(program.device_time_ns),
            time_text(program.held_ns),
            program.reason or "-",
        )
        for program in found
    ]
    heads = [
        "ID",
        "PID",
        "COMMAND",
        "PRIORITY",
        "STATE",
        "DEVICES",
        "LEVEL",
        "DEVICE-TIME",
        "HELD",
        "REASON",
    ]
    print_table(heads, rows)
    return 0
