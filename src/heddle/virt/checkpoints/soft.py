"""The soft XPU's checkpoint functions."""

from __future__ import annotations

import ctypes

from heddle import native
from heddle._gen.soft_api import LIBRARY
from heddle.errors import NativeLibraryError, NoPermissionError, VendorError
from heddle.virt.checkpoint import GoneError, Moves, State

#: sxResult of softxpu.h
OUT_OF_MEMORY, TIMEOUT, NO_PROCESS, DENIED, MODEL = 4, 12, 14, 15, 16

REMEDIES = {
    OUT_OF_MEMORY: "Others have taken the device's memory meanwhile: hold or end one of them.",
    TIMEOUT: "Its work did not come to rest: hold the program first, or give it more time.",
    MODEL: "Choose a device that is configured alike.",
}


class DevicePair(ctypes.Structure):
    """sxDevicePair"""

    _fields_ = (("from_", ctypes.c_int), ("to", ctypes.c_int))


class SoftCheckpointer:
    api = "soft"

    def __init__(self) -> None:
        self._library: ctypes.CDLL | None = None

    def state(self, pid: int) -> State:
        state = ctypes.c_int()
        self._call("sxCheckpointGetState", pid, ctypes.byref(state))
        return State(state.value)

    def lock(self, pid: int, timeout_ms: int) -> None:
        self._call("sxCheckpointLock", pid, ctypes.c_uint32(timeout_ms))

    def checkpoint(self, pid: int) -> None:
        self._call("sxCheckpoint", pid)

    def restore(self, pid: int, moves: Moves) -> None:
        pairs = (DevicePair * len(moves))(*(DevicePair(old.index, new.index) for old, new in moves))
        self._call("sxRestore", pid, pairs, ctypes.c_size_t(len(moves)))

    def unlock(self, pid: int) -> None:
        self._call("sxCheckpointUnlock", pid)

    def _call(self, name: str, pid: int, *arguments: object) -> None:
        library = self._loaded()
        status = getattr(library, name)(ctypes.c_int(pid), *arguments)
        if not status:
            return
        text = library.sxGetErrorString(status).decode()
        if status == NO_PROCESS:
            raise GoneError(f"process {pid} uses no soft XPU (any more).")
        if status == DENIED:
            raise NoPermissionError(
                f"cannot checkpoint process {pid}", f"/proc/{pid}", "ask root to do it"
            )
        remedy = REMEDIES.get(status, "")
        raise VendorError(
            f"the soft XPU refused {name} for process {pid}: {text}. {remedy}".strip()
        )

    def _loaded(self) -> ctypes.CDLL:
        if self._library is None:
            try:
                library = ctypes.CDLL(native.file(LIBRARY))
            except OSError as error:
                raise NativeLibraryError(f"{LIBRARY} does not load: {error}") from None
            library.sxGetErrorString.restype = ctypes.c_char_p
            if status := library.sxInit(0):
                text = library.sxGetErrorString(status).decode()
                raise VendorError(f"the soft XPU does not start: {text}.")
            self._library = library
        return self._library


CHECKPOINTER = SoftCheckpointer()
