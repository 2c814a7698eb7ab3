"""Wait until jobs are over. The exit code is the job's own; of several, that of the first that
failed.

examples:
  heddle job wait j17
  heddle job wait j17 j18 'j20[3]'
  heddle job wait j9                          an array: until all its members are over
  heddle job wait j17 --timeout 2h            gives up then; the job continues
  heddle job wait j17 -o json

exit codes: the job's own, 128 + N after signal N, 1 if it failed otherwise or was cancelled;
2 there is no such job; 111 not permitted; 123 no control plane answers; 124 time is up
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from heddle.cli._jobs import exit_code, job_id, sentence
from heddle.cli._output import add_output, complain, print_json

if TYPE_CHECKING:
    from heddle._gen import rest

HELP = "wait until jobs are over"
TIME_IS_UP = 124  #: as timeout(1) says it


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("jobs", nargs="+", type=job_id, metavar="JOB", help="j17")
    parser.add_argument("--timeout", metavar="TIME", help="wait at most this long: 90s, 10m, 2h")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import follow, where
    from heddle.model.quantity import DURATION

    until_s = None
    if options.timeout is not None:
        until_s = time.monotonic() + DURATION.parse(options.timeout)
    ended: list[rest.WholeJob] = []
    is_late = False
    with where.find() as client:
        for job in dict.fromkeys(options.jobs):
            found = follow.end(client, job, until_s)
            if found is None:
                complain(f"{sentence(client.job(job))}; it is not waited for any longer.")
                is_late = True
                continue
            ended.append(found)
            if options.output != "json":
                print(sentence(found))
    if options.output == "json":
        print_json(ended)
    return next((code for job in ended if (code := exit_code(job))), TIME_IS_UP * is_late)
