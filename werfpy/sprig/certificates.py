"""X.509 certificates: genCA, genSignedCert and their kin."""

from __future__ import annotations

import secrets
import warnings
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, Any, ClassVar

from werfpy.gostd.base64 import decode64
from werfpy.gostd.fmt import sprint_value
from werfpy.gostd.kinds import GoError, GoStruct
from werfpy.gostd.text import from_bytes, to_bytes
from werfpy.sprig.keys import from_pem, new_rsa, pem_kind, to_pem

if TYPE_CHECKING:
    from cryptography import x509

_RSA_BITS = 2048


@dataclass(frozen=True, slots=True)
class Certificate(GoStruct):
    """A certificate and its private key, both in PEM."""

    cert: str = ""
    key: str = ""

    go_type: ClassVar[str] = "sprig.certificate"
    go_fields: ClassVar[dict[str, str]] = {"Cert": "cert", "Key": "key"}


@dataclass(frozen=True, slots=True)
class _Order:
    """What a new certificate shall say."""

    common_name: str
    ips: tuple[IPv4Address | IPv6Address, ...]
    dns: tuple[str, ...]
    days: int
    is_ca: bool = False


def build_custom_cert(cert64: str, key64: str) -> Certificate:
    """Return a certificate from base64 of both PEM texts, after a look at them.

    Raises:
        GoError: One of them is not what it should be.
    """
    cert = _decoded(cert64, "certificate")
    key = _decoded(key64, "private key")
    if pem_kind(cert) is None:
        raise GoError("unable to decode certificate")
    _load_certificate(cert)
    try:
        from_pem(key)
    except GoError as error:
        raise GoError(f"error parsing private key: {error}") from None
    return Certificate(cert, key)


def gen_ca(common_name: str, days: int) -> Certificate:
    """Return a new certificate authority with a new RSA key, valid for *days* days."""
    return _self_signed(_Order(common_name, (), (), days, is_ca=True), new_rsa(_RSA_BITS))


def gen_ca_with_key(common_name: str, days: int, key: str) -> Certificate:
    """Do as genCA with a key in PEM.

    Raises:
        GoError: ``parsing private key: …``.
    """
    return _self_signed(_Order(common_name, (), (), days, is_ca=True), _given_key(key))


def gen_self_signed_cert(common_name: str, ips: list[Any], dns: list[Any], days: int) -> Certificate:
    """Return a self-signed certificate with a new RSA key.

    Raises:
        GoError: An IP or a name is none.
    """
    return _self_signed(_order(common_name, ips, dns, days), new_rsa(_RSA_BITS))


def gen_self_signed_cert_with_key(common_name: str, ips: list[Any], dns: list[Any], days: int, key: str) -> Certificate:
    """Do as genSelfSignedCert with a key in PEM.

    Raises:
        GoError: An IP or a name is none, or the key cannot be read.
    """
    given = _given_key(key)
    return _self_signed(_order(common_name, ips, dns, days), given)


def gen_signed_cert(common_name: str, ips: list[Any], dns: list[Any], days: int, ca: Certificate) -> Certificate:
    """Return a certificate signed by *ca*, with a new RSA key.

    Raises:
        GoError: An IP or a name is none, or *ca* cannot be read.
    """
    return _signed(_Request(common_name, ips, dns, days), ca, new_rsa(_RSA_BITS))


def gen_signed_cert_with_key(
    common_name: str, ips: list[Any], dns: list[Any], days: int, ca: Certificate, key: str
) -> Certificate:
    """Do as genSignedCert with a key in PEM.

    Raises:
        GoError: As genSignedCert, or the key cannot be read.
    """
    return _signed(_Request(common_name, ips, dns, days), ca, _given_key(key))


@dataclass(frozen=True, slots=True)
class _Request:
    common_name: str
    ips: list[Any]
    dns: list[Any]
    days: int


def _decoded(text: str, what: str) -> str:
    try:
        return from_bytes(decode64(text))
    except GoError:
        raise GoError(f"unable to decode base64 {what}") from None


def _given_key(pem: str) -> Any:
    try:
        return from_pem(pem)
    except GoError as error:
        raise GoError(f"parsing private key: {error}") from None


