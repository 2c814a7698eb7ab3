"""What programs occupy beyond what they asked for, from what a vendor tells of processes."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.inventory import overhead as module
from heddle.inventory.overhead import on_cuda, overhead, overheads
from heddle.inventory.sources import nvml
from heddle.model.plan import Plan
from heddle.records import ProgramState

GPU = "cuda@0"


def program(
    *processes: int, devices: tuple[str, ...] = (), id: int = 1, **memory: int
) -> ProgramState:
    """One whose memory is given by the device's number."""
    values: dict[str, Any] = {
        field.name: 0
        for field in dataclasses.fields(ProgramState)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }
    values |= {"id": id, "asked": Plan(), "devices": devices, "processes": processes, "queues": ()}
    values["memory"] = {f"cuda@{name[1:]}": bytes_ for name, bytes_ in memory.items()}
    return ProgramState(**values)


def test_it_is_what_is_there_beyond_what_was_asked_for() -> None:
    occupied = {GPU: {10: 500, 11: 300, 99: 7000}, "cuda@1": {11: 40}}
    assert overhead(program(10, 11, _0=600), occupied) == {GPU: 200, "cuda@1": 40}


def test_nobody_knows_where_nobody_tells() -> None:
    assert overhead(program(10, _0=600), {}) == {GPU: None}
    assert overhead(program(10, devices=(GPU,)), {GPU: {99: 5}}) == {GPU: None}
    assert overhead(program(10, 11, _0=600), {GPU: {10: 900, 11: None}}) == {GPU: None}


def test_what_is_elsewhere_just_now_is_no_overhead() -> None:
    assert overhead(program(10, _0=600), {GPU: {10: 200}}) == {GPU: 0}


def test_the_soft_xpu_has_none() -> None:
    assert overhead(program(10, devices=("soft@gpu",)), {}) == {"soft@gpu": 0}


AMOUNTS = st.dictionaries(st.integers(1, 9), st.one_of(st.none(), st.integers(0, 1 << 50)))


@given(st.sets(st.integers(1, 9)), st.integers(0, 1 << 50), AMOUNTS)
def test_never_below_0_and_never_a_guess(
    own: set[int], asked: int, seen: dict[int, int | None]
) -> None:
    found = overhead(program(*own, devices=(GPU,), _0=asked), {GPU: seen})[GPU]
    told = [used for pid, used in seen.items() if pid in own]
    if not told or None in told:
        assert found is None
    else:
        total = sum(used or 0 for used in told)
        assert found is not None
        assert found >= 0
        assert found + asked == max(total, asked)


def test_a_library_is_only_asked_for_its_own_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(nvml, "processes", lambda: asked.append(1))
    some = [program(10, devices=("soft@gpu",)), program(11, id=2)]
    assert overheads(some) == {1: {"soft@gpu": 0}, 2: {}}
    assert not asked
    assert overheads([program(10, _0=5)]) == {1: {GPU: None}}
    assert asked


def test_gpus_are_named_by_the_bus_and_instances_added(monkeypatch: pytest.MonkeyPatch) -> None:
    places = {"0000:3b:00.0": 4}
    monkeypatch.setattr(module, "bus_index", lambda pci, index: places.get(pci, index))
    both = [{"pid": 7, "memory": 30}, {"pid": 7, "memory": 12}, {"pid": 8, "memory": None}]
    gpus = [
        {"index": 0, "pci": "0000:3b:00.0", "processes": both},
        {"index": 1, "pci": None, "lost": True, "reason": "gone"},
        {"index": 2, "pci": None, "processes": None},
    ]
    monkeypatch.setattr(nvml, "processes", lambda: {"gpus": gpus})
    assert on_cuda() == {"cuda@4": {7: 42, 8: None}}
    monkeypatch.setattr(nvml, "processes", lambda: {"error": "hangs", "gpus": []})
    assert on_cuda() == {}
