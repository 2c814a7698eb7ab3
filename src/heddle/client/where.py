"""Which server to talk to: HEDDLE_SERVER and HEDDLE_TOKEN, or the one that this user has signed in
to (profiles.py), or the one that runs on this machine.

The token of this machine's server goes to no other one. A server with a certificate of its own is
known by HEDDLE_PIN; that of this machine says its pin in server.json, which its owner alone writes.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from heddle.client.variables import PIN
from heddle.errors import NoServerError, UsageError
from heddle.system import state

if TYPE_CHECKING:
    from heddle.client.client import Client
    from heddle.client.profiles import Profile

SERVER, TOKEN = "HEDDLE_SERVER", "HEDDLE_TOKEN"
IN_JOB = "HEDDLE_ATTEMPT"  #: which every job has
PORT = 7878


@dataclass(frozen=True, slots=True)
class Server:
    """What server.json says. A process is known by its id and its start: ids come again."""

    address: str
    pid: int
    started: int  #: of the process, in ticks since the machine started
    folder: str
    link: str = ""  #: for the browser: signs in once, soon after the start
    pin: str | None = None  #: of its certificate, where it has one
    host: str = ""  #: that it listens on

    @property
    def port(self) -> int | None:
        return urlsplit(self.address).port

    @property
    def token_file(self) -> str:
        return os.path.join(self.folder, "token")

    @property
    def log_file(self) -> str:
        return os.path.join(self.folder, "server.log")


def folder() -> str:
    """Where `heddle up` of this user keeps its things."""
    return os.path.join(state.folder(), "control")


def find(*, timeout_s: float = 30.0) -> Client:
    """:raises NoServerError: if there is none to talk to"""
    client = find_here(timeout_s=timeout_s)
    if client is None:
        raise NoServerError(
            "none runs on this machine, and HEDDLE_SERVER names none",
            "Start one: `heddle up`; or sign in to one elsewhere: `heddle account login ADDRESS`.",
        )
    return client


def find_here(*, timeout_s: float = 30.0) -> Client | None:
    """The same, or None where no server is configured."""
    server = running()
    profile = _profile()
    if server is None and profile is None and not os.environ.get(SERVER):
        return None  # most often, and before anything is imported
    from heddle.client.client import Client

    token = os.environ.get(TOKEN) or None
    if profile is not None:
        name, known = profile
        remedy = f"The profile {name} names it: `heddle account login --use here` leaves it."
        return Client(
            known.address, token or known.token, timeout_s=timeout_s, remedy=remedy, pin=known.pin
        )
    if given := os.environ.get(SERVER):
        address = check_address(given)
        if token is None and server is not None and server.address == address:
            token = read_token(server)
        pin = os.environ.get(PIN) or None
        if pin is None and server is not None and server.address == address:
            pin = server.pin
        if token is None and (known_at := _signed_in(address)) is not None:
            token, pin = known_at.token, pin or known_at.pin
        remedy = f"HEDDLE_SERVER={given} names it: correct or unset that, or start it there."
        return Client(address, token, timeout_s=timeout_s, remedy=remedy, pin=pin)
    assert server is not None
    return connect(server, token, timeout_s=timeout_s)


def is_named() -> bool:
    """Whether the environment or a profile names the server, wherever that is."""
    return bool(os.environ.get(SERVER)) or _profile() is not None


def _profile() -> tuple[str, Profile] | None:
    """The one that is used: unless the environment names a server, or has a token, which is not
    sent to another one than before. A job is not its user, as with `read_token`."""
    choice = os.environ.get("HEDDLE_PROFILE")
    if os.environ.get(SERVER) or (not choice and os.environ.get(TOKEN)) or os.environ.get(IN_JOB):
        return None
    if not choice and not os.path.exists(os.path.join(state.folder(), "profiles.json")):
        return None
    from heddle.client import profiles

    return profiles.chosen()


def _signed_in(address: str) -> Profile | None:
    if os.environ.get(IN_JOB):
        return None
    from heddle.client import profiles

    return profiles.at(address)


def connect(server: Server, token: str | None = None, *, timeout_s: float = 30.0) -> Client:
    """To the one of a server.json; with its first token, unless another is given."""
    from heddle.client.client import Client

    return Client(server.address, token or read_token(server), timeout_s=timeout_s, pin=server.pin)


def running() -> Server | None:
    """What this user's server.json says, or the machine's: it may have ended without a word."""
    for place in reversed(state.folders()):
        if (found := read_server(os.path.join(place, "control"))) is not None:
            return found
    return None


def read_server(place: str, name: str = "server.json") -> Server | None:
    """None if there is none, or it is invalid."""
    try:
        with open(os.path.join(place, name), encoding="utf-8") as file:
            said: Any = json.load(file)
        address, link = str(said.get("address", "")), str(said.get("link", ""))
        pin, host = said.get("pin") or None, str(said.get("host", ""))
        return Server(address, int(said["pid"]), int(said["started"]), place, link, pin, host)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def read_token(server: Server) -> str | None:
    """None where only another user may read it: that one gives others tokens of their own. A job
    of this server is its user, and is not its administrator: it brings a token of its own."""
    if os.environ.get(IN_JOB):
        return None
    try:
        with open(server.token_file, encoding="utf-8") as file:
            return file.read().strip() or None
    except OSError:
        return None


def check_address(given: str, before: str = f"{SERVER}=") -> str:
    """As scheme://host:port. `before` stands before it in what is said of it.

    :raises UsageError: if it is not an address, or a token would be sent where others can read it
    """
    text = given if "://" in given else f"http://{given}"
    parts = urlsplit(text)
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in ("http", "https") or not parts.hostname or port == -1:
        raise UsageError(
            f"{before}{given} is not an address: write it like http://127.0.0.1:{PORT}."
        )
    if parts.path.strip("/") or parts.query:
        raise UsageError(f"{before}{given}: leave out everything behind the port.")
    if parts.scheme == "http" and not is_loopback(parts.hostname):
        raise UsageError(
            f"{before}{given}: your token would cross the network for all to read. Use https://, "
            "or a tunnel (ssh -L) to 127.0.0.1."
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}:{port or (443 if parts.scheme == 'https' else PORT)}"


def is_loopback(host: str) -> bool:
    import ipaddress

    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
