"""List jobs, the newest first: those that are not over, or all.

examples:
  heddle jobs
  heddle jobs -a                          those that are over as well
  heddle jobs --state failed --state cancelled
  heddle jobs --tenant acme/vision        and all below it
  heddle jobs --text train -n 500 -o json

exit codes: 2 wrong options; 111 the token may not; 123 no control plane answers
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from heddle.cli.output import add_output, print_json
from heddle.model.record import FINAL, JOB_STATES

HELP = "list jobs: where they stand, and why"


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
        help=f"only in this state (may be given again): {', '.join(JOB_STATES)}",
    )
    parser.add_argument("--mine", action="store_true", help="only those that I have submitted")
    parser.add_argument("--user", metavar="USER", help="only those of this one: ann@acme")
    parser.add_argument("--tenant", help="only of this one, and of all below it")
    parser.add_argument("--text", metavar="TEXT", help="only with this in their id or name")
    parser.add_argument(
        "-n", "--most", type=int, default=100, metavar="N", help="at most so many (default 100)"
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.cli._jobs import print_jobs
    from heddle.client import where

    states = options.state or ([] if options.all else [s for s in JOB_STATES if s not in FINAL])
    with where.find() as client:
        user = who(client.whoami()) if options.mine else options.user
        which = {"tenant": options.tenant, "text": options.text, "user": user}
        found = list(client.every_job(most=max(1, options.most), state=states, **which))
        if options.output == "json":
            print_json(found)
            return 0
        counts = client.jobs(limit=1, **which)["counts"]
    if found:
        print_jobs(found)
    in_all = sum(counts.values())
    told = ", ".join(f"{counts[state]} {state}" for state in JOB_STATES if counts.get(state))
    if not in_all:
        print("There are no jobs. Submit one: heddle submit -- sh -c 'echo hello'")
    elif len(found) < in_all:
        shown = "" if found else "No job is shown. "
        print(f"{shown}In all: {told}. `heddle jobs -a` lists more, -n N as many as you like.")
    return 0
