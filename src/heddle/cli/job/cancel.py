"""Cancel jobs: a waiting job never starts, a running job gets SIGTERM, and SIGKILL later.

examples:
  heddle job cancel j17
  heddle job cancel j17 j18 'j20[3]'
  heddle job cancel j17 --wait                until it has ended
  heddle job cancel j17 -o json

exit codes: 2 one of them is over or does not exist; 111 not permitted;
123 no control plane answers
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from heddle.cli._jobs import job_id, sentence
from heddle.cli._output import add_output, complain, print_json
from heddle.errors import UsageError

if TYPE_CHECKING:
    from heddle._gen import rest

HELP = "cancel jobs"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("jobs", nargs="+", type=job_id, metavar="JOB", help="j17")
    parser.add_argument("--wait", action="store_true", help="until they have ended")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import follow, where

    cancelled: list[rest.JobAnswer | rest.WholeJob] = []
    failed = 0
    with where.find() as client:
        for job in dict.fromkeys(options.jobs):
            try:
                cancelled.append(client.cancel(job))
            except UsageError as error:  # the others are cancelled all the same
                complain(error)
                failed = error.exit_code
        if options.wait:
            cancelled = [follow.end(client, job["id"]) for job in cancelled]
    if options.output == "json":
        print_json(cancelled)
    else:
        for job in cancelled:
            print(sentence(job))
    return failed
