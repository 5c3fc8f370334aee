"""Private keys in PEM, as sprig makes and reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from werfpy.gostd.kinds import GoError
from werfpy.gostd.text import to_bytes

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes


def gen_private_key(kind: str) -> str:
    """Return a new private key in PEM: rsa (4096 bits, also for an empty name), dsa, ecdsa (P-256) or ed25519."""
    from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519

    key: Any
    if kind in ("", "rsa"):
        key = new_rsa(4096)
    elif kind == "dsa":
        key = dsa.generate_private_key(2048)
    elif kind == "ecdsa":
        key = ec.generate_private_key(ec.SECP256R1())
    elif kind == "ed25519":
        key = ed25519.Ed25519PrivateKey.generate()
    else:
        return "Unknown type " + kind
    return to_pem(key)


def new_rsa(bits: int) -> Any:
    """Return a new RSA key."""
    from cryptography.hazmat.primitives.asymmetric import rsa

    return rsa.generate_private_key(65537, bits)


def to_pem(key: PrivateKeyTypes) -> str:
    """Return PKCS#1 for RSA, SEC 1 for EC, OpenSSL's form for DSA, PKCS#8 for all others."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519

    is_other = isinstance(key, ed25519.Ed25519PrivateKey)
    form = serialization.PrivateFormat.PKCS8 if is_other else serialization.PrivateFormat.TraditionalOpenSSL
    return key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode("ascii")


def from_pem(pem: str) -> Any:
    """Read a private key.

    Raises:
        GoError: There is none: ``no PEM data in input``, ``no private key data in PEM block of type …``.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    kind = pem_kind(pem)
    if kind is None:
        raise GoError("no PEM data in input")
    if kind != "PRIVATE KEY":
        if not kind.endswith(" PRIVATE KEY"):
            raise GoError(f"no private key data in PEM block of type {kind}")
        if kind not in ("RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY"):
            raise GoError(f"invalid private key type {kind.removesuffix(' PRIVATE KEY')}")
    try:
        return load_pem_private_key(to_bytes(pem), None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        name = kind.removesuffix("PRIVATE KEY").strip()
        what = f"parsing {name} private key from PEM" if name else "decoding PEM as PKCS#8"
        raise GoError(f"{what}: {error}") from None


def pem_kind(text: str) -> str | None:
    """Return the type of the first PEM block, None where there is no whole one."""
    import re

    match = re.search(r"^-----BEGIN ([^\n]*?)-----[ \t\r]*\n.*?^-----END \1-----", text, re.DOTALL | re.MULTILINE)
    return match[1] if match else None
