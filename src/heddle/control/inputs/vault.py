"""Secrets: sealed in the store, opened only when a member starts.

The key is in a file of the control plane's folder, and not in the store: a backup of the store
alone gives no secret away. Each is bound to its tenant and name, so that one cannot be put in the
place of another.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Mapping
from typing import Any

from heddle.cluster.quota import CLUSTER, path
from heddle.errors import HeddleError
from heddle.extras import extra
from heddle.store.base import Store, Thing
from heddle.system import files

KIND = "secret"
LARGEST = 64 << 10  #: bytes of one
MOST = 1000  #: of one organisation
_NONCE_BYTES = 12


class SealedError(HeddleError):
    """A secret that cannot be opened; it says what helps."""


class Vault:
    """The key of one control plane, made when it is first needed."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, "secrets.key")

    def seal(
        self, tenant: str, name: str, value: bytes, by: str, now_ms: int, made_ms: int
    ) -> Thing:
        """What is kept of it.

        :raises MissingExtraError: without the package that seals
        :raises HeddleError: if the key cannot be kept
        """
        with extra("secrets", "cryptography", "server"):
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        key, nonce = files.key(self._path), os.urandom(_NONCE_BYTES)
        sealed = AESGCM(key).encrypt(nonce, value, _bound(tenant, name))
        kept = {
            "sealed": base64.b64encode(nonce + sealed).decode(),
            "key": _called(key),
            "made_ms": made_ms,
            "changed_ms": now_ms,
            "by": by,
        }
        return Thing(KIND, thing_id(tenant, name), kept)

    def open(self, tenant: str, name: str, kept: Mapping[str, Any]) -> bytes:
        """:raises SealedError: if it was sealed with another key, or changed since"""
        with extra("secrets", "cryptography", "server"):
            from cryptography.exceptions import InvalidTag
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        remedy = f"Set it again: heddle account secret set {name} --tenant {tenant}"
        if not os.path.exists(self._path):
            raise SealedError(f"the key of secret {name}, {self._path}, is gone. {remedy}")
        key = files.key(self._path)
        if kept.get("key") != _called(key):
            raise SealedError(f"secret {name} was sealed with another key. {remedy}")
        data = base64.b64decode(kept["sealed"])
        try:
            return AESGCM(key).decrypt(
                data[:_NONCE_BYTES], data[_NONCE_BYTES:], _bound(tenant, name)
            )
        except InvalidTag:
            raise SealedError(f"the stored secret {name} was changed. {remedy}") from None


def thing_id(tenant: str, name: str) -> str:
    return f"{tenant}/{name}"


def split(kept_as: str) -> tuple[str, str]:
    """Tenant and name."""
    tenant, _, name = kept_as.rpartition("/")
    return tenant, name


def find(store: Store, tenant: str, name: str) -> tuple[str, Mapping[str, Any]] | None:
    """Of the tenant or the nearest one above it that has one of this name."""
    for each in path(tenant):
        if each != CLUSTER and (kept := store.thing(KIND, thing_id(each, name))) is not None:
            return each, kept
    return None


def _bound(tenant: str, name: str) -> bytes:
    return f"{tenant}\0{name}".encode()


def _called(key: bytes) -> str:
    """Which key it is, without giving it away."""
    return hashlib.sha256(b"heddle " + key).hexdigest()[:12]
