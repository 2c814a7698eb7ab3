"""The driver as kubelet sees it: it registers itself, prepares claims for pods and takes them back,
over sockets below kubelet's folder."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import grpc

from heddle._gen import kubelet_pb2 as wire
from heddle.errors import HeddleError, UsageError
from heddle.kubernetes import DRIVER
from heddle.kubernetes.claims import GivenClaim
from heddle.kubernetes.health import OfferedHealth

log = logging.getLogger(__name__)
KUBELET = "/var/lib/kubelet"
#: As kubelet knows them; the messages of both are alike.
SERVICES = {
    "v1.DRAPlugin": "k8s.io.kubelet.pkg.apis.dra.v1.DRAPlugin",
    "v1beta1.DRAPlugin": "k8s.io.kubelet.pkg.apis.dra.v1beta1.DRAPlugin",
}
HEALTH = "v1alpha1.DRAResourceHealth"
THREADS = 8
HEALTH_S = 10.0  #: between two reports; kubelet takes a device for unknown after 30 s without one


class Prepares(Protocol):
    """What `preparation.Preparation` does."""

    def prepare(self, claim: GivenClaim) -> dict[str, list[str]]: ...
    def unprepare(self, uid: str) -> None: ...


class Plugin:
    """`claim_of` asks the API server for a claim; `registered` is told what kubelet says of us;
    `health` says how the devices are."""

    def __init__(
        self,
        preparation: Prepares,
        claim_of: Callable[[str, str, str], GivenClaim],
        registered: Callable[[bool, str], None],
        health: Callable[[], Sequence[OfferedHealth]],
        kubelet: str = KUBELET,
        driver: str = DRIVER,
    ) -> None:
        self._driver = driver
        self._preparation = preparation
        self._claim_of = claim_of
        self._registered = registered
        self._health = health
        self._ended = threading.Event()
        self._folder = os.path.join(kubelet, "plugins", driver)
        self._registry = os.path.join(kubelet, "plugins_registry")
        self._servers: list[grpc.Server] = []

    def start(self) -> None:
        """:raises OSError: if the driver's folder cannot be made
        :raises UsageError: if it cannot listen there"""
        os.makedirs(self._folder, 0o750, exist_ok=True)
        calls = {
            "NodePrepareResources": (self._prepare, wire.NodePrepareResourcesRequest),
            "NodeUnprepareResources": (self._unprepare, wire.NodeUnprepareResourcesRequest),
        }
        handlers = [grpc_handler(name, calls) for name in SERVICES.values()]
        watched = wire.NodeWatchResourcesRequest
        handlers.append(grpc_stream(HEALTH, "NodeWatchResources", watched, self._watch))
        self._serve(os.path.join(self._folder, "dra.sock"), handlers)
        registration = {
            "GetInfo": (self._info, wire.InfoRequest),
            "NotifyRegistrationStatus": (self._notify, wire.RegistrationStatus),
        }
        where = os.path.join(self._registry, f"{self._driver}-reg.sock")  # last: kubelet watches it
        self._serve(where, [grpc_handler("pluginregistration.Registration", registration)])

    def stop(self) -> None:
        """The registration first, so that kubelet does not call what has gone."""
        self._ended.set()
        for server in reversed(self._servers):
            server.stop(grace=1.0).wait()
        self._servers.clear()

    def _serve(self, path: str, handlers: Iterable[grpc.GenericRpcHandler]) -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)  # of a driver that was killed
        server = grpc.server(ThreadPoolExecutor(THREADS))
        server.add_generic_rpc_handlers(tuple(handlers))
        try:
            server.add_insecure_port(f"unix://{path}")  # a socket of root's
        except RuntimeError:  # all that gRPC says, whatever is wrong
            raise UsageError(
                f"cannot listen on {path}: its folder is missing or cannot be written, or the path "
                "is longer than 107 characters. Name kubelet's folder with --kubelet."
            ) from None
        server.start()
        self._servers.append(server)

    # What kubelet asks.

    def _info(self, _: Any) -> Any:
        return wire.PluginInfo(
            type="DRAPlugin",
            name=self._driver,
            endpoint=os.path.join(self._folder, "dra.sock"),
            supported_versions=[*SERVICES, HEALTH],
        )

    def _notify(self, status: Any) -> Any:
        self._registered(status.plugin_registered, status.error)
        return wire.RegistrationStatusResponse()

    def _watch(self, context: grpc.ServicerContext) -> Iterator[Any]:
        while context.is_active() and not self._ended.is_set():
            now = int(time.time())
            yield wire.NodeWatchResourcesResponse(
                devices=[
                    wire.DeviceHealth(
                        device=wire.DeviceIdentifier(pool_name=each.pool, device_name=each.device),
                        health=wire.UNHEALTHY if each.why else wire.HEALTHY,
                        last_updated_time=now,
                        message=each.why,
                    )
                    for each in self._health()
                ]
            )
            self._ended.wait(HEALTH_S)

    def _prepare(self, request: Any) -> Any:
        answer = wire.NodePrepareResourcesResponse()
        for each in request.claims:
            answer.claims[each.uid].CopyFrom(self._prepare_one(each))
        return answer

    def _prepare_one(self, asked: Any) -> Any:
        try:
            claim = self._claim_of(asked.namespace, asked.name, asked.uid)
            called = self._preparation.prepare(claim)
        except (HeddleError, OSError) as error:
            log.warning("claim %s/%s: %s", asked.namespace, asked.name, error)
            return wire.NodePrepareResourceResponse(error=str(error))
        devices = [
            wire.Device(
                request_names=[each.request.partition("/")[0]],  # not which alternative it was
                pool_name=each.pool,
                device_name=each.device,
                cdi_device_ids=called[each.device],
                share_id=each.share_id or None,
            )
            for each in claim.devices
        ]
        return wire.NodePrepareResourceResponse(devices=devices)

    def _unprepare(self, request: Any) -> Any:
        answer = wire.NodeUnprepareResourcesResponse()
        for each in request.claims:
            error = ""
            try:
                self._preparation.unprepare(each.uid)
            except (HeddleError, OSError) as wrong:
                log.warning("claim %s/%s: %s", each.namespace, each.name, wrong)
                error = str(wrong)
            answer.claims[each.uid].error = error
        return answer


def grpc_stream(
    service: str, method: str, request: Any, act: Callable[[grpc.ServicerContext], Iterator[Any]]
) -> grpc.GenericRpcHandler:
    handler = grpc.unary_stream_rpc_method_handler(
        lambda _request, context: act(context),
        request_deserializer=request.FromString,
        response_serializer=lambda answer: answer.SerializeToString(),
    )
    return grpc.method_handlers_generic_handler(service, {method: handler})


def grpc_handler(
    service: str, methods: Mapping[str, tuple[Callable[[Any], Any], Any]]
) -> grpc.GenericRpcHandler:
    """What a method raises, the caller is told."""
    return grpc.method_handlers_generic_handler(
        service,
        {
            name: grpc.unary_unary_rpc_method_handler(
                lambda request, context, act=act: _act(act, request, context),
                request_deserializer=kind.FromString,
                response_serializer=lambda answer: answer.SerializeToString(),
            )
            for name, (act, kind) in methods.items()
        },
    )


def _act(act: Callable[[Any], Any], request: Any, context: grpc.ServicerContext) -> Any:
    try:
        return act(request)
    except (HeddleError, OSError) as error:
        log.warning("%s", error)
        context.abort(grpc.StatusCode.FAILED_PRECONDITION, str(error))
