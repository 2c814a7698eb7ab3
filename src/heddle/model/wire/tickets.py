"""Tickets: with one, the program of an attempt uses the device that another node lends to it.

A ticket is `ht_ATTEMPT_SECRET_PIN`, the pin being that of the certificate with which that node
serves. The secret follows from the node's key, so the node knows a ticket that was made for it;
what it is good for, and whether it still is, the control plane says when it is used (decision
0054).
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from heddle.errors import UsageError

TICKET = "ht"  #: the first word of one
DEVICE_TOKEN = "HEDDLE_DEVICE_TOKEN"  #: the variable: for devices of other machines
GRANTS = "grants"  #: what nodes ask, and the last word of the path
MOST = 256  #: attempts that are asked for together
_NUMBERS = ("rank", "share_milli", "cap_milli", "memory_limit")


@dataclass(frozen=True, slots=True)
class TicketGrant:
    """What the program of an attempt may have of a node, while it runs."""

    device: str
    tenant: str
    rank: int = 0
    share_milli: int = 0  #: 0: all of the device
    cap_milli: int = 0
    memory_limit: int = 0  #: bytes; 0: any


def secret_of(key: str, attempt: str) -> str:
    """`key`: of the node."""
    return hmac.digest(key.encode(), f"device ticket\n{attempt}".encode(), "sha256").hex()


def ticket(key: str, attempt: str, pin: str) -> str:
    return f"{TICKET}_{attempt}_{secret_of(key, attempt)}_{pin}"


def attempt_of(text: str, key: str) -> str:
    """For which it was made; empty if it was not made for the node of this key."""
    words = text.strip().split("_")
    if len(words) not in (3, 4) or words[0] != TICKET or not words[1] or not text.isascii():
        return ""
    right = secret_of(key, words[1])
    return words[1] if hmac.compare_digest(words[2], right) else ""


def plain_grant(grant: TicketGrant) -> dict[str, Any]:
    return asdict(grant)


def read_grant(said: object) -> TicketGrant:
    """:raises UsageError: if it is invalid"""
    if isinstance(said, Mapping):
        texts = [said.get(name) for name in ("device", "tenant")]
        numbers = [said.get(name, 0) for name in _NUMBERS]
        if all(isinstance(each, str) for each in texts) and all(
            isinstance(each, int) and not isinstance(each, bool) for each in numbers
        ):
            return TicketGrant(str(texts[0]), str(texts[1]), *numbers)
    raise UsageError("the control plane's answer is not a grant of this version of Heddle.")
