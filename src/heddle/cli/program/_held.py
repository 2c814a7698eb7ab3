"""What `hold` and `release` share: an id of a program of this node, or of a job."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.cli._jobs import program_or_job, sentence
from heddle.cli._output import add_output, print_answer, print_json
from heddle.table import program_of

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.client.client import Client


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        type=program_or_job,
        metavar="ID",
        help="of a program (see heddle ps), a process, or a job (j17); or a partition's name",
    )
    add_output(parser)


def act(
    options: argparse.Namespace,
    on_program: Callable[[int], object],
    on_job: Callable[[Client, str], rest.JobAnswer],
) -> int:
    """Does it, and says what came of it."""
    if isinstance(options.what, int):
        program = program_of(options.what)
        on_program(program)
        if options.output == "json":
            print_json({"program": program})
        return 0
    from heddle.client import where

    with where.find() as client:
        job = on_job(client, options.what)
    print_answer(options.output, job, sentence(job))
    return 0
