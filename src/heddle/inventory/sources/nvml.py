"""NVIDIA's management library: what each GPU is, and how it is now, as plain data.

A value that a GPU, its driver or an older library does not give is None. Nothing here raises: where
the library itself cannot be used, `error` says why, and where there is none the answer is None.
`python -m heddle.inventory.sources.nvml` prints all of it as JSON.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from ctypes import byref, c_int, c_uint, c_ulonglong, c_void_p

from heddle.inventory.sources import nvml_abi as abi
from heddle.inventory.sources.nvml_session import (
    Gpu,
    Json,
    LostError,
    NvmlHistory,
    NvmlSession,
    UninitialisedError,
    meaning,
)

LIBRARY = abi.LIBRARY
#: Within this time the same answer is given again: one round of sampling asks once for each GPU.
FRESH_S = 0.2
#: Error counters and limits hardly ever change, and cost as much as all the rest.
SLOW_S = 10.0
#: How long to leave a library alone that did not start, or that has lost a GPU.
RETRY_S = 30.0
#: A call that takes longer hangs in the driver; it is not waited for a second time.
HUNG_S = 0.7


class _State:
    """What this process keeps of the library. All of it is used with the lock held."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.since = float("-inf")  #: when the lock was last taken
        self.session: NvmlSession | None = None
        self.history = NvmlHistory()
        self.error: str | None = None
        self.retry_at = float("-inf")  #: not before, after it did not start
        self.reopen_at = float("-inf")  #: not before, after a GPU was lost
        self.readings: Json | None = None
        self.readings_at = float("-inf")


_STATE = _State()


def describe() -> Json | None:
    """What does not change while the driver stays loaded; None without the library."""

    def ask(session: NvmlSession) -> Json:
        version = c_int()
        names = ("nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion")
        known = session.first(names, byref(version)) == abi.SUCCESS
        return {
            "driver": session.text("nvmlSystemGetDriverVersion"),
            "cuda": f"{version.value // 1000}.{version.value % 1000 // 10}" if known else None,
            "gpus": [_of_gpu(session, gpu, _describe) for gpu in session.gpus],
        }

    return _with_session(ask)


def readings() -> Json | None:
    """What changes; cheap enough for once a second. None without the library."""

    def ask(session: NvmlSession) -> Json:
        now = time.monotonic()
        if _STATE.readings is None or now - _STATE.readings_at > FRESH_S:
            session.poll()
            gpus = [_of_gpu(session, gpu, _read) for gpu in session.gpus]
            _STATE.readings, _STATE.readings_at = {"gpus": gpus}, time.monotonic()
            if any(gpu.lost for gpu in session.gpus) and now >= _STATE.reopen_at:
                _STATE.reopen_at = now + RETRY_S
                _forget()  # the next round sees whether it has come back
        return _STATE.readings

    return _with_session(ask)


def processes() -> Json | None:
    """Processes on each GPU and their memory. None without the library."""

    def ask(session: NvmlSession) -> Json:
        return {"gpus": [_of_gpu(session, gpu, _who) for gpu in session.gpus]}

    return _with_session(ask)


def energy() -> Json | None:
    """Millijoules that each GPU has drawn since its driver was loaded; from Volta on. None without
    the library."""

    def ask(session: NvmlSession) -> Json:
        return {"gpus": [_of_gpu(session, gpu, _energy) for gpu in session.gpus]}

    return _with_session(ask)


def read() -> Json:
    """Everything, by the names under which a recorded machine keeps it."""
    return {"nvml": describe(), "nvml.readings": readings()}


def close() -> None:
    """Forgets the library and all that was learned from it."""
    global _STATE
    with _STATE.lock:
        _forget()
        _STATE = _State()


def clock_reasons(bits: int) -> list[str]:
    """The words for nvmlClocksEventReasons."""
    words = [word for bit, word in abi.CLOCK_REASONS.items() if bits & bit]
    unknown = bits & ~sum(abi.CLOCK_REASONS)
    return [*words, f"unknown reason {unknown:#x}"] if unknown else words


