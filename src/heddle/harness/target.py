"""What a benchmark may be run on, and how it behaves by itself."""

from __future__ import annotations

from dataclasses import dataclass

from heddle.errors import UsageError


@dataclass(frozen=True, slots=True)
class Target:
    """A kind of device; figures of one kind are not compared with another's."""

    soft: str  #: the soft XPU to make for it; "none" for real hardware
    scheduler: str  #: what the device does by itself
    level: int  #: the highest that it has
    switch_ms: float  #: of one switch of context


#: The soft XPU's edge device is too slow for the requests.
SOFT = {
    "gpu": Target("gpu", "rr", 3, 0.1),
    "npu": Target("npu", "fcfs", 2, 0.02),
}
CUDA = Target("none", "", 3, 0.17)


def target(device: str) -> Target:
    """:raises UsageError: if the device cannot be measured"""
    api, _, name = device.partition("@")
    if api == "cuda" and name:
        return CUDA
    if api == "soft" and name in SOFT:
        return SOFT[name]
    usable = ", ".join(f"soft@{known}" for known in SOFT)
    raise UsageError(
        f"device {device!r} cannot be measured here: use {usable}, cuda@0 or (preempt) opencl@0."
    )
