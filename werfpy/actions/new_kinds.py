"""Waiting until the API serves the kinds of CRDs that were just written.

A CRD is established a moment before discovery names its kinds: the API server gathers discovery in the background
(apiextensions-apiserver's ``DiscoveryController``, kube-aggregator's ``discoveryManager``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from werfpy.actions.kinds import kinds_defined_by
from werfpy.actions.services import Services
from werfpy.json_types import Manifest
from werfpy.kube.discovery import Discovery
from werfpy.resource.refs import GVK

PATIENCE_S: Final = 15.0
"""How long discovery may lag; whoever then needs a kind is told that it is not there."""
_PAUSE_S: Final = 0.1


def until_served(crds: Iterable[Manifest], services: Services, deadline_s: float = float("inf")) -> None:
    """Ask discovery until it names all served versions of *crds*, patience or the run ends.

    Args:
        crds: What was written.
        services: The outside world; its ``stop`` ends the wait.
        deadline_s: On the services' monotonic clock.
    """
    missing = {gvk for crd in crds for gvk in kinds_defined_by(crd)}
    end_s = min(deadline_s, services.monotonic() + PATIENCE_S)
    discovery = services.client.discovery
    discovery.forget()
    while missing := _unserved(missing, discovery):
        if services.monotonic() >= end_s or services.stop.wait(_PAUSE_S):
            return
        discovery.forget()


def _unserved(kinds: set[GVK], discovery: Discovery) -> set[GVK]:
    served = {(resource.group, resource.version, resource.kind) for resource in discovery.resources()}
    return {gvk for gvk in kinds if (gvk.group, gvk.version, gvk.kind) not in served}
