"""Submit jobs: a command, or job files (docs/reference/jobs.md). A mistake anywhere rejects the
whole submission, and so does a job that no node could ever run.

A command runs in the current folder. Without --devices it gets one core. With --wait, its output
is printed here, and the exit code is the job's own.

examples:
  heddle submit -- python prepare.py
  heddle submit --devices gpu:1 --name train --retries 2 -- python train.py
  heddle submit --devices 'h200:1 | a100:2' --share 50% --priority high -- ./serve
  heddle submit --devices gpu:1 --share 25% --cap 50% --mem 8GiB -- ./serve     a slice of one
  heddle submit --after j17 --timeout 2h -- ./evaluate
  heddle submit --devices gpu:1 --remote allowed -- ./train    or on a GPU that another node lends
  heddle submit --array 12 -- sh -c './try --seed $HEDDLE_INDEX'
  heddle submit --gang 4 --devices gpu:1 -- python train.py     RANK, WORLD_SIZE, MASTER_ADDR
  heddle submit --snapshot --secret HF_TOKEN=hf-token --data imagenet@v3 -- python train.py
  heddle submit --snapshot --venv -- python train.py     with the packages of the active venv
  heddle submit --snapshot --image docker.io/library/python:3.12 -- python train.py
  heddle submit -f train.yaml -f sweep.yaml
  heddle submit -f - < train.yaml
  heddle submit --wait -- sh -c 'make test'     as if it ran here
  heddle submit --anyway --devices h200:8 -- python train.py     though no node has them yet

exit codes: 2 something is wrong, and where; 111 not permitted; 123 no control plane answers;
with --wait the job's own, 128 + N after signal N, 1 if it failed otherwise or was cancelled
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heddle.cli._asks import CALLED, FIELDS, add_asks, command_of, spec_of, submit_command
from heddle.cli._equip import EQUIPMENT, add_equipment, equip, unseen
from heddle.cli._jobs import exit_code, job_id, sentence
from heddle.cli._output import add_output, complain, print_json, print_next
from heddle.cli.service._services import service_sentence, tell_services
from heddle.errors import MissingExtraError, UsageError
from heddle.model.job import REMOTE

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client

HELP = "submit a command or job files"
GROUP = "Jobs and services"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.usage = (
        "heddle submit [options] -- CMD [ARG ...]\n       heddle submit -f FILE [options]"
    )
    add = parser.add_argument
    add("-f", "--file", action="append", metavar="FILE", help="a job file; - is standard input")
    add_asks(parser)
    several = parser.add_mutually_exclusive_group()
    several.add_argument(
        "--array",
        type=int,
        metavar="N",
        help="N jobs of this, each with its HEDDLE_INDEX of HEDDLE_ARRAY_SIZE",
    )
    several.add_argument(
        "--gang", type=int, metavar="N", help="N members that start together, as torchrun's do"
    )
    add("--retries", metavar="N", help="attempts after one that failed (default 0)")
    add(
        "--resumes",
        action="store_true",
        default=None,
        help="started again, it goes on where it was: it may give way to jobs that have run less",
    )
    add(
        "--remote",
        choices=REMOTE,
        help="allowed: it may use a device of another node, if none is free on its own",
    )
    add("--after", action="append", type=job_id, metavar="JOB", help="only when that one is done")
    add_equipment(parser)
    add("--hold", action="store_true", help="not before `heddle program release`")
    add("--wait", action="store_true", help="follow it to its end")
    add_output(parser)
    add("command", nargs=argparse.REMAINDER, metavar="-- CMD")


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    command = command_of(options)
    if bool(command or (options.image and not options.file)) == bool(options.file):
        raise UsageError(
            "give either a command (heddle submit -- CMD ...) or job files (heddle submit -f FILE)."
        )
    with where.find() as client:
        if options.file:
            jobs = _submit_files(client, options)
        else:
            spec = spec_of(options, command)
            for shape in ("array", "gang"):
                if (members := getattr(options, shape)) is not None:
                    spec |= {"shape": shape, "members": members}
            if options.resumes:
                spec["resumes"] = True
            if options.remote is not None:
                spec["remote"] = options.remote
            equip(client, spec, options)
            jobs = submit_command(client, spec, hold=options.hold, anyway=options.anyway)
        services = client.services_made
        if options.wait:
            for service in services:
                complain(service_sentence(service))
            return _wait(client, jobs, options)
    if options.output == "json":
        print_json([*jobs, *services])
    else:
        tell_services(services)
        if jobs:
            _tell(jobs)
    return 0


def _submit_files(client: Client, options: argparse.Namespace) -> list[rest.JobAnswer]:
    from heddle.client.upload import upload_named

    given = (
        "name",
        "devices",
        "after",
        "env",
        "array",
        "gang",
        "resumes",
        "remote",
        *FIELDS,
        *EQUIPMENT,
    )
    said = [name for name in given if getattr(options, name) is not None]
    wrong = [f"--{CALLED.get(name, name)}" for name in said]
    if wrong:
        raise UsageError(
            f"{', '.join(wrong)}: with -f, say it in the file (docs/reference/jobs.md)."
        )
    texts = [(_name(path), _read(path)) for path in options.file]
    if len(texts) > 1:
        _check(texts)
    jobs: list[rest.JobAnswer] = []
    for path, (name, text) in zip(options.file, texts, strict=True):
        try:
            beside = os.path.abspath("." if path == "-" else os.path.dirname(path))
            snapshots = upload_named(client, text, name, beside)
            made = _submit_file(client, name, text, beside, snapshots, options)
            _warn(made, name, beside)
            jobs += made
        except UsageError:
            if jobs:
                ids = ", ".join(job["id"] for job in jobs)
                complain(f"{ids} of the files before {name} were accepted.")
            raise
    return jobs


def _submit_file(
    client: Client,
    name: str,
    text: str,
    folder: str,
    snapshots: dict[str, str],
    options: argparse.Namespace,
) -> list[rest.JobAnswer]:
    from heddle.client.wire import RefusedError, place_text
    from heddle.spec.document import BREAK, Problem

    lines = BREAK.split(text)

    def shown(error: dict[str, Any]) -> str:
        """With the line of the file, where there is one."""
        at, column = error.get("line") or 0, error.get("column") or 1
        if not error.get("file") or not 0 < at <= len(lines):
            return place_text(error)
        return str(Problem(error["file"], at, column, lines[at - 1], str(error.get("text"))))

    try:
        return client.submit_file(
            text,
            name,
            hold=options.hold,
            anyway=options.anyway,
            folder=folder,
            snapshots=snapshots,
        )
    except RefusedError as error:
        if not error.errors:
            raise
        said = [str(each.get("text")) for each in error.errors]
        more = [] if all(text in error.detail for text in said) else [error.detail]
        raise UsageError("\n".join([*map(shown, error.errors), *more])) from None


def _warn(jobs: list[rest.JobAnswer], name: str, folder: str) -> None:
    """Of what their commands name beside the file, and they do not see; members are alike."""
    for job in {_whole(job): job for job in jobs}.values():
        if word := unseen(job["spec"], folder):
            complain(
                f"{job['name']} works in a folder of its own and does not see {word} beside "
                f"{name}. Say `folder: .` in the file to work there, or `snapshot: .` to take a "
                "copy along."
            )


def _name(path: str) -> str:
    return "standard input" if path == "-" else path


def _read(path: str) -> str:
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8: byte {error.start}. Save it as UTF-8.") from None


def _check(texts: list[tuple[str, str]]) -> None:
    """Of several files the last could be wrong when the first are accepted: look at all before.

    :raises UsageError: with all that is wrong in them
    """
    from heddle.spec.job_file import parse

    wrong = []
    for name, text in texts:
        try:
            parse(text, name, is_json=name.endswith(".json"))
        except MissingExtraError:
            return  # the server reads them, one by one
        except UsageError as error:
            wrong.append(str(error))
    if wrong:
        raise UsageError("\n".join(wrong))


def _tell(jobs: list[rest.JobAnswer]) -> None:
    """An array is one line, and one word for all that can be done with it."""
    told = list(dict.fromkeys(_whole(job) for job in jobs))
    members = Counter(map(_whole, jobs))
    first_of = {_whole(job): job for job in reversed(jobs)}
    for name in told[:20]:
        job = {**first_of[name], "id": name}
        is_array = name != first_of[name]["id"]
        print(f"{sentence(job)}; {members[name]} members" if is_array else sentence(job))
    if len(told) > 20:
        print(f"... and {len(told) - 20} more, up to {told[-1]}")
    first, name = shlex.quote(jobs[0]["id"]), told[0]
    if jobs[0]["state"] == "held":
        begins = (f"heddle program release {name}", "lets it start")
    else:
        begins = (f"heddle job logs -f {first}", "what it writes")
    print_next(
        begins,
        (f"heddle explain {name}", "why it waits, or runs where it does"),
        (f"heddle job cancel {name}", "ends it"),
    )


def _whole(job: rest.JobAnswer) -> str:
    """j7 of j7[3]."""
    return str(job["id"]).partition("[")[0]


def _wait(client: Client, jobs: list[rest.JobAnswer], options: argparse.Namespace) -> int:
    """What Heddle says goes to stderr: stdout is the job's."""
    from heddle.client import follow

    ended = []
    try:
        for job in jobs:
            if options.output != "json":
                complain(sentence(job))
                for piece in follow.logs(client, job["id"], wait=True):
                    sys.stdout.buffer.write(piece)
                    sys.stdout.buffer.flush()
            ended.append(follow.end(client, job["id"]))
            if options.output != "json" and ended[-1]["state"] != "done":
                complain(sentence(ended[-1]))
    except KeyboardInterrupt:
        left = " ".join(job["id"] for job in jobs[len(ended) :])
        complain(f"{left}: not waited for any longer. To end it: heddle job cancel {left}")
        raise
    if options.output == "json":
        print_json(ended)
    return next((code for job in ended if (code := exit_code(job))), 0)
