"""Rate limits, so that no tenant starves the others.

Requests are counted for each token, and for each organisation, since administrators can
make many. Tokens for the whole cluster belong to its operator, and are not counted.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from heddle.control.book import organisation_of
from heddle.desk.access.auth import Token
from heddle.errors import UsageError

#: What each setting is called: HEDDLE_MOST_JOBS, ...
NAMES = {
    "jobs": "HEDDLE_MOST_JOBS",
    "requests": "HEDDLE_MOST_REQUESTS",
    "requests_together": "HEDDLE_MOST_REQUESTS_TOGETHER",
    "streams": "HEDDLE_MOST_STREAMS",
    "connections": "HEDDLE_MOST_CONNECTIONS",
    "connections_each": "HEDDLE_MOST_CONNECTIONS_EACH",
    "head_s": "HEDDLE_HEAD_SECONDS",
    "body_s": "HEDDLE_BODY_SECONDS",
}


@dataclass(frozen=True, slots=True)
class Limits:
    jobs: int = 100_000  #: of an organisation that are not over
    requests: int = 2_000  #: of a token in `WINDOW_S`
    requests_together: int = 10_000  #: of all tokens of an organisation in `WINDOW_S`
    streams: int = 64  #: of events and terminals that a token has open
    connections: int = 0  #: to the API; 0: half of the files that the process may have
    connections_each: int = 0  #: of one address; 0: half of those
    head_s: int = 15  #: until a request's head is there
    body_s: int = 60  #: until its body is there, and longer for a large one


WINDOW_S = 10.0
TOGETHER = 8  #: times the streams of a token, for all tokens of an organisation


def read(environment: Mapping[str, str]) -> Limits:
    """:raises UsageError: if a setting is not a whole number above 0"""
    given = {}
    for field, name in NAMES.items():
        text = environment.get(name, "")
        if not text:
            continue
        if not re.fullmatch(r"[1-9][0-9]{0,11}", text):
            raise UsageError(f"{name}={text}: a whole number above 0 is expected.")
        given[field] = int(text)
    return Limits(**given)


class Rate:
    """As many at once as `most`; what was used comes back evenly, all of it in `WINDOW_S`.
    For one thread."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_s = most / WINDOW_S
        self._clock = clock
        self._free_at: dict[str, float] = {}  # when all would be back

    def wait_s(self, whose: str) -> float:
        """0, and one is used; or how long to wait until one is there."""
        now = self._clock()
        free_at = max(now, self._free_at.get(whose, 0.0)) + 1 / self._per_s
        if free_at - now > WINDOW_S + 1e-9:
            return free_at - now - WINDOW_S
        if whose not in self._free_at and len(self._free_at) >= MANY:
            self._free_at = {name: at for name, at in self._free_at.items() if at > now}
        self._free_at[whose] = free_at
        return 0.0


MANY = 10_000  #: callers that are remembered, before idle ones are forgotten


class RequestRates:
    """For each token, and for each organisation."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._of_token = Rate(limits.requests, clock)
        self._of_organisation = Rate(limits.requests_together, clock)

    def wait_s(self, token: Token) -> float:
        """0, or how long this token has to wait."""
        if not token.tenant:
            return 0.0
        wait = self._of_token.wait_s(token.id)
        return wait or self._of_organisation.wait_s(organisation_of(token.tenant))
