"""Tells what two-way mode left different, at the end of a run."""

from __future__ import annotations

from werfpy.actions.services import Services
from werfpy.events import RepairPatchFound, Warned
from werfpy.merge.repair import Repair
from werfpy.merge.repair_commands import RepairTarget, repair_command
from werfpy.plan.operations import Operation
from werfpy.plan.repairing import Inspection, shown_patch
from werfpy.resource.ownership import ReleaseId


def target_of(operation: Operation, release: ReleaseId) -> RepairTarget:
    """What a repair command needs to know of the object."""
    return RepairTarget(release.name, release.namespace, operation.modified, operation.ref.namespace)


def tell_repair(operation: Operation, inspection: Inspection, release: ReleaseId, services: Services) -> None:
    """Warn where the object is not in sync, or could not be compared."""
    if inspection.error:
        services.emit(Warned(f"{operation.ref}: {inspection.error}", operation.ref))
    if inspection.repair is None or inspection.repair.is_in_sync:
        return
    services.emit(found(operation, inspection.repair, release))


def found(operation: Operation, repair: Repair, release: ReleaseId) -> RepairPatchFound:
    """The event for one object that is not in sync."""
    command = repair_command(target_of(operation, release), repair)
    patch = shown_patch(operation, repair)
    return RepairPatchFound(operation.ref, patch, str(repair.patch.type.value), command, repair.messages)
