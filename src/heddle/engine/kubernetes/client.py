"""The API of a cluster, as far as the engine needs it: objects are what JSON says."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import httpx2 as httpx
from httpx2.websockets import HTTPXWSException, WebSocketSession, WebSocketUpgradeError
from lightkube import KubeConfig
from lightkube.config import client_adapter
from lightkube.config.client_adapter import ConnectionParams
from lightkube.core.exceptions import ConfigError
from wsproto.utilities import ProtocolError

from heddle.engine.kubernetes.answers import KubeError, refusal, unanswered
from heddle.engine.kubernetes.settings import KUBECONFIG
from heddle.errors import UsageError

CORE, RESOURCE = "api/v1", "apis/resource.k8s.io/v1"
_TIMEOUT_S = 10.0
_CLOSE_S = 2.0
_LOOK_S = 1.0  # between two looks whether a stream was closed
_WATCH_S = 60  # after which the server ends a watch, which goes on where it was
_BOOKMARK_S = 30.0  # of silence beyond that: nobody is there
_EXEC, _LARGEST = "v5.channel.k8s.io", 1 << 20  # the protocol, and bytes of a message
_STRATEGIC = {"Content-Type": "application/strategic-merge-patch+json"}


class KubeClient:
    """Connections to one API server; may be used by several threads."""

    def __init__(self, kubeconfig: str | None) -> None:
        """:raises UsageError: if the file is not there, or says no cluster"""
        try:
            if kubeconfig:
                found = KubeConfig.from_file(os.path.expanduser(kubeconfig))
            else:
                found = KubeConfig.from_service_account()
            config = found.get()
            if config is None:
                raise ConfigError("it names no context")
            self._http = client_adapter.Client(config, ConnectionParams(httpx.Timeout(_TIMEOUT_S)))
        except (ConfigError, OSError, ValueError) as error:
            raise UsageError(
                f"the engine kubernetes has no cluster ({error}). Set {KUBECONFIG} to the "
                "kubeconfig of the cluster, or run `heddle up` in a pod of it."
            ) from None
        self.address = str(config.cluster.server)
        self.namespace = config.namespace or "default"
        self._uses = threading.Condition()
        self._count = 0  #: requests and streams that are open
        self._lines: list[socket.socket] = []  #: of streams
        self._is_closed = False

    def close(self) -> None:
        """Ends streams, and lets go of connections when nobody reads from them any more: a
        descriptor that is closed before may be another file's when it is read."""
        with self._uses:
            self._is_closed = True
            for line in self._lines:
                with contextlib.suppress(OSError):
                    socket.socket.shutdown(line, socket.SHUT_RDWR)
            if self._uses.wait_for(lambda: not self._count, _CLOSE_S):
                self._http.close()
            else:
                threading.Thread(target=self._close_later, daemon=True).start()

    def _close_later(self) -> None:
        with self._uses:
            self._uses.wait_for(lambda: not self._count)
        self._http.close()

    def all(
        self, base: str, kind: str, namespace: str | None = None, labels: str | None = None
    ) -> tuple[list[dict[str, Any]], str]:
        """All objects, of all namespaces where none is named; and the version of the list.

        :raises KubeError: if the server does not say
        """
        found = self._ask(
            "GET", _path(base, kind, namespace), params=_said(labelSelector=labels)
        ).json()
        return list(found.get("items") or ()), str(found["metadata"]["resourceVersion"])

    def watch(
        self, base: str, kind: str, version: str, namespace: str | None, labels: str
    ) -> Generator[tuple[str, dict[str, Any]], None, None]:
        """Changes since then, until the server ends it.

        :raises KubeError: if it does not answer any more, or does not know them any more
        """
        params = _said(
            watch="true", resourceVersion=version, labelSelector=labels,
            timeoutSeconds=str(_WATCH_S), allowWatchBookmarks="true",
        )  # fmt: skip
        timeout = httpx.Timeout(_TIMEOUT_S, read=_WATCH_S + _BOOKMARK_S)
        path = _path(base, kind, namespace)
        with self._stream(path, params, timeout) as answer:
            for line in _lines(answer):
                event = json.loads(line)
                if event["type"] == "ERROR":
                    status = event["object"]
                    raise refusal(int(status.get("code", 500)), str(status.get("message", "")))
                yield event["type"], event["object"]

    def create(
        self, base: str, kind: str, namespace: str, value: Mapping[str, Any]
    ) -> dict[str, Any]:
        """:raises KubeError: if it is refused"""
        return dict(self._ask("POST", _path(base, kind, namespace), json=value).json())

    def patch(self, pod: str, namespace: str, change: Mapping[str, Any]) -> dict[str, Any]:
        """Of a pod.

        :raises KubeError: if it is refused
        """
        path, data = f"{_path(CORE, 'pods', namespace)}/{pod}", json.dumps(change).encode()
        return dict(self._ask("PATCH", path, content=data, headers=_STRATEGIC).json())

    def delete(self, pod: str, namespace: str) -> None:
        """A pod, and with it what it owns. One that is not there needs no deletion.

        :raises KubeError: if it is refused
        """
        try:
            self._ask("DELETE", f"{_path(CORE, 'pods', namespace)}/{pod}")
        except KubeError as error:
            if not error.is_missing:
                raise

    def may(self, verb: str, resource: str, group: str, namespace: str | None) -> bool:
        """Whether the role that we have allows it.

        :raises KubeError: if the server does not say
        """
        resource, _, sub = resource.partition("/")
        asked = _said(verb=verb, group=group, resource=resource, subresource=sub or None)
        value = {
            "apiVersion": "authorization.k8s.io/v1",
            "kind": "SelfSubjectAccessReview",
            "spec": {"resourceAttributes": {**asked, **_said(namespace=namespace)}},
        }
        path = "apis/authorization.k8s.io/v1/selfsubjectaccessreviews"
        return bool(self._ask("POST", path, json=value).json()["status"].get("allowed"))

    @contextmanager
    def log(
        self, pod: str, namespace: str, *, follow: bool, since: str | None = None
    ) -> Iterator[Iterator[bytes]]:
        """Its lines, each with the time before it; those that came since then.

        :raises KubeError: if the server does not say
        """
        params = _said(
            container="member", timestamps="true", sinceTime=since,
            follow="true" if follow else None,
        )  # fmt: skip
        timeout = httpx.Timeout(_TIMEOUT_S, read=None if follow else _TIMEOUT_S)
        path = f"{_path(CORE, 'pods', namespace)}/{pod}/log"
        with self._stream(path, params, timeout) as answer:
            yield _lines(answer)

    @contextmanager
    def execute(
        self, pod: str, namespace: str, command: Sequence[str], size: tuple[int, int] | None
    ) -> Iterator[ExecStream]:
        """Of a command in the container; with a terminal, if it has a size.

        :raises KubeError: if it is refused, or breaks off
        """
        own = _said(
            container="member", stdin="true", stdout="true",
            tty="true" if size else None, stderr=None if size else "true",
        )  # fmt: skip
        params = {**own, "command": [*command]}
        path = f"{_path(CORE, 'pods', namespace)}/{pod}/exec"
        with (
            self._refusals(),
            self._http.websocket(
                path, params=params, subprotocols=[_EXEC], max_message_size_bytes=_LARGEST
            ) as session,
        ):
            yield ExecStream(session, self.address)

    def _ask(self, method: str, path: str, **rest: Any) -> httpx.Response:
        with self._refusals():
            answer = self._http.request(method, path, **rest)
            if answer.is_error:
                raise _refused(answer)
            return answer

    @contextmanager
    def _stream(
        self, path: str, params: Mapping[str, str], timeout: httpx.Timeout
    ) -> Iterator[httpx.Response]:
        with (
            self._refusals(),
            self._http.stream("GET", path, params=params, timeout=timeout) as answer,
        ):
            if answer.is_error:
                answer.read()
                raise _refused(answer)
            line = answer.extensions["network_stream"].get_extra_info("socket")
            with self._uses:
                self._lines.append(line)
            try:
                yield answer
            finally:
                with self._uses:
                    self._lines.remove(line)

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        with self._uses:
            if self._is_closed:
                raise KubeError("the connection to the API server is closed", is_down=True)
            self._count += 1
        try:
            yield
        except httpx.HTTPError as error:
            raise unanswered(self.address, str(error) or type(error).__name__) from None
        except WebSocketUpgradeError as error:
            error.response.read()
            raise _refused(error.response) from None
        except HTTPXWSException as error:
            raise unanswered(self.address, type(error).__name__) from None
        except (ValueError, KeyError, RuntimeError) as error:  # no JSON; the client was closed
            raise unanswered(self.address, str(error)) from None
        finally:
            with self._uses:
                self._count -= 1
                self._uses.notify_all()


