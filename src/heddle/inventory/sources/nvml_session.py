"""A conversation with NVIDIA's management library: its calls, and the values they give."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from ctypes import byref, c_uint, c_ulonglong, c_void_p
from dataclasses import dataclass, field
from typing import Any

from heddle.inventory.sources import nvml_abi as abi

MOST_PROCESSES = 256
MOST_EVENTS = 256  #: at one look

Json = dict[str, Any]


class LostError(Exception):
    """This GPU answers no more."""


class UninitialisedError(Exception):
    """The library has forgotten us."""


@dataclass
class NvmlHistory:
    """What outlives a session."""

    addresses: dict[int, str] = field(default_factory=dict)  #: of GPUs that were once there
    xids: dict[str, Counter[str]] = field(default_factory=dict)  #: how often, by address


@dataclass
class Gpu:
    """A GPU as the library knows it."""

    index: int
    handle: c_void_p | None
    pci: str | None
    lost: str | None = None  #: why, if it is
    refused: str | None = None  #: why it has no handle although it is not lost
    migs: list[tuple[str | None, c_void_p]] = field(default_factory=list)
    slow: Json = field(default_factory=dict)
    slow_at: float = float("-inf")


class NvmlSession:
    """The library, started, with a handle for each GPU."""

    def __init__(self, library: ctypes.CDLL, history: NvmlHistory) -> None:
        """:raises UninitialisedError: if it is not"""
        self._library = library
        self._history = history
        self.gpus = [self._open(index) for index in range(self._count())]
        self._event_set = self._watch()

    def _count(self) -> int:
        count = c_uint()
        self.first(("nvmlDeviceGetCount_v2", "nvmlDeviceGetCount"), byref(count))
        return count.value

    def _open(self, index: int) -> Gpu:
        handle, addresses = c_void_p(), self._history.addresses
        names = ("nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex")
        try:
            status = self.first(names, index, byref(handle))
            if status:
                return Gpu(index, None, addresses.get(index), refused=meaning(status))
            gpu = Gpu(index, handle, self.address(handle))
        except LostError as error:  # the library numbers by the bus, also when one is lost
            return Gpu(index, None, addresses.get(index), str(error))
        if gpu.pci:
            addresses[index] = gpu.pci
        return gpu

    def call(self, name: str, *arguments: Any) -> int:
        """The library's answer, "no such function" included."""
        try:
            function = getattr(self._library, name)
        except AttributeError:
            return abi.FUNCTION_NOT_FOUND
        status = int(function(*arguments))
        if status == abi.UNINITIALIZED:
            raise UninitialisedError
        if status in (abi.GPU_IS_LOST, abi.RESET_REQUIRED):
            raise LostError(meaning(status))
        return status

    def first(self, names: tuple[str, ...], *arguments: Any) -> int:
        """The answer of the first of these functions that this library has."""
        status = abi.FUNCTION_NOT_FOUND
        for name in names:
            if (status := self.call(name, *arguments)) != abi.FUNCTION_NOT_FOUND:
                break
        return status

    def number(self, name: str, handle: c_void_p, *arguments: int, kind: Any = c_uint) -> Any:
        found = kind()
        return None if self.call(name, handle, *arguments, byref(found)) else found.value

    def text(self, name: str, *handle: c_void_p) -> str | None:
        found = ctypes.create_string_buffer(128)
        if self.call(name, *handle, found, c_uint(96)):
            return None
        return found.value.decode(errors="replace") or None

    def flag(self, name: str, handle: c_void_p) -> bool | None:
        found = self.number(name, handle)
        return None if found is None else bool(found)

    def structure(self, name: str, handle: c_void_p, kind: Any, version: int = 0) -> Any:
        found = kind(abi.version(kind, version)) if version else kind()
        return None if self.call(name, handle, byref(found)) else found

    def fields(self, handle: c_void_p, *wanted: tuple[int, int]) -> list[Any]:
        """Values by (field number, scope), all in one call."""
        found = (abi.Field * len(wanted))()
        for one, (number, scope) in zip(found, wanted, strict=True):
            one.field, one.scope = number, scope
        if self.call("nvmlDeviceGetFieldValues", handle, len(wanted), found):
            return [None] * len(wanted)
        return [
            None if one.status else getattr(one.value, abi.VALUE_TYPES.get(one.type, "uint"))
            for one in found
        ]

    def address(self, handle: c_void_p) -> str | None:
        found = abi.PciInfo()
        if self.call("nvmlDeviceGetPciInfo_v3", handle, byref(found)):
            return None
        return normalise(found.bus_id.decode(errors="replace"))

    def memory(self, handle: c_void_p) -> Json:
        found = self.structure("nvmlDeviceGetMemoryInfo_v2", handle, abi.Memory2, 2)
        reserved = found.reserved if found else None
        found = found or self.structure("nvmlDeviceGetMemoryInfo", handle, abi.MemoryInfo)
        return {
            "memory_total": found.total if found else None,
            "memory_used": found.used if found else None,
            "memory_reserved": reserved,
        }

    def processes(self, handle: c_void_p) -> list[Json] | None:
        """Compute and graphics processes; one that does both, or uses MPS, is listed once."""
        found: dict[tuple[int, int | None, int | None], int | None] = {}
        answered = False
        for what in ("Compute", "Graphics", "MPSCompute"):
            some = self._running(f"nvmlDeviceGet{what}RunningProcesses", handle)
            answered = answered or some is not None
            for one in some or ():
                key = one.pid, *(_instance(one, n) for n in ("gpu_instance", "compute_instance"))
                used = None if one.memory == abi.NOT_AVAILABLE else one.memory
                found[key] = max(found.get(key) or 0, used or 0) or used
        if not answered:
            return None
        return [
            {"pid": pid, "memory": used, "gpu_instance": gpu, "compute_instance": compute}
            for (pid, gpu, compute), used in found.items()
        ]

    def _running(self, name: str, handle: c_void_p) -> list[Any] | None:
        # _v2 before _v3: its layout never changed.
        for suffix, kind in (("_v2", abi.Process2), ("_v3", abi.Process2), ("", abi.Process1)):
            count, found = c_uint(MOST_PROCESSES), (kind * MOST_PROCESSES)()
            status = self.call(name + suffix, handle, byref(count), found)
            if status != abi.FUNCTION_NOT_FOUND:
                whole = status == abi.SUCCESS
                return list(found[: min(count.value, MOST_PROCESSES)]) if whole else None
        return None

    def links(self, handle: c_void_p) -> list[Json]:
        """The NVLinks that the GPU has, whether they are up or not."""
        found = []
        for link in range(abi.MOST_LINKS):
            up = self.number("nvmlDeviceGetNvLinkState", handle, link)
            if up is None:
                continue
            one: Json = {"link": link, "active": bool(up), "version": None, "remote": None}
            one |= {"remote_type": None, "mbytes_s": None}
            if up:
                version = self.number("nvmlDeviceGetNvLinkVersion", handle, link)
                kind = self.number("nvmlDeviceGetNvLinkRemoteDeviceType", handle, link)
                one["version"] = abi.LINK_VERSIONS.get(version)
                one["remote_type"] = abi.REMOTES.get(kind)
                one["remote"] = self._remote(handle, link)
            found.append(one)
        active = [one for one in found if one["active"]]
        if active:
            speeds = self.fields(handle, *((abi.LINK_SPEED, one["link"]) for one in active))
            for one, speed in zip(active, speeds, strict=True):
                one["mbytes_s"] = speed
        return found

    def _remote(self, handle: c_void_p, link: int) -> str | None:
        found = abi.PciInfo()
        if self.call("nvmlDeviceGetNvLinkRemotePciInfo_v2", handle, link, byref(found)):
            return None
        return normalise(found.bus_id.decode(errors="replace"))

    def mig_devices(self, gpu: Gpu) -> list[Json]:
        """Looks for them anew: they come and go while the library is in use."""
        gpu.migs = []
        found = []
        assert gpu.handle is not None
        for index in range(self.number("nvmlDeviceGetMaxMigDeviceCount", gpu.handle) or 0):
            handle = c_void_p()
            name = "nvmlDeviceGetMigDeviceHandleByIndex"
            if self.call(name, gpu.handle, index, byref(handle)):
                continue
            uuid = self.text("nvmlDeviceGetUUID", handle)
            sizes = self.structure("nvmlDeviceGetAttributes_v2", handle, abi.MigAttributes)
            gpu.migs.append((uuid, handle))
            found.append(
                {
                    "uuid": uuid,
                    "profile": _profile(self.text("nvmlDeviceGetName", handle)),
                    "memory_total": sizes.memory_mib << 20 if sizes else None,
                    "multiprocessors": sizes.multiprocessors if sizes else None,
                    "gpu_instance": self.number("nvmlDeviceGetGpuInstanceId", handle),
                    "compute_instance": self.number("nvmlDeviceGetComputeInstanceId", handle),
                }
            )
        return found

    def threshold(self, handle: c_void_p, which: int) -> int | None:
        """In degrees; newer GPUs only say how far they are from it."""
        margin_field = abi.SLOWDOWN_MARGIN if which == abi.SLOWDOWN else abi.SHUTDOWN_MARGIN
        found: int | None = self.number("nvmlDeviceGetTemperatureThreshold", handle, which)
        if found:
            return found
        margin = self.structure("nvmlDeviceGetMarginTemperature", handle, abi.Margin, 1)
        now, (limit,) = self.temperature(handle), self.fields(handle, (margin_field, 0))
        return None if None in (margin, now, limit) else int(now + margin.margin - limit)

    def temperature(self, handle: c_void_p) -> Any:
        found = self.number("nvmlDeviceGetTemperature", handle, 0)
        if found is not None:
            return found
        newer = self.structure("nvmlDeviceGetTemperatureV", handle, abi.Temperature, 1)
        return newer.temperature if newer else None

    def _watch(self) -> c_void_p | None:
        """An event set in which every GPU reports its Xid errors."""
        events = c_void_p()
        if self.call("nvmlEventSetCreate", byref(events)):
            return None
        watched = 0
        for gpu in self.gpus:
            if gpu.handle is None:
                continue
            try:
                name = "nvmlDeviceRegisterEvents"
                watched += not self.call(name, gpu.handle, c_ulonglong(abi.XID), events)
            except LostError as error:
                gpu.lost = str(error)
        if not watched:
            self.call("nvmlEventSetFree", events)
        return events if watched else None

    def poll(self) -> None:
        """Counts what has happened since the last look, without waiting."""
        name = next(
            (n for n in ("nvmlEventSetWait_v2", "nvmlEventSetWait") if hasattr(self._library, n)),
            None,
        )
        if self._event_set is None or name is None:
            return
        by_handle = {gpu.handle.value: gpu for gpu in self.gpus if gpu.handle}
        for _ in range(MOST_EVENTS):
            event = abi.EventData(gpu_instance=abi.NO_INSTANCE, compute_instance=abi.NO_INSTANCE)
            try:
                if self.call(name, self._event_set, byref(event), c_uint(0)):
                    break
            except LostError:  # which one, its own readings say
                break
            gpu = by_handle.get(event.device)
            pci = gpu.pci if gpu else None
            self._history.xids.setdefault(pci or "", Counter())[str(event.data)] += 1

    def close(self) -> None:
        if self._event_set is not None:
            self._library.nvmlEventSetFree(self._event_set)
        self._library.nvmlShutdown()


def normalise(bus_id: str) -> str | None:
    """0000:3b:00.0 as the kernel writes it, from 00000000:3B:00.0; None if it is not an address."""
    found = re.fullmatch(r"([0-9a-f]{4,8}):([0-9a-f]{2}):([0-9a-f]{2})(\.[0-7])?", bus_id.lower())
    if not found:
        return None
    return f"{int(found[1], 16):04x}:{found[2]}:{found[3]}{found[4] or '.0'}"


def meaning(status: int) -> str:
    """A failed status, in words."""
    return abi.MEANINGS.get(status, f"error {status} of nvmlReturn_t")


def _profile(name: str | None) -> str | None:
    """1g.5gb, from "NVIDIA A100-SXM4-40GB MIG 1g.5gb"."""
    return name.rpartition("MIG ")[2] if name else None


def _instance(found: Any, name: str) -> int | None:
    number = getattr(found, name, abi.NO_INSTANCE)
    return None if number == abi.NO_INSTANCE else int(number)
