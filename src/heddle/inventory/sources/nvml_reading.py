"""What NVIDIA's management library says of a GPU now, in the words of every component."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from heddle.inventory.sources.nvml_abi import HARMLESS
from heddle.model.hardware import Component, ComponentProcess, Reading

Json = Mapping[str, Any]


def of_gpu(gpu: Json, past_xids: Mapping[str, int] | None = None) -> Reading:
    """How a whole GPU is, and which Xid events it had since the machine was started."""
    reasons = gpu.get("clock_reasons")
    slowed = None if reasons is None else [word for word in reasons if word not in HARMLESS]
    return Reading(
        utilisation=gpu.get("utilisation"),
        memory_used_bytes=gpu.get("memory_used"),
        memory_total_bytes=gpu.get("memory_total"),
        temperature_c=gpu.get("temperature"),
        temperature_limit_c=gpu.get("temperature_slowdown"),
        power_w=gpu.get("power_w"),
        power_limit_w=gpu.get("power_limit_w"),
        clock_mhz=gpu.get("clock_sm"),
        memory_clock_mhz=gpu.get("clock_memory"),
        throttled=None if slowed is None else ", ".join(slowed),
        errors=_errors(gpu) | {f"past_xid_{n}": count for n, count in (past_xids or {}).items()},
        processes=_processes(gpu.get("processes")),
    )


def _errors(gpu: Json) -> dict[str, int]:
    """ecc_volatile_corrected, remapped_rows_pending, retired_pages_pending, xid_79, ..."""
    found = {f"ecc_{name}": count for name, count in (gpu.get("ecc") or {}).items()}
    rows = gpu.get("remapped_rows") or {}
    found |= {f"remapped_rows_{name}": count for name, count in rows.items()}
    found["retired_pages_pending"] = gpu.get("retired_pages_pending")
    found |= {f"xid_{number}": count for number, count in (gpu.get("xids") or {}).items()}
    return {name: int(count) for name, count in found.items() if count is not None}


def _processes(found: Iterable[Json] | None) -> tuple[ComponentProcess, ...] | None:
    return None if found is None else tuple(ComponentProcess(p["pid"], p["memory"]) for p in found)


def of_mig(gpu: Json, component: Component) -> Reading:
    """Its own memory and processes; the rest is of the whole GPU."""
    mine: Json = next((m for m in gpu.get("mig_devices") or () if m["uuid"] == component.uuid), {})
    keys = ("gpu_instance", "compute_instance")
    place = tuple(component.attributes.get(key) for key in keys)
    running = gpu.get("processes")
    if running is not None:
        running = [p for p in running if tuple(p.get(key) for key in keys) == place]
    return Reading(
        memory_used_bytes=mine.get("memory_used"),
        memory_total_bytes=mine.get("memory_total"),
        temperature_c=gpu.get("temperature"),
        temperature_limit_c=gpu.get("temperature_slowdown"),
        processes=_processes(running),
    )
