"""Joins, and then sends a beat every heartbeat until it is told to end. Only ever calls out."""

from __future__ import annotations

import json
import os
import queue
import random
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from heddle.client.variables import PIN
from heddle.client.wire import Answer, NotAllowedError, RefusedError, Wire
from heddle.errors import HeddleError, NoServerError, UsageError
from heddle.model.orders import HOLD, RELEASE, SET, NodeOrder, OrderResult
from heddle.model.wire.signature import headers
from heddle.node import programs
from heddle.node.identity import Identity
from heddle.node.reporter import NodeReporter
from heddle.pool import serving
from heddle.virt import registry

TIMEOUT_S = 10.0
PROGRAMS_S, LIVE_S, STILL_S = 5.0, 30.0, 60.0  #: intervals of the scans of the machine
BOOK_S = 1.0  #: interval of the check for a new book of partitions
JOIN = "/v1/nodes/join"
REMEDY = "Check that it runs (`heddle up` there) and that this machine reaches it."
Say = Callable[[str], None]


class Has(Protocol):
    """What `document.Document` is."""

    def still(self) -> dict[str, Mapping[str, Any]]: ...
    def live(self) -> dict[str, Mapping[str, Any]]: ...
    def programs(self) -> dict[str, Mapping[str, Any]]: ...


class RemovedError(HeddleError):
    """The control plane has no node of this name and key."""


def join(
    address: str,
    token: str,
    asked: Mapping[str, str],
    document: Has,
    known: Identity | None = None,
) -> tuple[Identity, NodeReporter]:
    """`asked` may have name, kind, site and version. A `known` node proves it, so that its name
    is not taken.

    :raises HeddleError: if the control plane does not answer, or refuses
    """
    pin = pin_of(token) or os.environ.get(PIN) or None
    reporter = new_reporter()
    reporter.has({**document.still(), **document.live(), **document.programs()})
    body = json.dumps({**asked, **reporter.beat()}).encode()
    wire = Wire(address, token, TIMEOUT_S, REMEDY, pin=pin)
    try:
        for _ in range(3):
            own = _signed(known, reporter, JOIN, body) if known is not None else {}
            try:
                answer = wire.ask("POST", JOIN, body, own).json()
                break
            except RefusedError as error:
                if not _anew(reporter, error):
                    raise
        else:
            raise UsageError(f"{address} rejects every signature. Try again.")
    except NotAllowedError:
        raise UsageError(
            f"{address}: the join token is not valid, has expired, or is used up. Ask an "
            "administrator for another: `heddle node token`."
        ) from None
    finally:
        wire.close()
    reporter.joined(answer)
    return Identity(address, str(answer["name"]), str(answer["key"]), pin), reporter


def pin_of(token: str) -> str | None:
    """Of the server's certificate, where the join token has it as its last part."""
    words = token.split("_")
    return words[3] if len(words) == 4 else None


def new_reporter() -> NodeReporter:
    """Its numbers go on from those of the process before, as far as the clock does."""
    return NodeReporter(sequence=int(time.time() * 1000))


