"""Keys and certificates: what they say, and that they belong together."""

from __future__ import annotations

import base64
from ipaddress import ip_address

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from werfpy.gostd.kinds import GoError
from werfpy.sprig import certificates, keys


@pytest.fixture(scope="module")
def key() -> str:
    return keys.gen_private_key("ecdsa")


@pytest.fixture(scope="module")
def authority(key: str) -> certificates.Certificate:
    return certificates.gen_ca_with_key("my-ca", 365, key)


def test_a_signed_certificate_is_signed_by_its_authority(authority, key: str) -> None:
    signed = certificates.gen_signed_cert_with_key("web", ["10.0.0.1", "::1"], ["web", "web.ns"], 30, authority, key)
    issued, signer = (x509.load_pem_x509_certificate(each.cert.encode()) for each in (signed, authority))
    issued.verify_directly_issued_by(signer)
    names = issued.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["web", "web.ns"]
    assert names.get_values_for_type(x509.IPAddress) == [ip_address("10.0.0.1"), ip_address("::1")]
    assert issued.extensions.get_extension_for_class(x509.BasicConstraints).value.ca is False
    assert (issued.not_valid_after_utc - issued.not_valid_before_utc).days == 30


def test_an_authority_may_sign(authority) -> None:
    certificate = x509.load_pem_x509_certificate(authority.cert.encode())
    assert certificate.extensions.get_extension_for_class(x509.KeyUsage).value.key_cert_sign
    assert certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_a_new_rsa_certificate_has_its_key() -> None:
    made = certificates.gen_self_signed_cert("x" * 80, [], [], 1)
    certificate = x509.load_pem_x509_certificate(made.cert.encode())
    private = load_pem_private_key(made.key.encode(), None)
    assert certificate.public_key() == private.public_key()
    assert made.key.startswith("-----BEGIN RSA PRIVATE KEY-----")


@pytest.mark.parametrize(
    ("kind", "begin"),
    [("ecdsa", "EC PRIVATE KEY"), ("ed25519", "PRIVATE KEY"), ("nope", None)],
)
def test_private_keys(kind: str, begin: str | None) -> None:
    pem = keys.gen_private_key(kind)
    assert pem.startswith(f"-----BEGIN {begin}-----") if begin else pem == "Unknown type nope"


def test_a_custom_certificate_comes_back(authority) -> None:
    encoded = [base64.b64encode(text.encode()).decode() for text in (authority.cert, authority.key)]
    assert certificates.build_custom_cert(*encoded) == authority


@pytest.mark.parametrize(
    ("cert", "key_text", "message"),
    [
        ("*", "", "unable to decode base64 certificate"),
        ("eA==", "*", "unable to decode base64 private key"),
        ("eA==", "eA==", "unable to decode certificate"),
    ],
)
def test_bad_custom_certificates(cert: str, key_text: str, message: str) -> None:
    with pytest.raises(GoError) as caught:
        certificates.build_custom_cert(cert, key_text)
    assert str(caught.value) == message


def test_bad_alternate_names(authority, key: str) -> None:
    with pytest.raises(GoError, match=r"error parsing ip: 1\.2\.3$"):
        certificates.gen_self_signed_cert_with_key("x", ["1.2.3"], [], 1, key)
    with pytest.raises(GoError, match="error parsing ip: 5 is not a string"):
        certificates.gen_self_signed_cert_with_key("x", [5], [], 1, key)
    with pytest.raises(GoError, match="error processing alternate dns name: 5 is not a string"):
        certificates.gen_signed_cert_with_key("x", [], [5], 1, authority, key)
    with pytest.raises(GoError, match="parsing private key: no PEM data in input"):
        certificates.gen_ca_with_key("x", 1, "none")
