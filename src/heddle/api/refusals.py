"""Refused requests in the log: user and request, never the token, and rate-limited so that
the log is all that an attacker fills."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping

from starlette.types import Scope

from heddle.control.logs import about

log = logging.getLogger(__name__)
REFUSED = frozenset({401, 403, 429})
MOST = 20  #: lines in `PER_S`; the rest is counted, and said with the next line
PER_S = 10.0


class Refusals:
    """For one thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since = clock()
        self._told = self._silent = 0

    def add(self, scope: Scope, status: int, request: str, who: Mapping[str, str]) -> None:
        """Without the query, which may have anything in it."""
        if (now := self._clock()) - self._since >= PER_S:
            self._since, self._told = now, 0
        if self._told >= MOST:
            self._silent += 1
            return
        self._told += 1
        client = scope.get("client") or ("",)
        before = f", and {self._silent} more before" if self._silent else ""
        self._silent = 0
        route = getattr(scope.get("route"), "path", "")
        fields = about(
            request=request,
            method=scope["method"],
            route=route,
            status=status,
            **who,
        )
        log.warning("refused with %d, from %s%s", status, client[0], before, extra=fields)
