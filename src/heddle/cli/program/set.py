"""Change a running program's priority, deadline, share, cap or turns.

examples:
  heddle program set 7 --priority high
  heddle program set 7 --deadline-ms 33
  heddle program set 7 --share 25%      a quarter of the device, more while others are idle
  heddle program set 7 --cap 0          remove the cap
  heddle program set 7 --node gpu-02 --share 25%   a program of another node, at its next heartbeat
"""

from __future__ import annotations

import argparse

import heddle
from heddle._gen import rest
from heddle.table import program_of

HELP = "change a running program's priority, deadline, share or cap"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("program", type=int, help="its id, as shown by heddle ps, or a process id")
    parser.add_argument("--node", metavar="NAME", help="it is a program of this node")
    parser.add_argument("--priority", metavar="N", help="-255..255, high or low")
    parser.add_argument(
        "--deadline-ms", type=float, metavar="MS", help="after the start of a burst; 0: none"
    )
    parser.add_argument("--share", metavar="PART", help="at least this of the device, 0.25 or 25%%")
    parser.add_argument("--cap", metavar="PART", help="never more of the device than this; 0: none")
    parser.add_argument("--weight", type=int, help="part of what shares leave; 1000 is normal")
    parser.add_argument("--quantum-ms", type=float, metavar="MS", help="length of its turns")


def run(options: argparse.Namespace) -> int:
    wanted: rest.ProgramSettings = {
        "priority": options.priority,
        "deadline": _seconds(options.deadline_ms),
        "share": options.share,
        "cap": options.cap,
        "weight": options.weight,
        "quantum": _seconds(options.quantum_ms),
    }
    if options.node:
        from heddle.client import where

        with where.find() as client:
            client.set_program(options.node, options.program, wanted)
        return 0
    heddle.hint(**wanted, program=program_of(options.program))
    return 0


def _seconds(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000
