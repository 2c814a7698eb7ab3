"""`heddle run --device NODE/DEVICE` and `HOST:PORT/DEVICE`: a device of another machine."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from heddle.client import where
from heddle.client.wire import RefusedError
from heddle.errors import RemoteDeviceError, UsageError
from heddle.pool import remote

if TYPE_CHECKING:
    from heddle._gen import rest


def run(command: Sequence[str], asked: Mapping[str, int], options: argparse.Namespace) -> int:
    """All that was asked for is granted or refused where the device is.

    :raises HeddleError: if it cannot be used
    """
    given = {"--mps": options.mps, "--proxied": options.proxied, "--strict": options.strict}
    for name, value in given.items():
        if value:
            raise UsageError(f"{name} does not go together with a device of another machine.")
    return remote.run(command, asked, find(options.device), options.tenant)


def find(text: str) -> remote.RemoteDevice:
    """Without a port it is a node's name, if the control plane has such a node; else a host's.

    :raises HeddleError: if it is neither, or the node does not serve
    """
    place = remote.parse(text)
    if place is None:
        raise UsageError(f"--device {text} is a device of this machine.")
    if place.port:
        return place
    serves = _of_node(place.host)
    if serves is None:
        return replace(place, port=remote.PORT)
    return remote.RemoteDevice(serves["host"], serves["port"], place.device, serves["pin"])


def _of_node(name: str) -> rest.Serving | None:
    """None: there is no such node, or nobody to ask.

    :raises RemoteDeviceError: if it does not serve its devices
    """
    client = where.find_here(timeout_s=remote.PATIENCE_S)
    if client is None:
        return None
    with client:
        try:
            found = client.node(name)
        except RefusedError as error:
            if error.status == 404:
                return None
            raise
    serves = found.get("serves")
    if not serves:
        raise RemoteDeviceError(
            f"node {name} does not serve its devices. Run `heddle node agent --serve` there: the "
            "control plane hears of it within a minute."
        )
    return serves
