"""Everything that a deploy will do, found out by reading alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from werfpy.actions.content import (
    Content,
    all_documents,
    content_of,
    crd_documents,
    with_extras,
)
from werfpy.actions.histories import history_of
from werfpy.actions.kinds import Kinds
from werfpy.actions.planning import Planning, planned
from werfpy.actions.recording import recording_problems
from werfpy.actions.records import pending_revision
from werfpy.actions.request import DeployRequest
from werfpy.actions.services import Services
from werfpy.chart.model import Chart
from werfpy.kube.client import Client
from werfpy.plan.mode import is_three_way
from werfpy.plan.policy import PlanPolicy
from werfpy.release.codec import HEADROOM_BYTES, check_size, encode
from werfpy.release.history import History
from werfpy.release.record import Release, Status
from werfpy.render.capabilities import Capabilities
from werfpy.render.chart import render_chart
from werfpy.render.rendered import Rendered
from werfpy.render.scope import ReleaseScope
from werfpy.resource.refs import ObjectRef
from werfpy.track.options import TrackOptions, track_options


@dataclass(frozen=True, slots=True)
class Draft:
    """A run on paper: the revision that will be recorded, its objects, and the plan that leads there.

    ``point`` is the word that Helm's hooks have for it: install, upgrade or rollback.
    """

    request: DeployRequest
    point: str
    history: History
    revision: Release
    content: Content
    kinds: Kinds
    planning: Planning
    tracking: Mapping[ObjectRef, TrackOptions]
    notes: str

    @property
    def what(self) -> str:
        """Helm's word for the operation, as it stands in histories: ``Install``, ``Upgrade`` or ``Rollback``."""
        return self.point.capitalize()


def is_install(history: History) -> bool:
    """Does the release begin, or begin again after an uninstall that kept its history?"""
    return history.last is None or history.last.status is Status.UNINSTALLED


def draft(request: DeployRequest, chart: Chart, services: Services) -> Draft:
    """Render, read and plan. Sends GET, LIST and dry-run requests only.

    Raises:
        TemplateError, ChartError, ResourceError: The chart or its values are not right.
        PlanError: Objects stand in the way.
        RecordTooLarge: The revision would not fit into its Secret.
        KubeError: The cluster cannot be read.
    """
    with services.pool() as pool:
        # Neither needs the other; far from the cluster each is a wait of its own.
        capabilities = pool.submit(capabilities_of, services.client)
        history = history_of(request.release, services)
        rendered = with_extras(_rendered(request, chart, history, capabilities.result(), services), request.extras)
    crds = crd_documents(rendered) if request.installs_crds else []
    kinds = Kinds.of(services.client, all_documents(rendered, crds))
    content = content_of(rendered, crds, kinds, request.release.namespace)
    three_way = is_three_way(
        request.mode, is_install=is_install(history), deployed_was_three_way=_deployed_was_three_way(history)
    )
    tracking = tracking_of(content)
    revision = pending_revision(request, rendered, history, three_way=three_way, now=services.now())
    check_size(revision, encode(revision), headroom_bytes=HEADROOM_BYTES)
    policy = PlanPolicy(
        release=request.release,
        is_three_way=three_way,
        take_ownership=request.permissions.take_ownership,
        revision=revision.revision,
        keeps_adopted_after=history.deployed.revision if history.deployed is not None else 0,
        scale_path=kinds.scale_path,
    )
    with services.pool() as pool:
        recording = pool.submit(recording_problems, revision, services)
        planning = planned(content, history.since_deployed, policy, kinds, services, recording.result)
    point = "install" if is_install(history) else "upgrade"
    return Draft(request, point, history, revision, content, kinds, planning, tracking, rendered.notes)


def tracking_of(content: Content) -> dict[ObjectRef, TrackOptions]:
    """How each object is waited for, by its annotations.

    Raises:
        ResourceError: An annotation has a value that cannot be understood.
    """
    resources = [*content.resources, *content.crds, *(hook.resource for hook in content.hooks)]
    return {resource.ref: track_options(resource.manifest) for resource in resources}


def _deployed_was_three_way(history: History) -> bool:
    return history.deployed is not None and history.deployed.three_way_merge_enabled


def _rendered(
    request: DeployRequest, chart: Chart, history: History, capabilities: Capabilities, services: Services
) -> Rendered:
    upgrade = not is_install(history)
    return render_chart(
        chart,
        dict(request.values),
        ReleaseScope(
            name=request.release.name,
            namespace=request.release.namespace,
            revision=history.next_revision,
            is_install=not upgrade,
            is_upgrade=upgrade,
        ),
        capabilities,
        lookup=lookup_in(services.client),
        enable_dns=request.enable_dns,
        compat=request.compat,
        skip_schema=request.skip_schema,
    )


def capabilities_of(client: Client) -> Capabilities:
    """What the cluster can do, as templates see it."""
    return Capabilities.of_cluster(client.discovery.server_version(), client.discovery.api_versions())


def lookup_in(client: Client) -> Callable[[str, str, str, str], dict[str, Any]]:
    """The template function ``lookup`` over a live cluster."""
    from werfpy.actions.lookup import lookup

    return lambda api_version, kind, namespace, name: lookup(client, api_version, kind, namespace, name)