def _with_session(ask: Callable[[NvmlSession], Json]) -> Json | None:
    """Asks the library; once more if it has forgotten us meanwhile."""
    left = HUNG_S - (time.monotonic() - _STATE.since)
    if not _STATE.lock.acquire(timeout=max(left, 0.05)):
        return {"error": "the library has not come back from an earlier call", "gpus": []}
    try:
        _STATE.since = time.monotonic()
        for _ in range(2):
            session = _STATE.session or _start()
            if session is None:
                return {"error": _STATE.error, "gpus": []} if _STATE.error else None
            try:
                return ask(session)
            except UninitialisedError:
                _STATE.session = None
        return {"error": "the library does not stay initialised", "gpus": []}
    finally:
        _STATE.lock.release()


def _start() -> NvmlSession | None:
    if time.monotonic() < _STATE.retry_at:
        return None
    _STATE.error = None
    try:
        library = ctypes.CDLL(LIBRARY)
        init = getattr(library, "nvmlInit_v2", None) or library.nvmlInit
        status = int(init())
        if status == abi.SUCCESS:
            _STATE.session = NvmlSession(library, _STATE.history)
            return _STATE.session
        _STATE.error = f"the library does not start: {meaning(status)}"
    except (LostError, UninitialisedError) as error:
        _STATE.error = f"the library does not start: {error}"
    except (OSError, AttributeError):  # not there, or not NVIDIA's
        pass
    _STATE.retry_at = time.monotonic() + RETRY_S
    return None


def _forget() -> None:
    if _STATE.session is not None:
        _STATE.session.close()
        _STATE.session = None


def _of_gpu(session: NvmlSession, gpu: Gpu, ask: Callable[[NvmlSession, Gpu], Json]) -> Json:
    found: Json = {"index": gpu.index, "pci": gpu.pci}
    if gpu.refused:
        return found | {"error": gpu.refused}
    if gpu.lost is None:
        try:
            return found | ask(session, gpu)
        except LostError as error:
            gpu.lost = str(error)
    return found | {"lost": True, "reason": gpu.lost}


def _describe(session: NvmlSession, gpu: Gpu) -> Json:
    handle = gpu.handle
    assert handle is not None
    major, minor = c_int(), c_int()
    name = "nvmlDeviceGetCudaComputeCapability"
    capable = session.call(name, handle, byref(major), byref(minor)) == abi.SUCCESS
    mode = session.number("nvmlDeviceGetVirtualizationMode", handle)
    gsp = ctypes.create_string_buffer(64)
    has_gsp = session.call("nvmlDeviceGetGspFirmwareVersion", handle, gsp) == abi.SUCCESS
    return {
        "uuid": session.text("nvmlDeviceGetUUID", handle),
        "name": session.text("nvmlDeviceGetName", handle),
        "minor": session.number("nvmlDeviceGetMinorNumber", handle),
        "compute_capability": f"{major.value}.{minor.value}" if capable else None,
        "memory_total": session.memory(handle)["memory_total"],
        "temperature_slowdown": session.threshold(handle, abi.SLOWDOWN),
        "temperature_shutdown": session.threshold(handle, abi.SHUTDOWN),
        "clock_sm_max": session.number("nvmlDeviceGetMaxClockInfo", handle, abi.CLOCK_SM),
        "clock_memory_max": session.number("nvmlDeviceGetMaxClockInfo", handle, abi.CLOCK_MEMORY),
        "ecc": _first_of_two(session, "nvmlDeviceGetEccMode", handle),
        "mig": _first_of_two(session, "nvmlDeviceGetMigMode", handle),
        "mig_devices": session.mig_devices(gpu),
        "compute_mode": abi.COMPUTE_MODES.get(session.number("nvmlDeviceGetComputeMode", handle)),
        "persistence": session.flag("nvmlDeviceGetPersistenceMode", handle),
        "virtualization": abi.VIRTUALIZATION.get(mode),
        "vbios": session.text("nvmlDeviceGetVbiosVersion", handle),
        "gsp_firmware": gsp.value.decode(errors="replace") if has_gsp else None,
        "part_number": session.text("nvmlDeviceGetBoardPartNumber", handle),
        "nvlinks": session.links(handle),
    }


