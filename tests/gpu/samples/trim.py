"""Copies what building and running the samples needs, and nothing that only people look at."""

from __future__ import annotations

import shutil
from pathlib import Path

from heddle.errors import UsageError
from tests.gpu.samples.cmake import Sample, samples

#: Documents, projects of other build systems, and what samples have written themselves.
DOCUMENTS = ("doc", "docs", ".vscode", "README.md", "*.vcxproj*", "*.sln", "*.pdf", "*.doc*")
WRITTEN = ("*.flo", "*_out.p?m", "teapot512_gold?.bmp", "teapot512_cuda*.bmp")
LEFT_OUT = (*DOCUMENTS, *WRITTEN)
LEFT_OUT_COMMON = ("data", "lib", "GL", *LEFT_OUT)


def trim(source: Path, target: Path) -> tuple[list[Sample], list[Sample]]:
    """Copies the samples that can be built; which were taken and which were left."""
    if target.exists() and any(target.iterdir()) and not (target / "test_args.json").exists():
        raise UsageError(f"{target} holds something else than samples. Give a new folder.")
    found = samples(source)
    taken = [sample for sample in found if not sample.skip]
    shutil.rmtree(target, ignore_errors=True)
    ignore = shutil.ignore_patterns(*LEFT_OUT)
    for sample in taken:
        shutil.copytree(sample.folder, target / sample.folder.relative_to(source), ignore=ignore)
    common = shutil.ignore_patterns(*LEFT_OUT_COMMON)
    shutil.copytree(source / "Common", target / "Common", ignore=common)
    (target / "Common" / "data").mkdir()
    for name in {name for sample in taken for name in sample.data}:
        shutil.copy(source / "Common" / "data" / name, target / "Common" / "data" / name)
    shutil.copy(source / "test_args.json", target)
    return taken, [sample for sample in found if sample.skip]
