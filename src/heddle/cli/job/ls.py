"""List jobs, newest first: those that are not over, or all. An array is one line; `heddle service
ls` lists replicas of services. NODE and DEVICE are of a running job: n1 +3 is on four nodes, cuda@0
25 % has a quarter of that device.

examples:
  heddle job ls
  heddle job ls -a                    include jobs that are over
  heddle job ls --members             each member of an array, each replica of a service
  heddle job ls --watch               refreshed until Ctrl-C; in a pipe, a line for each change
  heddle job ls --state failed --state cancelled
  heddle job ls --tenant acme/vision  and all below it
  heddle job ls --text train -n 500 -o json every job by itself, members and replicas, too

exit codes: 2 wrong options; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from heddle.cli._output import add_output, print_json
from heddle.errors import UsageError
from heddle.model.record import FINAL, JOB_STATES

if TYPE_CHECKING:
    from heddle.cli.job._list import JobList

HELP = "list jobs with their states and reasons"


def who(asked: Mapping[str, Any]) -> str:
    """The user of a token, as jobs name it."""
    return str(asked["user_id"] or asked["user"])


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-a", "--all", action="store_true", help="also those that are over")
    parser.add_argument(
        "--state",
        action="append",
        choices=JOB_STATES,
        metavar="STATE",
        help=f"only in this state (may be repeated): {', '.join(JOB_STATES)}",
    )
    parser.add_argument("--mine", action="store_true", help="only those that I have submitted")
    parser.add_argument("--user", metavar="USER", help="only jobs of this user: ann@acme")
    parser.add_argument("--tenant", help="only this tenant and those below")
    parser.add_argument("--text", metavar="TEXT", help="only jobs with TEXT in id or name")
    parser.add_argument(
        "--members", action="store_true", help="each member of an array, each replica of a service"
    )
    parser.add_argument("-w", "--watch", action="store_true", help="refresh until Ctrl-C")
    parser.add_argument(
        "-n", "--most", type=int, default=100, metavar="N", help="at most N (default 100)"
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    if options.watch and options.output == "json":
        raise UsageError("-o json is printed once: leave out --watch.")
    states = options.state or ([] if options.all else [s for s in JOB_STATES if s not in FINAL])
    with where.find() as client:
        user = who(client.whoami()) if options.mine else options.user
        which = {"tenant": options.tenant, "text": options.text, "user": user}
        most = max(1, options.most)
        if options.output == "json":
            print_json(list(client.every_job(most=most, state=states, **which)))
            return 0
        from heddle.cli.job._list import listed

        def look() -> JobList:
            return listed(client, most, members=options.members, state=states, **which)

        if options.watch:
            from heddle.cli.job._watch import watch

            watch(client, look, _print)
        _print(look())
    return 0


def _print(found: JobList) -> None:
    from heddle.cli._jobs import print_jobs

    counts = found.counts
    if found.lines:
        print_jobs(found.lines)
    in_all = sum(counts.values())
    left_out = sum(found.replicas.values())
    told = ", ".join(f"{counts[state]} {state}" for state in JOB_STATES if counts.get(state))
    if not in_all:
        print("There are no jobs. Submit one: heddle submit -- sh -c 'echo hello'")
    elif found.jobs + left_out < in_all:
        shown = "" if found.lines else "No job is shown. "
        print(f"{shown}In all: {told}. `heddle job ls -a` lists more, -n N as many as you like.")
    if left_out:
        number = "1 replica" if left_out == 1 else f"{left_out} replicas"
        print(
            f"Left out: {number} of {', '.join(sorted(found.replicas))}. See `heddle service ls`."
        )
