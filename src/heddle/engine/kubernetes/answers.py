"""What the API server answers when it refuses, and what that means for a job. Pure."""

from __future__ import annotations

import re

from heddle.errors import HeddleError

#: pods is forbidden: User "u" cannot create resource "pods" in API group "" in the namespace "a"
_DENIED = re.compile(
    r'User "(?P<user>[^"]*)" cannot (?P<verb>\w+) resource "(?P<resource>[^"]*)" '
    r'in API group "(?P<group>[^"]*)"(?: in the namespace "(?P<namespace>[^"]*)")?'
)
_MOST = 400  # characters of what the server says
_CONFLICT, _FORBIDDEN, _GONE, _MISSING = 409, 403, 410, 404
_NEVER = (400, 405, 413, 422)  # the object itself is invalid


class KubeError(HeddleError):
    """The API server did not do it. `is_down`: it did not answer, or cannot now. `is_final`: it
    will never take this object; otherwise a try later may succeed."""

    def __init__(
        self, text: str, *, code: int = 0, is_down: bool = False, is_final: bool = False
    ) -> None:
        super().__init__(text)
        self.code, self.is_down, self.is_final = code, is_down, is_final

    @property
    def is_there(self) -> bool:
        """An object of that name exists."""
        return self.code == _CONFLICT

    @property
    def is_missing(self) -> bool:
        return self.code == _MISSING

    @property
    def is_outdated(self) -> bool:
        """A watch began too long ago."""
        return self.code == _GONE


def unanswered(address: str, detail: str) -> KubeError:
    return KubeError(
        f"the API server {address} does not answer ({detail or 'no connection'}). See `kubectl "
        "version`; jobs wait for it",
        is_down=True,
    )


def refusal(code: int, message: str) -> KubeError:
    """A status of the API server, in one sentence with the remedy."""
    said = " ".join(message.split())[:_MOST].rstrip(".")
    if code == _FORBIDDEN:
        return _forbidden(said)
    if code == 401:
        return KubeError(
            f"the API server does not know who asks ({said or 'unauthorized'}). Renew the "
            "credentials of the kubeconfig",
            code=code, is_down=True,
        )  # fmt: skip
    if code >= 500 or code == 429:
        return KubeError(f"the API server cannot say now ({code}: {said})", code=code, is_down=True)
    return KubeError(f"Kubernetes refuses it: {said}", code=code, is_final=code in _NEVER)


def missing_rule(
    verb: str, resource: str, group: str = "", namespace: str = "", user: str = ""
) -> str:
    """For the administrator, as a role says it."""
    where = f"namespace {namespace}" if namespace else "the whole cluster"
    return (
        f"{user or 'Heddle'} may not {verb} {resource} in {where}. Add to its "
        f"{'Role' if namespace else 'ClusterRole'}: "
        f'apiGroups: ["{group}"], resources: ["{resource}"], verbs: ["{verb}"]'
    )


def _forbidden(said: str) -> KubeError:
    if denied := _DENIED.search(said):
        rule = missing_rule(
            denied["verb"], denied["resource"], denied["group"], denied["namespace"] or "",
            denied["user"],
        )  # fmt: skip
        return KubeError(rule, code=_FORBIDDEN)
    if "exceeded quota" in said:
        detail = said[said.index("exceeded quota") :]
        return KubeError(
            f"the quota of the namespace is used up ({detail}). See `kubectl describe quota`",
            code=_FORBIDDEN,
        )
    is_final = "PodSecurity" in said or "usage per" in said  # of a LimitRange
    return KubeError(f"Kubernetes refuses it: {said}", code=_FORBIDDEN, is_final=is_final)
