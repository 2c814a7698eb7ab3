"""Tokens: who asks, for which tenant, and what it may do.

A token is `hd_ID_SECRET`. The secret is random and long, so a fast hash is enough, and only that is
kept. Scopes contain each other: read, submit, admin. A token sees its tenant and all below it; the
tenant "" is the whole cluster.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from typing import Any

from heddle.cluster.quota import CLUSTER
from heddle.store.base import Change, Event, Gone, Store, Thing

SCOPES = ("read", "submit", "admin")
KIND = "token"
FIRST = "admin"  #: the user of the first token
HEDDLE = "heddle"  #: who made it
_NOBODY = hashlib.sha256(b"").digest()


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token; not its secret."""

    id: str
    name: str  #: of the user
    tenant: str
    scope: str
    made_ms: int
    by: str  #: the user who made it
    expires_ms: int | None = None

    def may(self, scope: str) -> bool:
        return SCOPES.index(self.scope) >= SCOPES.index(scope)

    def sees(self, tenant: str) -> bool:
        """Its own tenant and those below."""
        return within(tenant, self.tenant)

    def rules(self, tenant: str) -> bool:
        """Only those below its own: nobody sets their own limits."""
        return self.sees(tenant) and tenant != self.tenant


def within(tenant: str, above: str) -> bool:
    """Whether a tenant is this one or below it."""
    return above in (CLUSTER, tenant) or tenant.startswith(f"{above}/")


class Auth:
    """All tokens, in memory; the store has them, too. `now_ms` tells which have expired."""

    def __init__(self, store: Store, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._known: dict[str, tuple[Token, bytes]] = {}
        for token_id, value in store.things(KIND).items():
            self._known[token_id] = _of_thing(token_id, value)

    def check(self, text: str) -> Token | None:
        """Whose token this is; None if it is nobody's, or expired."""
        kind, _, rest = text.partition("_")
        token_id, _, secret = rest.partition("_")
        token, digest = self._known.get(token_id, (None, _NOBODY))
        is_right = hmac.compare_digest(_digest(secret), digest)
        if token is None or not is_right or kind != "hd":
            return None
        return None if self.is_over(token) else token

    def counts(self, token: Token) -> bool:
        """Whether it is still known, and has not expired."""
        return token.id in self._known and not self.is_over(token)

    def is_over(self, token: Token) -> bool:
        return token.expires_ms is not None and token.expires_ms <= self._now_ms()

    def get(self, token_id: str) -> Token | None:
        return self._known.get(token_id, (None,))[0]

    def all(self) -> list[Token]:
        """The first first."""
        return sorted((token for token, _ in self._known.values()), key=lambda t: (t.made_ms, t.id))

    def add(self, thing: Thing) -> None:
        """It is in the store, and counts from now on."""
        self._known[thing.id] = _of_thing(thing.id, thing.value)

    def remove(self, token_id: str) -> None:
        self._known.pop(token_id, None)


def make(
    name: str, tenant: str, scope: str, by: str, now_ms: int, expires_ms: int | None = None
) -> tuple[Token, str, Thing]:
    """A new token, its whole text, which is shown once, and what is kept of it."""
    secret = secrets.token_urlsafe(32)
    token = Token(secrets.token_hex(6), name, tenant, scope, now_ms, by, expires_ms)
    value = {**asdict(token), "hash": _digest(secret).hex()}
    del value["id"]
    return token, f"hd_{token.id}_{secret}", Thing(KIND, token.id, value)


def noted(token: Token, what: str, by: str, now_ms: int) -> Event:
    """For the audit."""
    detail = {"name": token.name, "scope": token.scope}
    return Event(now_ms, KIND, token.id, what, token.tenant, by, detail)


def first_token(store: Store, path: str, now_ms: int) -> None:
    """Before the loop is started: a token of an administrator of all, in a file that only its
    owner can read. A token that is there and counts stays. Who removes the file gets another one,
    and the old one ends."""
    auth = Auth(store, lambda: now_ms)
    with suppress(OSError), open(path, encoding="ascii", errors="replace") as file:
        if auth.check(file.read().strip()) is not None:
            return
    token, text, thing = make(FIRST, CLUSTER, "admin", HEDDLE, now_ms)
    # The file comes first: a token in the store that nobody has would be of no use.
    _write(path, text)
    store.write([thing, noted(token, "made", HEDDLE, now_ms), *_ended(auth.all(), now_ms)])


def _ended(tokens: Iterable[Token], now_ms: int) -> Iterable[Change]:
    for token in tokens:
        if token.by == HEDDLE:
            yield Gone(KIND, token.id)
            yield noted(token, "revoked", HEDDLE, now_ms)


def _write(path: str, text: str) -> None:
    """In one step; mkstemp makes files that are their owner's alone."""
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".", prefix=".new-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(f"{text}\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode(errors="surrogateescape")).digest()


def _of_thing(token_id: str, value: Mapping[str, Any]) -> tuple[Token, bytes]:
    names = [part.name for part in fields(Token) if part.name != "id"]
    token = Token(token_id, **{name: value[name] for name in names})
    return token, bytes.fromhex(value["hash"])
