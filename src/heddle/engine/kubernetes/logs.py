"""What members write, copied into the folder of their attempt: Kubernetes knows no byte offsets,
and forgets it with the pod. It is followed while somebody reads it, and completed at the end."""

from __future__ import annotations

import contextlib
import threading

from heddle.engine.kubernetes.answers import KubeError
from heddle.engine.kubernetes.client import KubeClient
from heddle.engine.kubernetes.pods import MemberPod
from heddle.engine.local.files.output import Writer

_PATIENCE_S = 5.0  # for a stream to end after its container did


class LogCopy:
    """The output of one member. A line is there when it has ended: runtimes keep it until then."""

    def __init__(self, client: KubeClient, pod: MemberPod, folder: str) -> None:
        self._client, self._pod = client, pod
        self._writer = Writer(folder, pod.member)
        self._last = b""  #: the time of the last line
        self._is_final = False  #: it has ended, and is copied to its end by another thread
        self._mutex = threading.Lock()
        self._thread: threading.Thread | None = None

    def follow(self) -> None:
        """Begins to copy, or goes on where a stream broke."""
        with self._mutex:
            is_copied = self._thread is not None and self._thread.is_alive()
            if not self._is_final and not is_copied:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()

    def complete(self) -> None:
        """All that it wrote, after it has ended.

        :raises KubeError: if the server does not say
        """
        with self._mutex:
            self._is_final = True
        if self._thread is not None:
            self._thread.join(_PATIENCE_S)
            if self._thread.is_alive():
                raise KubeError("the log of the pod does not end")
        self._copy(follow=False)
        self._writer.end()

    def _run(self) -> None:
        with contextlib.suppress(KubeError):  # the next reader tries again
            self._copy(follow=True)

    def _copy(self, *, follow: bool) -> None:
        before = self._last
        since = before.decode("ascii", "replace") or None
        named = self._pod.name, self._pod.namespace
        with self._client.log(*named, follow=follow, since=since) as lines:
            for line in lines:
                stamp, _, text = line.partition(b" ")
                if stamp > before:  # the server may repeat what came in that second
                    self._writer.write(text)
                    self._last = stamp
