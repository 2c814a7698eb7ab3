"""What tests need of the system, and the line that installs it: tools/components."""

from __future__ import annotations

import subprocess
from pathlib import Path

COMPONENTS = Path(__file__).resolve().parents[1] / "tools" / "components"


def install(name: str) -> str:
    """:raises KeyError: if no such component is in the list"""
    for line in COMPONENTS.read_text().splitlines():
        if line.split("|")[0].strip() == name:
            packages = line.split("|")[2].strip()
            script = f"cd {COMPONENTS.parents[1]} && echo apt-get install {packages}"
            return subprocess.check_output(["bash", "-c", script], text=True).strip()
    raise KeyError(f"{COMPONENTS} has no {name}")
