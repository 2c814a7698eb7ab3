"""What `hold` and `release` share: an id of a program of this node, or of a job."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.cli._jobs import program_or_job, sentence
from heddle.cli._output import add_output, print_answer, print_json
from heddle.errors import UsageError
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
    parser.add_argument("--node", metavar="NAME", help="the id is of a program of this node")
    add_output(parser)


def act(
    options: argparse.Namespace,
    on_program: Callable[[int], object],
    on_job: Callable[[Client, str], rest.JobAnswer],
    on_node: Callable[[Client, str, int], object],
) -> int:
    """Does it, and says what came of it."""
    if options.node:
        return _elsewhere(options, on_node)
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


def _elsewhere(options: argparse.Namespace, on_node: Callable[[Client, str, int], object]) -> int:
    from heddle.client import where

    if not isinstance(options.what, int):
        raise UsageError(
            "--node goes with the id of a program: `heddle ps --node NAME` lists them."
        )
    with where.find() as client:
        on_node(client, options.node, options.what)
    if options.output == "json":
        print_json({"node": options.node, "program": options.what})
    return 0
