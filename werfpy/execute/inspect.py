"""Finds out what two-way mode leaves different, between states as the API server would store them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from werfpy.errors import WerfpyError
from werfpy.json_types import Manifest
from werfpy.kube.client import Client
from werfpy.merge.merge_keys import schema_for
from werfpy.merge.merge_schema import MergeSchema
from werfpy.merge.normalise import canonical
from werfpy.merge.repair import repair_patch
from werfpy.plan.operations import Operation, Plan
from werfpy.plan.repairing import Inspection, inspected, needs_inspection
from werfpy.resource.refs import GVK, ObjectRef


@dataclass(frozen=True, slots=True)
class Inspector:
    """Computes repair patches.

    The API server is asked by dry run what it would store; where it will not say (no rights, admission that cannot be
    dry-run), the states are normalised here.
    """

    client: Client
    scale_path: Callable[[GVK], str]
    width: int = 24

    def inspect(self, operation: Operation) -> Inspection:
        """The repair of one object; an error is told, never raised, for it must not stop a deploy."""
        assert operation.current is not None
        gvk = operation.ref.gvk
        schema = schema_for(gvk.group, gvk.version, gvk.kind)
        try:
            repair = repair_patch(
                operation.original,
                operation.modified,
                operation.current,
                normalise=lambda manifest: self._stored(manifest, schema),
                schema=schema,
                replicas_path=self.scale_path(gvk) or ".spec.replicas",
            )
        except WerfpyError as error:
            return Inspection(error=f"unable to create repair patch: {error.summary}")
        return Inspection(repair)

    def inspect_plan(self, plan: Plan) -> tuple[Plan, dict[ObjectRef, Inspection]]:
        """The plan with repairs and their annotations, and what was found of each object."""
        wanted = [operation for operation in plan.apply if needs_inspection(operation)]
        if not wanted:
            return plan, {}
        with ThreadPoolExecutor(self.width, thread_name_prefix="werfpy-inspect") as pool:
            found = dict(zip((item.ref for item in wanted), pool.map(self.inspect, wanted), strict=True))
        applied = tuple(
            inspected(operation, found[operation.ref]) if operation.ref in found else operation
            for operation in plan.apply
        )
        return Plan(applied, plan.prune), found

    def _stored(self, manifest: Manifest, schema: MergeSchema | None) -> Manifest:
        try:
            return self.client.replace(manifest, dry_run=True)
        except WerfpyError:
            return canonical(manifest, schema)
