"""Print the output of a job: both streams of the last attempt. For an array or a service, the
output of all members or replicas, each line prefixed with its index or job.

examples:
  heddle job logs j17
  heddle job logs -f j17                      follow the output until the job is over
  heddle job logs --attempt 1 j17             an attempt before the last one
  heddle job logs --member 3 j17              another member of a gang or an array
  heddle job logs 'j17[3]'                    the same, of an array
  heddle job logs -f hello                    of all replicas of a service that run now
  heddle job logs j17 -o json

exit codes: 2 there is no such job, attempt or member; 111 not permitted;
123 no control plane answers
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from heddle.cli._jobs import job_id, sentence
from heddle.cli._output import add_output, complain, print_json
from heddle.errors import UsageError
from heddle.model.job import counted

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client

HELP = "print the output of a job"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("job", metavar="JOB", help="j17, or the name of a service")
    parser.add_argument("-f", "--follow", action="store_true", help="until it is over")
    parser.add_argument("--attempt", type=int, metavar="N", help="the first is 1 (default: last)")
    parser.add_argument("--member", type=int, metavar="N", help="the first is 0")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    from heddle.client import follow, where

    with where.find() as client:
        several = _several(client, options)
        if several and options.output == "json":
            print_json([_whole(client, options, job) for job in several.values()])
        elif several:
            _write(follow.together(client, several, wait=options.follow))
        elif options.output == "json":
            print_json(_whole(client, options, options.job))
        else:
            pieces = follow.logs(
                client, options.job, attempt=options.attempt, member=options.member or 0,
                wait=options.follow,
            )  # fmt: skip
            if not _write(pieces) and sys.stderr.isatty():
                complain(f"{sentence(client.job(options.job))}; it has written nothing yet")
    return 0


def _several(client: Client, options: argparse.Namespace) -> dict[str, str]:
    """Of an array or a service, the jobs that it is made of, by what stands before their lines.
    Nothing if one job is meant: then the options name it.

    :raises UsageError: if they name nothing that is there
    """
    try:
        job_id(options.job)
    except argparse.ArgumentTypeError:
        replicas = [each["job"] for each in client.service(options.job)["replicas"]]
        if not replicas:
            raise UsageError(
                f"{options.job} has no replica now. `heddle job ls -a --text {options.job}` lists "
                "earlier ones."
            ) from None
        return {job: job for job in sorted(replicas, key=counted)}
    if "[" in options.job or not _is_array(client.job(options.job)):
        return {}
    if options.member is not None:
        options.job, options.member = f"{options.job}[{options.member}]", None
        return {}
    members = sorted((job["id"] for job in client.every_job(array=options.job)), key=counted)
    return {job[job.index("[") :]: job for job in members}


def _is_array(job: rest.WholeJob) -> bool:
    return (job.get("reason") or {}).get("code") == "array"


def _whole(client: Client, options: argparse.Namespace, job: str) -> dict[str, Any]:
    from heddle.client import follow

    member = options.member or 0
    pieces = follow.logs(client, job, attempt=options.attempt, member=member, wait=options.follow)
    text = b"".join(pieces).decode(errors="replace")
    attempt = options.attempt or follow.attempts_of(client.job(job)) or None
    return {"job": job, "attempt": attempt, "member": member, "text": text}


def _write(pieces: Iterable[bytes]) -> int:
    """How many bytes there were."""
    written = 0
    for piece in pieces:
        written += sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    return written
