"""What a node sends, given what the control plane has acknowledged; and when it tries again.

A node's document has parts: row (what jobs may be given), inventory, topology, scores, live and
programs. Every beat has the hashes of all parts, and the whole of those that are new; the answer
names those that the control plane lacks, such as after a new start. So nothing that gets lost stays
lost. Answers may have orders: each is carried out once, and every beat says what came of it until
one was answered.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from heddle.model.orders import NodeOrder, OrderResult, plain_result, read_order

FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 60.0
MOST_DOUBLINGS = 6
HEARTBEAT_S = 10.0
MOST_NUMBERS = 1000  #: of orders that are remembered


class NodeReporter:
    """For one thread. `sequence` is the number of the last request."""

    def __init__(self, sequence: int = 0, heartbeat_s: float = HEARTBEAT_S) -> None:
        self.epoch = ""  #: of the control plane's process, as it last said
        self.sequence = sequence
        self.heartbeat_s = heartbeat_s
        self.drained = False
        self.failures = 0  #: since the last answer
        self._parts: dict[str, tuple[str, Mapping[str, Any]]] = {}
        self._acknowledged: dict[str, str] = {}
        self._sent: dict[str, str] = {}
        self._numbers: OrderedDict[str, None] = OrderedDict()  # of orders that were given
        self._done: dict[str, OrderResult] = {}  # what came of them, by number, until that is known
        self._told: tuple[str, ...] = ()  # of these, those in the last beat

    def has(self, parts: Mapping[str, Mapping[str, Any]]) -> None:
        """What the parts are now; those that are not named are as before."""
        for part, value in parts.items():
            self._parts[part] = hash_of(value), value

    def number(self) -> int:
        """Of the next request; each is greater than all before."""
        self.sequence += 1
        return self.sequence

    def beat(self) -> dict[str, Any]:
        """The next one's body."""
        hashes = {part: digest for part, (digest, _) in sorted(self._parts.items())}
        new = {part for part, digest in hashes.items() if self._acknowledged.get(part) != digest}
        self._sent = {part: hashes[part] for part in sorted(new)}
        body: dict[str, Any] = {"parts": hashes}
        if new:
            body["changes"] = {part: self._parts[part][1] for part in sorted(new)}
        self._told = tuple(self._done)
        if self._done:
            body["done"] = {each: plain_result(done) for each, done in self._done.items()}
        return body

    def orders(self, answer: Mapping[str, Any]) -> list[NodeOrder]:
        """Those that were never given before."""
        found = []
        for said in answer.get("orders") or ():
            order = read_order(said)
            if order.number not in self._numbers:
                self._numbers[order.number] = None
                found.append(order)
        while len(self._numbers) > MOST_NUMBERS:
            self._numbers.popitem(last=False)
        return found

    def obeyed(self, order: NodeOrder, result: OrderResult) -> None:
        """What came of it."""
        self._done[order.number] = result

    def joined(self, answer: Mapping[str, Any]) -> None:
        """The control plane knows all that the last beat said."""
        self._acknowledged = dict(self._sent)
        self._heard(answer)
        self.epoch = str(answer.get("epoch", ""))

    def answered(self, answer: Mapping[str, Any]) -> float:
        """To a beat. Returns how long to wait until the next one: 0 if it lacks something that was
        not just sent."""
        lacks = {part for part in answer.get("lacks") or () if part in self._parts}
        self._acknowledged |= self._sent
        for number in self._told:
            self._done.pop(number, None)
        for part in lacks:
            self._acknowledged.pop(part, None)
        self._heard(answer)
        return 0.0 if lacks - self._sent.keys() or answer.get("orders") else self.heartbeat_s

    def sign_anew(self, epoch: str, sequence: int) -> bool:
        """The control plane was started anew, or has seen a greater number. Gives whether that
        changes anything: otherwise it would be refused again."""
        if epoch == self.epoch and sequence < self.sequence:
            return False
        self.epoch = epoch
        self.sequence = max(self.sequence, sequence)
        return True

    def failed(self, chance: float) -> float:
        """How long to wait until the next try; `chance` is from 0 to 1, so that nodes which failed
        together do not come back together."""
        longest = min(FIRST_PAUSE_S * (1 << min(self.failures, MOST_DOUBLINGS)), LONGEST_PAUSE_S)
        self.failures += 1
        return FIRST_PAUSE_S + (longest - FIRST_PAUSE_S) * chance

    def _heard(self, answer: Mapping[str, Any]) -> None:
        self.failures = 0
        self.drained = bool(answer.get("drain", False))
        seconds = answer.get("heartbeat_s")
        if isinstance(seconds, int | float) and 0.1 <= seconds <= 3600:
            self.heartbeat_s = float(seconds)


def hash_of(value: Mapping[str, Any]) -> str:
    """The same for the same value, in whatever order its keys are."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
