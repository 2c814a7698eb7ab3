"""A certificate for the webhook, signed by an authority whose key is thrown away."""

from __future__ import annotations

import base64
import datetime
import hashlib

from heddle.extras import extra
from heddle.kubernetes.install.settings import WebhookKeys

LASTS = datetime.timedelta(days=3650)


def made(host: str) -> WebhookKeys:
    """:raises MissingExtraError: if cryptography is not installed"""
    with extra("heddle k8s manifests with a webhook", "cryptography", "kubernetes"):
        from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    now = datetime.datetime.now(datetime.UTC)
    authority, own = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "heddle-webhook-ca")])

    def signed(name: x509.Name, key: ec.EllipticCurvePrivateKey, *, is_ca: bool) -> bytes:
        builder = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))  # clocks of others may be late
            .not_valid_after(now + LASTS)
            .add_extension(x509.BasicConstraints(ca=is_ca, path_length=None), True)
        )
        if not is_ca:
            names = x509.SubjectAlternativeName([x509.DNSName(host)])
            builder = builder.add_extension(names, False)
        return builder.sign(authority, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host[:64])])
    certificate = signed(subject, own, is_ca=False)
    key = own.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return WebhookKeys(
        ca=_base64(signed(issuer, authority, is_ca=True)),
        certificate=_base64(certificate),
        key=_base64(key),
        digest=hashlib.sha256(certificate).hexdigest()[:16],
    )


def _base64(text: bytes) -> str:
    return base64.b64encode(text).decode()
