"""What our revisions said of each object: the *original* of the three-way merge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from werfpy.json_types import Manifest
from werfpy.merge.merge_keys import schema_for
from werfpy.merge.union import union_of_originals
from werfpy.resource.identity import Identity, identity
from werfpy.resource.model import Resource
from werfpy.resource.refs import ObjectRef


@dataclass(frozen=True, slots=True)
class Recorded:
    """An object that our revisions stated; ``manifests`` has what each said of it, oldest first."""

    ref: ObjectRef
    manifests: tuple[Manifest, ...]

    def original(self) -> Manifest:
        """Everything that any of these revisions stated.

        A field that a failed revision set and the next one dropped is thereby taken away again. The object may have
        been stated through an API version that is gone; it is used as text and never mapped.
        """
        if len(self.manifests) == 1:
            return self.manifests[0]
        gvk = self.ref.gvk
        return union_of_originals(self.manifests, schema_for(gvk.group, gvk.version, gvk.kind))


def recorded(revisions: Sequence[Iterable[Resource]]) -> Mapping[Identity, Recorded]:
    """Collect the objects of *revisions*, oldest first: all since and including the last deployed one.

    The reference kept is the newest one's.
    """
    found: dict[Identity, Recorded] = {}
    for revision in revisions:
        for resource in revision:
            key = identity(resource.ref)
            before = found[key].manifests if key in found else ()
            found[key] = Recorded(resource.ref, (*before, resource.manifest))
    return found
