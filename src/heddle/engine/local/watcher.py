"""Waiting for many attempts at once, without looking at any."""

from __future__ import annotations

import contextlib
import os
import select


class Watcher:
    """Handles that become readable when there is something to look at. `wait` is for one thread;
    the rest for any, one at a time."""

    def __init__(self) -> None:
        self._poll = select.epoll()
        self._attempts: dict[int, str] = {}  #: by handle
        self._handles: dict[str, int] = {}
        self._wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._poll.register(self._wake, select.EPOLLIN)

    def __contains__(self, attempt: str) -> bool:
        return attempt in self._handles

    def add(self, attempt: str, handle: int) -> None:
        """Takes the handle, instead of one that it had for this attempt."""
        self.remove(attempt)
        self._handles[attempt] = handle
        self._attempts[handle] = attempt
        self._poll.register(handle, select.EPOLLIN)

    def remove(self, attempt: str) -> None:
        handle = self._handles.pop(attempt, None)
        if handle is not None:
            del self._attempts[handle]
            self._poll.unregister(handle)
            os.close(handle)

    def wake(self) -> None:
        os.eventfd_write(self._wake, 1)

    def wait(self, seconds: float | None) -> list[int]:
        """Handles that are readable; after `wake` there may be none."""
        return [handle for handle, _ in self._poll.poll(seconds)]

    def take(self, handles: list[int]) -> None:
        """Lets go of those: what they had to say was heard."""
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._wake)
        for handle in handles:
            if attempt := self._attempts.get(handle):
                self.remove(attempt)

    def close(self) -> None:
        for attempt in [*self._handles]:
            self.remove(attempt)
        self._poll.close()
        os.close(self._wake)
