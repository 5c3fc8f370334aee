"""Lets the API server check the whole plan before the first write, by dry-run requests that persist nothing.

It finds what only the server knows: schema errors, immutable fields, missing rights, quotas, admission. It also finds
patches that change nothing once the server has normalised them; these are dropped from the plan.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from werfpy.errors import AlreadyExists, Conflict, Forbidden, ImmutableField, Invalid, NotFound, WerfpyError
from werfpy.execute.send import conditional_body, unchanged
from werfpy.json_types import Manifest
from werfpy.kube.client import Client
from werfpy.merge.equality import json_equal
from werfpy.plan.changes import changes_between, without_notes
from werfpy.plan.operations import Operation, Plan, Verb
from werfpy.resource.refs import GVK, ObjectRef

_VOLATILE = ("managedFields", "resourceVersion", "generation", "uid", "creationTimestamp", "selfLink")

IsServed: TypeAlias = Callable[[GVK], bool]


@dataclass(frozen=True, slots=True)
class DryRun:
    """How to check a plan.

    Args:
        client: Where to ask.
        is_served: Kinds that this plan only now brings (their CRD is part of it) cannot be asked about.
        missing_namespaces: Namespaces that this run will create: objects in them are checked in ``default`` instead,
            because the server would answer that the namespace is not there.
        width: How many requests may be under way at once.
        tolerates_forbidden: What the user may not write is not checked, and that is told: for runs that only look.
    """

    client: Client
    is_served: IsServed
    missing_namespaces: frozenset[str] = frozenset()
    width: int = 24
    tolerates_forbidden: bool = False

    def check(self, plan: Plan) -> DryRunResult:
        """Check every write of *plan*; problems are collected, in the plan's order."""
        result = DryRunResult()
        with ThreadPoolExecutor(self.width, thread_name_prefix="werfpy-dry-run") as pool:
            applied = tuple(result.take(pool.map(self._try, plan.apply)))
            pruned = tuple(result.take(pool.map(self._try, plan.prune)))
        result.plan = Plan(applied, pruned)
        return result

    def _try(self, operation: Operation) -> Checked:
        if not operation.is_write or not self.is_served(operation.ref.gvk):
            return Checked(operation)
        try:
            return Checked(self._ask(operation))
        except AlreadyExists:
            # The server looks for a name that is taken last, so the object itself was accepted.
            return Checked(operation, is_taken=True)
        except Conflict:
            # It moved since it was read; the real write will re-read and decide again.
            return Checked(operation)
        except Invalid as error:
            if "does not support dry run" in error.because:
                return Checked(operation, warning=f"{operation.ref} could not be checked beforehand: {error.because}")
            return Checked(operation, problem=_explained(error, operation))
        except NotFound as error:
            return Checked(operation, problem=error) if operation.verb is Verb.CREATE else Checked(operation)
        except Forbidden as error:
            if self.tolerates_forbidden and is_about_rights(error):
                return Checked(operation, is_unchecked=True)
            return Checked(operation, problem=_explained(error, operation))
        except WerfpyError as error:
            return Checked(operation, problem=_explained(error, operation))

    def _ask(self, operation: Operation) -> Operation:
        match operation.verb:
            case Verb.CREATE:
                self._create(operation)
                return operation
            case Verb.DELETE:
                self.client.delete(operation.ref, propagation="Background", dry_run=True)
                return operation
            case _:
                return self._patch(operation)

    def _create(self, operation: Operation) -> None:
        namespace = operation.ref.namespace
        manifest = operation.modified
        if namespace in self.missing_namespaces:
            namespace = "default"
            manifest = {**manifest, "metadata": {**manifest["metadata"], "namespace": namespace}}
        self.client.create(manifest, namespace=namespace, dry_run=True)

    def _patch(self, operation: Operation) -> Operation:
        assert operation.patch is not None and operation.current is not None
        after = self.client.patch(operation.ref, conditional_body(operation), operation.patch.type, dry_run=True)
        if json_equal(_stable(after), _stable(operation.current)):
            return unchanged(operation)
        changes = changes_between(_stable(operation.current), _stable(after), operation.ref.gvk)
        return replace(operation, changes=without_notes(changes))


@dataclass(frozen=True, slots=True)
class Checked:
    """One operation after the check."""

    operation: Operation
    problem: WerfpyError | None = None
    warning: str = ""
    is_unchecked: bool = False
    is_taken: bool = False


@dataclass(slots=True)
class DryRunResult:
    """The plan without writes that change nothing, and what stands in its way."""

    plan: Plan = field(default_factory=lambda: Plan(()))
    problems: list[WerfpyError] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    unchecked: list[ObjectRef] = field(default_factory=list)
    taken: set[ObjectRef] = field(default_factory=set)

    def all_warnings(self) -> list[str]:
        """The warnings, and one more that names what the user may not write."""
        if not self.unchecked:
            return self.warnings
        names = ", ".join(map(str, self.unchecked))
        return [*self.warnings, f"not checked by the API server, for you may not write them: {names}"]

    def take(self, checked: Iterable[Checked]) -> Iterable[Operation]:
        """Keep the problems and warnings; hand on the operations."""
        for item in checked:
            if item.problem is not None:
                self.problems.append(item.problem)
            if item.warning:
                self.warnings.append(item.warning)
            if item.is_unchecked:
                self.unchecked.append(item.operation.ref)
            if item.is_taken:
                self.taken.add(item.operation.ref)
            yield item.operation


def _stable(document: Manifest) -> Manifest:
    """The document without what the server counts, and without status: what is left can only be changed by a writer."""
    metadata = {key: value for key, value in (document.get("metadata") or {}).items() if key not in _VOLATILE}
    return {**{key: value for key, value in document.items() if key != "status"}, "metadata": metadata}


_IMMUTABLE_WORDS = ("immutable", "may not change once set", "updates to statefulset spec", "is forbidden: updates to")


def is_about_rights(error: Forbidden) -> bool:
    """Is it the user's rights that are missing? Quotas and admission answer 403 too, and no Role changes that."""
    return re.search(r"cannot \S+ (resource|path) ", error.because) is not None


def _explained(error: WerfpyError, operation: Operation) -> WerfpyError:
    if isinstance(error, Invalid) and any(word in error.because.lower() for word in _IMMUTABLE_WORDS):
        return ImmutableField(
            f"{operation.ref}: the chart changes a field that the API server does not let change",
            at=operation.source,
            because=error.because,
            hint="nothing is recreated behind your back: delete the object and deploy again, or undo the change",
        )
    if isinstance(error, Forbidden) and is_about_rights(error):
        return Forbidden(
            f"{operation.ref}: you may not {operation.verb} it",
            status=403,
            reason="Forbidden",
            at=operation.source,
            because=error.because,
            hint="ask for a Role that allows it, or deploy with other credentials",
        )
    if isinstance(error, Invalid):
        return Invalid(
            f"{operation.ref} is not valid", status=error.status, reason=error.reason, at=operation.source,
            because=error.because, hint="correct the template or the values that produce it",
        )  # fmt: skip
    return error
