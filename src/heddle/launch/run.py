"""`heddle run`: find the devices, set the environment, register the program, become the command."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Collection, Mapping, Sequence

from heddle import native
from heddle.errors import (
    CannotInterceptError,
    GuestError,
    HeddleError,
    NativeLibraryError,
    UsageError,
)
from heddle.inventory import apis
from heddle.launch import sanitizers
from heddle.launch.command import resolve, why_not_preloadable
from heddle.launch.strict import check_devices, is_wanted, tell_agent
from heddle.system import state

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import NoReturn

    from heddle.inventory.apis.base import Vendor


def note(text: str) -> None:
    print(f"heddle: {text}", file=sys.stderr)


def preload(names: Sequence[str], existing: str = "") -> str:
    """LD_PRELOAD for the shims of these APIs: ours first, then what the user had.

    :raises NativeLibraryError: if the installation's path cannot stand in LD_PRELOAD
    """
    files = ["libheddle.so", *(f"libheddle-{name}.so" for name in names)]
    ours = [native.file(name) for name in files]
    for path in ours:
        if ":" in path or " " in path:
            raise NativeLibraryError(
                f"{path} has a space or a colon in it, which LD_PRELOAD splits"
            )
    others = [path for path in existing.replace(":", " ").split() if path not in ours]
    return ":".join(ours + others)


def layers(present: Sequence[Vendor], variables: dict[str, str]) -> None:
    """A loader that takes layers gets our shim as one, too: so it is there whichever way a program
    binds. As a layer the shim knows what is behind it, and no call is counted twice."""
    for vendor in present:
        variable = vendor.layer_variable
        if not variable:
            continue
        ours = native.file(f"libheddle-{vendor.api}.so")
        others = [path for path in variables.get(variable, "").split(":") if path not in ("", ours)]
        variables[variable] = ":".join([ours, *others])


def hide_cordoned(
    present: Sequence[Vendor], variables: dict[str, str], avoid: Collection[str] = ()
) -> None:
    """A program that did not ask for a device does not see those that take no new programs, nor
    those to avoid; one whose user has chosen devices for it keeps them."""
    import time

    from heddle.inventory.cordon import cordoned, load

    known, now = load(), time.time()
    for vendor in present:
        if not (known or avoid) or vendor.visible_variable in variables:
            continue
        try:
            devices = vendor.devices()
        except HeddleError as error:  # the others are not to suffer for it
            note(str(error))
            continue
        taken = [device for device in devices if device.id in avoid]
        closed = [device for device in devices if cordoned(device, now, known) is not None]
        left = [device for device in devices if device not in (*taken, *closed)]
        if len(left) < len(devices):
            shown = ",".join(str(device.index) for device in left)
            variables[vendor.visible_variable] = shown or vendor.hidden
        if closed:
            hidden = ", ".join(device.id for device in closed)
            note(f"{hidden} takes no new programs and is hidden; see `heddle device cordon`.")
        if taken:
            hidden = ", ".join(device.id for device in taken)
            note(
                f"{hidden} is a partition's alone and is hidden; see `heddle device partition ls`."
            )


def api_of_device(device: str) -> str:
    """:raises NoSuchDeviceError: if it is not on this machine"""
    api = device.partition("@")[0]
    if any(vendor.api == api for vendor in apis.vendors()):
        return api
    from heddle.model.device import find_device

    return find_device(device, apis.devices(lambda error: note(str(error)))).api


def environment(
    *,
    priority: int = 0,
    level: int = 0,
    device: str | None = None,
    program_id: int = 0,
    base: dict[str, str] | None = None,
    avoid: Collection[str] = (),
) -> dict[str, str]:
    """The environment of a program under Heddle; empty changes mean "no devices here".

    :raises NoSuchDeviceError: if `device` is not on this machine
    :raises CordonedError: if it takes no new programs
    """
    variables = dict(os.environ if base is None else base)
    present = [vendor for vendor in apis.vendors() if vendor.present()]
    if device is not None:
        from heddle.model.device import find_device

        known = apis.devices(lambda error: note(str(error)))
        chosen = find_device(device, known)
        if state.exists("cordons"):
            from heddle.inventory.cordon import refuse_if_cordoned

            refuse_if_cordoned(chosen)
        for vendor in present:
            # A program that asked for one device must not find another by accident. But drivers of
            # one vendor obey each other's variables: what knows the same device is left alone.
            if vendor.api == chosen.api:
                variables[vendor.visible_variable] = str(chosen.index)
            elif not any(d.uuid and d.uuid == chosen.uuid for d in known if d.api == vendor.api):
                variables[vendor.visible_variable] = vendor.hidden
    elif avoid or state.exists("cordons"):
        hide_cordoned(present, variables, avoid)
    if present:
        names = [vendor.api for vendor in present]
        variables["LD_PRELOAD"] = preload(names, variables.get("LD_PRELOAD", ""))
        layers(present, variables)
    variables["HEDDLE_PRIORITY"] = str(priority)
    variables["HEDDLE_LEVEL"] = str(level)
    variables.pop("HEDDLE_PROGRAM", None)
    if program_id:
        variables["HEDDLE_PROGRAM"] = str(program_id)
    return variables


def register_program(asked: Mapping[str, int], tenant: str, name: str) -> int:
    """This process as the root of a new program; where the table is not ours, by its agent."""
    try:
        return native.create_program(native.NativePlan(weight=1000, **asked), tenant, name)
    except GuestError:
        from heddle import ask

        asked = dict(asked)
        if asked.pop("may_move", 0):
            note("the memory of a guest of another user's table stays on the device: no --swap")
        got = ask.call("admit", "running under the agent", name=name, tenant=tenant, **asked)
        for refused in got["refused"]:
            note(refused)
        return int(got["id"])


def become(
    command: Sequence[str],
    asked: Mapping[str, int],
    *,
    device: str | None = None,
    tenant: str = "",
    changes: Mapping[str, str | None] | None = None,
    register: Callable[[], int] | None = None,
    avoid: Collection[str] = (),
    strict: bool = False,
) -> NoReturn:
    """Replaces this process by the command, scheduled; exit code and signals are then its own.

    `asked` has fields of native.NativePlan; `changes` are made to its environment, None removes.
    `register` gives the program that it belongs to, instead of one of its own; devices to `avoid`
    are not shown to it.

    :raises HeddleError: with a device or a memory limit, or if `strict` (also by the agent or the
        environment), if it cannot be scheduled as asked
    """
    if not command:
        raise UsageError("no command given. Example: heddle run --priority high -- python serve.py")
    path = resolve(command[0])
    variables = dict(os.environ)
    strict = strict or is_wanted()
    try:
        why = why_not_preloadable(path)
        if why:
            raise CannotInterceptError(why)
        rank, level = asked.get("rank", 0), asked.get("level_limit", 0)
        variables = environment(priority=rank, level=level, device=device, avoid=avoid)
        for key, value in (changes or {}).items():
            variables.pop(key, None)
            if value is not None:
                variables[key] = value
        if strict:
            check_devices(variables)
        if "LD_PRELOAD" in variables:
            sanitizers.let_start(path, variables)
            name = os.path.basename(command[0])
            program = register() if register else register_program(asked, tenant, name)
            variables["HEDDLE_PROGRAM"] = str(program)
            if strict:
                tell_agent(program)
        else:
            note("no accelerator found on this machine; running the command without scheduling")
    except HeddleError as error:
        # Otherwise nothing was promised, and a program must not fail because of us.
        if strict or register or device is not None or asked.get("memory_limit"):
            raise
        note(f"running the command without scheduling: {error}")
        variables = dict(os.environ)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, which exec() passes on
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execve(path, list(command), variables)
    except OSError as error:
        from heddle.errors import CommandNotExecutableError

        raise CommandNotExecutableError(path, error.strerror or str(error)) from None
