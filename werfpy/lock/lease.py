"""A Lease as we read and write it. Pure."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from werfpy.json_types import Manifest
from werfpy.resource.refs import GVK, ObjectRef

LEASE = GVK("coordination.k8s.io", "v1", "Lease")
DURATION_S = 15.0

_PROCESS = "werf.io/lock-process"

_JOB_URLS = (
    "CI_JOB_URL",
    "BUILD_URL",
    "CIRCLE_BUILD_URL",
    "BITRISE_BUILD_URL",
    "BUILDKITE_BUILD_URL",
    "DRONE_BUILD_LINK",
    "TRAVIS_BUILD_WEB_URL",
)


@dataclass(frozen=True, slots=True)
class Lease:
    """Who holds a release. ``holder`` is ``""`` when nobody does; ``renewed`` is by the holder's clock, UTC.

    ``process`` is the holder as `werfpy.lock.process` names it. ``resource_version`` makes the next write conditional.
    """

    namespace: str
    name: str
    holder: str = ""
    duration_s: float = DURATION_S
    acquired: datetime | None = None
    renewed: datetime | None = None
    transitions: int = 0
    process: str = ""
    resource_version: str = ""

    @property
    def ref(self) -> ObjectRef:
        """The Lease object."""
        return ObjectRef(LEASE, self.namespace, self.name)

    def is_expired(self, now: datetime) -> bool:
        """Whether nobody holds it at *now*: it was released, or not renewed for its whole duration."""
        if not self.holder or self.renewed is None:
            return True
        return now - self.renewed >= timedelta(seconds=self.duration_s)

    def covers(self, moment: datetime) -> bool:
        """Whether its last holder held it at *moment*, by the holder's own clock."""
        if self.acquired is None or self.renewed is None:
            return False
        until = self.renewed + timedelta(seconds=self.duration_s if self.holder else 0)
        return self.acquired <= moment <= until

    def taken_by(self, holder: str, process: str, now: datetime, duration_s: float) -> Lease:
        """The Lease after *holder* has taken it at *now*."""
        return replace(
            self,
            holder=holder,
            process=process,
            duration_s=duration_s,
            acquired=now,
            renewed=now,
            transitions=self.transitions + (1 if self.resource_version else 0),
        )


def lease_name(release: str) -> str:
    """The name of the Lease of *release*."""
    return f"werfpy-release-{release}"


def holder_identity(environ: Mapping[str, str], hostname: str = "", pid: int = 0) -> str:
    """Who we are, for a person: ``HOST PID`` and the CI job's URL where there is one."""
    urls = (environ.get(name, "") for name in _JOB_URLS)
    url = next((found for found in urls if found), "") or _github_url(environ)
    parts = (hostname or socket.gethostname(), str(pid or os.getpid()), url)
    return " ".join(part for part in parts if part)


def read_lease(manifest: Manifest) -> Lease:
    """The Lease in *manifest*; fields that are missing or malformed count as a Lease that nobody holds."""
    metadata, spec = manifest.get("metadata") or {}, manifest.get("spec") or {}
    return Lease(
        namespace=str(metadata.get("namespace") or ""),
        name=str(metadata.get("name") or ""),
        holder=str(spec.get("holderIdentity") or ""),
        duration_s=float(spec.get("leaseDurationSeconds") or DURATION_S),
        acquired=_read_time(spec.get("acquireTime")),
        renewed=_read_time(spec.get("renewTime")),
        transitions=int(spec.get("leaseTransitions") or 0),
        process=str((metadata.get("annotations") or {}).get(_PROCESS) or ""),
        resource_version=str(metadata.get("resourceVersion") or ""),
    )


def write_lease(lease: Lease) -> Manifest:
    """The manifest of *lease*; with its resource version, if it has one."""
    metadata: Manifest = {
        "name": lease.name,
        "namespace": lease.namespace,
        "labels": {"app.kubernetes.io/managed-by": "werfpy"},
    }
    if lease.process:
        metadata["annotations"] = {_PROCESS: lease.process}
    if lease.resource_version:
        metadata["resourceVersion"] = lease.resource_version
    spec: Manifest = {"leaseDurationSeconds": max(1, round(lease.duration_s)), "leaseTransitions": lease.transitions}
    if lease.holder:
        spec["holderIdentity"] = lease.holder
    for key, moment in (("acquireTime", lease.acquired), ("renewTime", lease.renewed)):
        if moment is not None:
            spec[key] = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return {"apiVersion": LEASE.api_version, "kind": LEASE.kind, "metadata": metadata, "spec": spec}


def _read_time(text: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _github_url(environ: Mapping[str, str]) -> str:
    server, repository, run = (environ.get(f"GITHUB_{name}", "") for name in ("SERVER_URL", "REPOSITORY", "RUN_ID"))
    return f"{server}/{repository}/actions/runs/{run}" if server and repository and run else ""
