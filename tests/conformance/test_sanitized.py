"""A program with the address sanitizer on another vendor's library than the soft XPU."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.conformance.handshake import Started, check_scheduled
from tests.conformance.seam import CASES, SOURCES
from tests.world import ROOT, World


def test_the_address_sanitizer_on_cuda(world: World, tmp_path: Path) -> None:
    (case,) = (case for case in CASES if case.api == "cuda")
    case.enter(world)
    program = tmp_path / "sanitized"
    build = ["c++", "-std=c++20", "-O1", "-fsanitize=address", f"-I{ROOT / 'native'}"]
    device = '-DDEVICE_HEADER="programs/cuda_device.h"'
    source = str(SOURCES.parent / "handshake.cpp")
    subprocess.run([*build, device, "-o", str(program), source, "-ldl", "-pthread"], check=True)
    # A driver keeps what it has until the end; natively it is the same.
    check_scheduled(Started(world, program, ASAN_OPTIONS="detect_leaks=0"), "cuda")
