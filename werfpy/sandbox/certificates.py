"""A throw-away certificate authority for loopback servers."""

from __future__ import annotations

import datetime
import ipaddress
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

_LIFETIME = datetime.timedelta(days=3650)
_SKEW = datetime.timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class ServingCertificate:
    """PEM texts: the authority that clients trust, and the server's certificate (with its chain) and key."""

    ca: str
    certificate: str
    key: str


def issue_loopback_certificate(common_name: str) -> ServingCertificate:
    """Make an authority and one server certificate for 127.0.0.1, ::1 and localhost, valid for ten years.

    Both carry the key identifiers that Python 3.13 and later demand (``VERIFY_X509_STRICT``). The authority's
    key is forgotten: nothing else can ever be signed by it.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

    ca_key = ec.generate_private_key(ec.SECP256R1())
    ca = _sign(_authority(common_name, ca_key), ca_key)
    server_key = ec.generate_private_key(ec.SECP256R1())
    server = _sign(_server(common_name, server_key, ca), ca_key)
    assert isinstance(ca, x509.Certificate)
    return ServingCertificate(ca=_pem(ca), certificate=_pem(server) + _pem(ca), key=private_key_pem(server_key))


def private_key_pem(key: ec.EllipticCurvePrivateKey) -> str:
    """The key as SEC 1 PEM (``BEGIN EC PRIVATE KEY``), which Go's and OpenSSL's readers both take."""
    from cryptography.hazmat.primitives import serialization

    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    ).decode()


def _pem(certificate: x509.Certificate) -> str:
    from cryptography.hazmat.primitives import serialization

    return certificate.public_bytes(serialization.Encoding.PEM).decode()


def _sign(builder: x509.CertificateBuilder, key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    from cryptography.hazmat.primitives import hashes

    return builder.sign(key, hashes.SHA256())


def _named(
    common_name: str, subject_key: ec.EllipticCurvePrivateKey, issuer: x509.Name | None
) -> x509.CertificateBuilder:
    from cryptography import x509

    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, common_name)])
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer or name)
        .public_key(subject_key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _SKEW)
        .not_valid_after(now + _LIFETIME)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(subject_key.public_key()), critical=False)
    )


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _authority(common_name: str, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    from cryptography import x509

    return (
        _named(f"{common_name} CA", key, None)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(signs_certificates=True), critical=True)
    )


def _server(common_name: str, key: ec.EllipticCurvePrivateKey, ca: x509.Certificate) -> x509.CertificateBuilder:
    from cryptography import x509

    authority_key = ca.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    names = [
        x509.DNSName("localhost"),
        x509.IPAddress(ipaddress.ip_address("127.0.0.1")),
        x509.IPAddress(ipaddress.ip_address("::1")),
    ]
    return (
        _named(common_name, key, ca.subject)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(authority_key), critical=False)
    )