class SignedClient:
    """Requests of one node, each signed. For several threads: their numbers must come in order."""

    def __init__(self, identity: Identity, reporter: NodeReporter) -> None:
        self._identity = identity
        self._reporter = reporter
        self._mutex = threading.Lock()
        self._wire = Wire(identity.address, None, TIMEOUT_S, REMEDY, pin=identity.pin)

    def close(self) -> None:
        self._wire.close()

    def ask(self, what: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """:raises HeddleError: as `ask_bytes`"""
        answer: dict[str, Any] = self._ask(what, body).json()
        return answer

    def ask_bytes(self, what: str, body: Mapping[str, Any]) -> bytes:
        """Signed anew if the control plane was started anew.

        :raises RemovedError: if it does not know this node
        """
        return self._ask(what, body).body

    def wait(self, what: str, seconds: float) -> dict[str, Any]:
        """For an answer that may take so long; other requests do not wait for it.

        :raises HeddleError: as `ask_bytes`
        """
        path = f"/v1/nodes/{self._identity.name}/{what}"
        wire = Wire(self._identity.address, None, seconds, REMEDY, pin=self._identity.pin)
        with self._mutex:
            signed = _signed(self._identity, self._reporter, path, b"{}")
            answer = wire.begin("POST", path, b"{}", signed)
        found: dict[str, Any] = answer().json()
        return found

    def _ask(self, what: str, body: Mapping[str, Any]) -> Answer:
        path, data = f"/v1/nodes/{self._identity.name}/{what}", json.dumps(body).encode()
        for _ in range(3):
            try:
                with self._mutex:
                    signed = _signed(self._identity, self._reporter, path, data)
                    return self._wire.ask("POST", path, data, signed)
            except RefusedError as error:
                if not _anew(self._reporter, error):
                    raise
            except NotAllowedError:
                raise RemovedError(
                    f"{self._identity.address} has no node {self._identity.name!r} with this key: "
                    "it was removed, or another one has joined under its name. Join again: `heddle "
                    "node leave`, then `heddle node join ADDRESS --token hj_...`."
                ) from None
        raise NoServerError(f"{self._identity.address} rejects every signature")


def leave(identity: Identity) -> None:
    """:raises HeddleError: if the control plane does not answer"""
    caller = SignedClient(identity, new_reporter())
    try:
        caller.ask("leave", {})
    finally:
        caller.close()


class NodeShell:
    """`wait` waits so many seconds, or until the end, and says whether that has come. `is_ours`:
    whether this machine still wants to be that node."""

    def __init__(
        self,
        identity: Identity,
        reporter: NodeReporter,
        document: Has,
        wait: Callable[[float], bool],
        say: Say,
        is_ours: Callable[[], bool] = lambda: True,
    ) -> None:
        self._identity = identity
        self._reporter = reporter
        self._document = document
        self._wait = wait
        self._say = say
        self._is_ours = is_ours
        self.caller = SignedClient(identity, reporter)
        self._found: queue.SimpleQueue[dict[str, Mapping[str, Any]]] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[NodeOrder, OrderResult]] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._said = ""
        self.is_asked = False  #: the control plane may want to connect to members here

    def run(self) -> bool:
        """Until the end; True if this node has left, or the control plane wants it to."""
        threading.Thread(target=self._look, name="look", daemon=True).start()
        try:
            while True:
                begun = time.monotonic()
                pause_s, leaves = self._once()
                if leaves:
                    return True
                if self._wait(max(0.0, begun + pause_s - time.monotonic())):
                    return False
        finally:
            self._ended.set()
            self.caller.close()

    def _once(self) -> tuple[float, bool]:
        """One beat: how long to wait then, and whether to leave."""
        reporter, was_drained = self._reporter, self._reporter.drained
        with suppress(queue.Empty):
            while True:
                reporter.has(self._found.get_nowait())
        with suppress(queue.Empty):
            while True:
                reporter.obeyed(*self._done.get_nowait())
        had_failed = reporter.failures > 0
        try:
            answer = self.caller.ask("beat", reporter.beat())
        except HeddleError as error:
            if isinstance(error, RemovedError) and not self._is_ours():
                return 0.0, True
            self._tell(f"{error}")
            return reporter.failed(random.random()), False
        pause_s = reporter.answered(answer)
        self.is_asked = bool(answer.get("listen"))
        if had_failed:
            self._tell(f"{self._identity.address} answers again")
        if reporter.drained != was_drained:
            self._say(
                "the control plane has drained this node" if reporter.drained else "undrained"
            )
        self._said = ""
        for order in reporter.orders(answer):
            if order.takes_s:  # beats go on meanwhile
                threading.Thread(target=self._obey, args=(order,), daemon=True).start()
            else:
                self._obey(order)
            if order.verb in (HOLD, RELEASE, SET):
                reporter.has(self._document.programs())
        return pause_s, bool(answer.get("leave"))

    def _obey(self, order: NodeOrder) -> None:
        result = programs.obey(order)
        if order.verb in (HOLD, RELEASE, SET):
            self._say(f"{order.verb} program {order.program}, as told: {result.error or 'done'}")
        self._done.put((order, result))

    def _look(self) -> None:
        """In a separate thread: vendors' libraries may take longer than a heartbeat."""
        intervals = {"programs": PROGRAMS_S, "live": LIVE_S, "still": STILL_S}
        at = dict.fromkeys(intervals, float("-inf"))
        stamp, ends = _stamp(), time.monotonic()
        while not self._ended.is_set():
            if (written := _stamp()) != stamp:
                stamp, at["still"] = written, float("-inf")
            elif time.monotonic() < ends:
                self._ended.wait(BOOK_S)
                continue
            ends = time.monotonic() + min(intervals.values())
            for name, every_s in intervals.items():
                if time.monotonic() - at[name] < every_s:
                    continue
                at[name] = time.monotonic()
                try:
                    self._found.put(getattr(self._document, name)())
                except Exception as error:  # a probe's surprise: what was said before still holds
                    self._say(f"this machine could not be looked at: {error}")

    def _tell(self, text: str) -> None:
        """Once, not at every try."""
        if text != self._said:
            self._said = text
            self._say(text)


def _stamp() -> object:
    """Changes when partitions are made, or the devices are served or no more."""
    return registry.stamp(), serving.look()


def _signed(identity: Identity, reporter: NodeReporter, path: str, body: bytes) -> dict[str, str]:
    now_ms = int(time.time() * 1000)
    return headers(
        identity.key, identity.name, "POST", path, now_ms, reporter.epoch, reporter.number(), body
    )


def _anew(reporter: NodeReporter, error: RefusedError) -> bool:
    """Whether it helps to sign the request anew."""
    epoch, sequence = error.problem.get("epoch"), error.problem.get("sequence")
    if error.status != 409 or not isinstance(epoch, str) or not isinstance(sequence, int):
        return False
    return reporter.sign_anew(epoch, sequence)
