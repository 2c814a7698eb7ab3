"""Register this machine with a control plane, and report its state until the command is stopped.

The node only makes outgoing connections, so it may be behind NAT. `heddle node token`, on the
control plane's side, creates the join token. The node then has its own name and key in the state
folder: `heddle node join` alone continues with them after a restart, and `heddle node leave` ends
the registration.

examples:
  heddle node join https://control.example.org:7878 --token hj_...
  heddle node join https://10.0.0.1:7878 --token - --kind edge --site shop-12 < token
  heddle node join                             continue, as a service does after a restart
  heddle node join https://10.0.0.1:7878 --token hj_... --once   register, and continue later
  heddle node join --engine ray 10.0.0.5:6379  be a node of this Ray, with the devices as resources

exit codes: 0 it was ended, or has left; 2 it was refused, or invalid arguments; 111 the key cannot
be kept here; 123 no control plane answers when joining
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from heddle.cli._output import clean
from heddle.errors import HeddleError, UsageError
from heddle.model.choices import NODE_KINDS
from heddle.version import own_version

if TYPE_CHECKING:
    from heddle.node.document import Document
    from heddle.node.identity import Identity
    from heddle.node.reporter import NodeReporter
    from heddle.node.shell import SignedClient

HELP = "register this machine with a control plane, and send heartbeats"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", nargs="?", metavar="ADDRESS", help="of the control plane")
    parser.add_argument("--token", metavar="T", help="a join token; -: read it from stdin")
    parser.add_argument("--kind", choices=NODE_KINDS, help="(default: as the token says, or cloud)")
    parser.add_argument("--name", metavar="N", help="of this node (default: the host's name)")
    parser.add_argument("--site", metavar="S", help="location of the node (default: site.toml)")
    parser.add_argument(
        "--engine", choices=("ray",), help="be a node of the Ray whose head is at ADDRESS instead"
    )
    parser.add_argument("--once", action="store_true", help="register only, and end then")


def run(options: argparse.Namespace) -> int:
    from heddle.node import identity
    from heddle.node.document import Document
    from heddle.node.lines import LineCarrier
    from heddle.node.shell import NodeShell, new_reporter

    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    if options.engine is not None:
        return _join_ray(options, ended)
    with identity.alone(), Document() as document:
        known = identity.load()
        if options.address is None:
            if known is None:
                raise UsageError(
                    "this machine has not joined yet: `heddle node join ADDRESS --token hj_...`. "
                    "`heddle node token` makes one, on the control plane's side."
                )
            _nothing_else(options)
            own, reporter = known, new_reporter()
        else:
            own, reporter = _join(options, known, document)
            identity.save(own)
            _say(f"joined {own.address} as {own.name}")
            if options.once:
                return 0
        shell = NodeShell(own, reporter, document, ended.wait, _say, lambda: identity.load() == own)
        LineCarrier(own, shell.caller, lambda: shell.is_asked, ended)
        with _handing_over(own, shell.caller):
            if shell.run():
                identity.remove()
                _say(f"{own.name} has left, or was removed")
    return 0


@contextmanager
def _handing_over(own: Identity, caller: SignedClient) -> Iterator[None]:
    """Members of this node are given what they need meanwhile."""
    from heddle.node.handover import Handover

    try:
        handover = Handover(own.name, own.key, caller, _say)
    except HeddleError as error:  # its beats matter all the same
        _say(str(error))
        yield
        return
    try:
        yield
    finally:
        handover.close()


def _join(
    options: argparse.Namespace, known: Identity | None, document: Document
) -> tuple[Identity, NodeReporter]:
    from heddle.client.where import PORT, check_address
    from heddle.node.shell import join

    if options.token is None:
        raise UsageError("--token is needed: `heddle node token` on the control plane creates one.")
    token = sys.stdin.readline().strip() if options.token == "-" else options.token.strip()
    if not token.startswith("hj_"):
        raise UsageError("that is not a join token: those begin with hj_ (`heddle node token`).")
    try:
        address = check_address(options.address)
    except UsageError as error:
        said = str(error).replace("HEDDLE_SERVER=", "", 1)
        raise UsageError(f"{said} The default port is {PORT}.") from None
    asked = {
        name: value
        for name in ("name", "kind", "site")
        if (value := getattr(options, name)) is not None
    }
    before = known if known is not None and known.address == address else None
    if before is not None:
        asked.setdefault("name", before.name)
        before = before if asked["name"] == before.name else None
    return join(address, token, {**asked, "version": own_version()}, document, before)


def _join_ray(options: argparse.Namespace, ended: threading.Event) -> int:
    import os
    from dataclasses import replace

    from heddle.client import where
    from heddle.engine.ray.node import JoinedNode
    from heddle.engine.ray.probe import here

    for name in ("token", "kind", "site", "once"):
        if getattr(options, name):
            raise UsageError(
                f"--{name} is for joining a control plane: leave it out, or --engine. The token of "
                "Ray is RAY_AUTH_TOKEN or RAY_AUTH_TOKEN_PATH."
            )
    row = here()
    row = replace(row, name=options.name or row.name)
    folder = os.path.join(where.folder(), "engines", "ray")
    JoinedNode(row, folder, os.environ, options.address).run(ended.wait, _say)
    return 0


def _nothing_else(options: argparse.Namespace) -> None:
    for name in ("token", "kind", "name", "site", "once"):
        if getattr(options, name):
            raise UsageError(f"--{name} is for joining: give the ADDRESS and --token, too.")


def _say(text: str) -> None:
    """One line, with the time: this is a service's log."""
    print(f"{time.strftime('%Y-%m-%dT%H:%M:%S%z')} {clean(text)}", flush=True)
