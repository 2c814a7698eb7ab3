"""Cards in MIG mode that are not there: a simulated NVML, which is told what the facts say of a
model and keeps the rules of placement itself."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from heddle._gen.mig import CARDS, COMPUTE
from heddle.inventory.sources import nvml
from tests.components import install
from tests.conftest import missing

SOURCE = Path(__file__).parent / "unit" / "fake_mig.c"


def build_nvml(folder: Path, *options: str) -> str:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        missing("no C compiler", install("compiler"))
    path = str(folder / "libnvidia-ml.so.1")
    subprocess.run([compiler, "-shared", "-fPIC", "-w", *options, SOURCE, "-o", path], check=True)
    return path


@dataclass
class MigCards:
    """The cards, and what the file says of them that all processes share."""

    library: str
    cards: Path
    state: Path

    @property
    def environment(self) -> dict[str, str]:
        return {"FAKE_MIG_CARDS": str(self.cards), "FAKE_MIG_STATE": str(self.state)}

    def has(self, *models: str) -> None:
        """Cards of these models, all in MIG mode and whole; K80 is one without MIG."""
        lines = [
            f"compute {slices} {size} {most}"
            for slices, sizes in COMPUTE.items()
            for size, most in sizes.items()
        ]
        for at, model in enumerate(models):
            facts = CARDS.get(model, {"match": ["pci:10de:102d"], "profiles": []})
            lines.append(f"card {facts['match'][0][-4:]} GPU-{at} NVIDIA {model}")
            for each in facts["profiles"]:
                numbers = [each[key] for key in ("id", "compute", "memory", "most", "sms")]
                numbers += [each["memory_mib"], *each["engines"]]
                starts = ",".join(map(str, each["starts"]))
                lines.append(" ".join(map(str, ["profile", each["name"], *numbers, starts])))
        self.cards.write_text("\n".join(lines) + "\n")
        self.holds(*(f"mode {at} 1" for at in range(len(models))))

    def holds(self, *lines: str) -> None:
        self.state.write_text("".join(f"{line}\n" for line in lines))

    def add(self, *lines: str) -> None:
        self.holds(*self.state.read_text().splitlines(), *lines)

    @property
    def lines(self) -> list[str]:
        lines = self.state.read_text().splitlines()
        return sorted(line for line in lines if not line.startswith("mode"))

    def instances(self) -> set[tuple[str, int]]:
        """Of the first card: profile and start."""
        profiles: dict[str, str] = {}
        for line in self.cards.read_text().splitlines():
            if line.startswith("profile "):
                profiles.setdefault(line.split()[2], line.split()[1])
        words = [line.split() for line in self.lines if line.startswith("gi 0 ")]
        return {(profiles[profile], int(start)) for _, _, _, profile, start in words}


def one_h200(library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MigCards:
    """It is what this process has from now on."""
    found = MigCards(library, tmp_path / "cards", tmp_path / "state")
    for name, value in found.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path / "heddle"))
    monkeypatch.setattr(nvml, "LIBRARY", library)
    ctypes.CDLL(library).fake_reset()
    found.has("H200")
    return found
