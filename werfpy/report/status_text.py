"""``helm status`` as text; ``install`` and ``upgrade`` end with the same.

Source: helm ``pkg/cmd/status.go`` (statusPrinter.WriteTable), verified against the real helm in e2e/report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from werfpy.release.record import HookRecord, Release
from werfpy.release.times import parse_time
from werfpy.report.tables import ansic, kubectl_table

_GO_ZERO_TIME = "Mon Jan  1 00:00:00 0001"


@dataclass(frozen=True, slots=True)
class LiveResources:
    """Live objects of one kind: ``kind`` as ``v1/ConfigMap``, ``rows`` with a head, as the server's Table has them."""

    kind: str
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class StatusView:
    """What of a release is shown.

    Args:
        resources: Live objects; empty leaves the section out.
        has_chart: Add CHART, VERSION and APP_VERSION, as ``install`` and ``upgrade`` of helm 4 do not and ``get
            metadata`` does.
        has_description: helm 4 always shows the description; helm 3 only with ``--show-desc``.
        hides_notes: Leave out NOTES.
    """

    resources: Sequence[LiveResources] = ()
    has_chart: bool = False
    has_description: bool = True
    hides_notes: bool = False


def status_text(release: Release, view: StatusView | None = None) -> str:
    """The text of ``helm status``, with a newline at its end."""
    return "".join(f"{line}\n" for line in _lines(release, view or StatusView()))


def _lines(release: Release, view: StatusView) -> Iterator[str]:
    yield f"NAME: {release.name}"
    if release.info.updated is not None:
        yield f"LAST DEPLOYED: {ansic(release.info.updated)}"
    yield f"NAMESPACE: {release.namespace}"
    yield f"STATUS: {release.status}"
    yield f"REVISION: {release.revision}"
    if view.has_chart:
        metadata = release.chart.get("metadata") or {}
        yield f"CHART: {metadata.get('name', '')}"
        yield f"VERSION: {metadata.get('version', '')}"
        yield f"APP_VERSION: {metadata.get('appVersion', '')}"
    if view.has_description:
        yield f"DESCRIPTION: {release.info.description}"
    yield from _resources(view.resources)
    yield from _tests(release.hooks)
    notes = release.info.notes
    if notes and not view.hides_notes:
        yield f"NOTES:\n{notes.strip()}"


def _resources(resources: Sequence[LiveResources]) -> Iterator[str]:
    if not resources:
        return
    yield "RESOURCES:"
    for one in resources:
        # Helm prints object by object: only the first one is aligned with the head.
        tables = [one.rows[:2], *([row] for row in one.rows[2:])]
        yield f"==> {one.kind}\n" + "".join(kubectl_table(rows) for rows in tables)
    yield ""


def _tests(hooks: Sequence[HookRecord]) -> Iterator[str]:
    tests = [hook for hook in hooks if "test" in hook.events]
    if not tests:
        yield "TEST SUITE: None"
    for hook in tests:
        started = parse_time(hook.last_run.started_at)
        if started is None:
            continue
        completed = parse_time(hook.last_run.completed_at)
        yield f"TEST SUITE:     {hook.name}"
        yield f"Last Started:   {ansic(started)}"
        yield f"Last Completed: {ansic(completed) if completed else _GO_ZERO_TIME}"
        yield f"Phase:          {hook.last_run.phase}"
