"""Whether pods that ask in the ways of others are meant for Heddle."""

from __future__ import annotations

from heddle.kubernetes.admission.ask import DeniedError, Pod, pod_annotations

TAKE = "heddle.io/take"


def is_taken(pod: Pod) -> bool:
    """Also where it asks for whole devices.

    :raises DeniedError: if it is neither true nor false
    """
    return _said(pod) == "true"


def is_left(pod: Pod) -> bool:
    """To whoever understands it.

    :raises DeniedError: likewise
    """
    return _said(pod) == "false"


def _said(pod: Pod) -> str | None:
    said = pod_annotations(pod).get(TAKE)
    if said not in (None, "true", "false"):
        raise DeniedError(f'annotation {TAKE}: "{said}": write "true" or "false".')
    return said
