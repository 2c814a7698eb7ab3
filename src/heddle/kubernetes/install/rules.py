"""What each part may do with the API server: what its code calls, and nothing else. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

RESOURCE = "resource.k8s.io"


@dataclass(frozen=True, slots=True)
class AccessRule:
    """`group` is empty for Kubernetes' oldest objects."""

    group: str
    resource: str
    verbs: tuple[str, ...]

    def of_role(self) -> dict[str, Any]:
        return {"apiGroups": [self.group], "resources": [self.resource], "verbs": list(self.verbs)}


#: heddle/kubernetes/driver.py: publishes the slice of its node, and reads claims.
DRIVER_RULES = (
    AccessRule(RESOURCE, "resourceslices", ("get", "create", "update")),
    AccessRule(RESOURCE, "resourceclaims", ("get",)),
)
#: A pod names a template, which is made for it and removed with the last pod that does.
WEBHOOK_RULES = (
    AccessRule(RESOURCE, "resourceclaimtemplates", ("create", "get", "list", "delete")),
    AccessRule("", "pods", ("list",)),
)
#: Jobs are pods with a claim each.
CONTROL_RULES = (
    AccessRule("", "pods", ("create", "get", "list", "watch", "delete")),
    AccessRule("", "pods/log", ("get",)),
    AccessRule("", "nodes", ("get", "list", "watch")),
    AccessRule(RESOURCE, "resourceslices", ("get", "list", "watch")),
    AccessRule(RESOURCE, "resourceclaims", ("create", "get", "list", "watch", "delete")),
)


def each_verb(rules: Sequence[AccessRule]) -> Iterator[tuple[str, str, str]]:
    """Group, resource and verb."""
    for rule in rules:
        for verb in rule.verbs:
            yield rule.group, rule.resource, verb
