"""What every refusal has in common, checked by one fixture."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from e2e.cluster.audit import ApiRequest, AuditLog
from e2e.driver import ChartFolder, Ran, Werfpy


@dataclass(frozen=True)
class Refusing:
    """Runs commands that must be refused before anything is written.

    Args:
        cluster: Whose audit log says what was sent.
        werfpy: The command.
        chart: The chart that is deployed as release ``app`` where a test names no other arguments.
    """

    cluster: Any
    werfpy: Werfpy
    chart: ChartFolder

    def deploy(self, *flags: str, kubeconfig: Path | None = None, **environ: str) -> str:
        """Deploy the chart as ``app``; returns what stood on stderr."""
        return self.run("deploy", "app", str(self.chart), *flags, kubeconfig=kubeconfig, **environ)

    def run(self, *arguments: str, kubeconfig: Path | None = None, cwd: Path | None = None, **environ: str) -> str:
        """Run a command that must fail with 1 and a clear error, having sent no write of any kind."""
        command = replace(self.werfpy, environ={**self.werfpy.environ, **environ})
        log, user_config = self.cluster.audit, kubeconfig or self.werfpy.kubeconfig
        if kubeconfig is not None:
            command = replace(command, kubeconfig=kubeconfig)
            log = AuditLog(log._path, _user_of(user_config) or log._user)
        mark = log.mark()

        ran = command.run(*arguments, cwd=cwd)
        _is_clear(ran)
        assert writes(log, mark) == []
        return ran.err


def writes(log: AuditLog, mark: int) -> list[ApiRequest]:
    """Everything that was sent by the command since *mark* and was no read."""
    return [item for item in log.requests(mark, user_agent="werfpy") if item.is_write]


def _is_clear(ran: Ran) -> None:
    assert ran.code == 1, ran.text
    assert ran.err.startswith("Error: "), ran.text
    assert "Traceback" not in ran.text, ran.text


def _user_of(kubeconfig: Path) -> str:
    """The user that the API server sees: the subject of the ServiceAccount's token."""
    if not kubeconfig.exists():
        return ""
    token = json.loads(kubeconfig.read_text())["users"][0]["user"].get("token", "")
    parts = token.split(".")
    if len(parts) != 3:
        return ""
    claims: dict[str, Any] = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    return str(claims["sub"])


@pytest.fixture
def refused(cluster: Any, werfpy: Werfpy, chart: ChartFolder) -> Refusing:
    """The command, for runs that must not write; skipped where the server keeps no log to prove it."""
    if cluster.audit is None:
        pytest.skip("this cluster keeps no audit log that could be read")
    return Refusing(cluster, werfpy, chart)
