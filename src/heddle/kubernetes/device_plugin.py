"""The device plugin as kubelet sees it, for clusters without dynamic resource allocation.

Kubelet does not say which pod a container is of. So what the pod is promised is made at the last
moment, before the container starts: kubelet then tells anybody who asks which pod has the slots.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc

from heddle._gen import kubelet_pb2 as wire
from heddle.errors import HeddleError
from heddle.kubernetes.claims import GivenPod
from heddle.kubernetes.plugin import KUBELET, grpc_handler, grpc_stream
from heddle.kubernetes.slot_pods import SlotPods
from heddle.kubernetes.slots import RESOURCES, SLOTS, preferred, slots_of

log = logging.getLogger(__name__)
VERSION = "v1beta1"
SERVICE, REGISTRATION = "v1beta1.DevicePlugin", "/v1beta1.Registration/Register"
LIST = "/v1.PodResourcesLister/List"
THREADS = 8
TIMEOUT_S = 10.0
LOOK_S = 2.0  #: between two looks at kubelet and at pods that have gone
DEVICES_S = 30.0  #: at the devices


class DevicePlugin:
    """The devices of one kind. `pod_of` asks the API server for a pod: by namespace and name, its
    uid and annotation."""

    def __init__(
        self,
        kind: str,
        pods: SlotPods,
        pod_of: Callable[[str, str], tuple[str, str]],
        kubelet: str = KUBELET,
        slots: int = SLOTS,
    ) -> None:
        self._kind, self._pods, self._pod_of, self._slots = kind, pods, pod_of, slots
        self._resource, self._socket = f"{RESOURCES}{kind}", f"heddle-{kind}.sock"
        self._folder = os.path.join(kubelet, "device-plugins")
        self._resources = os.path.join(kubelet, "pod-resources", "kubelet.sock")
        self._changed = threading.Condition()
        self._ended = False
        self._server: grpc.Server | None = None
        self._known: tuple[int, int] = (0, 0)

    def run(self, ended: threading.Event) -> None:
        looks = 0
        try:
            while True:
                self._try("kubelet does not take the plugin", self._register_anew)
                self._try("pods that have gone are not known", self._forget_gone)
                if ended.wait(LOOK_S):
                    return
                looks += 1
                if looks % int(DEVICES_S / LOOK_S) == 0:
                    self._try("the devices are not known", self._look)
        finally:
            self._stop()

    def _look(self) -> None:
        before = self._devices()
        self._pods.look()
        if before != self._devices():
            with self._changed:
                self._changed.notify_all()

    def _devices(self) -> list[str]:
        found = self._pods.devices.items()
        return [name for name, offer in found if offer.device.kind == self._kind]

    # Kubelet.

    def _register_anew(self) -> None:
        """Whenever kubelet is another: it has removed all sockets then."""
        own = os.path.join(self._folder, self._socket)
        kubelets = os.path.join(self._folder, "kubelet.sock")
        status = os.stat(kubelets)
        if self._known == (status.st_ino, status.st_ctime_ns) and os.path.exists(own):
            return
        self._stop()
        self._ended = False
        self._server = self._serve(own)
        request = wire.RegisterRequest(
            version=VERSION, endpoint=self._socket, resource_name=self._resource,
            options=wire.PluginOptions(
                pre_start_required=True, get_preferred_allocation_available=True
            ),
        )  # fmt: skip
        _ask(kubelets, REGISTRATION, request, wire.Empty)
        self._known = (status.st_ino, status.st_ctime_ns)
        log.info("kubelet has registered %s", self._resource)

    def _serve(self, path: str) -> grpc.Server:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        calls = {
            "GetDevicePluginOptions": (self._options, wire.Empty),
            "GetPreferredAllocation": (self._preferred, wire.PreferredAllocationRequest),
            "Allocate": (self._allocate, wire.AllocateRequest),
            "PreStartContainer": (self._prestart, wire.PreStartContainerRequest),
        }
        handlers = [
            grpc_handler(SERVICE, calls),
            grpc_stream(SERVICE, "ListAndWatch", wire.Empty, self._list),
        ]
        server = grpc.server(ThreadPoolExecutor(THREADS))
        server.add_generic_rpc_handlers(tuple(handlers))
        server.add_insecure_port(f"unix://{path}")
        server.start()
        return server

    def _stop(self) -> None:
        if self._server is None:
            return
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self._server.stop(grace=1.0).wait()
        self._server = None

    def _options(self, _: Any) -> Any:
        return wire.PluginOptions(pre_start_required=True, get_preferred_allocation_available=True)

    def _list(self, context: grpc.ServicerContext) -> Iterator[Any]:
        while context.is_active() and not self._ended:
            slots = slots_of(self._devices(), self._slots)
            yield wire.ListAndWatchResponse(
                devices=[wire.PluginDevice(id=slot, health="Healthy") for slot in slots]
            )
            with self._changed:
                self._changed.wait()

    def _preferred(self, request: Any) -> Any:
        found = [
            preferred(each.available_ids, each.must_include_ids, each.allocation_size)
            for each in request.container_requests
        ]
        return wire.PreferredAllocationResponse(
            container_responses=[
                wire.ContainerPreferredAllocationResponse(ids=each) for each in found
            ]
        )

    def _allocate(self, request: Any) -> Any:
        return wire.AllocateResponse(
            container_responses=[
                wire.ContainerAllocateResponse(
                    cdi_devices=[
                        wire.CdiDevice(name=name) for name in self._pods.engine_names(each.ids)
                    ]
                )
                for each in request.container_requests
            ]
        )

    def _prestart(self, request: Any) -> Any:
        """What is wrong becomes an event of the pod, and kubelet tries again."""
        mine = set(request.ids)
        for pod in self._having():
            slots = _slots(pod)
            if mine <= set(slots):
                uid, text = self._pod_of(pod.namespace, pod.name)
                self._pods.prepare(GivenPod(uid, pod.name), pod.namespace, text, slots)
                return wire.PreStartContainerResponse()
        raise HeddleError("kubelet does not know whose container this is.")

    def _having(self) -> list[Any]:
        request, kind = wire.ListPodResourcesRequest(), wire.ListPodResourcesResponse
        return [*_ask(self._resources, LIST, request, kind).pod_resources]

    def _forget_gone(self) -> None:
        self._pods.keep({(pod.namespace, pod.name) for pod in self._having() if _slots(pod)})

    @staticmethod
    def _try(otherwise: str, act: Callable[[], None]) -> None:
        try:
            act()
        except (HeddleError, OSError, grpc.RpcError) as error:
            words = error.details() if isinstance(error, grpc.Call) else error
            log.error("%s: %s", otherwise, words)


def _slots(pod: Any) -> list[str]:
    return [
        slot
        for container in pod.containers
        for each in container.devices
        if each.resource_name.startswith(RESOURCES)
        for slot in each.device_ids
    ]


def _ask(path: str, method: str, request: Any, kind: Any) -> Any:
    with grpc.insecure_channel(f"unix://{path}") as channel:
        ask = channel.unary_unary(method, lambda each: each.SerializeToString(), kind.FromString)
        return ask(request, timeout=TIMEOUT_S)
