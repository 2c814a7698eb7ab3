"""The rights that the engine kubernetes needs, and no others: as docs/internals/engines.md says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from heddle.engine.kubernetes import settings
from heddle.errors import UsageError
from tests.engines import Followed, order, within, written
from tests.kube.engines import JobCluster

pytestmark = pytest.mark.kube

API = "rbac.authorization.k8s.io"
NAME = "heddle-engine"
EVERYWHERE = {("", "nodes"): ["list"], ("resource.k8s.io", "resourceslices"): ["list"]}
IN_NAMESPACES = {
    ("", "pods"): ["list", "watch", "create", "patch", "delete"],
    ("", "pods/log"): ["get"],
    ("", "pods/exec"): ["get", "create"],
    ("", "secrets"): ["create"],
    ("resource.k8s.io", "resourceclaims"): ["create"],
}


def role(kind: str, rights: dict[tuple[str, str], list[str]]) -> list[dict[str, Any]]:
    """With the binding to our account."""
    rules = [
        {"apiGroups": [group], "resources": [resource], "verbs": verbs}
        for (group, resource), verbs in rights.items()
    ]
    account = {"kind": "ServiceAccount", "name": NAME, "namespace": "default"}
    metadata = {"name": NAME, "namespace": "default"} if kind == "Role" else {"name": NAME}
    head = {"apiVersion": f"{API}/v1", "metadata": metadata}
    bound = {"apiGroup": API, "kind": kind, "name": NAME}
    return [
        {**head, "kind": kind, "rules": rules},
        {**head, "kind": f"{kind}Binding", "subjects": [account], "roleRef": bound},
    ]


def test_a_job_runs_with_these_rights_and_each_that_is_missing_is_named(
    jobs: JobCluster, tmp_path: Path
) -> None:
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": NAME}}
    jobs.cluster.apply(account, *role("Role", IN_NAMESPACES), *role("ClusterRole", EVERYWHERE))
    token = jobs.cluster.kubectl("create", "token", NAME).strip()
    jobs.write_kubeconfig(tmp_path / "config", token)
    own = {settings.KUBECONFIG: str(tmp_path / "config")}
    engine = jobs.engine(tmp_path / "engine", **own)
    followed = Followed(engine)
    assert engine.start(order("j1.1", "echo", "allowed")) is None
    assert followed.end("j1.1").exit_code == 0
    assert written(engine, "j1.1") == "allowed\n"
    assert within(lambda: not jobs.pods())
    engine.close()

    less = {**IN_NAMESPACES, ("", "secrets"): ["get"]}
    jobs.cluster.apply(role("Role", less)[0])

    def why() -> str:
        try:
            jobs.engine(tmp_path / "engine", **own).close()
        except UsageError as error:
            return str(error)
        return ""

    assert within(lambda: "may not create secrets in namespace default" in why()), why()
    assert 'resources: ["secrets"], verbs: ["create"]' in why()
