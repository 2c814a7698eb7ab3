"""CUDA's compiler and libraries, wherever this machine has them."""

from __future__ import annotations

import shutil
import site
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from heddle.errors import UsageError


@dataclass(frozen=True)
class Toolkit:
    nvcc: Path
    folders: tuple[Path, ...]  #: with libraries; the first that has one is taken
    includes: tuple[Path, ...]

    def library(self, name: str) -> Path | None:
        for folder in self.folders:
            for pattern in (f"lib{name}.so", f"lib{name}.a", f"lib{name}.so.*"):
                if found := sorted(folder.glob(pattern)):
                    return found[0]
        return None

    def link(self, names: Iterable[str]) -> list[str]:
        """Options for these libraries; one that is not found is left to nvcc to complain about."""
        flags = [f"-L{folder}" for folder in self.folders]
        for name in names:
            found = self.library(name)
            # Python packages bring no name without a version.
            versioned = found is not None and ".so." in found.name
            flags.append(f"-l:{found.name}" if found and versioned else f"-l{name}")
            if found and found.parent.name != "stubs":  # at run time the driver's own is meant
                flags += ["-Xlinker", f"-rpath={found.parent}"]
        return flags

    def header(self, name: str) -> Path | None:
        return next((f / name for f in self.includes if (f / name).exists()), None)

    def version(self) -> str:
        done = subprocess.run([self.nvcc, "--version"], capture_output=True, text=True)
        lines = [line for line in done.stdout.splitlines() if "release" in line]
        return lines[0].split("release")[-1].split(",")[0].strip() if lines else "unknown"


def find_toolkit(nvcc: str | None = None) -> Toolkit:
    """The one that was named, or that of the PATH, or the one in the usual place."""
    named = nvcc or shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not Path(named).exists():
        raise UsageError(f"there is no CUDA compiler at {named}. Give one with --nvcc FILE.")
    home = Path(named).resolve().parent.parent
    homes = [home, home / "targets" / "x86_64-linux", Path("/usr/local/cuda")]
    # Frameworks bring CUDA's libraries as Python packages.
    for packages in site.getsitepackages():
        homes += sorted(Path(packages).glob("nvidia/*"))
    folders = [
        f for h in homes for f in (h / "lib64", h / "lib", h / "lib64/stubs", h / "lib/stubs")
    ]
    folders += [Path("/usr/local/nvidia/lib64"), Path("/usr/lib/x86_64-linux-gnu")]
    includes = [h / "include" for h in homes]
    return Toolkit(
        Path(named),
        tuple(dict.fromkeys(f.resolve() for f in folders if f.is_dir())),
        tuple(dict.fromkeys(f.resolve() for f in includes if f.is_dir())),
    )
