"""The native library: where its files are, and its C ABI (native/include/heddle.h) by ctypes."""

from __future__ import annotations

import ctypes
import os

from heddle._gen.abi import FUNCTIONS, Plan, Status
from heddle._gen.table import PARKING
from heddle.errors import (
    GuestError,
    HeddleError,
    NativeLibraryError,
    NoPermissionError,
    NoSuchProgramError,
    TableError,
    UsageError,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

NativePlan = Plan

#: Where the files of the native part are. No pathlib here: `heddle run` has milliseconds.
DIRECTORY = os.path.join(os.path.dirname(os.path.realpath(__file__)), "_native")

FOLDER_REMEDY = (
    f"{NoPermissionError.TABLE[0].upper()}{NoPermissionError.TABLE[1:]}, or have root remove it"
)

#: Where an agent that serves all users makes its table; as in native/shm/table.h.
MACHINE_TABLE = "/run/heddle/table"


def file(name: str) -> str:
    """The path of a file of the native part.

    :raises NativeLibraryError: if it is not installed
    """
    path = os.path.join(DIRECTORY, name)
    if not os.path.exists(path):
        raise NativeLibraryError(f"{path} is missing")
    return path


def table_path() -> str:
    """The table that was named, the machine's, or this user's; as in native/shm/table.cpp."""
    if given := os.environ.get("HEDDLE_TABLE"):
        return given
    if os.access(MACHINE_TABLE, os.R_OK):
        return MACHINE_TABLE
    return f"/dev/shm/heddle-{os.geteuid()}/table"


def table_folder() -> str:
    """Of the table, the agent's socket, and what the agent keeps there.

    :raises ForeignError: if others can have put there what they like
    """
    from heddle.system import files

    path = table_path()
    folder = os.path.dirname(path) or "."
    owner = None
    if os.environ.get("HEDDLE_TABLE"):  # naming another user's table is trusting that user
        try:
            owner = os.lstat(path).st_uid
        except OSError:
            owner = None
    files.check_folder(folder, FOLDER_REMEDY, owner)
    return folder


def table_error(path: str, why: str) -> TableError:
    """Says what is wrong with the table, with the remedy for how it was chosen."""
    return TableError(path, why, chosen=bool(os.environ.get("HEDDLE_TABLE")))


class Library(ctypes.CDLL):
    """A library of ours, whose functions are as its header declares them."""

    def __init__(self, name: str, functions: dict[str, tuple[Any, list[Any]]]) -> None:
        """
        :raises NativeLibraryError: if it cannot be loaded
        """
        self._functions = functions
        try:
            super().__init__(file(name), use_errno=True)
        except OSError as error:
            raise NativeLibraryError(f"{name} does not load: {error}") from None

    def __getitem__(self, name_or_ordinal: Any) -> Any:
        function = super().__getitem__(name_or_ordinal)
        function.restype, function.argtypes = self._functions[name_or_ordinal]
        return function


_library: Library | None = None


def library() -> Library:
    """libheddle.so, loaded once.

    :raises NativeLibraryError: if it cannot be loaded
    """
    global _library
    if _library is None:
        _library = Library("libheddle.so", FUNCTIONS)
    return _library


def error_of(status: int, program_id: int = 0) -> HeddleError:
    """The exception for a heddle_status other than OK."""
    text: str = library().heddle_status_text(status).decode()
    path = table_path()
    if status == Status.FOLDER:
        try:
            table_folder()
        except HeddleError as error:
            return error
    if status == Status.PERMISSION:
        return NoPermissionError("cannot use the shared table", path)
    if status == Status.NOT_FOUND:
        return NoSuchProgramError(program_id)
    if status == Status.INVALID:
        return UsageError(text)
    if status in (Status.GUEST, Status.NO_AGENT):
        return GuestError(path, text)
    if status == Status.SYSTEM:
        text = f"{text} ({os.strerror(ctypes.get_errno())})"
    return table_error(path, text)


def check(status: int, program_id: int = 0) -> None:
    """Raises what a heddle_status stands for; nothing if it is OK."""
    if status != Status.OK:
        raise error_of(status, program_id)


def open_table() -> None:
    """Maps the table, making it if there is none."""
    check(library().heddle_open())


def reap() -> None:
    """Frees what the dead have left in the table; a guest leaves that to the agent."""
    status = library().heddle_reap()
    if status != Status.GUEST:
        check(status)


def create_program(plan: NativePlan, tenant: str, name: str) -> int:
    """Makes this process the root of a new program and returns its id."""
    program_id = ctypes.c_uint64()
    status = library().heddle_program_create(
        ctypes.byref(plan), tenant.encode(), name.encode(errors="replace"), ctypes.byref(program_id)
    )
    check(status)
    return program_id.value


def get_asked(program_id: int = 0) -> NativePlan:
    """What was asked for a program; 0 is the caller's own."""
    plan = NativePlan()
    check(
        library().heddle_program_get_asked(program_id, ctypes.byref(plan)),
        program_id,
    )
    return plan


def ask(plan: NativePlan, program_id: int = 0) -> None:
    """Asks for something; it is in force when this returns, until an agent plans otherwise."""
    check(library().heddle_program_ask(program_id, ctypes.byref(plan)), program_id)


def enter_as_agent() -> bool:
    """This process makes the plans from now on; False if another one does."""
    status = library().heddle_agent_enter()
    if status == Status.BUSY:
        return False
    check(status)
    return True


def leave_as_agent() -> None:
    """The agent makes no more plans: what was asked for is in force."""
    check(library().heddle_agent_leave())


def expect(microseconds: int, program_id: int = 0) -> None:
    """Says that a program has device work within this time."""
    status = library().heddle_program_expect(program_id, microseconds)
    check(status, program_id)


def set_plan(plan: NativePlan, program_id: int = 0) -> None:
    """Writes what a policy made of it; it is in force when this returns."""
    check(
        library().heddle_program_set_plan(program_id, ctypes.byref(plan)),
        program_id,
    )


def hold(program_id: int, on: bool) -> None:
    """Stops a program's device work, or lets it go on."""
    check(library().heddle_program_hold(program_id, int(on)), program_id)


def keep_program(program_id: int, keep: bool) -> None:
    """Whether its slot stays when it is empty; others may join it by its id."""
    check(library().heddle_program_keep(program_id, int(keep)), program_id)


def host_room() -> int:
    """Bytes of the host's memory that devices' memory may fill now."""
    return int(library().heddle_host_room())


def park_program(program_id: int, how: str) -> None:
    """Has its memory leave its devices for the host and stay there ("moved"), or come back
    ("none"); or notes that the vendor has taken it off ("checkpointed")."""
    status = library().heddle_program_park(program_id, PARKING[how])
    check(status, program_id)


# -- guests: what only the agent calls ------------------------------------------------------------


def open_to_guests() -> None:
    """Lets other users' programs in, each in pages of its own."""
    check(library().heddle_guests_open())


def create_guest(pid: int, uid: int, plan: NativePlan, tenant: str, name: str) -> int:
    """A program for another user's process; returns its id."""
    program_id = ctypes.c_uint64()
    status = library().heddle_guest_create(
        pid,
        uid,
        ctypes.byref(plan),
        tenant.encode(),
        name.encode(errors="replace"),
        ctypes.byref(program_id),
    )
    check(status)
    return program_id.value


def join_guest(pid: int, uid: int, program_id: int) -> tuple[int, int, tuple[int, ...]]:
    """Takes a process into a guest's program; returns the slots of the program and the process, and
    the files of its slab and of the bell, which stay open."""
    program, process, files = ctypes.c_uint32(), ctypes.c_uint32(), (ctypes.c_int * 2)()
    status = library().heddle_guest_join(
        pid,
        uid,
        program_id,
        ctypes.byref(program),
        ctypes.byref(process),
        files,
    )
    check(status, program_id)
    return program.value, process.value, tuple(files)


def open_guest_device(api: str, name: str, uuid: str, capabilities: int) -> int:
    """The slot of a device that a guest uses."""
    device = ctypes.c_uint32()
    status = library().heddle_guest_device(
        api.encode(),
        name.encode(),
        uuid.encode(),
        capabilities,
        ctypes.byref(device),
    )
    check(status)
    return device.value


def run_arbiter() -> None:
    """Decides for guests until stop_arbiter()."""
    check(library().heddle_arbiter_run())


def stop_arbiter() -> None:
    library().heddle_arbiter_stop()
