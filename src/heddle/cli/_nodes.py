"""Another node is asked: through the control plane, at its next heartbeat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from heddle.cli._output import Progress
from heddle.errors import HeddleError
from heddle.model.wire.plain import read

if TYPE_CHECKING:
    from heddle.client.client import Client

T = TypeVar("T")
PATIENCE_S = 30.0


def asked(
    node: str, kind: type[T], question: Callable[[Client], Any], *, takes_s: float = 0.0
) -> T:
    """:raises HeddleError: if it does not answer"""
    from heddle.client import where

    progress = Progress()
    progress.show(f"waiting for {node}, which answers at its next heartbeat")
    try:
        with where.find(timeout_s=PATIENCE_S + takes_s) as client:
            return seen(node, kind, question(client))
    finally:
        progress.done()


def seen(node: str, kind: type[T], said: Any) -> T:
    """:raises HeddleError: if it is nothing of that kind"""
    try:
        return read(kind, said)
    except ValueError as error:
        raise HeddleError(
            f"{node} answers in another way than is known here: {error}. Is its Heddle of the same "
            "version? `heddle node ls` shows it."
        ) from None
