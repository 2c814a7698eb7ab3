"""What starts a member that was given devices: as `heddle run` does, and it sees no others.

An isolated one is started from outside its sandbox, with our rights: what its tenant said, the
environment above all, is looked at here and used inside only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from heddle.engine.local.sandbox.bubblewrap import Sandbox, enter, handed
from heddle.errors import HeddleError

#: Where the server has its state, for us alone: the command is not told, for tokens are there.
STATE = "HEDDLE_ENGINE_STATE"
#: The program that it joins instead of its own: it is executed beside a member, and
#: shares what that was given.
JOIN = "HEDDLE_ENGINE_PROGRAM"


def show(devices: Sequence[str]) -> None:
    """Sets the variables of all vendors, so that a program finds these devices and no others.

    :raises NoSuchDeviceError: if one is not on this machine
    :raises CordonedError: if one takes no new programs
    """
    from heddle.inventory import apis
    from heddle.inventory.cordon import refuse_if_cordoned
    from heddle.launch.run import note
    from heddle.model.device import find_device

    here = apis.devices(lambda error: note(str(error)))
    chosen = [find_device(name, here) for name in devices]
    for device in chosen:
        refuse_if_cordoned(device)
    for vendor in apis.vendors():
        own = [str(device.index) for device in chosen if device.api == vendor.api]
        os.environ[vendor.visible_variable] = ",".join(own) or vendor.hidden


def isolated(
    sandbox: Sandbox,
    said: Mapping[str, str],
    command: Sequence[str],
    devices: Sequence[str],
    asked: Mapping[str, int],
    tenant: str,
    joins: int = 0,
) -> NoReturn:
    """Becomes the command in its sandbox, a guest of the table that the agent lets in as asked; or
    in the program that it joins.

    :raises HeddleError: if a device is not here, or there is no agent
    """
    container = sandbox.container
    name = os.path.basename(command[0]) if command else container.name if container else ""
    # A session that has it is made inside, where shells can see it. Podman makes one itself.
    if os.isatty(0) and container is None:
        command = ["setsid", "--ctty", *command]
    if not devices:
        enter(sandbox, command, said)
    from heddle.launch.inside import given

    offer = given(devices)
    program = _join(joins) if joins else _let_in(sandbox, name, tenant, asked)
    variables = {**said, **offer.variables, "HEDDLE_PROGRAM": str(program)}
    preloaded = filter(None, (offer.preload, said.get("LD_PRELOAD")))
    variables |= {"LD_PRELOAD": ":".join(preloaded), "HEDDLE_PRIORITY": str(asked["rank"])}
    enter(
        replace(
            sandbox,
            reads=(*sandbox.reads, *offer.reads),
            writes=(*sandbox.writes, *offer.writes),
            devices=(*offer.nodes, *(offer.entries if container else ())),
        ),
        command,
        variables,
    )


def _let_in(sandbox: Sandbox, name: str, tenant: str, asked: Mapping[str, int]) -> int:
    """The program that this process becomes. Where the table is another user's, we are a guest of
    it ourselves, and get what its agent gives to guests.

    :raises HeddleError: if there is no agent, or it admits no guests
    """
    from heddle import ask
    from heddle.errors import NoPermissionError
    from heddle.launch.run import note

    what, wanted = "an isolated job with a device", {"name": name, "tenant": tenant, **asked}
    try:
        uid = os.geteuid() if sandbox.uid is None else sandbox.uid
        return int(ask.call("grant", what, uid=uid, **wanted)["id"])
    except NoPermissionError:
        if sandbox.uid is not None:
            raise
    got = ask.call("admit", what, **wanted)
    for refused in got["refused"]:
        note(refused)
    return int(got["id"])


def _join(program: int) -> int:
    """The program of a member, for a second sandbox beside it.

    :raises HeddleError: if there is no agent, or the table is another user's
    """
    from heddle import ask

    return int(ask.call("welcome", "a command beside an isolated job", program=program)["id"])


def limit(asked: dict[str, int], field: str, most: int) -> None:
    """What the order says holds, unless the environment asks for less; 0 is none."""
    if most:
        asked[field] = min(asked.get(field) or most, most)


def main(words: Sequence[str]) -> int:
    """`words`: the devices with commas between, or NODE/DEVICE, priority, share and cap in
    thousandths, MiB of the memory of each device (0: as the environment says), tenant, and the
    command. Returns only if that could not be started, or its device is lent."""
    from heddle.launch.asked import asked_by
    from heddle.launch.run import become, note

    names, rank, share, cap, mib, tenant, *command = words
    told = handed()
    said = os.environ if told is None else told[1]
    own = {"HEDDLE_STATE": said.get("HEDDLE_STATE"), STATE: None, JOIN: None}
    joins = int(os.environ.get(JOIN) or 0)
    is_lent = "/" in names
    if (state := os.environ.get(STATE)) and not is_lent:
        os.environ["HEDDLE_STATE"] = state
    devices = names.split(",") if names else []
    try:
        asked = asked_by(said, note)
        asked["rank"] = int(rank)  # of the order: an environment must not raise it
        if int(share):
            asked["share_milli"] = int(share)
        limit(asked, "cap_milli", int(cap))
        limit(asked, "memory_limit", int(mib) << 20)
        if is_lent:
            from heddle.engine.local import lent

            return lent.run(names.partition("/")[2], command, asked, (STATE, JOIN), told)
        if told is not None:
            isolated(*told, command, devices, asked, tenant, joins)
        if len(devices) > 1:
            show(devices)
        device = names if len(devices) == 1 else None
        register = (lambda: joins) if joins else None
        become(command, asked, device=device, tenant=tenant, changes=own, register=register)
    except OSError as error:
        print(f"heddle: cannot execute {error.filename}: {error.strerror}", file=sys.stderr)
        return 126
    except HeddleError as error:
        print(f"heddle: {error}", file=sys.stderr)
        return error.exit_code
