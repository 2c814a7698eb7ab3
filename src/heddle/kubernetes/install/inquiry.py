"""What a cluster says of itself, as far as Heddle needs to know: one question after the other, and
nothing is changed. What is forbidden to the caller is unknown, which is None."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2 as httpx
from lightkube import Client
from lightkube.config import client_adapter

from heddle.errors import HeddleError
from heddle.kubernetes import DRIVER
from heddle.kubernetes.install.rules import AccessRule, each_verb

RESOURCE = "/apis/resource.k8s.io/v1"
REVIEWS = "/apis/authorization.k8s.io/v1"
#: Tried, and never made.
TRIAL = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceSlice",
    "metadata": {"name": "heddle-trial"},
    "spec": {
        "driver": DRIVER,
        "nodeName": "heddle-trial",
        "pool": {"name": "heddle-trial", "generation": 1, "resourceSliceCount": 1},
        "devices": [{"name": "trial", "allowMultipleAllocations": True}],
    },
}


@dataclass(frozen=True, slots=True)
class RightsGap:
    """A rule that an account lacks."""

    account: str
    group: str
    resource: str
    verb: str


@dataclass(frozen=True, slots=True)
class ClusterFacts:
    """Objects are as the API server writes them."""

    version: str  #: of the API server
    serves_dra: bool
    keeps_parts: bool | None  #: a device may be given to several claims
    gaps: Sequence[RightsGap] | None
    account: str  #: whose rights were asked; empty: the caller's own
    nodes: Sequence[Mapping[str, Any]] | None
    slices: Sequence[Mapping[str, Any]] | None
    classes: Sequence[str] | None
    webhook: Mapping[str, Any] | None  #: its Deployment
    has_webhook: bool | None  #: whether the API server is told to call it


class Inquiry:
    """Asks with the rights of `client`."""

    def __init__(self, client: Client) -> None:
        self._http = client_adapter.Client(client.config, client_adapter.ConnectionParams())
        self._server = str(client.config.cluster.server)

    def facts(self, namespace: str, rules: Sequence[AccessRule]) -> ClusterFacts:
        """:raises HeddleError: if the API server does not answer"""
        version = (self._get("/version") or {}).get("gitVersion", "unknown")
        serves = self._get(RESOURCE) is not None
        accounts = self._get(f"/api/v1/namespaces/{namespace}/serviceaccounts/heddle-driver")
        account = f"system:serviceaccount:{namespace}:heddle-driver" if accounts else ""
        classes = self._items(f"{RESOURCE}/deviceclasses") if serves else None
        hooks = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations"
        known_hooks = self._items(hooks)
        return ClusterFacts(
            version=version.removeprefix("v"),
            serves_dra=serves,
            keeps_parts=self._keeps_parts() if serves else None,
            gaps=self._gaps(account, rules),
            account=account,
            nodes=self._items("/api/v1/nodes"),
            slices=self._items(f"{RESOURCE}/resourceslices") if serves else None,
            classes=None if classes is None else [each["metadata"]["name"] for each in classes],
            webhook=self._get(f"/apis/apps/v1/namespaces/{namespace}/deployments/heddle-webhook"),
            has_webhook=None
            if known_hooks is None
            else "heddle-webhook" in [each["metadata"]["name"] for each in known_hooks],
        )

    def _keeps_parts(self) -> bool | None:
        """Feature gates cannot be asked for; but a server drops fields of those that are off."""
        answer = self._post(f"{RESOURCE}/resourceslices", TRIAL, dryRun="All")
        if answer is None:
            return None
        return bool(answer["spec"]["devices"][0].get("allowMultipleAllocations"))

    def _gaps(self, account: str, rules: Sequence[AccessRule]) -> list[RightsGap] | None:
        kind = "SubjectAccessReview" if account else "SelfSubjectAccessReview"
        found = []
        for group, resource, verb in each_verb(rules):
            name, _, below = resource.partition("/")
            asked = {"group": group, "resource": name, "subresource": below, "verb": verb}
            spec: dict[str, Any] = {"resourceAttributes": asked}
            if account:
                spec["user"] = account
            review = {"apiVersion": "authorization.k8s.io/v1", "kind": kind, "spec": spec}
            answer = self._post(f"{REVIEWS}/{kind.lower()}s", review)
            if answer is None:
                return None
            if not answer["status"]["allowed"]:
                found.append(RightsGap(account, group, resource, verb))
        return found

    def _items(self, path: str) -> list[dict[str, Any]] | None:
        answer = self._get(path)
        return None if answer is None else list(answer.get("items") or ())

    def _get(self, path: str) -> dict[str, Any] | None:
        return self._answer("GET", path)

    def _post(self, path: str, body: Mapping[str, Any], **query: str) -> dict[str, Any] | None:
        return self._answer("POST", path, json=body, params=query)

    def _answer(self, method: str, path: str, **more: Any) -> dict[str, Any] | None:
        """None: it is forbidden, or not there."""
        try:
            answer = self._http.request(method, path, **more)
        except httpx.HTTPError as error:
            raise HeddleError(
                f"the API server {self._server} does not answer ({error}): is it the right one? "
                "--kubeconfig names another."
            ) from None
        if answer.status_code == 401:
            raise HeddleError(
                f"the API server {self._server} does not know the caller: renew the kubeconfig."
            )
        if answer.status_code in (403, 404):
            return None
        if answer.is_error:
            raise HeddleError(f"the API server answers {answer.status_code} to {path}.")
        return dict(answer.json())
