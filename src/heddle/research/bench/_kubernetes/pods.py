"""Pods with a claim each, made and timed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, cast

from lightkube import Client
from lightkube.core.exceptions import ApiError
from lightkube.resources.core_v1 import Pod

from heddle.errors import WorkloadError
from heddle.kubernetes import DRIVER
from heddle.kubernetes.driver import Claim

LABEL = "heddle.dev/bench"
PATIENCE_S = 120.0
LOOK_S = 0.05


class TimedPods:
    """All that this makes bears a label, and goes with it."""

    def __init__(self, client: Client, namespace: str, image: str, node: str) -> None:
        self._client, self._namespace = client, namespace
        self._image, self._node = image, node
        self._labels: dict[str, Any] = {LABEL: "k8s"}

    def start(self, name: str, device: dict[str, Any], command: Sequence[str]) -> float:
        """When it was asked for; `device` is the request of its claim."""
        began = time.time()
        self._client.create(Claim(self._claim(name, device)))
        self._client.create(cast("Pod", Pod.from_dict(self._pod(name, command))))
        return began

    def first_line(self, name: str) -> float:
        """When it wrote something, by the clock of its node.

        :raises WorkloadError: if it does not
        """
        said: list[str] = []

        def has_said() -> bool:
            said[:] = self._lines(name)
            return bool(said)

        self._wait(f"{name} has not used its device", has_said)
        return _seconds(said[0].split()[0])

    def lines_after(self, name: str, at: float) -> int:
        return sum(_seconds(line.split()[0]) > at for line in self._lines(name))

    def _lines(self, name: str) -> list[str]:
        try:
            said = self._client.log(name, namespace=self._namespace, timestamps=True)
            return [line for line in said if line.strip()]
        except ApiError:  # its container is not there yet
            return []

    def restarts(self) -> int:
        found = self._client.list(Pod, namespace=self._namespace, labels=self._labels)
        return sum(
            each.restartCount
            for pod in found
            for each in (pod.status and pod.status.containerStatuses) or ()
        )

    def bound(self, count: int) -> float:
        """Waits until so many are bound; when the last one was."""

        def are_bound() -> bool:
            found = self._client.list(Pod, namespace=self._namespace, labels=self._labels)
            return sum(bool(pod.spec and pod.spec.nodeName) for pod in found) >= count

        self._wait(f"{count} pods are not bound", are_bound)
        return time.time()

    @contextmanager
    def cleared(self) -> Iterator[None]:
        """Nothing of it is there before and afterwards."""
        self.clear()
        try:
            yield
        finally:
            self.clear()

    def clear(self, *names: str) -> None:
        """All of them, or these."""
        chosen = names or [
            str(pod.metadata and pod.metadata.name)
            for pod in self._client.list(Pod, namespace=self._namespace, labels=self._labels)
        ]
        for name in chosen:
            for kind in (Pod, Claim):
                self._remove(kind, name)
        self._wait("pods do not end", lambda: not any(self._is_there(name) for name in chosen))

    def _remove(self, kind: Any, name: str) -> None:
        try:
            self._client.delete(kind, name, namespace=self._namespace, grace_period=0)
        except ApiError as error:
            if error.status.code != 404:
                raise

    def _is_there(self, name: str) -> bool:
        try:
            self._client.get(Claim, name, namespace=self._namespace)
        except ApiError as error:
            if error.status.code != 404:
                raise
            return False
        return True

    @staticmethod
    def _wait(otherwise: str, is_so: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > until:
                raise WorkloadError(
                    f"{otherwise} after {PATIENCE_S:g} s: `kubectl describe pods -l {LABEL}` says "
                    "why."
                )
            time.sleep(LOOK_S)

    def _claim(self, name: str, device: dict[str, Any]) -> dict[str, Any]:
        return {
            "metadata": {"name": name, "namespace": self._namespace, "labels": self._labels},
            "spec": {"devices": {"requests": [{"name": "xpu", "exactly": device}]}},
        }

    def _pod(self, name: str, command: Sequence[str]) -> dict[str, Any]:
        container = {
            "name": "main",
            "image": self._image,
            "imagePullPolicy": "IfNotPresent",
            "command": list(command),
            "resources": {"claims": [{"name": "xpu"}]},
        }
        return {
            "metadata": {"name": name, "namespace": self._namespace, "labels": self._labels},
            "spec": {
                "containers": [container],
                "restartPolicy": "OnFailure",
                "nodeSelector": {"kubernetes.io/hostname": self._node},
                "resourceClaims": [{"name": "xpu", "resourceClaimName": name}],
                "terminationGracePeriodSeconds": 0,
            },
        }


def device_request(layer: str, share: int, device: str) -> dict[str, Any]:
    """Of Heddle's driver."""
    own = f'device.attributes["{DRIVER}"]'
    chosen = f'device.driver == "{DRIVER}" && {own}.layer == "{layer}" && {own}.kind == "{device}"'
    return {
        "deviceClassName": "xpu" if layer == "guaranteed" else "xpu-best-effort",
        "selectors": [{"cel": {"expression": chosen}}],
        "capacity": {"requests": {"share": str(share), "memory": "1Mi"}},
    }


def _seconds(text: str) -> float:
    """Of 2026-11-18T01:02:03.123456789Z: nanoseconds are finer than what Python reads."""
    whole, _, part = text.rstrip("Z").partition(".")
    zone = "+00:00"
    return datetime.fromisoformat(whole + zone).timestamp() + float(f"0.{part or 0}")
