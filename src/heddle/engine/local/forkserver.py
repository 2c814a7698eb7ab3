"""A process that has all that a supervisor needs, and forks one when it is told to: a start costs
a fork instead of a new Python. It ends with the engine that started it; supervisors do not.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping, Sequence

from heddle.engine.local.bare_python import python

TYPE_CHECKING = False  # the other end needs less, and is waited for

if TYPE_CHECKING:
    import subprocess


class ForkServer:
    """The engine's end of it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None

    def send(self, handles: Sequence[int]) -> None:
        """Hands over a lock, an order and the pipe that tells when it runs.

        :raises OSError: if it cannot be started
        """
        self.open()
        try:
            self._send(handles)
        except ConnectionError:  # it was killed
            self.close()
            self.open()
            self._send(handles)

    def _send(self, handles: Sequence[int]) -> None:
        assert self._socket is not None
        socket.send_fds(self._socket, [b"!"], list(handles))

    def open(self) -> None:
        """Starts it, unless it was; does not wait until it is up.

        :raises OSError: if it cannot be started
        """
        if self._socket is not None:
            return
        import subprocess

        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._process = subprocess.Popen(
                python(__name__, str(theirs.fileno())), pass_fds=[theirs.fileno()],
                env=self._environment, cwd="/", start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        self._socket = ours

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._process is not None:
            import subprocess

            try:
                self._process.wait(5)  # it reads the end of the line, and ends
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None


def main(words: Sequence[str]) -> int:
    """The other end."""
    import gc
    import signal

    import heddle.ask  # noqa: F401 - once, and not by each supervisor at its end
    from heddle.engine.local.supervisor import supervise

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel buries supervisors
    gc.freeze()
    with socket.socket(fileno=int(words[0])) as line:
        line.set_inheritable(False)
        while True:
            message, handles, _, _ = socket.recv_fds(line, 1, 3)
            if not message:
                return 0
            for handle in handles:
                os.set_inheritable(handle, False)
            with contextlib.suppress(OSError):  # no room: the engine sees its pipe closed
                if len(handles) == 3 and os.fork() == 0:
                    line.close()
                    os.setsid()
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    try:
                        supervise(*handles[1:])
                    finally:
                        os._exit(0)
            for handle in handles:
                os.close(handle)
