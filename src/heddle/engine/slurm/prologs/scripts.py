"""The three scripts as texts. Pure, but for the paths of this installation."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping

from heddle.agent.slurm_jobs import FOLDER
from heddle.engine.local.bare_python import python

_HEAD = """#!/bin/sh
# Written by `heddle node slurm scripts`; see docs/guides/slurm.md.
"""
#: Jobs without GPUs cost nothing: there is no file of theirs.
_IF_OURS = '[ -e {folder}/"$SLURM_JOB_ID".json ] || exit 0\n'
_IF_GPUS = '[ -n "$SLURM_JOB_GPUS" ] || exit 0\n'

#: The option of slurm.conf, the file, and the module.
SCRIPTS = {
    "Prolog": ("prolog.sh", "prolog"),
    "TaskProlog": ("task-prolog.sh", "task_prolog"),
    "Epilog": ("epilog.sh", "epilog"),
}


def scripts(variables: Mapping[str, str], shards: int, scontrol: str) -> dict[str, str]:
    """By file. `variables`, HEDDLE_TABLE among them, are for our processes only: those of the job
    are printed. `shards` are those of each GPU, 0 for none."""
    found = {}
    jobs = os.path.join(os.path.dirname(variables["HEDDLE_TABLE"]), FOLDER)
    for name, (file, module) in SCRIPTS.items():
        words = [json.dumps(variables), *((str(shards), scontrol) if name == "Prolog" else ())]
        command = python(f"heddle.engine.slurm.prologs.{module}", *words)
        when = _IF_GPUS if name == "Prolog" else _IF_OURS.format(folder=shlex.quote(jobs))
        found[file] = f"{_HEAD}{when}exec {shlex.join(command)}\n"
    return found


def settings(folder: str) -> list[str]:
    """The lines of slurm.conf that name them."""
    return [f"{name}={os.path.join(folder, file)}" for name, (file, _) in SCRIPTS.items()]
