"""Tickets of jobs for this node's devices: the control plane says what each is good for, at the
moment at which it is used."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence

from heddle.errors import HeddleError
from heddle.model.wire.tickets import GRANTS, TicketGrant, attempt_of, read_grant
from heddle.node import identity
from heddle.node.identity import Identity
from heddle.node.shell import SignedClient, new_reporter

REFUSED_S = 2.0  #: whoever tries again and again does not keep the control plane busy


class TicketError(HeddleError):
    """A ticket that does not count here, or of which that cannot be found out."""


class TicketOffice:
    """For several threads. Whether this machine has joined is looked up each time."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._own: Identity | None = None
        self._client: SignedClient | None = None
        self._refused: dict[str, float] = {}  # attempts: until when they are not asked for

    def check(self, text: str) -> tuple[str, TicketGrant]:
        """The attempt, and what its program may have here.

        :raises HeddleError: if the ticket does not count, or the control plane does not answer
        """
        own = identity.load()
        if own is None:
            raise TicketError("this node has not joined a control plane: `heddle node join`")
        attempt, now = attempt_of(text, own.key), time.monotonic()
        is_asked = attempt and self._refused.get(attempt, 0.0) <= now
        grant = self.grants([attempt]).get(attempt) if is_asked else None
        if grant is None:
            if is_asked:
                known = {each: until for each, until in self._refused.items() if until > now}
                self._refused = {**known, attempt: now + REFUSED_S}
            raise TicketError(
                "the ticket does not count here: it is for another node, or its job has ended"
            )
        return attempt, grant

    def grants(self, attempts: Sequence[str]) -> dict[str, TicketGrant]:
        """Those of them that count now.

        :raises HeddleError: if the control plane does not answer
        """
        with self._mutex:
            answer = self._caller().ask(GRANTS, {"attempts": list(attempts)})
        said = answer.get("grants", {})  # a node that was removed hears nothing of them
        if not isinstance(said, Mapping):
            raise TicketError("the control plane's answer is not one about tickets.")
        return {str(each): read_grant(grant) for each, grant in said.items()}

    def _caller(self) -> SignedClient:
        own = identity.load()
        if own is None:
            raise TicketError("this node has left its control plane")
        if self._client is None or own != self._own:
            if self._client is not None:
                self._client.close()
            self._own, self._client = own, SignedClient(own, new_reporter())
        return self._client
