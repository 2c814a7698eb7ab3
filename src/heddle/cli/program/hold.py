"""Stop a program's accelerator work where it is; its processes continue until they wait for it.

A held job does not start before `heddle program release`.

examples:
  heddle program hold 7          a program of this node
  heddle program hold 7 --evict  and free its device memory, until heddle program release
  heddle program hold train      all that runs in a partition
  heddle program hold 7 --node gpu-02  a program of another node, at its next heartbeat
  heddle program hold j17        a job that waits
  heddle program hold j17 -o json
"""

from __future__ import annotations

import argparse
from dataclasses import asdict

import heddle
from heddle.cli._output import print_answer
from heddle.cli.program import _held
from heddle.errors import UsageError
from heddle.model.memory import memory_text

HELP = "stop a program's accelerator work, or keep a job from starting"


def configure(parser: argparse.ArgumentParser) -> None:
    _held.configure(parser)
    parser.add_argument("--evict", action="store_true", help="move its device memory to the host")
    parser.add_argument(
        "--way",
        choices=("swap", "checkpoint"),
        help="how: by Heddle (started with heddle run --swap), or by the vendor's driver",
    )


def run(options: argparse.Namespace) -> int:
    if options.evict and options.node:
        raise UsageError("--evict is for a program of this node: run it there.")
    if options.evict:
        return _evict(options)
    if options.way:
        raise UsageError("--way says how to evict: give --evict as well.")
    return _held.act(
        options,
        heddle.hold,
        lambda client, job: client.hold(job),
        lambda client, node, program: client.hold_program(node, program),
    )


def _evict(options: argparse.Namespace) -> int:
    from heddle.table import program_of
    from heddle.virt.evict import take_off

    if not isinstance(options.what, int):
        raise UsageError("--evict is for a program of this node; `heddle ps` lists them.")
    done = take_off(program_of(options.what), options.way)
    stays = ", ".join(f"{memory_text(size)} of {device}" for device, size in done.left.items())
    text = f"{memory_text(done.bytes)} moved to the host by {done.way} in {done.seconds:.1f} s"
    text += f"; {stays} cannot be moved so" if stays else ""
    if done.already:
        how = "moved" if done.way == "swap" else "checkpointed"
        text = f"was {how} already; `heddle program release {done.program}` brings it back"
    print_answer(options.output, asdict(done), text)
    return 0
