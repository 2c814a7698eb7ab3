"""Prolog: makes the program of a job that has GPUs, which all its tasks on this node join.

It fails, and Slurm then drains the node and queues the job again, only where the job has shards and
nothing would enforce them: others have the rest of that GPU.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence

from heddle import ask, native
from heddle.agent import slurm_jobs
from heddle.engine._elsewhere.given_devices import devices_of
from heddle.engine.slurm.prologs import grant
from heddle.errors import HeddleError
from heddle.inventory import apis

_TIMEOUT_S = 10.0


def main(words: Sequence[str]) -> int:
    """`words`: variables, into how many shards a GPU is divided, and the path of scontrol."""
    told, shards_of_gpu, scontrol = words
    per_gpu, environment = int(shards_of_gpu), os.environ
    environment.update(json.loads(told))
    job, given = environment["SLURM_JOB_ID"], environment.get("SLURM_JOB_GPUS", "")
    comment = environment.get("SLURM_JOB_COMMENT", "")
    if not given:
        return 0
    shards = _shards(scontrol, job) if per_gpu else 0
    if not shards and grant.is_own(comment):
        return 0
    notes: list[str] = []
    for vendor in apis.vendors():  # Slurm has set some, and we want to see all devices
        environment.pop(vendor.visible_variable, None)
    here = apis.devices(_complain)
    chosen = devices_of(given, here)
    if not chosen:
        notes.append(
            f"Slurm gave the GPUs {given}, and this node has no such devices: compare gres.conf "
            "with `heddle device ls`"
        )
    memory = [device.memory_bytes for device in chosen]
    asked = grant.granted(shards, per_gpu, memory, comment, notes.append)
    try:
        program = _program(job, asked)
    except HeddleError as error:
        print(f"heddle: the limits of job {job} cannot be enforced: {error}", file=sys.stderr)
        if shards:
            return 1
        notes.append(f"nothing is enforced: {error}")
        program = 0
    shown = grant.visible(chosen, here, apis.vendors()) if chosen else {}
    try:
        of_job = {"program": program, "asked": asked, "visible": shown, "notes": notes}
        slurm_jobs.FILES.write(job, of_job)
    except (OSError, HeddleError) as error:
        print(f"heddle: job {job}: {error}", file=sys.stderr)
        return 1 if shards else 0
    return 0


def _shards(scontrol: str, job: str) -> int:
    """Slurm does not tell Prolog, so it is asked. Where it does not answer, the job gets the least
    that it can have."""
    try:
        said = subprocess.run(
            [scontrol, "--details", "show", "job", job],
            capture_output=True, text=True, timeout=_TIMEOUT_S, errors="replace", check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        print(f"heddle: job {job} gets one shard: scontrol: {error}", file=sys.stderr)
        return 1
    return grant.shards_of(said.stdout, os.environ.get("SLURMD_NODENAME", ""))


def _program(job: str, asked: dict[str, int]) -> int:
    """It stays when it is empty: this process ends now, and the tasks come one after another.

    :raises HeddleError: if there is no agent, or it admits no guests
    """
    known = slurm_jobs.FILES.read(job)
    if known and known.get("program"):  # Slurm may run this twice, and the first one counts
        return int(known["program"])
    name, user = f"slurm-{job}", os.environ.get("SLURM_JOB_USER", "")
    uid = int(os.environ["SLURM_JOB_UID"])
    made = ask.call("grant", "a job of Slurm", uid=uid, name=name, tenant=user, **asked)
    program = int(made["id"])
    native.open_table()
    native.keep_program(program, True)
    return program


def _complain(error: HeddleError) -> None:
    print(f"heddle: {error}", file=sys.stderr)
