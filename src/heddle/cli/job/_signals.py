"""Signals that this command gets, handed on to a job: the program is elsewhere, and hears them as
if it were here."""

from __future__ import annotations

import signal
import threading
from functools import partial
from queue import SimpleQueue
from types import FrameType
from typing import TYPE_CHECKING, Any

from heddle.cli._output import complain
from heddle.errors import HeddleError, NoServerError, UsageError
from heddle.model.record import FINAL, RUNNING
from heddle.model.wire.execution import SIGNALS

if TYPE_CHECKING:
    from heddle.client.client import Client

#: What ends a program, unless it has a better idea: these end a job that cannot hear them.
ENDS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
MOST_AT_ONCE = 16  #: members that are told; each is a connection
LAST_S = 5.0  #: for one that is on its way when the program has ended


class SignalRelay:
    """From the start of a job to its end. Handlers only take note: the calls are made by a thread
    with a connection of its own, since the one of the command may be in the middle of an answer.
    What is typed at a terminal is no signal here: the terminal there makes one of it."""

    def __init__(self, job: str, members: int) -> None:
        self._job, self._members = job, members
        self._noted: SimpleQueue[int | None] = SimpleQueue()
        self._before: dict[int, Any] = {}
        self._thread = threading.Thread(target=self._hand_on_all, daemon=True)
        self._is_in_vain = False  #: no server answers: the next signal is for us
        self.last = 0  #: the newest that ends programs

    def __enter__(self) -> SignalRelay:
        for number in SIGNALS:
            if signal.getsignal(number) != signal.SIG_IGN:  # nohup, and the like
                self._before[number] = signal.signal(number, self._note)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._noted.put(None)
        self._thread.join(LAST_S)

    def _note(self, number: int, _: FrameType | None) -> None:
        if self._is_in_vain:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        if number in ENDS:
            self.last = number
        self._noted.put(number)

    def _hand_on_all(self) -> None:
        from heddle.client import where

        while (number := self._noted.get()) is not None:
            try:
                with where.find() as client:
                    self._hand_on(client, number)
            except HeddleError as error:
                name = signal.Signals(number).name
                complain(f"{name} does not reach {self._job}: {error}")
                if isinstance(error, NoServerError):
                    complain(f"the next one ends this command, and {self._job} continues")
                    self._is_in_vain = True

    def _hand_on(self, client: Client, number: int) -> None:
        state = client.job(self._job)["state"]
        if state in FINAL or (state == RUNNING and self._is_heard(client, number)):
            return
        if number in ENDS:
            client.cancel(self._job)

    def _is_heard(self, client: Client, number: int) -> bool:
        """Whether it got to all members. To all at once: when one ends of it, all are ended."""
        from concurrent.futures import ThreadPoolExecutor

        try:
            with ThreadPoolExecutor(min(self._members, MOST_AT_ONCE)) as pool:
                tell = partial(client.send_signal, self._job, number)
                return all(pool.map(lambda member: tell(member=member), range(self._members)))
        except UsageError:  # it only just begins, has just ended, or its engine cannot
            return False