class ExecStream:
    """Messages of a command that is executed."""

    def __init__(self, session: WebSocketSession, address: str) -> None:
        self._session, self._address = session, address
        self._is_closed = False  #: by us

    def send_bytes(self, data: bytes) -> None:
        """:raises KubeError: if nobody takes it"""
        with self._breaks():
            self._session.send_bytes(data)

    def receive_bytes(self) -> bytes:
        """:raises KubeError: if none comes any more"""
        while True:
            with self._breaks(), contextlib.suppress(TimeoutError):  # a closed one says nothing
                if self._is_closed:
                    raise ConnectionError
                return bytes(self._session.receive_bytes(_LOOK_S))

    def close(self) -> None:
        """:raises KubeError: if it is closed already"""
        self._is_closed = True
        with self._breaks():
            self._session.close()

    @contextmanager
    def _breaks(self) -> Iterator[None]:
        try:
            yield
        except (HTTPXWSException, httpx.HTTPError, ProtocolError, OSError, RuntimeError) as error:
            raise unanswered(self._address, str(error) or type(error).__name__) from None


def _path(base: str, kind: str, namespace: str | None) -> str:
    return f"{base}/namespaces/{namespace}/{kind}" if namespace else f"{base}/{kind}"


def _said(**words: str | None) -> dict[str, str]:
    return {name: text for name, text in words.items() if text is not None}


def _refused(answer: httpx.Response) -> KubeError:
    try:
        message = str(answer.json().get("message", ""))
    except (ValueError, AttributeError):  # of something in between
        message = answer.text
    return refusal(answer.status_code, message)


def _lines(answer: httpx.Response) -> Iterator[bytes]:
    """As they were written, each with its end; the last one may have none."""
    rest = b""
    for piece in answer.iter_bytes():
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            yield line + b"\n"
    if rest:
        yield rest
