"""The seam of parts: what decides beside the cycle, such as services and registered nodes.

A part is called in the thread of the loop alone, and must be quick: it keeps what it needs in
memory, changes the core as people do (`submit`, `cancel`, `keep`), and is built from the store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from heddle.control.core import Core


class Part(Protocol):
    """One part; `Core.part` finds it by its class."""

    def due_ms(self) -> int | None:
        """When `turn` has something to do at the latest, if nothing happens until then."""
        ...

    def turn(self, core: Core, now_ms: int) -> None:
        """Before every cycle, and when it is due."""
        ...
