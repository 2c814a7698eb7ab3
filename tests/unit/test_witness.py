"""What drivers say of processes, as the agent hears it."""

from __future__ import annotations

import os
import threading
from typing import Any

import pytest

from heddle.agent.witnesses import hear, nvidia, soft, witnesses
from heddle.inventory.apis import cuda
from heddle.inventory.sources import nvml
from heddle.system.process import Stat
from tests.world import eventually

GPU = {
    "index": 0,
    "pci": "0000:18:00.0",
    "memory_used": 9 << 30,
    "utilisation": 40,
    "processes": [{"pid": os.getpid(), "memory": 5 << 30}, {"pid": 1 << 30, "memory": 1 << 30}],
}


@pytest.fixture(autouse=True)
def present(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda.CudaVendor, "present", lambda self: True)
    nvidia._asker.cache_clear()


def answer(monkeypatch: pytest.MonkeyPatch, *gpus: dict[str, Any]) -> None:
    monkeypatch.setattr(nvml, "readings", lambda: {"gpus": list(gpus)})


def test_nvml_names_processes_and_totals(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, GPU, {"index": 1, "pci": None, "lost": True, "reason": "fell off"})
    told = nvidia.testify()
    (use,) = told.uses  # the other one has gone
    assert (use.pid, use.device, use.memory) == (os.getpid(), "cuda@0", 5 << 30)
    assert use.start_ticks == Stat.read(os.getpid()).start_ticks
    (total,) = told.totals
    assert (total.memory, total.named, total.is_busy) == (9 << 30, 6 << 30, True)


@pytest.mark.parametrize("processes", [None, [{"pid": os.getpid(), "memory": None}]])
def test_a_driver_that_names_nobody_is_known_as_such(
    monkeypatch: pytest.MonkeyPatch, processes: Any
) -> None:
    answer(monkeypatch, {**GPU, "processes": processes, "utilisation": None})
    (total,) = nvidia.testify().totals
    assert (total.named, total.is_busy) == (None, None)


def test_a_driver_that_hangs_does_not_stop_the_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    """And is heard again when it has come back."""
    hung = threading.Event()

    def wait() -> Any:
        assert hung.wait(20)
        return {"gpus": [GPU]}

    monkeypatch.setattr(nvml, "readings", wait)
    assert not any(nvidia.testify().uses for _ in range(3))
    hung.set()
    assert eventually(lambda: bool(nvidia.testify().uses))


def test_all_witnesses_are_heard_and_none_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, GPU)
    monkeypatch.setenv("SOFTXPU_SEGMENT", "no-such-segment")
    assert {nvidia.testify, soft.testify} <= set(witnesses())
    assert [use.device for use in hear(witnesses()).uses] == ["cuda@0"]
