"""Heddle's own: `heddle.io/xpu: "h200:0.3,mem=8Gi"` for the first container of the pod, and
`heddle.io/xpu.NAME` for the one of that name."""

from __future__ import annotations

import json

from heddle.errors import UsageError
from heddle.kubernetes.admission.ask import (
    ContainerAsk,
    DeniedError,
    Pod,
    container,
    pod_annotations,
)
from heddle.kubernetes.admission.line import EXAMPLE, LONGEST, parse_line

KEY = "heddle.io/xpu"
MARK = KEY
CONDITION = (
    "has(object.metadata.annotations) && object.metadata.annotations"
    f".exists(k, k == '{KEY}' || k.startsWith('{KEY}.'))"
)


def asks(pod: Pod) -> list[ContainerAsk]:
    """:raises DeniedError: if one is invalid, or two are for one container"""
    found: dict[str, ContainerAsk] = {}
    for key, line in sorted(pod_annotations(pod).items()):
        base, dot, name = key.partition(f"{KEY}.")
        if key != KEY and (base or not dot):
            continue
        its = container(pod, name if dot else None, f"annotation {key}")
        if its.name in found:
            raise DeniedError(
                f"annotations {KEY} and {key} are both for container {its.name!r}: leave one out."
            )
        try:
            found[its.name] = ContainerAsk(its, parse_line(line))
        except UsageError as error:
            raise DeniedError(
                f"annotation {key}: {json.dumps(line[:LONGEST], ensure_ascii=False)}: {error} "
                f'A valid one is {key}: "{EXAMPLE}".'
            ) from None
    return list(found.values())
