"""How a node proves that a request is its own: an HMAC over all of it, with the node's key.

Each request has a time, a number that grows, and the epoch of the server's process, which the
server says: so a copied request is of no use a second time, later, or after a new start of the
server.
"""

from __future__ import annotations

import hashlib
import hmac

NODE, TIME, EPOCH, SEQUENCE, SIGNATURE = (
    "Heddle-Node",
    "Heddle-Time",
    "Heddle-Epoch",
    "Heddle-Sequence",
    "Heddle-Signature",
)
SKEW_MS = 300_000  #: so far the clocks of a node and the server may be apart


def key_of(master: bytes, name: str, generation: str) -> str:
    """The key of a node. It ends when the node's generation is another."""
    return hmac.digest(master, f"{name}\n{generation}".encode(), "sha256").hex()


def sign(
    key: str, method: str, path: str, time_ms: str, epoch: str, sequence: str, body: bytes
) -> str:
    """No part holds a line feed, so no two requests sign the same text."""
    digest = hashlib.sha256(body).hexdigest()
    text = "\n".join((method, path, time_ms, epoch, sequence, digest))
    return hmac.digest(key.encode(), text.encode("utf-8", "surrogateescape"), "sha256").hex()


def headers(
    key: str,
    node: str,
    method: str,
    path: str,
    time_ms: int,
    epoch: str,
    sequence: int,
    body: bytes,
) -> dict[str, str]:
    """What a signed request carries."""
    signature = sign(key, method, path, str(time_ms), epoch, str(sequence), body)
    values = (node, str(time_ms), epoch, str(sequence), signature)
    return dict(zip((NODE, TIME, EPOCH, SEQUENCE, SIGNATURE), values, strict=True))
