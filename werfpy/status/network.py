"""Service.

Source: Helm 3 ``ReadyChecker.serviceReady``: a LoadBalancer needs an address, not only a cluster IP (as in kstatus).
"""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.status.fields import mappings, read, text
from werfpy.status.words import Status, StatusContext, current, in_progress


def service(manifest: Manifest, _context: StatusContext) -> Status:
    """A LoadBalancer has an ingress address or external addresses; other types are ready at once."""
    if text(manifest, "spec", "type") != "LoadBalancer":
        return current("", "ServiceReady")
    if read(manifest, "spec", "externalIPs"):
        return current("has external addresses", "ServiceReady")
    if not text(manifest, "spec", "clusterIP"):
        return in_progress("has no cluster IP yet", "NoClusterIP")
    addresses = [
        text(one, "ip") or text(one, "hostname") for one in mappings(manifest, "status", "loadBalancer", "ingress")
    ]
    if not addresses:
        return in_progress("waits for its load balancer's address", "NoIngressAddress")
    return current("at " + ", ".join(addresses), "ServiceReady")
