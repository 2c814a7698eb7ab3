"""The certificate with which a control plane listens to a network: one that is given, or its own.

Its own is self-signed, so others know it by its pin, the SHA-256 of the certificate. It is kept in
the folder of the control plane and made anew before it ends, or if it does not name the host.
"""

from __future__ import annotations

import datetime
import fcntl
import hashlib
import ipaddress
import os
import socket
import ssl
import struct
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heddle.errors import NoPermissionError, UsageError
from heddle.extras import extra
from heddle.system import files

if TYPE_CHECKING:
    from cryptography import x509

#: A new one has a new pin, which people have to carry to every client: so it lasts long.
LASTS = datetime.timedelta(days=3650)
RENEWED = datetime.timedelta(days=90)  #: before its end, at a start
ADDRESS_OF = 0x8915  #: SIOCGIFADDR of linux/sockios.h
USES = (
    "digital_signature",
    "content_commitment",
    "key_encipherment",
    "data_encipherment",
    "key_agreement",
    "key_cert_sign",
    "crl_sign",
    "encipher_only",
    "decipher_only",
)
OWN = "own"  #: instead of a file: forget the one that was given


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files in PEM, and what others have to know of them."""

    cert: str
    key: str
    pin: str  #: the SHA-256 of the first certificate
    ends_ms: int

    def context(self) -> ssl.SSLContext:
        """For a server. TLS 1.2 and newer."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self.cert, self.key)
        return context


def wanted(folder: str, cert: str | None, key: str | None) -> tuple[str, str] | None:
    """The files that are given, or those of last time; None: its own.

    :raises UsageError: if one is given without the other
    """
    path = os.path.join(folder, "certificate")
    if cert == OWN:
        with suppress(FileNotFoundError):
            os.unlink(path)
        return None
    if bool(cert) != bool(key):
        given, other = ("--cert", "--key") if cert else ("--key", "--cert")
        raise UsageError(f"{given} needs {other}, too: the certificate, and the key that fits it.")
    if cert and key:
        return os.path.abspath(cert), os.path.abspath(key)
    with suppress(FileNotFoundError, ValueError), open(path, encoding="utf-8") as file:
        first, second = file.read().splitlines()
        return first, second
    return None


def remember(folder: str, known: Certificate) -> None:
    """One that was given and can be used: it need not be named at the next start."""
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = os.path.join(folder, "certificate")
    files.replace(path, f"{known.cert}\n{known.key}\n".encode())


def given(cert: str, key: str) -> Certificate:
    """:raises UsageError: if they cannot be used, or do not fit, or it has ended"""
    for option, path in (("--cert", cert), ("--key", key)):
        try:
            with open(path, "rb"):
                pass
        except OSError as error:
            raise UsageError(
                f"{option} {path} cannot be read ({error.strerror}). Name a file in PEM, or "
                f"`--cert {OWN}` for one that is made here."
            ) from None
    try:
        found = _read(cert, key)
        found.context()
    except (ssl.SSLError, ValueError) as error:
        why = getattr(error, "reason", "") or "no certificate in PEM"
        raise UsageError(
            f"--cert {cert} and --key {key} cannot be used together ({why}). The first is the "
            "certificate with its chain in PEM, the second its key without a password."
        ) from None
    now = datetime.datetime.now(datetime.UTC)
    if found.ends_ms <= now.timestamp() * 1000:
        ended = datetime.datetime.fromtimestamp(found.ends_ms / 1000, datetime.UTC)
        raise UsageError(
            f"--cert {cert} expired on {ended:%Y-%m-%d}. Put a new one in its place, or "
            f"`--cert {OWN}` for one that is made here."
        )
    return found


def own(
    folder: str,
    host: str,
    now: datetime.datetime | None = None,
    wanted_by: str = "heddle up --host",
) -> Certificate:
    """Made at the first time, and again when it ends soon or another host is wanted.

    :raises NoPermissionError: if the folder cannot be written
    """
    now = now or datetime.datetime.now(datetime.UTC)
    cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
    with extra(wanted_by, "cryptography", "server"):
        from cryptography import x509
    with suppress(OSError, ValueError, ssl.SSLError):
        with open(cert, "rb") as file:
            last = x509.load_pem_x509_certificate(file.read())
        if last.not_valid_after_utc - now > RENEWED and _name(host) in _names_in(last):
            found = _read(cert, key)
            found.context()
            return found
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        _make(cert, key, names(host), now)
    except OSError as error:
        what = f"cannot keep a certificate there ({error.strerror})"
        raise NoPermissionError(what, folder, NoPermissionError.STATE) from None
    return _read(cert, key)


def names(host: str) -> list[str]:
    """What this machine is called: names and addresses. First the host that is listened on."""
    found = [_name(host), socket.gethostname(), "localhost", "127.0.0.1", "::1", *_addresses()]
    with suppress(OSError):
        found.insert(2, socket.getfqdn())
    return list(dict.fromkeys(each for each in found if each))


def _name(host: str) -> str:
    """Listening everywhere has no name: then it is this machine's."""
    return socket.gethostname() if host in ("0.0.0.0", "::") else host


def _addresses() -> list[str]:
    """Of all network interfaces."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has none
                asked = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(line.fileno(), ADDRESS_OF, asked)
                found.append(socket.inet_ntoa(answer[20:24]))
    with suppress(OSError), open("/proc/net/if_inet6", encoding="ascii") as file:
        found += [str(ipaddress.IPv6Address(int(line.split()[0], 16))) for line in file]
    return found


def _make(cert: str, key: str, called: list[str], now: datetime.datetime) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    secret = ec.generate_private_key(ec.SECP256R1())
    known = x509.SubjectKeyIdentifier.from_public_key(secret.public_key())
    uses = dict.fromkeys(USES, False) | {"digital_signature": True, "key_cert_sign": True}
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, called[0][:64])])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))  # clocks of others may be late
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName([_general(each) for each in called]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), True)  # may be a HEDDLE_CA
        .add_extension(x509.KeyUsage(**uses), True)
        .add_extension(known, False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .sign(secret, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = serialization.PrivateFormat.PKCS8
    files.replace(key, secret.private_bytes(pem, private, serialization.NoEncryption()))
    files.replace(cert, made.public_bytes(pem))


def _general(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name.partition("%")[0]))
    except ValueError:
        return x509.DNSName(name.encode("idna").decode())


def _names_in(certificate: x509.Certificate) -> set[str]:
    from cryptography import x509

    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = (str(each) for each in names.get_values_for_type(x509.IPAddress))
    return {*names.get_values_for_type(x509.DNSName), *addresses}


def _read(cert: str, key: str) -> Certificate:
    """:raises ValueError: if it is not one"""
    with extra("heddle up --cert", "cryptography", "server"):
        from cryptography import x509
        from cryptography.hazmat.primitives import serialization
    with open(cert, "rb") as file:
        first = x509.load_pem_x509_certificate(file.read())
    der = first.public_bytes(serialization.Encoding.DER)
    ends_ms = int(first.not_valid_after_utc.timestamp() * 1000)
    return Certificate(cert, key, hashlib.sha256(der).hexdigest(), ends_ms)