def _load_certificate(pem: str) -> x509.Certificate:
    from cryptography import x509

    try:
        return x509.load_pem_x509_certificate(to_bytes(pem))
    except ValueError as error:
        raise GoError(f"error parsing certificate: decodedCert.Bytes: {error}") from None


def _order(common_name: str, ips: list[Any], dns: list[Any], days: int) -> _Order:
    addresses = []
    for ip in ips:
        if not isinstance(ip, str):
            raise GoError(f"error parsing ip: {sprint_value(ip)} is not a string")
        try:
            addresses.append(_address(ip))
        except ValueError:
            raise GoError(f"error parsing ip: {ip}") from None
    for name in dns:
        if not isinstance(name, str):
            raise GoError(f"error processing alternate dns name: {sprint_value(name)} is not a string")
    return _Order(common_name, tuple(addresses), tuple(dns), days)


def _address(text: str) -> IPv4Address | IPv6Address:
    if "%" in text:
        raise ValueError(text)
    address = ip_address(text)
    return getattr(address, "ipv4_mapped", None) or address


def _self_signed(order: _Order, key: Any) -> Certificate:
    return Certificate(_issue(order, key, _name(order.common_name), key, None), to_pem(key))


def _signed(request: _Request, ca: Certificate, key: Any) -> Certificate:
    if pem_kind(ca.cert) is None:
        raise GoError("unable to decode certificate")
    signer = _load_signer(ca.cert)
    try:
        signer_key = from_pem(ca.key)
    except GoError as error:
        raise GoError(f"error parsing private key: {error}") from None
    order = _order(request.common_name, request.ips, request.dns, request.days)
    return Certificate(_issue(order, key, signer.subject, signer_key, signer), to_pem(key))


def _load_signer(pem: str) -> x509.Certificate:
    try:
        return _load_certificate(pem)
    except GoError as error:
        raise GoError(str(error).replace("decodedCert", "decodedSignerCert")) from None


def _name(common_name: str) -> x509.Name:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    if not common_name:
        return x509.Name([])
    with warnings.catch_warnings():
        # X.520 allows 64 characters; Go sets no bound, and charts make longer names.
        warnings.simplefilter("ignore", UserWarning)
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name, _validate=False)])


def _issue(order: _Order, key: Any, issuer: x509.Name, signer_key: Any, signer: x509.Certificate | None) -> str:
    """Sign what *order* says and return PEM; the extensions and their order are those of Go's crypto/x509."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519

    start = datetime.now(UTC).replace(microsecond=0)
    builder = (
        x509.CertificateBuilder()
        .subject_name(_name(order.common_name))
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(secrets.randbits(127) or 1)
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=order.days))
    )
    for extension, critical in _extensions(order, key, signer):
        builder = builder.add_extension(extension, critical)
    algorithm = None if isinstance(signer_key, ed25519.Ed25519PrivateKey) else hashes.SHA256()
    try:
        certificate = builder.sign(signer_key, algorithm)
    except (ValueError, TypeError) as error:
        raise GoError(f"error creating certificate: {error}") from None
    return certificate.public_bytes(serialization.Encoding.PEM).decode("ascii")


def _extensions(order: _Order, key: Any, signer: x509.Certificate | None) -> list[tuple[Any, bool]]:
    from cryptography import x509
    from cryptography.x509.oid import ExtendedKeyUsageOID

    no = dict.fromkeys(
        ("content_commitment", "data_encipherment", "key_agreement", "crl_sign", "encipher_only", "decipher_only"),
        False,
    )
    usage = x509.KeyUsage(digital_signature=True, key_encipherment=True, key_cert_sign=order.is_ca, **no)
    purposes = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH])
    found: list[tuple[Any, bool]] = [
        (usage, True),
        (purposes, False),
        (x509.BasicConstraints(ca=order.is_ca, path_length=None), True),
    ]
    if order.is_ca:
        found.append((x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False))
    identifier = _signer_identifier(signer)
    if identifier is not None:
        found.append((identifier, False))
    names = [*map(x509.DNSName, order.dns), *map(x509.IPAddress, order.ips)]
    if names:
        found.append((x509.SubjectAlternativeName(names), not order.common_name))
    return found


def _signer_identifier(signer: x509.Certificate | None) -> Any:
    from cryptography import x509

    if signer is None:
        return None
    try:
        subject = signer.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    except x509.ExtensionNotFound:
        return None
    return x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(subject)
