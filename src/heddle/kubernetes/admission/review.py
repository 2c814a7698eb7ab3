"""One AdmissionReview: what the API server asks, and what it is told."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from heddle.errors import HeddleError
from heddle.kubernetes.admission.ask import DeniedError
from heddle.kubernetes.admission.patch import Amendment, amendment, asks_of
from heddle.kubernetes.admission.templates import PublishedDevice, depends_on_sizes

LONGEST = 2000  #: what a person is told
log = logging.getLogger(__name__)


class Templates(Protocol):
    """What `cluster.ClusterTemplates` does."""

    def devices(self) -> Sequence[PublishedDevice]: ...
    def ensure(self, template: Mapping[str, Any]) -> None: ...


def answer(review: Mapping[str, Any], cluster: Templates) -> dict[str, Any]:
    """The review with its response. A line of the log says which it is."""
    request = review["request"]
    pod = request.get("object") or {}
    metadata = pod.get("metadata") or {}
    name = metadata.get("name") or f"{metadata.get('generateName', '')}*"
    place = f"pod {request.get('namespace')}/{name}"
    response: dict[str, Any] = {"uid": request["uid"], "allowed": True}
    try:
        amended = _amended(request, cluster)
    except HeddleError as error:
        is_ours = isinstance(error, DeniedError)
        why = str(error) if is_ours else f"{error} The pod can be created again when that is over."
        log.warning("%s: denied: %s", place, why)
        status = {"code": 400 if is_ours else 503, "message": why[:LONGEST]}
        response |= {"allowed": False, "status": status}
    else:
        if amended is None:
            log.info("%s: left as it is", place)
        else:
            dry = " (dry run)" if request.get("dryRun") else ""
            log.info("%s: claims %s%s", place, amended.template["metadata"]["name"], dry)
            patch = base64.b64encode(json.dumps(amended.patch).encode()).decode()
            response |= {"patchType": "JSONPatch", "patch": patch}
    return {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "response": response}


def _amended(request: Mapping[str, Any], cluster: Templates) -> Amendment | None:
    """:raises HeddleError: if the pod is denied, or the API server fails"""
    if request.get("operation") != "CREATE" or request["kind"]["kind"] != "Pod":
        return None
    pod = request["object"]
    asks = asks_of(pod)
    if not asks:
        return None
    devices = cluster.devices() if depends_on_sizes(asks) else ()
    amended = amendment(pod, asks, request["namespace"], devices)
    if not request.get("dryRun"):
        cluster.ensure(amended.template)
    return amended
