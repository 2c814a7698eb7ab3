"""Which templates nobody needs any more. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from heddle.kubernetes.admission import USED

UNUSED_S = 3600.0  #: after it was given to a pod last; a pod that is admitted is there soon
TOUCHED_S = 600.0  #: how exactly that is known


def last_used_s(template: Mapping[str, Any]) -> float:
    """Seconds since 1970."""
    metadata = template["metadata"]
    said = (metadata.get("annotations") or {}).get(USED) or metadata["creationTimestamp"]
    return datetime.fromisoformat(str(said)).timestamp()


def needs_touch(template: Mapping[str, Any], now_s: float) -> bool:
    """Whether a pod that is given the template has to be remembered."""
    return now_s - last_used_s(template) > TOUCHED_S


def is_old(template: Mapping[str, Any], now_s: float) -> bool:
    return now_s - last_used_s(template) > UNUSED_S


def unused(
    templates: Iterable[Mapping[str, Any]], named: Collection[tuple[str, str]], now_s: float
) -> list[tuple[str, str]]:
    """Namespace and name of each. `named` are those that pods name."""
    old = (each["metadata"] for each in templates if is_old(each, now_s))
    return [key for each in old if (key := (each["namespace"], each["name"])) not in named]
