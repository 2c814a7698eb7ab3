"""MIG through NVIDIA's management library: what a card can be cut into, what it is cut into and
which processes work there, and the single steps that change it. In what order, `mig_apply` says.
Where it cannot be told whether an instance is in use, it counts as busy.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ctypes import byref, c_uint, c_void_p
from dataclasses import dataclass
from typing import Any

from heddle.errors import HeddleError, NoPermissionError, VendorError
from heddle.inventory.sources import nvml, nvml_abi
from heddle.inventory.sources.nvml_session import (
    Gpu,
    Json,
    LostError,
    NvmlHistory,
    NvmlSession,
    UninitialisedError,
    meaning,
)
from heddle.virt.mig import abi as abi
from heddle.virt.mig.layouts import Instance, MigProfile, cut
from heddle.virt.mig.live import live_card
from heddle.virt.mig.plan import Existing

#: Users who can read this file may partition cards (NVIDIA's MIG user guide, on device nodes).
CAPABILITY = "/proc/driver/nvidia/capabilities/mig/config"


@dataclass(frozen=True, slots=True)
class Present:
    """A GPU instance that is there."""

    id: int  #: the driver's; used again after it has ended
    instance: Instance
    is_cut: bool  #: whether it has a compute instance: without one it cannot be used
    processes: tuple[int, ...] | None  #: None: not told
    devices: tuple[str, ...]  #: UUIDs, one for each compute instance

    @property
    def busy(self) -> bool:
        return self.processes is None or bool(self.processes)

    def existing(self, *, foreign: bool) -> Existing:
        return Existing(self.instance, self.busy, foreign)


@contextmanager
def drivers() -> Iterator[list[Driver]]:
    """A driver for each GPU of this machine that answers, while the library is open.

    :raises VendorError: if there is no library, or it does not start
    """
    try:
        library = ctypes.CDLL(nvml.LIBRARY)
        status = int(library.nvmlInit_v2())
    except (OSError, AttributeError):
        raise VendorError(
            f"there is no {nvml.LIBRARY} here: NVIDIA's driver is not installed. "
            "`--model H200` plans for a card that is not here."
        ) from None
    if status:
        raise VendorError(f"NVIDIA's management library does not start: {meaning(status)}.")
    try:
        session = NvmlSession(library, NvmlHistory())
    except (LostError, UninitialisedError) as error:
        raise VendorError(f"NVIDIA's management library does not start: {error}.") from None
    try:
        with _heard("a card"):
            found = [Driver(session, gpu) for gpu in session.gpus if gpu.handle and not gpu.lost]
        yield found
    finally:
        session.close()


@contextmanager
def _heard(device: str) -> Iterator[None]:
    """:raises VendorError: if the card answers no more"""
    try:
        yield
    except LostError as error:
        raise VendorError(f"{device} is lost: {error}.") from None
    except UninitialisedError:
        raise VendorError("NVIDIA's management library has forgotten us; try again.") from None


class Driver:
    """One card. Its name is that of `heddle device ls`: both count by the PCI bus."""

    def __init__(self, session: NvmlSession, gpu: Gpu) -> None:
        assert gpu.handle is not None
        self._session = session
        self._handle = gpu.handle
        self._gpu = gpu
        self.index = gpu.index
        self.device = f"cuda@{gpu.index}"
        self.pci = gpu.pci
        self.uuid = session.text("nvmlDeviceGetUUID", gpu.handle) or f"pci@{gpu.pci}"
        self.title = session.text("nvmlDeviceGetName", gpu.handle) or "NVIDIA GPU"
        self.card = live_card(self._call, gpu.handle, self.title)

    def mode(self) -> tuple[bool, bool] | None:
        """Whether MIG is on, and whether it will be after a reset; None: the card has none."""
        now, later = c_uint(), c_uint()
        if self._call("nvmlDeviceGetMigMode", self._handle, byref(now), byref(later)):
            return None
        return bool(now.value), bool(later.value)

    def present(self) -> list[Present]:
        """What the card is cut into, from its first slice on; nothing while MIG is off.

        :raises NoPermissionError: if this user may not see it
        """
        if self.card is None or not (self.mode() or (False,))[0]:
            return []
        devices: dict[int, list[tuple[str, list[Json] | None]]] = {}
        with _heard(self.device):
            listed = self._session.mig_devices(self._gpu)
            for each, (uuid, handle) in zip(listed, self._gpu.migs, strict=True):
                some = devices.setdefault(each["gpu_instance"], [])
                some.append((uuid or "", self._session.processes(handle)))
            working = self._session.processes(self._handle)
        found = []
        for profile in self.card.profiles:
            handles, count = (c_void_p * abi.MOST_INSTANCES)(), c_uint(abi.MOST_INSTANCES)
            name = "nvmlDeviceGetGpuInstances"
            status = self._call(name, self._handle, profile.id, handles, byref(count))
            self._check(status, f"list the {profile.name} of {self.device}")
            found += [
                self._one(profile, c_void_p(each), devices, working)
                for each in handles[: count.value]
            ]
        return sorted(found, key=lambda each: each.instance.start)

    def make(self, wanted: Instance) -> int:
        """Makes a GPU instance and the compute instances in it; returns its id. If they cannot all
        be made, none is left.

        :raises VendorError: if the driver refuses
        """
        place = abi.InstancePlacement(wanted.start, wanted.profile.memory)
        handle = c_void_p()
        name = "nvmlDeviceCreateGpuInstanceWithPlacement"
        made = byref(handle)
        status = self._call(name, self._handle, wanted.profile.id, byref(place), made)
        self._check(status, f"make {wanted} on {self.device}")
        try:
            self._fill(handle, wanted)
            return int(self._info(handle).id)
        except HeddleError:
            with suppress(HeddleError):
                self._empty(handle)
            self._call("nvmlGpuInstanceDestroy", handle)
            raise

    def end(self, present: Present) -> None:
        """Ends a GPU instance and the compute instances in it. If it cannot be ended, it is as it
        was.

        :raises VendorError: if the driver refuses, as it does while a process works there
        """
        handle = self._by_id(present)
        sizes = []
        try:
            for size, compute in self._computes(handle):
                status = self._call("nvmlComputeInstanceDestroy", compute)
                self._check(status, f"end {present.instance} on {self.device}")
                sizes.append(size)
            status = self._call("nvmlGpuInstanceDestroy", handle)
            self._check(status, f"end {present.instance} on {self.device}")
        except HeddleError:
            if sizes:
                self._fill(
                    handle, Instance(present.instance.start, present.instance.profile), sizes
                )
            raise

    def fill(self, present: Present) -> None:
        """Makes the compute instances that a GPU instance lacks."""
        self._fill(self._by_id(present), present.instance)

    def empty(self, present: Present) -> None:
        """Ends the compute instances in a GPU instance."""
        self._empty(self._by_id(present))

    def _one(
        self,
        profile: MigProfile,
        handle: c_void_p,
        devices: dict[int, list[tuple[str, list[Json] | None]]],
        working: list[Json] | None,
    ) -> Present:
        info = self._info(handle)
        sizes = [size for size, _ in self._computes(handle)]
        told = [some for _, some in devices.get(info.id, ())]
        pids = {each["pid"] for each in working or () if each["gpu_instance"] == info.id}
        pids |= {each["pid"] for some in told for each in some or ()}
        known = not sizes or working is not None or (told and None not in told)
        return Present(
            info.id,
            Instance(info.placement.start, profile, cut(profile, sizes)),
            bool(sizes),
            tuple(sorted(pids)) if known or pids else None,
            tuple(uuid for uuid, _ in devices.get(info.id, ())),
        )

    def _computes(self, handle: c_void_p) -> list[tuple[int, c_void_p]]:
        """The compute instances in a GPU instance: slices and handle of each."""
        found = []
        for profile in self._compute_profiles(handle):
            handles, count = (c_void_p * abi.MOST_INSTANCES)(), c_uint(abi.MOST_INSTANCES)
            name = "nvmlGpuInstanceGetComputeInstances"
            status = self._call(name, handle, profile.id, handles, byref(count))
            self._check(status, f"list the compute instances of {self.device}")
            found += [(profile.slices, c_void_p(each)) for each in handles[: count.value]]
        return found

    def _compute_profiles(self, handle: c_void_p) -> list[Any]:
        found: dict[int, Any] = {}
        for number in range(abi.MOST_PROFILES):
            info = abi.ComputeProfile()
            name = "nvmlGpuInstanceGetComputeInstanceProfileInfo"
            status = self._call(name, handle, number, abi.SHARED, byref(info))
            if status == nvml_abi.INVALID_ARGUMENT:
                break
            if not status:
                found.setdefault(info.id, info)
        return list(found.values())

    def _fill(self, handle: c_void_p, wanted: Instance, sizes: list[int] | None = None) -> None:
        asked = sizes or wanted.computes or (wanted.profile.compute,)
        offered = self._compute_profiles(handle)
        for size in sorted(asked, reverse=True):  # large ones find a place only while there is room
            what = f"make {size}c in {wanted} on {self.device}"
            profile = next((each for each in offered if each.slices == size), None)
            if profile is None:
                raise VendorError(f"the driver does not {what}: it offers no such profile.")
            made = c_void_p()
            name = "nvmlGpuInstanceCreateComputeInstance"
            self._check(self._call(name, handle, profile.id, byref(made)), what)

    def _empty(self, handle: c_void_p) -> None:
        for size, compute in self._computes(handle):
            status = self._call("nvmlComputeInstanceDestroy", compute)
            self._check(status, f"end a {size}c on {self.device}")

    def _by_id(self, present: Present) -> c_void_p:
        handle = c_void_p()
        name = "nvmlDeviceGetGpuInstanceById"
        status = self._call(name, self._handle, present.id, byref(handle))
        self._check(status, f"find {present.instance} on {self.device}")
        info, wanted = self._info(handle), present.instance
        if (info.profile, info.placement.start) != (wanted.profile.id, wanted.start):
            raise VendorError(f"{wanted} is not on {self.device} any more.")  # its id has another
        return handle

    def _info(self, handle: c_void_p) -> Any:
        info = abi.GpuInstance()
        status = self._call("nvmlGpuInstanceGetInfo", handle, byref(info))
        self._check(status, f"describe an instance of {self.device}")
        return info

    def _call(self, name: str, *arguments: Any) -> int:
        with _heard(self.device):
            return self._session.call(name, *arguments)

    def _check(self, status: int, what: str) -> None:
        if status == abi.NO_PERMISSION:
            raise NoPermissionError(f"cannot {what}", CAPABILITY, "as root")
        if status:
            why = abi.MEANINGS.get(status) or meaning(status)
            raise VendorError(f"the driver does not {what}: {why}.")
