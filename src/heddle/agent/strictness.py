"""What is kept of strictness, beside the table: it must outlive the agent, or it would fail open.

The file is there while the agent is strict, also when it was killed: `heddle run` then starts
nothing that it could not watch. It names the programs that asked for it themselves, too.
"""

from __future__ import annotations

import json
import os

from heddle.launch.strict import FILE
from heddle.system import files

MOST = 4096  # programs; what escaped may outlive its own, but not that many others


class Strictness:
    """In the folder of one table."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, FILE)
        self._all = False

    def begin(self, strict: bool) -> set[int]:
        """This agent's own choice is in force from now on; the programs that asked for it stay."""
        self._all = strict
        try:
            told = json.loads(files.read(self._path, f"Remove it: `rm {self._path}`"))
            programs = {int(program) for program in told["programs"]}
        except (OSError, ValueError, KeyError, TypeError):
            programs = set()
        if strict or os.path.exists(self._path):
            self.save(programs)
        return programs

    def save(self, programs: set[int]) -> None:
        told = {"all": self._all, "programs": sorted(programs)[-MOST:]}
        # Guests read it, too: what cannot be read counts as strict.
        files.replace(self._path, json.dumps(told).encode(), durable=False, mode=0o644)
