"""What each part may do with the API server: what its code calls, and nothing else. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from heddle.kubernetes.admission.conditions import RULES

RESOURCE = "resource.k8s.io"


@dataclass(frozen=True, slots=True)
class AccessRule:
    """`group` is empty for Kubernetes' oldest objects."""

    group: str
    resource: str
    verbs: tuple[str, ...]

    def of_role(self) -> dict[str, Any]:
        return {"apiGroups": [self.group], "resources": [self.resource], "verbs": list(self.verbs)}


#: heddle/kubernetes/driver.py: publishes the slices of its node, follows claims, and tells pods
#: that they are held.
DRIVER_RULES = (
    AccessRule(RESOURCE, "resourceslices", ("list", "create", "update", "delete")),
    AccessRule(RESOURCE, "resourceclaims", ("get", "list", "watch")),
    AccessRule("", "events", ("create",)),
)
WEBHOOK_RULES = tuple(
    AccessRule(group, resource, tuple(rule["verbs"]))
    for rule in RULES
    for group in rule["apiGroups"]
    for resource in rule["resources"]
)
#: heddle/engine/kubernetes: jobs are pods with a claim each.
CONTROL_RULES = (
    AccessRule("", "pods", ("list", "watch", "create", "patch", "delete")),
    AccessRule("", "pods/log", ("get",)),
    AccessRule("", "pods/exec", ("get", "create")),
    AccessRule("", "secrets", ("create",)),
    AccessRule("", "nodes", ("list",)),
    AccessRule(RESOURCE, "resourceslices", ("list",)),
    AccessRule(RESOURCE, "resourceclaims", ("create",)),
)


def each_verb(rules: Sequence[AccessRule]) -> Iterator[tuple[str, str, str]]:
    """Group, resource and verb."""
    for rule in rules:
        for verb in rule.verbs:
            yield rule.group, rule.resource, verb
