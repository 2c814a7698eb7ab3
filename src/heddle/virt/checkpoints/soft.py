"""The soft XPU's checkpoint functions."""

from __future__ import annotations

import ctypes

from heddle import native
from heddle._gen.soft_abi import FUNCTIONS, DevicePair, Result
from heddle._gen.soft_api import LIBRARY
from heddle.errors import NoPermissionError, VendorError
from heddle.virt.checkpoint import GoneError, Moves, State

REMEDIES = {
    Result.OUT_OF_MEMORY: (
        "Others have taken the device's memory meanwhile: hold or end one of them."
    ),
    Result.TIMEOUT: "Its work did not come to rest: hold the program first, or give it more time.",
    Result.MODEL: "Choose a device that is configured alike.",
}


class SoftCheckpointer:
    api = "soft"

    def __init__(self) -> None:
        self._library: native.Library | None = None

    def state(self, pid: int) -> State:
        state = ctypes.c_int()
        self._call("sxCheckpointGetState", pid, ctypes.byref(state))
        return State(state.value)

    def lock(self, pid: int, timeout_ms: int) -> None:
        self._call("sxCheckpointLock", pid, timeout_ms)

    def checkpoint(self, pid: int) -> None:
        self._call("sxCheckpoint", pid)

    def restore(self, pid: int, moves: Moves) -> None:
        pairs = [DevicePair(old.index, new.index) for old, new in moves]
        self._call("sxRestore", pid, (DevicePair * len(pairs))(*pairs), len(pairs))

    def unlock(self, pid: int) -> None:
        self._call("sxCheckpointUnlock", pid)

    def _call(self, name: str, pid: int, *arguments: object) -> None:
        library = self._loaded()
        status = getattr(library, name)(pid, *arguments)
        if not status:
            return
        text = library.sxGetErrorString(status).decode()
        if status == Result.NO_PROCESS:
            raise GoneError(f"process {pid} uses no soft XPU (any more).")
        if status == Result.DENIED:
            raise NoPermissionError(
                f"cannot checkpoint process {pid}", f"/proc/{pid}", "ask root to do it"
            )
        remedy = REMEDIES.get(status, "")
        raise VendorError(
            f"the soft XPU refused {name} for process {pid}: {text}. {remedy}".strip()
        )

    def _loaded(self) -> native.Library:
        if self._library is None:
            library = native.Library(LIBRARY, FUNCTIONS)
            if status := library.sxInit(0):
                text = library.sxGetErrorString(status).decode()
                raise VendorError(f"the soft XPU does not start: {text}.")
            self._library = library
        return self._library


CHECKPOINTER = SoftCheckpointer()
