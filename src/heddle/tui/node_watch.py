"""The screen of another node. A thread asks for it, because that takes until the node's next
heartbeat; the screen does not wait."""

from __future__ import annotations

import threading
from collections.abc import Callable

from heddle.client import where
from heddle.client.client import Client
from heddle.errors import HeddleError
from heddle.model.wire.plain import read
from heddle.node.table_look import TableSnapshot

PATIENCE_S = 30.0


class NodeWatch:
    """Asks every `interval_s`, in a separate thread, which ends with the process. Holds and sets
    there, too."""

    def __init__(
        self,
        node: str,
        interval_s: float,
        find: Callable[[], Client] = lambda: where.find(timeout_s=PATIENCE_S),
    ) -> None:
        self._node = node
        self._interval_s = interval_s
        self._find = find
        self._latest: TableSnapshot | None = None
        self._trouble = f"waiting for {node}, which answers at its next heartbeat"
        threading.Thread(target=self._run, name="node", daemon=True).start()

    def look(self, readonly: bool) -> TableSnapshot:
        """What it said last.

        :raises HeddleError: if it does not answer, or has not yet
        """
        if self._trouble or self._latest is None:
            raise HeddleError(self._trouble)
        return self._latest

    def hold(self, program: int, on: bool) -> None:
        with self._find() as client:
            (client.hold_program if on else client.release_program)(self._node, program)

    def set_priority(self, program: int, priority: int) -> None:
        with self._find() as client:
            client.set_program(self._node, program, {"priority": priority})

    def _run(self) -> None:
        pause = threading.Event()
        while True:
            try:
                with self._find() as client:
                    while True:
                        self._latest = read(TableSnapshot, client.look(self._node))
                        self._trouble = ""
                        pause.wait(self._interval_s)
            except (HeddleError, ValueError) as error:
                self._trouble = str(error)
            pause.wait(self._interval_s)
