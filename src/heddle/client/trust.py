"""Whether the server is the one that is meant, found out before anything is sent to it.

By a pin, the SHA-256 of its certificate, where the certificate is one that it made itself; or by
certificate authorities: those in the file of HEDDLE_CA, or the system's.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import os
import socket
import ssl

from heddle.client.variables import CA, PIN
from heddle.errors import HeddleError, NoServerError, UsageError

DIGITS = frozenset("0123456789abcdef")
PROBE_S = 2.0


class UntrustedError(HeddleError):
    """Something answers there, and it is not known to be the server that is meant."""


def clean_pin(text: str) -> str:
    """64 digits in small letters; as openssl writes it, with colons, is right, too.

    :raises UsageError: if it is not such a number
    """
    pin = text.strip().lower().removeprefix("sha256:").replace(":", "")
    if len(pin) != 64 or not DIGITS.issuperset(pin):
        raise UsageError(
            f"a pin is the SHA-256 of the server's certificate, 64 hexadecimal digits, not "
            f"{text!r}. `heddle up` prints it."
        )
    return pin


def pin_of(certificate: bytes) -> str:
    """Of a certificate in DER."""
    return hashlib.sha256(certificate).hexdigest()


class Trust:
    """How one server is known. `ca` is a file of certificates in PEM."""

    def __init__(self, pin: str | None = None, ca: str | None = None) -> None:
        self.pin = None if pin is None else clean_pin(pin)
        self._ca = ca or os.environ.get(CA) or None
        self._context: ssl.SSLContext | None = None

    def connection(self, host: str, port: int | None, timeout_s: float) -> TrustedConnection:
        if self._context is None:
            self._context = self._new_context()
        return TrustedConnection(self, host, port, timeout=timeout_s, context=self._context)

    def _new_context(self) -> ssl.SSLContext:
        if self.pin is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE  # `check` compares the certificate itself
        else:
            try:
                context = ssl.create_default_context(cafile=self._ca)
            except (OSError, ssl.SSLError) as error:
                why = error.strerror if type(error) is not ssl.SSLError else "no certificates in it"
                raise UsageError(
                    f"{CA}={self._ca} cannot be used ({why}): name a file with certificates in PEM."
                ) from None
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        return context

    def check(self, address: str, sock: ssl.SSLSocket) -> None:
        """:raises UntrustedError: if there is a pin, and the certificate is another one"""
        if self.pin is None:
            return
        found = pin_of(sock.getpeercert(binary_form=True) or b"")
        if not hmac.compare_digest(found, self.pin):
            raise UntrustedError(
                f"{address} has another certificate than the pin says, so nothing was sent to it. "
                "Either it has a new certificate, or another server answers in its place. Ask its "
                f"administrator: `heddle up` prints the pin. If it is {found} there, set "
                f"{PIN} to that."
            )


class TrustedConnection(http.client.HTTPSConnection):
    """A connection over TLS, open once the server is known."""

    def __init__(
        self,
        trust: Trust,
        host: str,
        port: int | None,
        *,
        timeout: float,
        context: ssl.SSLContext,
    ) -> None:
        super().__init__(host, port, timeout=timeout, context=context)
        self._trust = trust

    def connect(self) -> None:
        """:raises UntrustedError: if it is not known to be the one that is meant
        :raises NoServerError: if it does not speak TLS"""
        name = f"[{self.host}]" if ":" in self.host else self.host
        address = f"https://{name}:{self.port}"
        try:
            super().connect()
        except ssl.SSLCertVerificationError as error:
            raise UntrustedError(_unknown(address, error)) from None
        except ssl.SSLError as error:
            # OpenSSL says so of whatever does not begin as TLS does.
            if error.reason not in ("WRONG_VERSION_NUMBER", "HTTP_REQUEST"):
                raise
            raise NoServerError(
                f"what listens at {address} does not speak TLS",
                f"If it is a control plane, its address is http://{name}:{self.port}.",
            ) from None
        sock = self.sock
        assert isinstance(sock, ssl.SSLSocket)
        try:
            self._trust.check(address, sock)
        except UntrustedError:
            self.close()
            raise


def _unknown(address: str, error: ssl.SSLCertVerificationError) -> str:
    why = error.verify_message or "it cannot be verified"
    return (
        f"the certificate of {address} is not known here ({why}), so nothing was sent to it. If "
        f"the server made it itself, set {PIN} to the pin that `heddle up` prints there; if an "
        f"authority of yours signed it, set {CA} to the file with that authority's certificate."
    )


def speaks_tls(host: str, port: int) -> bool:
    """Whether a server that hangs up on plain HTTP speaks TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    try:
        with socket.create_connection((host, port), PROBE_S) as line, context.wrap_socket(line):
            return True
    except OSError:
        return False
