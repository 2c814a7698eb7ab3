"""From a pod to what has to be done for it. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heddle.kubernetes.admission import CLAIM, MOST_DEVICES
from heddle.kubernetes.admission.ask import ContainerAsk, DeniedError, Pod
from heddle.kubernetes.admission.take import is_taken, names_other_scheduler
from heddle.kubernetes.admission.templates import PublishedDevice, request_names, template_for
from heddle.kubernetes.admission.ways import annotation, hami, kai

WAYS = {"annotation": annotation, "hami": hami, "kai": kai}


@dataclass(frozen=True, slots=True)
class Amendment:
    """What a pod gets: a template, which must be there before it, and a patch (RFC 6902)."""

    template: Mapping[str, Any]
    patch: Sequence[Mapping[str, Any]]


def asks_of(pod: Pod) -> list[ContainerAsk]:
    """Empty if it asks for nothing of ours, or has its claim already.

    :raises DeniedError: if what it asks for is invalid, or said in two ways
    """
    if any(each["name"] == CLAIM for each in pod["spec"].get("resourceClaims") or ()):
        return []
    found = {name: asks for name, way in WAYS.items() if (asks := way.asks(pod))}
    if len(found) > 1:
        marks = ", ".join(WAYS[name].MARK for name in found)
        raise DeniedError(f"the pod asks for devices in two ways ({marks}). Leave all but one out.")
    asks = [ask for each in found.values() for ask in each]
    if "hami" not in found:
        _check_limits(asks)
    _check_parts(asks)
    return asks


def amendment(
    pod: Pod, asks: Sequence[ContainerAsk], namespace: str, devices: Sequence[PublishedDevice]
) -> Amendment:
    """:raises DeniedError: if Kubernetes cannot say it"""
    template = template_for(asks, namespace, devices)
    entry = {"name": CLAIM, "resourceClaimTemplateName": template["metadata"]["name"]}
    claims = [*(pod["spec"].get("resourceClaims") or ()), entry]
    patch: list[dict[str, Any]] = [{"op": "add", "path": "/spec/resourceClaims", "value": claims}]
    if is_taken(pod) and names_other_scheduler(pod):
        patch.append({"op": "add", "path": "/spec/schedulerName", "value": "default-scheduler"})
    names = iter(name for name, _ in request_names(asks))
    for ask in asks:
        own = list(itertools.islice(names, len(ask.needs)))
        its = ask.container
        patch.append({
            "op": "add",  # or replace, if there are any
            "path": f"/spec/{its.list}/{its.index}/resources",
            "value": _resources(its.resources, own if len(asks) > 1 else []),
        })  # fmt: skip
    return Amendment(template, patch)


def _resources(given: Mapping[str, Any], requests: Sequence[str]) -> dict[str, Any]:
    """Those of the container, with its requests of the claim; none: all of them."""
    kept = {
        key: {name: each for name, each in amounts.items() if name not in hami.RESOURCES}
        for key in ("limits", "requests")
        if (amounts := given.get(key))
    }
    named = [{"name": CLAIM, "request": each} for each in requests] or [{"name": CLAIM}]
    return {**given, **kept, "claims": [*(given.get("claims") or ()), *named]}


def _check_limits(asks: Sequence[ContainerAsk]) -> None:
    for each in (ask.container for ask in asks):
        for name in hami.RESOURCES:
            if name in each.limits:
                raise DeniedError(
                    f"container {each.name!r} has a limit of {name} beside what the pod's "
                    "annotations ask for. Leave one out."
                )


def _check_parts(asks: Sequence[ContainerAsk]) -> None:
    """Of several containers: the driver enforces the least part on all devices of a claim."""
    parts = {
        (part.device.share_milli, part.memory_mib, part.memory_milli, part.is_best_effort)
        for ask in asks
        for need in ask.needs
        for part in need
    }
    if len(asks) > 1 and len(parts) > 1:
        names = " and ".join(repr(each.container.name) for each in asks)
        raise DeniedError(
            f"containers {names} ask for different parts, but a pod is one program: its containers "
            "have the same share and memory. Ask for the same, or use two pods."
        )
    most = sum(max(part.device.count for part in need) for ask in asks for need in ask.needs)
    if most > MOST_DEVICES:
        raise DeniedError(f"the pod asks for {most} devices; a claim has at most {MOST_DEVICES}.")
