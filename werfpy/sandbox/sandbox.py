"""One running sandbox, in this process."""

from __future__ import annotations

import threading
from pathlib import Path
from types import TracebackType

from werfpy.sandbox.api import Api
from werfpy.sandbox.bootstrap import bootstrap
from werfpy.sandbox.home import Home
from werfpy.sandbox.journal import Journal
from werfpy.sandbox.play.player import Player
from werfpy.sandbox.server import SandboxServer
from werfpy.sandbox.store import HISTORY, Store


class Sandbox:
    """An API server on a loopback port, with its controllers; a context manager.

    Args:
        folder: Where state, keys and kubeconfig are kept; what is there is taken up again.
        ready_after_s: How long a pod takes to become ready, in seconds.
        history: How many changes watches and continued lists can look back.

    >>> with Sandbox(tmp_path) as sandbox:          # doctest: +SKIP
    ...     run(["kubectl", "--kubeconfig", sandbox.kubeconfig, "get", "nodes"])
    """

    def __init__(self, folder: Path, *, ready_after_s: float = 1.0, history: int = HISTORY) -> None:
        self.home = Home(folder)
        self.token = self.home.prepare()
        self.api = Api(Store(Journal(self.home.state), history), ready_after_s=ready_after_s)
        self._player = Player(self.api)
        self._server = self._listen()
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="sandbox-http", daemon=True
        )

    @property
    def url(self) -> str:
        """``https://127.0.0.1:PORT``."""
        return self._server.url

    @property
    def kubeconfig(self) -> Path:
        """A kubeconfig with the CA and the token inside."""
        return self.home.kubeconfig

    @property
    def ca(self) -> Path:
        """PEM file of the CA."""
        return self.home.ca

    def _listen(self) -> SandboxServer:
        def at(port: int) -> SandboxServer:
            return SandboxServer(self.api, self.token, self.home.certificate, self.home.key, port)

        try:
            return at(self.home.former_port())
        except OSError:
            return at(0)

    def start(self) -> None:
        """Serve; returns at once."""
        bootstrap(self.api)
        self._player.start()
        self._thread.start()
        self.home.write_kubeconfig(self.url, self.token)

    def stop(self) -> None:
        """End everything and wait for it; the state stays on disk."""
        self._server.stop()
        self._player.stop()
        self._thread.join(timeout=10)
        self.api.store.close()

    def __enter__(self) -> Sandbox:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()
