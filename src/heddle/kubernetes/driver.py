"""The driver of one node: publishes its devices, and serves kubelet until it is told to end."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any

import httpx2 as httpx
from lightkube import Client, KubeConfig
from lightkube.core.exceptions import ApiError, ConfigError
from lightkube.generic_resource import create_global_resource, create_namespaced_resource

from heddle.errors import HeddleError, UsageError
from heddle.inventory.listing import DeviceListing
from heddle.kubernetes.claims import GivenClaim, read_claim
from heddle.kubernetes.plugin import KUBELET, Plugin
from heddle.kubernetes.preparation import Preparation
from heddle.kubernetes.slices import slice_of

log = logging.getLogger(__name__)
GROUP, VERSION = "resource.k8s.io", "v1"
MANAGER = "heddle"
Slice: Any = create_global_resource(GROUP, VERSION, "ResourceSlice", "resourceslices")
Claim: Any = create_namespaced_resource(GROUP, VERSION, "ResourceClaim", "resourceclaims")


class DraDriver:
    """`devices` lists what the node has."""

    def __init__(
        self,
        node: str,
        client: Client,
        devices: Callable[[], Sequence[DeviceListing]],
        preparation: Preparation,
        kubelet: str = KUBELET,
    ) -> None:
        self._node = node
        self._client = client
        self._devices = devices
        self._plugin = Plugin(preparation, self._claim, self._registered, kubelet)

    def run(self, ended: threading.Event) -> None:
        """:raises HeddleError: if kubelet's folder is not there"""
        try:
            self._plugin.start()
        except OSError as error:
            raise UsageError(
                f"{error.filename}: {error.strerror}. Run the driver on a node, as root, with "
                "kubelet's folder (--kubelet)."
            ) from None
        try:
            ended.wait()
        finally:
            self._plugin.stop()

    def publish(self) -> None:
        """Of one generation after the other, where something has changed.

        :raises HeddleError: if the API server does not take it
        """
        try:
            self._publish()
        except ApiError as error:
            raise HeddleError(_words(error)) from None
        except httpx.HTTPError as error:
            raise HeddleError(f"the API server does not answer: {error}") from None

    def _publish(self) -> None:
        wanted = slice_of(self._node, self._devices(), 1)
        name = wanted["metadata"]["name"]
        try:
            found = self._client.get(Slice, name).to_dict()
        except ApiError as error:
            if error.status.code != 404:
                raise
            self._client.create(Slice(wanted))
            return
        if found["spec"]["devices"] == wanted["spec"]["devices"]:
            return
        wanted["spec"]["pool"]["generation"] = found["spec"]["pool"]["generation"] + 1
        wanted["metadata"]["resourceVersion"] = found["metadata"]["resourceVersion"]
        self._client.replace(Slice(wanted))

    def _claim(self, namespace: str, name: str, uid: str) -> GivenClaim:
        try:
            found = self._client.get(Claim, name, namespace=namespace)
        except ApiError as error:
            raise HeddleError(_words(error)) from None
        except httpx.HTTPError as error:
            raise HeddleError(f"the API server does not answer: {error}") from None
        return read_claim(found.to_dict(), uid)

    def _registered(self, is_so: bool, error: str) -> None:
        if not is_so:
            log.error("kubelet refuses the driver: %s", error)
            return
        log.info("kubelet has registered the driver")
        try:
            self.publish()
        except HeddleError as wrong:
            log.error("the devices are not published: %s", wrong)


def client_of(kubeconfig: str | None) -> Client:
    """That of the file, or the one of the pod that this runs in.

    :raises UsageError: if there is neither
    """
    try:
        config = KubeConfig.from_file(kubeconfig) if kubeconfig else KubeConfig.from_env()
        return Client(config=config, field_manager=MANAGER)
    except (ConfigError, OSError) as error:
        raise UsageError(f"{error}. Name a file with --kubeconfig.") from None


def _words(error: ApiError) -> str:
    """What a person has to know: a denied verb names the rule that is missing."""
    status = error.status
    if status.code == 403:
        return f"{status.message}. The driver's ClusterRole lacks that rule."
    return str(status.message or error)
