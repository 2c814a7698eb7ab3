"""The form of the agent's log: one line for each thing said, whatever names guests have."""

from __future__ import annotations

import logging

from heddle.system.printable import printable


class Form(logging.Formatter):
    """What is our own and has several lines, as a traceback, is told in one."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        return printable(super().formatMessage(record).replace("\n", " / "))

    def formatException(self, ei: object) -> str:
        told: str = super().formatException(ei)  # type: ignore[arg-type]
        return "\n".join(f"  {printable(line)}" for line in told.split("\n"))
