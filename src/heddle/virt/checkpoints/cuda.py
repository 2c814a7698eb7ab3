"""The CUDA driver's checkpoint functions (NVIDIA's driver API, "CUDA Checkpointing").

CUDA 12.8, which came with driver 570, has them; restoring onto another GPU came with CUDA 13.0. The
restoring process must have called cuInit(). All argument structures have 64 bytes, and what is
reserved in them is zero.
"""

from __future__ import annotations

import ctypes
import os
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from heddle._gen.cuda_api import LIBRARY
from heddle.errors import VendorError
from heddle.virt.checkpoint import GoneError, Moves, State

FIRST, FIRST_WITH_MOVES = 12080, 13000  #: as cuDriverGetVersion() counts
NOT_READY = 600  #: CUresult

REMEDIES = {
    2: "Others have taken the device's memory meanwhile: hold or end one of them.",
    NOT_READY: "Its work did not come to rest: hold the program first, or give it more time.",
    801: "The driver cannot checkpoint what this process uses.",
}


class LockArgs(ctypes.Structure):
    """CUcheckpointLockArgs. A time of 0 means no limit."""

    _fields_ = (
        ("timeout_ms", ctypes.c_uint),
        ("reserved0", ctypes.c_uint),
        ("reserved1", ctypes.c_uint64 * 7),
    )


class GpuPair(ctypes.Structure):
    """CUcheckpointGpuPair: two UUIDs."""

    _fields_ = (("old", ctypes.c_ubyte * 16), ("new", ctypes.c_ubyte * 16))


class RestoreArgs(ctypes.Structure):
    """CUcheckpointRestoreArgs"""

    _fields_ = (
        ("pairs", ctypes.POINTER(GpuPair)),
        ("count", ctypes.c_uint),
        ("reserved", ctypes.c_ubyte * 52),
    )


assert ctypes.sizeof(LockArgs) == ctypes.sizeof(RestoreArgs) == 64


class CudaCheckpointer:
    api = "cuda"

    def __init__(self, load: Callable[[str], Any] = ctypes.CDLL) -> None:
        self._load = load
        self._library: Any = None
        self._version = 0

    def state(self, pid: int) -> State:
        state = ctypes.c_int()
        self._call("cuCheckpointProcessGetState", pid, ctypes.byref(state))
        return State(state.value)

    def lock(self, pid: int, timeout_ms: int) -> None:
        self._call("cuCheckpointProcessLock", pid, ctypes.byref(LockArgs(timeout_ms=timeout_ms)))

    def checkpoint(self, pid: int) -> None:
        self._call("cuCheckpointProcessCheckpoint", pid, None)

    def restore(self, pid: int, moves: Moves) -> None:
        if not moves:
            self._call("cuCheckpointProcessRestore", pid, None)
            return
        library = self._loaded()
        if self._version < FIRST_WITH_MOVES:
            raise VendorError(
                f"this CUDA driver ({_shown(self._version)}) restores a process onto its own GPU "
                f"only; another one needs CUDA {_shown(FIRST_WITH_MOVES)}. Restore it in place."
            )
        whole = complete([(old.uuid, new.uuid) for old, new in moves], _uuids(library))
        pairs = (GpuPair * len(whole))()
        for pair, (old, new) in zip(pairs, whole, strict=True):
            pair.old[:], pair.new[:] = _bytes_of(old), _bytes_of(new)
        arguments = RestoreArgs(pairs=pairs, count=len(whole))
        self._call("cuCheckpointProcessRestore", pid, ctypes.byref(arguments))

    def unlock(self, pid: int) -> None:
        self._call("cuCheckpointProcessUnlock", pid, None)

    def _call(self, name: str, pid: int, argument: object) -> None:
        library = self._loaded()
        status = getattr(library, name)(ctypes.c_int(pid), argument)
        if not status:
            return
        if not os.path.exists(f"/proc/{pid}"):
            raise GoneError(f"process {pid} has ended.")
        text, remedy = _error_name(library, status), REMEDIES.get(status, "")
        raise VendorError(
            f"the CUDA driver refused {name} for process {pid}: {text}. {remedy}".strip()
        )

    def _loaded(self) -> Any:
        if self._library is None:
            try:
                library = self._load(LIBRARY)
            except OSError as error:
                raise VendorError(f"{LIBRARY} does not load: {error}.") from None
            if status := library.cuInit(0):
                why = _error_name(library, status)
                raise VendorError(f"the CUDA driver does not start: {why}. Does `nvidia-smi` work?")
            version = ctypes.c_int()
            library.cuDriverGetVersion(ctypes.byref(version))
            if version.value < FIRST or not hasattr(library, "cuCheckpointProcessLock"):
                raise VendorError(
                    f"this CUDA driver ({_shown(version.value)}) cannot checkpoint processes: "
                    f"CUDA {_shown(FIRST)}, driver 570 or newer, can."
                )
            self._library, self._version = library, version.value
        return self._library


def complete(moves: Sequence[tuple[str, str]], every: Sequence[str]) -> list[tuple[str, str]]:
    """Where each GPU goes: the driver needs all that the process had. A GPU that is not
    named stays; if its place was given away, it gets what is free at the chain's other end."""
    goes, comes = dict(moves), {new: old for old, new in moves}
    for gpu in every:
        if gpu in goes:
            continue
        end = gpu
        while end in comes:
            end = comes[end]
        goes[gpu] = end
    return list(goes.items())


def _uuids(library: Any) -> list[str]:
    """Of the GPUs that we see."""
    count = ctypes.c_int()
    library.cuDeviceGetCount(ctypes.byref(count))
    found = []
    for ordinal in range(count.value):
        raw = ctypes.create_string_buffer(16)
        library.cuDeviceGetUuid_v2(raw, ordinal)
        found.append(f"GPU-{uuid.UUID(bytes=raw.raw)}")
    return found


def _bytes_of(text: str) -> bytes:
    return uuid.UUID(text.removeprefix("GPU-")).bytes


def _error_name(library: Any, status: int) -> str:
    name = ctypes.c_char_p()
    library.cuGetErrorName(status, ctypes.byref(name))
    return name.value.decode() if name.value else f"error {status}"


def _shown(version: int) -> str:
    return f"{version // 1000}.{version % 1000 // 10}"


CHECKPOINTER = CudaCheckpointer()
