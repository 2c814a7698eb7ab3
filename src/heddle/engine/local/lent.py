"""A member whose device another node lends: its program runs here, and we stay as its parent, with
the ticket, and carry what it asks of the device.

What keeps a device from being had before the program begins is no fault of the job: it is noted for
the attempt's supervisor, and the job is tried again.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from heddle import native
from heddle.engine.local.bare_python import python
from heddle.engine.local.marker import LENDER, MARKER, UNLENT
from heddle.engine.local.sandbox.bubblewrap import TOLD, Sandbox, hand_on
from heddle.errors import HeddleError, RemoteDeviceError
from heddle.inventory import apis
from heddle.model.wire.tickets import DEVICE_TOKEN
from heddle.pool import remote, supervisor

Told = tuple[Sandbox, dict[str, str]]


def run(
    device: str,
    command: Sequence[str],
    asked: Mapping[str, int],
    own: Sequence[str],
    told: Told | None,
) -> int:
    """The member's exit code. Variables that are our `own` are not the program's; `told`: of an
    isolated one, its sandbox and its environment.

    :raises HeddleError: if it cannot be started
    """
    said = {**(os.environ if told is None else told[1])}
    at, token = said.pop(LENDER, ""), said.pop(DEVICE_TOKEN, "")
    place = remote.parse(f"{at}/{device}") if at else None
    if place is None:
        raise HeddleError(f"nothing says where {device} is served.")
    os.environ[DEVICE_TOKEN] = token
    folder, number = os.environ.get(MARKER, ""), os.environ.get("HEDDLE_MEMBER", "0")
    said = {name: text for name, text in _shown(said, device).items() if name not in own}
    begin = remote.begun(command, said) if told is None else _inside(command, told[0], said)
    unlent = os.path.join(folder, f"{number}.{UNLENT}")
    try:
        # Who ends the attempt tells the program as well as us.
        code = remote.use(command, asked, place, "", begin, None)
    except RemoteDeviceError as error:
        with suppress(OSError), open(unlent, "w") as note:
            note.write(str(error))
        raise
    with suppress(OSError):
        os.unlink(unlent)  # it has run, whatever it wrote
    return code if code >= 0 else _die_of(-code)


def _shown(said: Mapping[str, str], device: str) -> dict[str, str]:
    """Without this machine's devices, which are not its own; those of the lender are as served."""
    chosen = device.partition("@")[0]
    lent = {each.visible_variable for each in apis.vendors() if each.api == chosen}
    return {name: text for name, text in {**said, **apis.hidden()}.items() if name not in lent}


def _inside(command: Sequence[str], sandbox: Sandbox, said: Mapping[str, str]) -> remote.Begin:
    """It reaches our socket, and no more of us."""

    def begin(door: str) -> subprocess.Popen[bytes]:
        if sandbox.uid is not None:
            os.chown(door, sandbox.uid, -1)
        inner = replace(
            sandbox, reads=(*sandbox.reads, native.DIRECTORY), writes=(*sandbox.writes, door)
        )
        variables = hand_on(inner, supervisor.environment(door, base=said))
        kept = {name: text for name, text in os.environ.items() if name != DEVICE_TOKEN}
        words = python("heddle.engine.local.member", "", "0", "0", "0", "0", "", *command)
        return subprocess.Popen(words, env=kept | variables, pass_fds=[int(variables[TOLD])])

    return begin


def _die_of(number: int) -> int:
    """As the program did, so that the attempt ends as with a device of its own."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return 128 + number
