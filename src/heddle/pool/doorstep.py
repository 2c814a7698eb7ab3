"""A connection that has not yet said whose it is: it has a few seconds, and TLS 1.3."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from heddle.pool import frames
from heddle.pool.line import Line

PATIENCE_S = 5.0  #: for a connection to say whose it is
MOST_STRANGERS = 32  #: connections that have not said so, at once


def server_context(cert: str, key: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # nobody would read them: most connections only ever go one way
    context.load_cert_chain(cert, key)
    return context


@contextmanager
def serving(plain: socket.socket, context: ssl.SSLContext) -> Iterator[Line]:
    """The connection, secured; it stays open if all goes well. What is done with it here takes a
    few seconds at most, however slowly the other side sends.

    :raises OSError: if it takes longer, or TLS fails
    """
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    plain.settimeout(PATIENCE_S)
    line = Line(plain, context, server_side=True)
    late = threading.Timer(PATIENCE_S, frames.hang_up, (line,))
    late.daemon = True
    late.start()
    try:
        line.shake_hands()
        yield line
    except BaseException:
        line.close()
        raise
    finally:
        late.cancel()
