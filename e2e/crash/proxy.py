"""A TLS-terminating proxy before the API server that shows each request to a test before and after it is served.

It speaks as much HTTP/1.1 as the API server and its clients use: bodies with a length, answers with a length, in
chunks, or none; answers are passed on as they come, so that watches work.
"""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from e2e.cluster.control_plane import kubeconfig_document

READS = ("GET", "HEAD")


@dataclass(frozen=True)
class Seen:
    """One request. ``number`` counts from 1 in the order of arrival."""

    number: int
    method: str
    path: str

    @property
    def is_write(self) -> bool:
        return self.method not in READS and "dryRun=" not in self.path

    @property
    def is_watch(self) -> bool:
        return "watch=" in self.path


Look = Callable[[Seen], None]
"""Called in the thread of the connection: the request goes on when it returns."""


def _nothing(_: Seen) -> None:
    """Look on."""


@dataclass
class Faults:
    """What a test does about requests: ``before`` they are sent on, ``after`` they were served but not answered.

    Raising ``Broken`` closes the connection to the client without an answer.
    """

    before: Look = _nothing
    after: Look = _nothing
    seen: list[Seen] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, method: str, path: str) -> Seen:
        with self.lock:
            request = Seen(len(self.seen) + 1, method, path)
            self.seen.append(request)
        return request

    def reset(self) -> None:
        """Look on again, and count from 1."""
        with self.lock:
            self.before = self.after = _nothing
            self.seen = []


class Broken(Exception):
    """Close the client's connection."""


@dataclass(frozen=True)
class Proxy:
    """A running proxy: its kubeconfig, and what it does."""

    kubeconfig: Path
    faults: Faults


@contextmanager
def proxied(cluster: Any, folder: Path) -> Iterator[Proxy]:
    """A proxy before *cluster*, whose administrator's kubeconfig leads through it."""
    certificate, key = _certificate(folder)
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(certificate, key)
    faults = Faults()
    listener = socket.create_server(("127.0.0.1", 0))
    upstream = _Upstream.of(cluster)
    threading.Thread(target=_accept, args=(listener, serving, upstream, faults), daemon=True).start()
    address = f"https://127.0.0.1:{listener.getsockname()[1]}"
    kubeconfig = folder / "proxied.kubeconfig"
    kubeconfig.write_text(json.dumps(kubeconfig_document(address, str(certificate), cluster.token)))
    try:
        yield Proxy(kubeconfig, faults)
    finally:
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()


@dataclass(frozen=True)
class _Upstream:
    host: str
    port: int
    context: ssl.SSLContext

    @classmethod
    def of(cls, cluster: Any) -> _Upstream:
        address = urlsplit(cluster.server)
        return cls(address.hostname or "", address.port or 443, ssl.create_default_context(cafile=str(cluster.ca)))

    def connect(self) -> ssl.SSLSocket:
        plain = socket.create_connection((self.host, self.port))
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.context.wrap_socket(plain, server_hostname=self.host)


def _accept(listener: socket.socket, serving: ssl.SSLContext, upstream: _Upstream, faults: Faults) -> None:
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=_serve, args=(client, serving, upstream, faults), daemon=True).start()


def _serve(plain: socket.socket, serving: ssl.SSLContext, upstream: _Upstream, faults: Faults) -> None:
    """One connection of a client, until either side ends it."""
    with (
        contextlib.suppress(OSError, Broken, ValueError),
        serving.wrap_socket(plain, server_side=True) as client,
        upstream.connect() as server,
    ):
        reader, answers = client.makefile("rb"), server.makefile("rb")
        while _exchange(reader, client, answers, server, faults):
            pass


def _exchange(
    reader: BinaryIO, client: ssl.SSLSocket, answers: BinaryIO, server: ssl.SSLSocket, faults: Faults
) -> bool:
    """One request and its answer; False when the client has no more."""
    head = _head(reader)
    if not head:
        return False
    body = reader.read(int(_header(head, b"content-length") or 0))
    method, path, _ = head.split(b"\r\n", 1)[0].decode().split(" ", 2)
    request = faults.note(method, path)
    faults.before(request)
    server.sendall(head + body)
    answer = _head(answers)
    parts = _body(answer, answers)
    if not request.is_watch:
        parts = iter([b"".join(parts)])
    faults.after(request)
    client.sendall(answer)
    for part in parts:
        client.sendall(part)
    return bool(answer)


def _head(stream: BinaryIO) -> bytes:
    """Everything up to the empty line; nothing at the end of the stream."""
    lines = []
    while line := stream.readline():
        lines.append(line)
        if line == b"\r\n":
            return b"".join(lines)
    return b""


def _header(head: bytes, name: bytes) -> bytes:
    for line in head.split(b"\r\n")[1:]:
        key, _, value = line.partition(b":")
        if key.strip().lower() == name:
            return value.strip()
    return b""


def _body(head: bytes, stream: BinaryIO) -> Iterator[bytes]:
    if _header(head, b"transfer-encoding").lower() != b"chunked":
        yield stream.read(int(_header(head, b"content-length") or 0))
        return
    while True:
        size = stream.readline()
        data = stream.read(int(size.split(b";")[0] or b"0", 16) + 2)
        yield size + data
        if int(size.split(b";")[0], 16) == 0:
            return


def _certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that signs itself, and its key."""
    from ipaddress import ip_address

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "proxy")]), datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(hours=1)).not_valid_after(now + timedelta(days=1))
    addresses = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    constraints = x509.BasicConstraints(ca=True, path_length=0)
    signed = builder.add_extension(addresses, critical=False).add_extension(constraints, critical=True)
    certificate = signed.sign(key, hashes.SHA256())
    paths = folder / "proxy.crt", folder / "proxy.key"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    pem, pkcs8, plain = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    paths[1].touch(mode=0o600)
    paths[1].write_bytes(key.private_bytes(pem, pkcs8, plain))
    return paths
