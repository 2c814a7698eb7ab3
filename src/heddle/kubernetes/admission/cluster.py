"""Templates and devices as the API server has them."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import httpx2 as httpx
from lightkube import ALL_NS, Client
from lightkube.core.exceptions import ApiError
from lightkube.generic_resource import create_global_resource, create_namespaced_resource
from lightkube.resources.core_v1 import Pod
from lightkube.types import PatchType

from heddle.errors import HeddleError
from heddle.kubernetes.admission import LABELS, USED
from heddle.kubernetes.admission.sweep import is_old, needs_touch, unused
from heddle.kubernetes.admission.templates import PublishedDevice, published

log = logging.getLogger(__name__)
KNOWN_S = 30.0  #: how long the published devices are believed
GROUP, VERSION = "resource.k8s.io", "v1"
NOT_THERE, IS_THERE = 404, 409
LOCKS = 64
_Slice: Any = create_global_resource(GROUP, VERSION, "ResourceSlice", "resourceslices")
_Template: Any = create_namespaced_resource(
    GROUP, VERSION, "ResourceClaimTemplate", "resourceclaimtemplates"
)


class ClusterTemplates:
    """May be used by several threads."""

    def __init__(self, client: Client, now_s: Callable[[], float] = time.time) -> None:
        self._client, self._now_s = client, now_s
        #: By template: none is removed between being found there and being given to a pod.
        self._locks = [threading.Lock() for _ in range(LOCKS)]
        self._devices: tuple[float, list[PublishedDevice]] | None = None

    def devices(self) -> Sequence[PublishedDevice]:
        """:raises HeddleError: if the API server fails"""
        known = self._devices
        if known is None or self._now_s() - known[0] > KNOWN_S:
            with _explained():
                found = [each.to_dict() for each in self._client.list(_Slice)]
            known = self._devices = self._now_s(), published(found)
        return known[1]

    def ensure(self, template: Mapping[str, Any]) -> None:
        """There is one of this name, and it stays.

        :raises HeddleError: if the API server fails
        """
        with self._lock(template["metadata"]["name"]), _explained():
            while not (self._touch(template) or self._create(template)):
                pass  # another has made it, and a third has removed it

    def sweep(self) -> int:
        """Removes what nobody uses, and returns how many these were.

        :raises HeddleError: if the API server fails
        """
        with _explained():
            all_ = [
                each.to_dict()
                for each in self._client.list(_Template, namespace=ALL_NS, labels=dict(LABELS))
            ]
            old = [each for each in all_ if is_old(each, self._now_s())]
            named = {
                (space, str(claim.resourceClaimTemplateName))
                for space in {each["metadata"]["namespace"] for each in old}
                for pod in self._client.list(Pod, namespace=space)
                for claim in (pod.spec and pod.spec.resourceClaims) or ()
            }
            return sum(self._remove(*key) for key in unused(old, named, self._now_s()))

    def _lock(self, name: str) -> threading.Lock:
        return self._locks[hash(name) % LOCKS]

    def _create(self, template: Mapping[str, Any]) -> bool:
        try:
            self._client.create(_Template(dict(template)))
        except ApiError as error:
            if error.status.code != IS_THERE:
                raise
            return False
        return True

    def _touch(self, template: Mapping[str, Any]) -> bool:
        metadata = template["metadata"]
        place = {"name": metadata["name"], "namespace": metadata["namespace"]}
        try:
            if needs_touch(self._client.get(_Template, **place).to_dict(), self._now_s()):
                used = datetime.fromtimestamp(self._now_s(), UTC).isoformat(timespec="seconds")
                change = {"metadata": {"annotations": {USED: used}}}
                self._client.patch(_Template, obj=change, patch_type=PatchType.MERGE, **place)
        except ApiError as error:
            if error.status.code != NOT_THERE:
                raise
            return False
        return True

    def _remove(self, namespace: str, name: str) -> bool:
        with self._lock(name):  # as it is now: a pod may have been given it since
            try:
                found = self._client.get(_Template, name, namespace=namespace).to_dict()
                if is_old(found, self._now_s()):
                    self._client.delete(_Template, name, namespace=namespace)
                    log.info("template %s/%s is removed: no pod names it", namespace, name)
                    return True
            except ApiError as error:
                if error.status.code != NOT_THERE:
                    raise
        return False


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except ApiError as error:
        hint = " The webhook's ClusterRole lacks that rule." if error.status.code == 403 else ""
        raise HeddleError(f"the API server refuses: {error.status.message}.{hint}") from None
    except httpx.HTTPError as error:
        raise HeddleError(f"the API server does not answer: {error}.") from None
