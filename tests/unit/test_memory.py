"""Amounts of memory, and that no way to allocate was overlooked."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle._gen import cuda_api, soft_api
from heddle.errors import UsageError
from heddle.model.memory import memory_text, parse_memory

FACTS = Path(__file__).resolve().parents[2] / "facts"
COUNTED = {"allocates": {"allocate", "custom"}, "frees": {"release", "custom"}}


def functions() -> dict[str, dict[str, Any]]:
    """All that CUDA declares, each with what people say of it."""
    told = tomllib.loads((FACTS / "cuda.toml").read_text())["function"]
    declared = tomllib.loads((FACTS / "declared/cuda.toml").read_text())
    return {name: told.get(name, {}) for name in declared}


def test_what_people_write() -> None:
    assert parse_memory("8GiB") == 8 << 30
    assert parse_memory("1.5 GiB") == 1536 << 20
    assert parse_memory("1MiB") == 1 << 20
    assert parse_memory("0") == 0
    for wrong in ("", "8", "8GB", "-1GiB", "0.3MiB"):
        with pytest.raises(UsageError):
            parse_memory(wrong)


def test_what_people_read() -> None:
    assert memory_text(0) == "0"
    assert memory_text(512) == "512B"
    assert memory_text(3 << 19) == "1.5MiB"
    assert memory_text(12 << 30) == "12GiB"


@given(st.integers(1, 1 << 20))
def test_whole_numbers_come_back(mebibytes: int) -> None:
    if mebibytes < 1024:
        assert parse_memory(memory_text(mebibytes << 20)) == mebibytes << 20
    else:
        assert memory_text(mebibytes << 30).endswith(("GiB", "TiB"))


def test_every_function_that_the_facts_call_memory_is_counted() -> None:
    for name, fact in functions().items():
        kind = fact.get("memory")
        if kind in COUNTED:
            assert fact.get("role") in COUNTED[kind], name
            assert cuda_api.FUNCTIONS[name] == fact["role"]
        else:
            assert kind in (None, "imports"), name
    assert soft_api.FUNCTIONS["sxMalloc"] == "allocate"


def test_no_function_that_allocates_goes_unmarked() -> None:
    """By their names: whoever adds a version of the driver must say what is new."""
    words = ("Alloc", "ArrayCreate", "Array3DCreate", "cuMemCreate", "OpenMemHandle")
    known = {
        "cuMemAllocHost", "cuMemAllocHost_v2", "cuMemHostAlloc",  # the host's memory
        "cuMemGetAllocationGranularity", "cuMemGetAllocationPropertiesFromHandle",  # questions
        "cuMemRetainAllocationHandle",  # one more reference
        "cuGraphAddMemAllocNode", "cuGraphMemAllocNodeGetParams",  # when it is instantiated
    }  # fmt: skip
    for name, fact in functions().items():
        if any(word in name for word in words) and name not in known:
            assert "memory" in fact, name