def _read(session: NvmlSession, gpu: Gpu) -> Json:
    handle = gpu.handle
    assert handle is not None
    now = time.monotonic()
    if now - gpu.slow_at >= SLOW_S:
        gpu.slow, gpu.slow_at = _read_slow(session, gpu), now
    used = session.structure("nvmlDeviceGetUtilizationRates", handle, abi.Utilisation)
    power = session.number("nvmlDeviceGetPowerUsage", handle)
    bits = c_ulonglong()
    names = ("nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons")
    known = session.first(names, handle, byref(bits)) == abi.SUCCESS
    return {
        "utilisation": used.gpu if used else None,
        "utilisation_memory": used.memory if used else None,
        **session.memory(handle),
        "temperature": session.temperature(handle),
        "power_w": None if power is None else power / 1000,
        "clock_sm": session.number("nvmlDeviceGetClockInfo", handle, abi.CLOCK_SM),
        "clock_memory": session.number("nvmlDeviceGetClockInfo", handle, abi.CLOCK_MEMORY),
        "clock_reasons": clock_reasons(bits.value) if known else None,
        "processes": session.processes(handle),
        "mig_devices": [{"uuid": uuid, **session.memory(mig)} for uuid, mig in gpu.migs],
        "xids": dict(_STATE.history.xids.get(gpu.pci or "", {})),
        **gpu.slow,
    }


def _energy(session: NvmlSession, gpu: Gpu) -> Json:
    assert gpu.handle is not None
    name = "nvmlDeviceGetTotalEnergyConsumption"
    return {"energy_mj": session.number(name, gpu.handle, kind=c_ulonglong)}


def _who(session: NvmlSession, gpu: Gpu) -> Json:
    assert gpu.handle is not None
    return {"processes": session.processes(gpu.handle)}


def _read_slow(session: NvmlSession, gpu: Gpu) -> Json:
    handle = gpu.handle
    assert handle is not None
    session.mig_devices(gpu)
    limit = session.number("nvmlDeviceGetEnforcedPowerLimit", handle)
    ecc = {
        f"{since}_{kind}": session.number(
            "nvmlDeviceGetTotalEccErrors", handle, number, counter, kind=c_ulonglong
        )
        for counter, since in ((abi.VOLATILE, "volatile"), (abi.AGGREGATE, "aggregate"))
        for number, kind in ((abi.CORRECTED, "corrected"), (abi.UNCORRECTED, "uncorrected"))
    }
    rows = [c_uint() for _ in range(4)]
    remapped = not session.call("nvmlDeviceGetRemappedRows", handle, *map(byref, rows))
    names = ("corrected", "uncorrected", "pending", "failed")
    slowdown = gpu.slow.get("temperature_slowdown") or session.threshold(handle, abi.SLOWDOWN)
    return {
        "power_limit_w": None if limit is None else limit / 1000,
        "temperature_slowdown": slowdown,
        "ecc": ecc,
        "remapped_rows": {
            name: row.value if remapped else None for name, row in zip(names, rows, strict=True)
        },
        "retired_pages_pending": session.flag("nvmlDeviceGetRetiredPagesPendingStatus", handle),
    }


def _first_of_two(session: NvmlSession, name: str, handle: c_void_p) -> bool | None:
    """A mode now; the second, what it will be after a reset, is not looked at."""
    now, pending = c_uint(), c_uint()
    return None if session.call(name, handle, byref(now), byref(pending)) else bool(now.value)


if __name__ == "__main__":
    import json

    print(json.dumps(read(), indent=1))
