"""The use case: list, apply or export what would put drifted objects of a release right."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from werfpy.actions.content import recorded_resources
from werfpy.actions.kinds import Kinds
from werfpy.actions.repairs import found, target_of
from werfpy.actions.services import Services
from werfpy.errors import Conflict, ReleaseNotFound, WerfpyError
from werfpy.events import OperationFinished, Outcome, RepairPatchFound, Warned
from werfpy.execute.inspect import Inspector
from werfpy.execute.send import conditional_body
from werfpy.kube.live import read_live
from werfpy.merge.diff import field_changes
from werfpy.merge.merge_keys import schema_for
from werfpy.merge.repair import Repair
from werfpy.merge.repair_commands import repair_json_patches, repair_script
from werfpy.plan.operations import Operation, Verb
from werfpy.resource.ownership import ReleaseId, with_marks
from werfpy.resource.refs import ObjectRef


@dataclass(frozen=True, slots=True)
class Finding:
    """One object that is not in sync."""

    operation: Operation
    repair: Repair

    def event(self, release: ReleaseId) -> RepairPatchFound:
        """What is told of it; a Secret's values are hidden."""
        return found(self.operation, self.repair, release)


def find_repairs(release: ReleaseId, services: Services) -> list[Finding]:
    """Compare every object of the last deployed revision with what is live, afresh. Writes nothing.

    Raises:
        ReleaseNotFound: There is no such release, or nothing of it is deployed.
    """
    history = services.releases.history(release.name)
    deployed = history.deployed or history.last
    if deployed is None:
        raise ReleaseNotFound(f"release: not found: {release.name}", hint="`werfpy list -A` shows all releases")
    kinds = Kinds.of(services.client, [])
    resources = recorded_resources(deployed, kinds)
    with services.pool() as pool:
        live = read_live(services.client, [resource.ref for resource in resources], pool=pool)
    inspector = Inspector(services.client, kinds.scale_path, services.width)
    findings: list[Finding] = []
    for resource in resources:
        current = live.get(resource.ref)
        if current is None:
            services.emit(Warned(f"{resource.ref} is not in the cluster; the next deploy creates it", resource.ref))
            continue
        stated = with_marks(resource.manifest, release)
        operation = Operation(
            resource.ref, Verb.UPDATE, original=stated, modified=stated, current=current, is_three_way=False
        )
        inspection = inspector.inspect(operation)
        if inspection.error:
            services.emit(Warned(f"{resource.ref}: {inspection.error}", resource.ref))
        elif inspection.repair is not None and not inspection.repair.is_in_sync:
            findings.append(Finding(operation, inspection.repair))
    return findings


def apply_repairs(findings: Sequence[Finding], services: Services) -> list[WerfpyError]:
    """Send each repair, conditional on the object that it was computed from; returns what failed."""
    problems: list[WerfpyError] = []
    for finding in findings:
        operation = finding.operation
        try:
            live = services.client.patch(operation.ref, _body(finding), finding.repair.patch.type)
        except Conflict as error:
            problems.append(_moved(operation, error))
            continue
        except WerfpyError as error:
            problems.append(error)
            continue
        gvk = operation.ref.gvk
        assert operation.current is not None
        changes = field_changes(
            operation.current, live, schema_for(gvk.group, gvk.version, gvk.kind), secret=gvk.kind == "Secret"
        )
        services.emit(OperationFinished(operation.ref, Outcome.CONFIGURED, changes, "repaired"))
    return problems


def export_repairs(findings: Sequence[Finding], release: ReleaseId, folder: Path) -> list[Path]:
    """Write ``repair.sh``, and for each object a JSON patch with ``test`` operations and its inverse.

    Files are readable by their owner only, for the patches of Secrets hold values.

    Raises:
        OSError: The folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    targets = [(target_of(finding.operation, release), finding.repair) for finding in findings]
    written = [_write(folder / "repair.sh", repair_script(targets), mode=0o700)]
    for finding in findings:
        stem = _file_stem(finding.operation.ref)
        forward, inverse = repair_json_patches(finding.repair)
        written.append(_write(folder / f"{stem}.json", json.dumps(forward, indent=2) + "\n"))
        written.append(_write(folder / f"{stem}.inverse.json", json.dumps(inverse, indent=2) + "\n"))
    return written


def _file_stem(ref: ObjectRef) -> str:
    """``deployment.apps_shop_web``: no name of Kubernetes has an underscore, so no two objects share a file."""
    kind = f"{ref.kind.lower()}.{ref.gvk.group}".rstrip(".")
    return "_".join(part for part in (kind, ref.namespace, ref.name) if part)


def _body(finding: Finding) -> dict[str, object]:
    return conditional_body(replace(finding.operation, patch=finding.repair.patch))


def _write(path: Path, text: str, mode: int = 0o600) -> Path:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        os.fchmod(descriptor, mode)  # an older file of that name may be open to all
        file.write(text)
    return path


def _moved(operation: Operation, error: Conflict) -> Conflict:
    return Conflict(
        f"{operation.ref} changed since it was looked at; it was not repaired",
        status=error.status,
        reason=error.reason,
        because=error.because,
        hint="run the repair again",
    )
