"""How the API server is told of the webhook: only of pods that ask for something of ours, so that
no other pod depends on it. Pure; an installation renders it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from heddle.kubernetes import DRIVER
from heddle.kubernetes.admission import CLAIM
from heddle.kubernetes.admission.patch import WAYS

NAME = DRIVER  #: of the webhook: what a denied user reads first
PATH = "/mutate"
TIMEOUT_S = 10
#: What its service account must be allowed, in all namespaces.
RULES: tuple[Mapping[str, Any], ...] = (
    {
        "apiGroups": ["resource.k8s.io"],
        "resources": ["resourceclaimtemplates"],
        "verbs": ["get", "list", "create", "patch", "delete"],
    },
    {"apiGroups": ["resource.k8s.io"], "resources": ["resourceslices"], "verbs": ["list"]},
    {"apiGroups": [""], "resources": ["pods"], "verbs": ["list"]},
)


def match_conditions(ways: Iterable[str] = tuple(WAYS)) -> list[dict[str, str]]:
    """In CEL, all of them must hold. `ways` are those of `WAYS` that the cluster is to serve: one
    that has HAMi or KAI as well may leave theirs out."""
    asking = " || ".join(f"({WAYS[each].CONDITION})" for each in ways)
    claims = "object.spec.resourceClaims"
    served = f"has({claims}) && {claims}.exists(c, c.name == '{CLAIM}')"
    return [
        {"name": "asks-for-a-device", "expression": asking},
        {"name": "has-no-claim-yet", "expression": f"!({served})"},
    ]


def webhook_configuration(
    client_config: Mapping[str, Any], ways: Iterable[str] = tuple(WAYS)
) -> dict[str, Any]:
    """`client_config` says where it is: a `url`, or a `service` with `path` PATH, and `caBundle`.

    It fails closed: a pod that asks for a part and got none would run without, or not at all.
    """
    return {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": "MutatingWebhookConfiguration",
        "metadata": {"name": NAME},
        "webhooks": [
            {
                "name": NAME,
                "admissionReviewVersions": ["v1"],
                "clientConfig": dict(client_config),
                "failurePolicy": "Fail",
                "matchConditions": match_conditions(ways),
                "reinvocationPolicy": "IfNeeded",  # another webhook may add what asks
                "rules": [
                    {
                        "apiGroups": [""],
                        "apiVersions": ["v1"],
                        "operations": ["CREATE"],
                        "resources": ["pods"],
                    }
                ],
                "sideEffects": "NoneOnDryRun",
                "timeoutSeconds": TIMEOUT_S,
            }
        ],
    }
