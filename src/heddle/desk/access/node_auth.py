"""Which node a request is of, proven by its signature; and what nodes said that is kept nowhere.

For one thread. A request counts once: its number must be greater than the last one's, and its epoch
that of this process, so that nothing of before a new start counts again.
"""

from __future__ import annotations

import asyncio
import hmac
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from heddle.control.nodes.node import LEFT, Node
from heddle.control.nodes.register import Register
from heddle.model.orders import NodeOrder, OrderResult
from heddle.model.wire.signature import (
    EPOCH,
    NODE,
    SEQUENCE,
    SIGNATURE,
    SKEW_MS,
    TIME,
    key_of,
    sign,
)
from heddle.model.wire.tickets import GRANTS
from heddle.system import files

MASTER = "node-key"  #: the name of the file with the key that all nodes' keys follow from
_HEADERS = tuple(name.lower().encode() for name in (NODE, TIME, EPOCH, SEQUENCE, SIGNATURE))
_LONGEST = 20  #: digits


class Refusal(Exception):
    """Ends a request of a node; `more` is for the node's program."""

    def __init__(self, status: int, detail: str, more: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail)
        self.status, self.detail, self.more = status, detail, more or {}


@dataclass(slots=True)
class PendingOrder:
    """`done` has what came of it, once the node has said so."""

    order: NodeOrder
    done: asyncio.Future[OrderResult]


@dataclass(slots=True)
class NodeSession:
    """What is remembered of a node while this process lives."""

    generation: str
    key: str
    sequences: dict[str, int] = field(default_factory=dict)  #: the last one, by who asks
    passing: dict[str, bytes] = field(default_factory=dict)  #: parts that are not kept, as JSON
    hashes: dict[str, str] = field(default_factory=dict)  #: of these
    orders: dict[str, PendingOrder] = field(default_factory=dict)  #: by number
    watched_until_ms: int = 0  #: somebody asks it one thing after the other
    node: Node | None = None  #: as it was when `settled` was the whole truth
    settled: bytes = b""  #: the beat that said nothing new
    answer: bytes = b""  #: to it


class Roll:
    """`master` is the key that the nodes' keys follow from."""

    def __init__(self, register: Register, master: bytes, now_ms: Callable[[], int]) -> None:
        self.register = register
        self.epoch = os.urandom(8).hex()
        self._master = master
        self._now_ms = now_ms
        self._seats: dict[str, NodeSession] = {}

    def key(self, node: Node) -> str:
        return key_of(self._master, node.name, node.generation)

    def seat(self, node: Node) -> NodeSession:
        """Another one after each join."""
        found = self._seats.get(node.name)
        if found is None or found.generation != node.generation:
            found = self._seats[node.name] = NodeSession(node.generation, self.key(node))
        return found

    def passing(self, node: Node) -> Mapping[str, bytes]:
        """What it said last of the parts that are not kept."""
        found = self._seats.get(node.name)
        return found.passing if found is not None and found.generation == node.generation else {}

    def forget(self, name: str) -> None:
        self._seats.pop(name, None)

    def prove(
        self, name: str, method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes
    ) -> tuple[Node, NodeSession]:
        """:raises Refusal: if the request is not the node's own, or not a new one"""
        found = {key: value for key, value in headers if key.startswith(b"heddle-")}
        try:
            said, time_ms, epoch, sequence, signature = (
                found[each].decode("ascii") for each in _HEADERS
            )
        except (KeyError, UnicodeDecodeError):
            raise Refusal(
                401, "only a node that has joined can ask this: `heddle node join`."
            ) from None
        node = self.register.nodes.get(name) or self.register.gone.get(name)
        if node is None or node.state == LEFT or said != name:
            raise _unknown(name)
        seat = self.seat(node)
        expected = sign(seat.key, method, path, time_ms, epoch, sequence, body)
        if not hmac.compare_digest(expected, signature):
            raise _unknown(name)
        self._check_time(time_ms)
        number = int(sequence) if sequence.isdecimal() and len(sequence) < _LONGEST else -1
        # Two processes of a node ask, each with numbers of its own: the path, which is signed,
        # tells which of them does.
        who = GRANTS if path.endswith(f"/{GRANTS}") else ""
        last = seat.sequences.get(who, -1)
        if epoch != self.epoch or number <= last:
            raise Refusal(
                409,
                "this request was made for another start of the control plane, or has come before. "
                "Sign it anew.",
                {"epoch": self.epoch, "sequence": last},
            )
        seat.sequences[who] = number
        return node, seat

    def _check_time(self, said: str) -> None:
        time_ms = int(said) if said.isdecimal() and len(said) < _LONGEST else 0
        off_ms = time_ms - self._now_ms()
        if abs(off_ms) > SKEW_MS:
            which = "ahead of" if off_ms > 0 else "behind"
            raise Refusal(
                409,
                f"the node's clock is {abs(off_ms) // 1000} s {which} the control plane's; "
                f"at most {SKEW_MS // 1000} s is allowed. Set it: `timedatectl set-ntp true`.",
                {"clock": True},
            )


def _unknown(name: str) -> Refusal:
    """The same whether there is no such node or the key is another's."""
    return Refusal(
        401,
        f"there is no node {name!r} with this key: it was removed, or another one has joined under "
        "its name. Join again with a new join token.",
    )


def master_key(folder: str) -> bytes:
    """Made at the first start, in a file that only its owner can read. Not in the store: the holder
    of a copy of that must not be able to speak for nodes."""
    return files.key(os.path.join(folder, MASTER))
