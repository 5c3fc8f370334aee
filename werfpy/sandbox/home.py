"""The folder of a sandbox: its state, its keys, its kubeconfig."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from werfpy.errors import SandboxError

DIRECTORY_VARIABLE = "WERFPY_SANDBOX_DIR"


def default_folder() -> Path:
    """``$WERFPY_SANDBOX_DIR``, or ``werfpy/sandbox`` below ``$XDG_STATE_HOME`` (``~/.local/state``)."""
    given = os.environ.get(DIRECTORY_VARIABLE)
    if given:
        return Path(given)
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "werfpy" / "sandbox"


@dataclass(frozen=True, slots=True)
class Home:
    """One folder; every path below belongs to the sandbox."""

    folder: Path

    @property
    def state(self) -> Path:
        """All objects, see ``journal``."""
        return self.folder / "state.jsonl"

    @property
    def kubeconfig(self) -> Path:
        """For kubectl and everybody else."""
        return self.folder / "kubeconfig"

    @property
    def log(self) -> Path:
        """One line for each request."""
        return self.folder / "sandbox.log"

    @property
    def lock(self) -> Path:
        """Held by the process that serves the folder; holds its process id and port."""
        return self.folder / "sandbox.lock"

    @property
    def certificate(self) -> Path:
        """The server's certificate chain."""
        return self.folder / "tls.crt"

    @property
    def key(self) -> Path:
        """The server's key."""
        return self.folder / "tls.key"

    @property
    def ca(self) -> Path:
        """The authority that clients trust."""
        return self.folder / "ca.crt"

    def prepare(self) -> str:
        """Make the folder and its keys where they are absent; returns the bearer token.

        Raises:
            SandboxError: The folder cannot be written.
        """
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not (self.ca.exists() and self.certificate.exists() and self.key.exists()):
                self._write_certificates()
            token = self.folder / "token"
            if not token.exists():
                write_private(token, secrets.token_urlsafe(32))
            return token.read_text()
        except OSError as error:
            raise SandboxError(f"the sandbox's folder {self.folder} cannot be used", because=str(error)) from error

    def _write_certificates(self) -> None:
        from werfpy.sandbox.certificates import issue_loopback_certificate

        issued = issue_loopback_certificate("werfpy sandbox")
        write_private(self.key, issued.key)
        write_private(self.certificate, issued.certificate)
        write_private(self.ca, issued.ca)

    def write_kubeconfig(self, url: str, token: str) -> None:
        """Write the kubeconfig for a server at *url*."""
        import base64

        ca = base64.b64encode(self.ca.read_bytes()).decode()
        name = "werfpy-sandbox"
        document: dict[str, Any] = {
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{"name": name, "cluster": {"server": url, "certificate-authority-data": ca}}],
            "users": [{"name": name, "user": {"token": token}}],
            "contexts": [{"name": name, "context": {"cluster": name, "user": name, "namespace": "default"}}],
            "current-context": name,
        }
        write_private(self.kubeconfig, json.dumps(document, indent=2) + "\n")

    def former_port(self) -> int:
        """The port of the last run, so that a kubeconfig stays good; 0 when there was none."""
        try:
            document = json.loads(self.kubeconfig.read_text())
            return int(document["clusters"][0]["cluster"]["server"].rpartition(":")[2])
        except (OSError, ValueError, KeyError, IndexError, TypeError):
            return 0


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, in one step."""
    partial = path.with_name(f"{path.name}.partial")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    partial.replace(path)
