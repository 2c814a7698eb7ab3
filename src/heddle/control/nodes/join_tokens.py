"""Join tokens: each registers a number of nodes within a time.

A join token is `hj_ID_SECRET`, with the pin of the server's certificate behind it where it has one.
The secret is random and long, so a fast hash is enough, and only that is kept.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from heddle.store.base import Change, Gone, Thing

KIND = "join-token"
_NOBODY = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True, slots=True)
class Invitation:
    """What is known of a join token; what is None the node may choose."""

    id: str
    made_ms: int
    by: str  #: the user who made it
    expires_ms: int
    uses: int = 1
    used: int = 0
    kind: str | None = None
    site: str | None = None
    name: str | None = None


class Invitations:
    """All that still count. Changed by the loop's thread; any may ask."""

    def __init__(self, things: Mapping[str, Mapping[str, Any]]) -> None:
        self._known: dict[str, tuple[Invitation, str]] = {}
        for token_id, value in things.items():
            self.add(Thing(KIND, token_id, value))

    def check(self, text: str, now_ms: int) -> Invitation | None:
        """None if it is not Heddle's token, is used up, or has expired."""
        words = text.split("_")
        token_id, secret = words[1:3] if len(words) in (3, 4) and words[0] == "hj" else ("", "")
        found, digest = self._known.get(token_id, (None, _NOBODY))
        is_right = hmac.compare_digest(_digest(secret), digest)
        if found is None or not is_right or found.expires_ms <= now_ms:
            return None
        return found

    def get(self, token_id: str) -> Invitation | None:
        return self._known.get(token_id, (None,))[0]

    def all(self, now_ms: int) -> list[Invitation]:
        """The first first; without those that have expired."""
        known = [found for found, _ in self._known.values() if found.expires_ms > now_ms]
        return sorted(known, key=lambda each: (each.made_ms, each.id))

    def add(self, thing: Thing) -> None:
        value = dict(thing.value)
        digest = value.pop("hash")
        self._known[thing.id] = Invitation(thing.id, **value), digest

    def spend(self, token_id: str) -> Change:
        """One use; the record to store then."""
        found, digest = self._known[token_id]
        found = replace(found, used=found.used + 1)
        if found.used >= found.uses:
            return self.remove(token_id)
        self._known[token_id] = found, digest
        return _thing(found, digest)

    def remove(self, token_id: str) -> Gone:
        self._known.pop(token_id, None)
        return Gone(KIND, token_id)

    def expired(self, now_ms: int) -> list[Change]:
        """Forgets them; returns the records to delete."""
        old = [each for each, (found, _) in self._known.items() if found.expires_ms <= now_ms]
        return [self.remove(each) for each in old]


def make(invitation: Invitation) -> tuple[str, Thing]:
    """The whole text of a new join token, which is shown once, and what is kept of it."""
    secret = secrets.token_hex(16)
    return f"hj_{invitation.id}_{secret}", _thing(invitation, _digest(secret))


def _thing(invitation: Invitation, digest: str) -> Thing:
    value = {**asdict(invitation), "hash": digest}
    del value["id"]
    return Thing(KIND, invitation.id, value)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogateescape")).hexdigest()
