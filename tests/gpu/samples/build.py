"""Compiles samples with nvcc, each into a folder in which it can be run."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.gpu.samples.cmake import Sample
from tests.gpu.samples.toolkit import Toolkit


@dataclass(frozen=True)
class Built:
    sample: Sample
    folder: Path
    seconds: float
    error: str = ""  #: the first line that says what is wrong


def commands(sample: Sample, kit: Toolkit, root: Path, out: Path, arch: str) -> list[list[str]]:
    """What to run in the sample's own folder."""
    places = [root / "Common", sample.folder, sample.folder / "inc", *kit.includes]
    include = [f"-I{place}" for place in places if place.is_dir()]
    base = [str(kit.nvcc), f"-arch={arch}", "-std=c++17", "-O2", "-w", *include]
    result = []
    for module in sample.modules:
        kind = "-ptx" if module.file.endswith(".ptx") else "-fatbin"
        result.append([*base, kind, module.source, "-o", str(out / module.file)])
    program = [*base, *sample.options, *sample.sources, "-o", str(out / sample.name)]
    return [*result, [*program, *kit.link(sample.libraries)]]


def first_error(text: str) -> str:
    """The line of a compiler's or linker's output that says it, without folders."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    bad = [s for s in lines if re.search(r"error|undefined|cannot find|No such file", s, re.I)]
    return re.sub(r"/[^\s:]*/", "", (bad or lines or ["failed without a word"])[0])[:200]


def prepare(sample: Sample, kit: Toolkit, root: Path, out: Path) -> None:
    """The folder as CMake would make it: with the data, kernels and headers that it reads."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(sample.folder, out)
    for name in sample.data:
        shutil.copy(root / "Common" / "data" / name, out)
    for name in sample.headers:
        found = kit.header(name)
        if found is None:
            continue
        if found.is_dir():
            shutil.copytree(found, out / found.name, dirs_exist_ok=True)
        else:
            shutil.copy(found, out)


def build_one(
    sample: Sample, kit: Toolkit, root: Path, out: Path, arch: str, limit_s: float
) -> Built:
    begin, error = time.monotonic(), ""
    prepare(sample, kit, root, out)
    try:
        for command in commands(sample, kit, root, out, arch):
            done = subprocess.run(
                command, cwd=sample.folder, capture_output=True, text=True, timeout=limit_s
            )
            if done.returncode:
                error = first_error(done.stderr + done.stdout)
                break
    except subprocess.TimeoutExpired:
        error = f"not compiled within {limit_s:g} s"
    return Built(sample, out, time.monotonic() - begin, error)


def build(
    found: Iterable[Sample], kit: Toolkit, root: Path, arch: str, jobs: int, limit_s: float
) -> list[Built]:
    """Into the folder `built` of the samples' own."""
    with ThreadPoolExecutor(jobs) as pool:
        tasks = [
            pool.submit(build_one, sample, kit, root, root / "built" / sample.name, arch, limit_s)
            for sample in found
        ]
        return [task.result() for task in tasks]
