"""Return to the terminal of a job (heddle job shell): see its output and type into it.

Several clients may be attached at once; the last one sets the size. After attaching you see the
last 64 KiB of output.

keys, behind Enter: ~. detaches, ~~ types a ~, ~? says so

examples:
  heddle job attach j17

exit codes: the shell's own, 128 + N after signal N; 0 if it was left or idle; 2 there is no such
job, or it has no terminal; 111 not permitted; 123 no control plane answers
"""

from __future__ import annotations

import argparse

from heddle.cli._jobs import job_id, sentence
from heddle.errors import UsageError
from heddle.model.record import FINAL

HELP = "return to the terminal of a job"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("job", type=job_id, metavar="JOB", help="j17")


def run(options: argparse.Namespace) -> int:
    from heddle.cli.job._shell import follow
    from heddle.client import where

    with where.find() as client:
        found = client.job(options.job)
        if "terminal" not in found["spec"]:
            raise UsageError(
                f"{options.job} has no terminal: only a job that asked for one has, as `heddle "
                f"job shell` does. What it writes: heddle job logs -f {options.job}"
            )
        if found["state"] in FINAL:
            raise UsageError(
                f"{sentence(found)}. `heddle job logs {options.job}` has what it showed."
            )
        return follow(client, options.job)
