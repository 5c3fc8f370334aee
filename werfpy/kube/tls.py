"""Whom we trust, and our client certificate, as one TLS context."""

from __future__ import annotations

import base64
import binascii
import ssl
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from werfpy.errors import Unreachable


def tls_context(cluster: Mapping[str, Any], user: Mapping[str, Any]) -> ssl.SSLContext:
    """The TLS context of a kubeconfig's cluster and user entries.

    Data (``certificate-authority-data``…) wins over files. Without an authority the system's are trusted.

    Raises:
        Unreachable: A certificate or key is missing, unreadable or does not fit.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if cluster.get("insecure-skip-tls-verify"):
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    else:
        _trust(context, cluster)
    certificate = _pem(user, "client-certificate")
    if certificate:
        _identify(context, certificate, _pem(user, "client-key"))
    return context


def _trust(context: ssl.SSLContext, cluster: Mapping[str, Any]) -> None:
    authority = _pem(cluster, "certificate-authority")
    if not authority:
        context.load_default_certs()
        return
    try:
        context.load_verify_locations(cadata=authority.decode("ascii", "ignore"))
    except (ssl.SSLError, ValueError) as error:
        raise _unusable("certificate-authority", cluster, error) from error


def _identify(context: ssl.SSLContext, certificate: bytes, key: bytes) -> None:
    """OpenSSL reads a key only from a file: it lies in a private folder while it is read, and no longer."""
    with tempfile.TemporaryDirectory(prefix="werfpy-") as folder:
        path = Path(folder) / "client.pem"
        path.touch(mode=0o600)
        path.write_bytes(certificate + b"\n" + key)
        try:
            context.load_cert_chain(path)
        except (ssl.SSLError, OSError) as error:
            raise Unreachable(
                "the client certificate of the kubeconfig's user cannot be used",
                reason="TLS",
                because=str(error),
                hint="check client-certificate and client-key, and that they belong together",
            ) from error


def _pem(entry: Mapping[str, Any], name: str) -> bytes:
    """The PEM text of *name*, from ``NAME-data`` (base64) or the file *name*; empty when neither is set."""
    data = entry.get(f"{name}-data")
    if data:
        try:
            return base64.b64decode(str(data))
        except (binascii.Error, ValueError) as error:
            raise _unusable(f"{name}-data", entry, error) from error
    if not entry.get(name):
        return b""
    try:
        return Path(str(entry[name])).read_bytes()
    except OSError as error:
        raise _unusable(name, entry, error) from error


def _unusable(name: str, entry: Mapping[str, Any], error: Exception) -> Unreachable:
    where = "" if name.endswith("-data") else f" {entry.get(name, '')}"
    return Unreachable(f"{name}{where} of the kubeconfig cannot be used", reason="TLS", because=str(error))
