"""Tokens with which programs of other machines may use this machine's devices.

A token is `hd_ID_SECRET_PIN`, the pin being that of the certificate with which this machine
serves. The secret is random and long, so a fast hash is enough, and only that is kept. Whose
programs they are is what was said when the token was made, whatever its bearer says. Pure, but for
random numbers.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from heddle.model.wire.tickets import TICKET

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

FILE = "device-tokens"  #: of the state folder
_NOBODY = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True, slots=True)
class DeviceToken:
    """What is known of a token."""

    id: str
    tenant: str
    made_s: int
    expires_s: int


def make(tenant: str, now_s: float, lasts_s: float) -> tuple[str, DeviceToken, dict[str, Any]]:
    """The text without its pin, which is shown once; what it means; what is kept of it."""
    secret = secrets.token_hex(16)
    token = DeviceToken(secrets.token_hex(4), tenant, int(now_s), int(now_s + lasts_s))
    return f"hd_{token.id}_{secret}", token, {**asdict(token), "hash": _digest(secret)}


def parse(text: str) -> tuple[str, str, str] | None:
    """Its id, its secret and the pin, which may be empty; None if it is no such token. Of the
    ticket of a job likewise."""
    words = text.strip().split("_")
    if (
        len(words) not in (3, 4)
        or words[0] not in ("hd", TICKET)
        or not (all(words) and text.isascii())
    ):
        return None
    return words[1], words[2], words[3] if len(words) == 4 else ""


def listed(kept: object, now_s: float) -> dict[str, tuple[DeviceToken, str]]:
    """Those of a file that count, each with its hash; what is broken does not."""
    found = {}
    for each in kept if isinstance(kept, list) else []:
        try:
            token = DeviceToken(
                str(each["id"]), str(each["tenant"]), int(each["made_s"]), int(each["expires_s"])
            )
            digest = str(each["hash"])
        except (TypeError, KeyError, ValueError):
            continue
        if token.expires_s > now_s:
            found[token.id] = token, digest
    return found


def check(text: str, known: Mapping[str, tuple[DeviceToken, str]]) -> DeviceToken | None:
    """None if it does not count."""
    token_id, secret, _ = parse(text) or ("", "", "")
    found, digest = known.get(token_id, (None, _NOBODY))
    is_right = hmac.compare_digest(_digest(secret), digest)
    return found if is_right else None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogateescape")).hexdigest()
