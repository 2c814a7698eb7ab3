"""`heddle node agent --serve`: the certificate, the address, and what is granted."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from functools import partial
from typing import TYPE_CHECKING

from heddle import promise
from heddle.agent.claims import GuestLimits, bound
from heddle.control import tls
from heddle.errors import CannotProxyError, HeddleError, NoPermissionError, UsageError
from heddle.inventory import apis
from heddle.model.device import find_device
from heddle.model.wire.tickets import TICKET, TicketGrant
from heddle.node.tickets import TicketError, TicketOffice
from heddle.pool import remote, serving, tokens
from heddle.pool.broker import UNSAFE, forwarded_devices
from heddle.system import state
from heddle.virt import beside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heddle.pool.listener import RemoteListener

FOLDER = "serve"  #: of the state folder: certificate and key
EVERYWHERE = "0.0.0.0"
OPENCL = (
    "Who uses OpenCL there can read files as the agent's user: it is lent by `heddle node agent "
    "--serve --serve-opencl`"
)
LOOK_S = 2.0  #: between looks at whether the jobs of tickets in use still run

log = logging.getLogger("heddle.agent")


def certificate() -> tls.Certificate:
    """With which this machine serves devices; made at the first use. Clients know it by its pin.

    :raises HeddleError: if it cannot be made
    """
    try:
        folder = os.path.join(state.make(), FOLDER)
    except OSError as error:
        what = f"cannot keep a certificate ({error.strerror})"
        raise NoPermissionError(what, state.folder(), NoPermissionError.STATE) from None
    return tls.own(folder, socket.gethostname(), wanted_by="heddle node agent --serve")


def address(text: str) -> tuple[str, int]:
    """HOST:PORT, either may be missing.

    :raises UsageError: if it is not that
    """
    text = f":{text}" if text.isdecimal() else text
    host, _, port = text.rpartition(":") if ":" in text else (text, "", "")
    if port and not (port.isdecimal() and int(port) < 65536):
        raise UsageError(
            f"--serve {text}: give HOST:PORT, as in 10.0.0.7:{remote.PORT} or [::]:{remote.PORT}."
        )
    host = host.removeprefix("[").removesuffix("]")
    return host or EVERYWHERE, int(port) if port else remote.PORT


def listener(text: str, limits: GuestLimits, *, opencl: bool) -> RemoteListener:
    """:raises HeddleError: if nothing can be served there"""
    from heddle.pool.listener import MOST_OF_TICKET, Bearer, RemoteListener

    host, port = address(text)
    lent = tuple(api for api in forwarded_devices() if opencl or api not in UNSAFE)
    found, office = certificate(), TicketOffice()

    def by_token(device: str, asked: dict[str, int]) -> tuple[dict[str, int], list[str]]:
        return _granted(lent, device, *bound(asked, limits))

    def admit(token: str) -> Bearer | None:
        if token.startswith(f"{TICKET}_"):
            attempt, grant = office.check(token)
            held = f"{TICKET}_{attempt}"
            return Bearer(held, grant.tenant, partial(_of_ticket, lent, grant), MOST_OF_TICKET)
        known = tokens.check(token, tokens.listed(state.own(tokens.FILE), time.time()))
        return None if known is None else Bearer(known.id, known.tenant, by_token)

    made = RemoteListener(
        (host, port), (found.cert, found.key), admit, remote.silence_s(os.environ)
    )
    threading.Thread(target=_look_after, args=(made, office), name="tickets", daemon=True).start()
    serving.begin(host, made.port, found.pin, lent)
    log.info("serves devices on %s:%d", host, made.port)
    return made


def _granted(
    lent: Sequence[str], device: str, granted: dict[str, int], notes: list[str]
) -> tuple[dict[str, int], list[str]]:
    """What of it this machine can keep.

    :raises HeddleError: if the device is not here, cannot be forwarded, or has not so much left
    """
    chosen = find_device(device, apis.devices(lambda error: logging.warning("%s", error)))
    if chosen.api not in lent:
        remedy = f". {OPENCL}" if chosen.api in UNSAFE else ""
        raise CannotProxyError(
            f"{chosen.id} cannot be used from other machines: only {', '.join(lent)} can be "
            f"forwarded{remedy}"
        )
    if granted.pop("may_move", 0):
        notes.append("memory of another machine's program stays on the device: no --swap")
    if granted.get("share_milli"):
        promise.admit(granted["share_milli"], chosen.id)
    if state.exists("partitions"):
        beside.look(chosen.id, granted, notes.append)
    return granted, notes


def _of_ticket(
    lent: Sequence[str], ticket: TicketGrant, device: str, asked: dict[str, int]
) -> tuple[dict[str, int], list[str]]:
    """What the control plane has given to the job, whatever its program asks for; but its limits
    may be lower.

    :raises HeddleError: likewise, or if it is another device
    """
    if device != ticket.device:
        raise TicketError(f"the ticket is for {ticket.device}, not for {device}")
    granted = {"rank": ticket.rank, "share_milli": ticket.share_milli}
    for name in ("cap_milli", "memory_limit"):
        limit, wanted = getattr(ticket, name), max(0, asked.get(name, 0))
        granted[name] = min(limit or wanted, wanted or limit)
    granted["level_limit"] = asked.get("level_limit", 0)
    return _granted(lent, device, {name: value for name, value in granted.items() if value}, [])


def _look_after(listener: RemoteListener, office: TicketOffice) -> None:
    """Ends the sessions of jobs that have ended, wherever their programs are. While the control
    plane does not answer, what runs goes on."""
    while True:
        time.sleep(LOOK_S)
        begins = f"{TICKET}_"
        held = [each.removeprefix(begins) for each in listener.bearers() if each.startswith(begins)]
        try:
            counts = office.grants(held) if held else {}
        except HeddleError as error:
            log.debug("--serve: tickets cannot be checked: %s", error)
            continue
        except Exception:
            log.exception("--serve: tickets cannot be checked")
            continue
        for attempt in held:
            if attempt not in counts:
                log.info("--serve: the job of %s has ended, and its session with it", attempt)
                listener.end(f"{begins}{attempt}")
