"""Check job files: show how Heddle reads them, or all mistakes.

Nothing is submitted, and no server is needed. JSON has the integers that the scheduler uses:
thousandths of devices and cores, MiB, seconds. The exit code is 2 if a file has an error.

examples:
  heddle job validate train.yaml
  heddle job validate jobs/*.yaml -o json
  heddle job validate - < train.yaml          YAML from a pipe; JSON is YAML, too
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path

from heddle.cli._output import add_output, print_json
from heddle.errors import UsageError
from heddle.model.job import Job
from heddle.spec import job_file
from heddle.spec.document import FileError, Problem
from heddle.spec.job_text import as_text
from heddle.spec.values import tenant

HELP = "check job files, and show how Heddle reads them"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="YAML or JSON; - is standard input"
    )
    parser.add_argument("--tenant", default="default", help="of jobs that name none")
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    tenant(options.tenant)
    jobs: list[tuple[str, Job]] = []
    problems: list[Problem] = []
    for file in options.files:
        try:
            jobs += [(file, job) for job in _read(file, options.tenant)]
        except FileError as error:
            problems += error.problems
        except UsageError as error:
            problems.append(Problem(file, 1, 1, "", str(error)))
    if options.output == "json":
        print_json(
            {
                "jobs": [{"file": file, **asdict(job)} for file, job in jobs],
                "errors": [asdict(problem) for problem in problems],
            }
        )
    else:
        show(jobs, problems)
    return UsageError.exit_code if problems else 0


def show(jobs: list[tuple[str, Job]], problems: list[Problem]) -> None:
    for n, (file, job) in enumerate(jobs):
        print(("---\n" if n else "") + f"# {file}\n" + as_text(job), end="")
    for problem in problems:
        print(f"{problem}\n", file=sys.stderr)
    if problems:
        count = "1 error" if len(problems) == 1 else f"{len(problems)} errors"
        print(f"heddle: {count}. docs/reference/jobs.md has every field.", file=sys.stderr)


def _read(file: str, whose: str) -> list[Job]:
    if file == "-":
        return job_file.parse(sys.stdin.read(), "standard input", tenant=whose)
    return job_file.read(Path(file), tenant=whose)
