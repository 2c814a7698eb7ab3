"""Epilog: the job has ended on this node, and so does its program."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence

from heddle import native
from heddle.agent import slurm_jobs
from heddle.errors import HeddleError


def main(words: Sequence[str]) -> int:
    """Never fails: Slurm would drain the node. `words`: variables."""
    os.environ.update(json.loads(words[0]))
    job = os.environ["SLURM_JOB_ID"]
    try:
        known = slurm_jobs.FILES.read(job)
        if known and known.get("program"):
            native.open_table()
            native.keep_program(int(known["program"]), False)
            native.reap()
    except HeddleError as error:
        print(f"heddle: job {job}: {error}", file=sys.stderr)
    slurm_jobs.FILES.remove(job)
    return 0
