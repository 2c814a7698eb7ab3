"""Open a shell, or another command with a terminal, where devices are free; you can detach from it
and return.

It is a job: it waits for its turn, is charged, and may be preempted. After --idle without input,
output and computation it ends, and its devices are free again.

keys, behind Enter: ~. detaches, ~~ types a ~, ~? says so. Ctrl-C while it waits cancels it.

examples:
  heddle job shell
  heddle job shell --devices gpu:1 --share 25% --idle 1h
  heddle job shell --cpu 2 --memory 4GiB --timeout 8h --name ann
  heddle job shell --devices soft@gpu -- python
  heddle job attach j17                       return to it

exit codes: the shell's own, 128 + N after signal N; 0 if it was left or idle; 2 something is wrong,
and where; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
import os
from typing import Any

from heddle.cli import _caller
from heddle.cli._asks import add_asks, command_of, spec_of, submit_command
from heddle.cli._equip import leave_hidden
from heddle.cli._output import complain

HELP = "open a shell where devices are free"
#: The shell of the engine's user; it ends with its own exit code.
SHELL = ["sh", "-c", 'exec "${SHELL:-sh}"']
SHOWN = ("TERM", "COLORTERM")  #: what programs must know of the terminal


def configure(parser: argparse.ArgumentParser) -> None:
    parser.usage = "heddle job shell [options] [-- CMD [ARG ...]]"
    add_asks(parser)
    parser.add_argument(
        "--idle", metavar="TIME", default="30m", help="end it after this idle time (default 30m)"
    )
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="-- CMD")


def run(options: argparse.Namespace) -> int:
    from heddle.cli.job._shell import follow, wait
    from heddle.client import where

    with where.find() as client:
        spec = _spec(options)
        is_isolated = bool(client.whoami().get("isolated"))
        if not (options.no_venv or options.image):
            _caller.use(client, spec, is_isolated=is_isolated)
        if is_isolated:
            leave_hidden(spec)
        (job,) = submit_command(client, spec, anyway=options.anyway)
        try:
            wait(client, job["id"])
        except KeyboardInterrupt:
            client.cancel(job["id"])
            complain(f"{job['id']} is cancelled")
            raise
        return follow(client, job["id"])


def _spec(options: argparse.Namespace) -> dict[str, Any]:
    command = command_of(options)
    options.name = options.name or (None if command else "shell")
    spec = spec_of(options, command or SHELL)
    known = {name: os.environ[name] for name in SHOWN if name in os.environ}
    spec["environment"] = known | spec.get("environment", {})
    spec["terminal"] = {"idle": options.idle}
    return spec
