"""The pods of all attempts, as the API server says: one list, and one watch that goes on from it.
A thread asks, and the others look at what it found."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from typing import Any

from heddle.engine.kubernetes.answers import KubeError
from heddle.engine.kubernetes.client import CORE, KubeClient
from heddle.engine.kubernetes.pods import KEY, MemberPod, read_pod

_AGAIN_S = 1.0  # between two tries to reach a server that does not answer


class PodView:
    """`namespace` is where they all are; None: in several. `changed` is called after each change,
    from the thread that asks."""

    def __init__(
        self, client: KubeClient, key: str, namespace: str | None, changed: Callable[[], None]
    ) -> None:
        self._client, self._labels, self._namespace = client, f"{KEY}={key}", namespace
        self._changed = changed
        self._mutex = threading.Lock()
        self._pods: dict[str, MemberPod] = {}
        self._ended = threading.Event()
        self.is_known = False  #: it was listed once
        self.down = ""  #: why the server cannot be asked now
        self._version = ""

    def start(self) -> None:
        threading.Thread(target=self._run, name="kubernetes-watch", daemon=True).start()

    def close(self) -> None:
        self._ended.set()

    def pods(self) -> Mapping[str, MemberPod]:
        """By name; also those that were deleted, until they are dropped."""
        with self._mutex:
            return dict(self._pods)

    def pod(self, name: str) -> MemberPod | None:
        with self._mutex:
            return self._pods.get(name)

    def put(self, pod: Mapping[str, Any], *, is_gone: bool = False) -> None:
        """What the server answered just now, or told; an older answer changes nothing."""
        new = read_pod(pod, is_gone=is_gone)
        with self._mutex:
            old = self._pods.get(new.name)
            if old is None or new.version >= old.version:
                self._pods[new.name] = new

    def drop(self, name: str) -> None:
        """A deleted one that nobody needs any more."""
        with self._mutex:
            if name in self._pods and self._pods[name].is_gone:
                del self._pods[name]

    def list(self) -> None:
        """:raises KubeError: if the server does not say"""
        try:
            found, version = self._client.all(CORE, "pods", self._namespace, self._labels)
        except KubeError as error:
            self.down = str(error)
            raise
        for each in found:
            self.put(each)
        names = {each["metadata"]["name"] for each in found}
        with self._mutex:
            for name, pod in [*self._pods.items()]:  # made meanwhile: newer than the list
                if name not in names and not pod.is_gone and pod.version < int(version):
                    del self._pods[name]
        self._version, self.is_known, self.down = version, True, ""

    def failed(self, error: KubeError) -> None:
        """A request did: if nobody answered, nobody is asked in vain until a list succeeds."""
        if error.is_down:
            self.down = str(error)
            self._changed()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                if not self._version or self.down:
                    self.list()
                    self._changed()
                self._follow()
            except KubeError as error:
                self._version = ""  # the watch may have missed something
                if not error.is_outdated:
                    with contextlib.suppress(KubeError):
                        self.list()
                    self._changed()
                    self._ended.wait(_AGAIN_S if self.down else 0)

    def _follow(self) -> None:
        """:raises KubeError: if the watch breaks"""
        watch = self._client.watch(CORE, "pods", self._version, self._namespace, self._labels)
        with contextlib.closing(watch):
            for kind, pod in watch:
                if self._ended.is_set():
                    return
                self._version = pod["metadata"]["resourceVersion"]
                if kind != "BOOKMARK":
                    self.put(pod, is_gone=kind == "DELETED")
                    self._changed()
