"""A loop of `sbatch`."""

from __future__ import annotations

import getpass
import shlex
import subprocess
from collections.abc import Sequence

from heddle.engine.slurm.users import USERS
from heddle.errors import WorkloadError


class Sbatch:
    """Jobs of one core, as this user."""

    def start(self, command: Sequence[str]) -> None:
        """:raises WorkloadError: if Slurm does not take it"""
        words = ["sbatch", "--parsable", "--ntasks=1", "--output=/dev/null", "--chdir=/"]
        done = subprocess.run(
            [*words, "--wrap", shlex.join(command)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise WorkloadError(f"sbatch: {done.stderr.strip()}")

    def environment(self) -> dict[str, str]:
        """Heddle's jobs run as this user, too."""
        return {USERS: f"default={getpass.getuser()}"}

    def close(self) -> None:
        """Nothing is left: the jobs have ended."""


OWN = Sbatch
