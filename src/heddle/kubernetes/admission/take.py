"""Whether pods that ask in the ways of others are meant for Heddle."""

from __future__ import annotations

from heddle.kubernetes.admission.ask import DeniedError, Pod, pod_annotations

TAKE = "heddle.io/take"
#: Of others. A pod that names one is theirs: it would be counted there as well.
SCHEDULERS = ("hami-scheduler", "kai-scheduler")


def is_taken(pod: Pod) -> bool:
    """Also where it asks for whole devices, or names the scheduler of another.

    :raises DeniedError: if it is neither true nor false
    """
    return _said(pod) == "true"


def is_left(pod: Pod) -> bool:
    """To whoever understands it.

    :raises DeniedError: likewise
    """
    said = _said(pod)
    return said == "false" or (said is None and names_other_scheduler(pod))


def names_other_scheduler(pod: Pod) -> bool:
    return pod["spec"].get("schedulerName") in SCHEDULERS


def _said(pod: Pod) -> str | None:
    said = pod_annotations(pod).get(TAKE)
    if said not in (None, "true", "false"):
        raise DeniedError(f'annotation {TAKE}: "{said}": write "true" or "false".')
    return said
