"""Idempotency keys: a submission that is sent twice counts once.

A key is kept with what was sent and what came of it, in the same write as the jobs. It is looked up
in the thread of the loop, so two that come at the same time are one after the other.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from heddle.control.loop import AT_ONCE
from heddle.desk.access.auth import Token
from heddle.desk.errors import InvalidError
from heddle.store.base import Gone, Store, Thing

KIND = "key"
KEPT_MS = 24 * 3600 * 1000
LONGEST = 255


def key_id(caller: Token, key: str) -> str:
    """Keys of two users are two, whatever they are.

    :raises DeskError: if it is not a key
    """
    return _kept_as(caller.tenant, caller.who, key)


def key_id_of_0_1(caller: Token, key: str) -> str:
    """As 0.1 kept it, by the user's name: a repeated submission means the same jobs."""
    return _kept_as(caller.tenant, caller.name, key)


def _kept_as(tenant: str, who: str, key: str) -> str:
    if not (0 < len(key) <= LONGEST and key.isascii() and key.isprintable()):
        rule = f"Idempotency-Key: 1 to {LONGEST} printable ASCII characters are expected."
        raise InvalidError(rule)
    whose = f"{tenant}\n{who}\n{key}"
    return hashlib.sha256(whose.encode()).hexdigest()


def hash_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


class Keys:
    """For the thread of the loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # What this turn of the loop has not written yet cannot be in the store.
        self._new: OrderedDict[str, Mapping[str, Any]] = OrderedDict()

    def jobs(self, key: str, sent: str, now_ms: int) -> list[str] | None:
        """The ids of the jobs that were accepted with this key; None if it is new.

        :raises DeskError: if something else was sent with it
        """
        found = self._new.get(key) or self._store.thing(KIND, key)
        if found is None or found["at_ms"] + KEPT_MS <= now_ms:
            return None
        if found["sent"] != sent:
            rule = "this Idempotency-Key was used for another body. Use a new key for new jobs."
            raise InvalidError(rule)
        return list(found["jobs"])

    def add(self, key: str, sent: str, jobs: Sequence[str], now_ms: int) -> Thing:
        """The rows to write."""
        value = {"sent": sent, "jobs": list(jobs), "at_ms": now_ms}
        self._new[key] = value
        while len(self._new) > 2 * AT_ONCE:
            self._new.popitem(last=False)
        return Thing(KIND, key, value)


def old(store: Store, now_ms: int) -> list[Gone]:
    """Keys that need not be kept any longer."""
    return [
        Gone(KIND, key)
        for key, value in store.things(KIND).items()
        if value["at_ms"] + KEPT_MS <= now_ms
    ]
