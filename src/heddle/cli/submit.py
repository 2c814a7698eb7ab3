"""Submit jobs: a command, or job files (docs/jobs.md). Nothing is accepted if anything is wrong.

A command works in the current folder. Without --devices it gets one core. With --wait, what the
job writes comes here, and the exit code is the job's own.

examples:
  heddle submit -- python prepare.py
  heddle submit --devices gpu:1 --name train --retries 2 -- python train.py
  heddle submit --devices 'h200:1 | a100:2' --share 50% --priority high -- ./serve
  heddle submit --after j17 --timeout 2h -- ./evaluate
  heddle submit -f train.yaml -f sweep.yaml
  heddle submit -f - < train.yaml
  heddle submit --wait -- sh -c 'make test'     as if it ran here

exit codes: 2 something is wrong, and where; 111 the token may not; 123 no control plane answers;
with --wait the job's own, 128 + N after signal N, 1 if it failed otherwise or was cancelled
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heddle.cli._jobs import exit_code, job_id, sentence
from heddle.cli.output import add_output, complain, print_json
from heddle.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from heddle.client.client import Client

HELP = "submit a command or job files"
#: Options that become fields of the same name in a job file.
FIELDS = ("tenant", "share", "cpu", "memory", "priority", "retries", "timeout")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.usage = (
        "heddle submit [options] -- CMD [ARG ...]\n       heddle submit -f FILE [options]"
    )
    add = parser.add_argument
    add("-f", "--file", action="append", metavar="FILE", help="a job file; - is standard input")
    add("--name", metavar="NAME", help="what to call it (default: the command's)")
    add("--devices", metavar="REQUEST", help="gpu:2, 'h200:1 | a100:2', ... (default cpu:1)")
    add("--share", metavar="PART", help="of each device: 25%% or 0.25 (default: all of it)")
    add("--cpu", metavar="N", help="cores: 4, 0.5, 500m")
    add("--memory", metavar="SIZE", help="of the node: 20GiB")
    add("--priority", metavar="N", help="-255..255, high or low; higher goes first")
    add("--retries", metavar="N", help="attempts after one that failed (default 0)")
    add("--timeout", metavar="TIME", help="an attempt that takes longer has failed: 30m, 2h")
    add("--after", action="append", type=job_id, metavar="JOB", help="only when that one is done")
    add("--env", action="append", metavar="NAME=VALUE", help="a variable for it")
    add("--tenant", metavar="PATH", help="who pays, as in acme/vision")
    add("--hold", action="store_true", help="not before `heddle release`")
    add("--wait", action="store_true", help="follow it to its end")
    add_output(parser)
    add("command", nargs=argparse.REMAINDER, metavar="-- CMD")


def run(options: argparse.Namespace) -> int:
    from heddle.client import where

    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if bool(command) == bool(options.file):
        raise UsageError(
            "give either a command (heddle submit -- CMD ...) or job files (heddle submit -f FILE)."
        )
    with where.find() as client:
        if options.file:
            jobs = _submit_files(client, options)
        else:
            jobs = _submit_command(client, spec_of(options, command), options.hold)
        if options.wait:
            return _wait(client, jobs, options)
    if options.output == "json":
        print_json(jobs)
    else:
        _tell(jobs)
    return 0


def spec_of(options: argparse.Namespace, command: list[str]) -> dict[str, Any]:
    """The job file that the options stand for."""
    called = re.sub(r"[^A-Za-z0-9_.-]+", "-", os.path.basename(command[0])).strip("-._")
    spec: dict[str, Any] = {
        "id": options.name or called or "job",
        "devices": options.devices or "cpu:1",
        "command": command,
        "folder": os.getcwd(),
    }
    for field in FIELDS:
        if (value := getattr(options, field)) is not None:
            spec[field] = value
    if options.after:
        spec["after"] = options.after
    if options.env:
        spec["environment"] = dict(map(_variable, options.env))
    return spec


def _variable(text: str) -> tuple[str, str]:
    name, found, value = text.partition("=")
    if not found:
        if name not in os.environ:
            raise UsageError(f"--env {text}: write NAME=VALUE, or a NAME that is set here.")
        value = os.environ[name]
    return name, value


def _submit_command(client: Client, spec: dict[str, Any], hold: bool) -> list[dict[str, Any]]:
    from heddle.client.wire import RefusedError

    try:
        return client.submit([spec], hold=hold)
    except RefusedError as error:
        if not error.errors:
            raise
        # Where it stands in what was sent helps nobody: fields are options here.
        said = [str(each.get("text")) for each in error.errors]
        raise UsageError("\n".join(map(_as_option, said))) from None


def _as_option(text: str) -> str:
    field, colon, rest = text.partition(":")
    if field == "id":
        return f"--name{colon}{rest}"
    return f"--{text}" if field in (*FIELDS, "devices", "after") else text


def _submit_files(client: Client, options: argparse.Namespace) -> list[dict[str, Any]]:
    given = ("name", "devices", "after", "env", *FIELDS)
    wrong = [f"--{name}" for name in given if getattr(options, name) is not None]
    if wrong:
        raise UsageError(f"{', '.join(wrong)}: with -f, say it in the file (docs/jobs.md).")
    texts = [(_name(path), _read(path)) for path in options.file]
    if len(texts) > 1:
        _check(texts)
    jobs: list[dict[str, Any]] = []
    for name, text in texts:
        try:
            jobs += _submit_file(client, name, text, options.hold)
        except UsageError:
            if jobs:
                ids = ", ".join(job["id"] for job in jobs)
                complain(f"{ids} of the files before {name} were accepted.")
            raise
    return jobs


def _submit_file(client: Client, name: str, text: str, hold: bool) -> list[dict[str, Any]]:
    from heddle.client.wire import RefusedError, place_text
    from heddle.cluster.document import BREAK, Problem

    lines = BREAK.split(text)

    def shown(error: dict[str, Any]) -> str:
        """With the line of the file, where there is one."""
        at, column = error.get("line") or 0, error.get("column") or 1
        if not error.get("file") or not 0 < at <= len(lines):
            return place_text(error)
        return str(Problem(error["file"], at, column, lines[at - 1], str(error.get("text"))))

    try:
        return client.submit_file(text, name, hold=hold)
    except RefusedError as error:
        if not error.errors:
            raise
        raise UsageError("\n".join([*map(shown, error.errors), error.detail])) from None


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
    from heddle.cluster.jobfile import parse

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


def _tell(jobs: list[dict[str, Any]]) -> None:
    for job in jobs[:20]:
        print(sentence(job))
    if len(jobs) > 20:
        print(f"... and {len(jobs) - 20} more, up to {jobs[-1]['id']}")
    first = shlex.quote(jobs[0]["id"])
    if jobs[0]["state"] == "held":
        print(f"  heddle release {first}    lets it start")
    else:
        print(f"  heddle logs -f {first}    what it writes")
    print(f"  heddle explain {first}    why it waits, or runs where it does")
    print(f"  heddle cancel {first}     ends it")


def _wait(client: Client, jobs: list[dict[str, Any]], options: argparse.Namespace) -> int:
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
        complain(f"{left}: not waited for any longer. To end it: heddle cancel {left}")
        raise
    if options.output == "json":
        print_json(ended)
    return next((code for job in ended if (code := exit_code(job))), 0)
