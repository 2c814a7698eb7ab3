"""Fills the pipe that a member reads, for one client: what it sends, at the pace of the member."""

from __future__ import annotations

import select
import socket
from os import set_blocking, write

from heddle.engine.local.input_pipe import InputProgress
from heddle.model.wire.execution import ended_frame, taken_frame
from heddle.model.wire.terminal import INPUT, Frames

_READ_BYTES = _AHEAD_BYTES = 1 << 16
_LOOK_S = 0.05
#: What `ENDED` says.
PASSED_ON, NOT_READ = 0, 1


def feed(line: socket.socket, frames: Frames, handles: tuple[int, int]) -> None:
    """Until the input is over, nobody reads it any more, or the client is gone. What the pipe has
    not taken then counts as never sent."""
    pipe, progress = handles[0], InputProgress(handles[1])
    if not _begin(line, progress):
        return
    set_blocking(pipe, False)
    count, is_over = progress.read()
    line.sendall(taken_frame(count))
    waiting, no_more = bytearray(), is_over
    poll = select.poll()
    while waiting or not no_more:
        reads = select.POLLIN if len(waiting) < _AHEAD_BYTES and not no_more else 0
        poll.register(line, reads)
        poll.register(pipe, select.POLLOUT if waiting else 0)
        happened = dict(poll.poll())
        if happened.get(pipe, 0) & select.POLLERR:  # all who could read it have closed it
            progress.note(count, is_over=True)
            line.sendall(ended_frame(NOT_READ))
            return
        if happened.get(pipe, 0) & select.POLLOUT:
            written = write(pipe, waiting)
            del waiting[:written]
            count += written
            progress.note(count, is_over=False)
            line.sendall(taken_frame(count))
        if line.fileno() in happened:
            data = line.recv(_READ_BYTES)
            if not data:
                return
            frames.add(data)
        while (found := frames.next()) is not None:
            if found[0] == INPUT:
                waiting += found[1]
                no_more = no_more or not found[1]
    progress.note(count, is_over=True)  # the supervisor closes the pipe when we have ended
    line.sendall(ended_frame(PASSED_ON))


def _begin(line: socket.socket, progress: InputProgress) -> bool:
    """Once the client before has gone; False if this one goes first."""
    poll = select.poll()
    poll.register(line, select.POLLRDHUP)
    while not progress.lock():
        if poll.poll(_LOOK_S * 1000):
            return False
    return True
