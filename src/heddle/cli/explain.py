"""Why a program runs or waits: what was asked for, what the policy planned, what happened.

examples:
  heddle explain 7
  heddle explain 7 -o json
"""

from __future__ import annotations

import argparse
from dataclasses import asdict

import heddle
from heddle.ask import call, is_there
from heddle.cli.output import add_output, print_json, time_text
from heddle.errors import NoSuchProgramError

HELP = "why a program runs or waits, and what happened to it"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", type=int, help="program id, as shown by heddle ps")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    found = next((p for p in heddle.programs() if p.id == options.id), None)
    if found is None:
        raise NoSuchProgramError(options.id)
    story = call("story", program=options.id) if is_there() else None
    if options.output == "json":
        print_json({**asdict(found), "story": story})
        return 0
    why = found.reason or "nothing is in its way"
    print(f"program {found.id} ({found.name}) is {found.state}: {why}")
    print(f"  it had {time_text(found.device_time_ns)} of device time")
    print(f"  it was held {found.holds} times, {time_text(found.held_ns)} in all")
    for queue in found.queues:
        print(f"  a queue on {queue.device}: level {queue.level}, {queue.completed} commands done")
    if story is None:
        print("No agent runs, so nobody remembers more. Start one: heddle agent &")
        return 0
    print("What happened (seconds since the machine started):")
    for line in story:
        print(f"  {line}")
    return 0
