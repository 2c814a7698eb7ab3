"""Print what a job has written: both its streams, of the last attempt.

examples:
  heddle logs j17
  heddle logs -f j17                      and what it still writes, until it is over
  heddle logs --attempt 1 j17             of an attempt before the last one
  heddle logs --member 3 j17              of another member of a gang
  heddle logs j17 -o json

exit codes: 2 there is no such job, attempt or member; 111 the token may not;
123 no control plane answers
"""

from __future__ import annotations

import argparse
import sys

from heddle.cli._jobs import job_id, sentence
from heddle.cli.output import add_output, complain, print_json

HELP = "print what a job has written"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("job", type=job_id, metavar="JOB", help="j17")
    parser.add_argument("-f", "--follow", action="store_true", help="until it is over")
    parser.add_argument("--attempt", type=int, metavar="N", help="the first is 1 (default: last)")
    parser.add_argument("--member", type=int, default=0, metavar="N", help="the first is 0")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import follow, where

    with where.find() as client:
        pieces = follow.logs(
            client,
            options.job,
            attempt=options.attempt,
            member=options.member,
            wait=options.follow,
        )
        if options.output == "json":
            text = b"".join(pieces).decode(errors="replace")
            job = client.job(options.job)
            attempt = options.attempt or follow.attempts_of(job) or None
            print_json(
                {"job": job["id"], "attempt": attempt, "member": options.member, "text": text}
            )
            return 0
        written = 0
        for piece in pieces:
            written += sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
        if not written and sys.stderr.isatty():
            complain(f"{sentence(client.job(options.job))}; it has written nothing yet")
    return 0
