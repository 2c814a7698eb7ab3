"""Programs that were made for what another system runs here, such as a job of Slurm or a pod: a
file for each, beside the table. Root writes it, everybody reads it."""

from __future__ import annotations

import contextlib
import json
import os
import re
from typing import Any

from heddle import native

_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]{0,63}")


class ProgramFiles:
    """Those of one system, in a folder of their own."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    @property
    def folder(self) -> str:
        """:raises ForeignError: if others can have put there what they like"""
        return os.path.join(native.table_folder(), self._folder)

    def path(self, name: str) -> str:
        """:raises ValueError: if nothing is called so"""
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r:.70} is no name of a job or a pod")
        return os.path.join(self.folder, f"{name}.json")

    def write(self, name: str, value: dict[str, Any]) -> None:
        """:raises OSError: if it cannot be written"""
        whole = self.path(name)
        os.makedirs(os.path.dirname(whole), 0o755, exist_ok=True)
        aside = f"{whole}.{os.getpid()}"
        with open(aside, "w", encoding="utf-8") as file:
            json.dump(value, file)
            os.fchmod(file.fileno(), 0o644)
        os.replace(aside, whole)

    def read(self, name: str) -> dict[str, Any] | None:
        """None: it has nothing to do with us."""
        try:
            with open(self.path(name), encoding="utf-8") as file:
                found = json.load(file)
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def names(self) -> list[str]:
        """Of all that are known."""
        try:
            found = os.listdir(self.folder)
        except OSError:
            return []
        return [name.removesuffix(".json") for name in found if name.endswith(".json")]

    def remove(self, name: str) -> None:
        with contextlib.suppress(OSError):
            os.unlink(self.path(name))
