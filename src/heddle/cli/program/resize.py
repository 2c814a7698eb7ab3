"""Change how much of its devices a running program has: memory, share, cap.

Omitted options stay as they are; 0 means no limit. The change is in force when the command returns.

Memory is counted per device, for all processes of the program together. A limit below what the
program uses now frees nothing: its next allocations fail, with the vendor's own out-of-memory
error, until it has freed enough.

examples:
  heddle program resize 7 --mem 12GiB
  heddle program resize 7 --share 40% --cap 60%
  heddle program resize 7 --mem 0                 as much as there is
  heddle program resize train --share 40%         a partition, if it fits beside the others
  heddle program resize 7 --node gpu-02 --mem 8GiB   a program of another node
"""

from __future__ import annotations

import argparse

import heddle
from heddle._gen import rest
from heddle.cli._output import add_output, print_json
from heddle.errors import NoSuchProgramError, UsageError
from heddle.model.memory import parse_memory
from heddle.model.part import check_cap, parse_part
from heddle.records import ProgramState
from heddle.table import program_of

HELP = "change a running program's memory, share or cap"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "program", help="its id, as shown by heddle ps, a process id, or the name of a partition"
    )
    parser.add_argument("--node", metavar="NAME", help="the id is of a program of this node")
    parser.add_argument("--mem", metavar="SIZE", help="memory of each device, 12GiB; 0: no limit")
    parser.add_argument("--share", metavar="PART", help="at least this of the device, 0.25 or 25%%")
    parser.add_argument("--cap", metavar="PART", help="never more of the device than this; 0: none")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    if options.mem is None and options.share is None and options.cap is None:
        raise UsageError("say what to change: --mem, --share or --cap.")
    if options.node:
        return _resize_there(options)
    from heddle.cli.device import _partition

    number = int(options.program) if options.program.isdecimal() else 0
    program = program_of(number) if number else 0
    name = _partition.named(options.program, program)
    if name is not None:
        done = _partition.resized(name, options)
        if options.output == "json":
            print_json(_partition.as_json(done))
        return 0
    asked = _look(program).asked
    share = asked.share_milli if options.share is None else parse_part(options.share, "share")
    cap = asked.cap_milli if options.cap is None else parse_part(options.cap, "cap")
    if options.share is not None or options.cap is not None:
        check_cap(share, cap)
    heddle.hint(
        memory=None if options.mem is None else parse_memory(options.mem),
        share=options.share,
        cap=options.cap,
        program=program,
    )
    now = _look(program)
    if options.mem is not None:
        _partition.tell_if_over(now.memory, now.memory_limit)
    if options.output == "json":
        limits = {"share_milli": share, "cap_milli": cap, "memory_limit": now.memory_limit}
        print_json({"program": now.id, **limits, "memory": now.memory})
    return 0


def _resize_there(options: argparse.Namespace) -> int:
    if not options.program.isdecimal():
        raise UsageError(
            f"{options.program}: of another node, only programs can be resized, by their id "
            f"(`heddle ps --node {options.node}`). Resize a partition on its machine."
        )
    from heddle.client import where

    memory = None if options.mem is None else parse_memory(options.mem)
    wanted: rest.ProgramSettings = {"memory": memory, "share": options.share, "cap": options.cap}
    with where.find() as client:
        client.set_program(options.node, int(options.program), wanted)
    if options.output == "json":
        print_json({"node": options.node, "program": int(options.program), **wanted})
    return 0


def _look(program: int) -> ProgramState:
    for state in heddle.programs():
        if state.id == program:
            return state
    raise NoSuchProgramError(program)
