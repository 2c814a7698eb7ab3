"""Tickets of jobs for this node's devices: the control plane says what each is good for, at the
moment at which it is used."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from heddle.errors import HeddleError
from heddle.model.wire.tickets import GRANTS, TicketGrant, attempt_of, read_grant
from heddle.node import identity
from heddle.node.identity import Identity
from heddle.node.shell import SignedClient, new_reporter


class TicketError(HeddleError):
    """A ticket that does not count here, or of which that cannot be found out."""


class TicketOffice:
    """For several threads. Whether this machine has joined is looked up each time."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._own: Identity | None = None
        self._client: SignedClient | None = None

    def check(self, text: str) -> tuple[str, TicketGrant]:
        """The attempt, and what its program may have here.

        :raises HeddleError: if the ticket does not count, or the control plane does not answer
        """
        own = identity.load()
        if own is None:
            raise TicketError("this node has not joined a control plane: `heddle node join`")
        attempt = attempt_of(text, own.key)
        grant = self.grants([attempt]).get(attempt) if attempt else None
        if grant is None:
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
        return {str(each): read_grant(said) for each, said in answer["grants"].items()}

    def _caller(self) -> SignedClient:
        own = identity.load()
        if own is None:
            raise TicketError("this node has left its control plane")
        if self._client is None or own != self._own:
            if self._client is not None:
                self._client.close()
            self._own, self._client = own, SignedClient(own, new_reporter())
        return self._client
