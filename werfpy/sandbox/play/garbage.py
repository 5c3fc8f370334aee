"""Deletes what belonged to something that is gone: owner references, foreground and orphaning deletion."""

from __future__ import annotations

from collections.abc import Iterator

from werfpy.json_types import Manifest
from werfpy.sandbox.api import Api
from werfpy.sandbox.deleting import FOREGROUND, ORPHAN
from werfpy.sandbox.play.hand import Hand
from werfpy.sandbox.store import Change, Name

Object = tuple[str, Name]
"""Store key and name."""


class Collector:
    """Knows who depends on whom, by UID."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._dependents: dict[str, set[Object]] = {}
        self._uids: dict[str, Object] = {}
        self._orphans: set[Object] = set()

    def index_all(self) -> None:
        """Read all objects that are there at the start."""
        for resource in self._api.registry.all():
            for item in self._api.store.objects(resource.key):
                self._index((resource.key, _name(item)), item)

    def note(self, change: Change) -> None:
        """Keep the index; called with the store's lock held, after ``touched_by``."""
        place = (change.key, change.name)
        if change.before is not None:
            for owner in change.before["metadata"].get("ownerReferences") or ():
                self._dependents.get(owner["uid"], set()).discard(place)
        if change.after is not None:
            self._index(place, change.after)
        elif change.before is not None:
            self._uids.pop(change.before["metadata"]["uid"], None)

    def _index(self, place: Object, manifest: Manifest) -> None:
        self._uids[manifest["metadata"]["uid"]] = place
        for owner in manifest["metadata"].get("ownerReferences") or ():
            self._dependents.setdefault(owner["uid"], set()).add(place)

    def touched_by(self, change: Change) -> Iterator[Object]:
        """The objects that must be looked at because of a change."""
        last = change.after or change.before
        assert last is not None
        metadata = last["metadata"]
        if change.after is None or metadata.get("deletionTimestamp"):
            yield from list(self._dependents.get(metadata["uid"], ()))
            yield from (
                self._uids[item["uid"]] for item in metadata.get("ownerReferences") or () if item["uid"] in self._uids
            )
        if metadata.get("deletionTimestamp") or metadata.get("ownerReferences"):
            yield change.key, change.name

    def reconcile(self, hand: Hand, key: str, name: Name) -> None:
        """Delete, orphan or let go one object, if it is time."""
        item = hand.get(key, *name)
        if item is None:
            return
        owners = item["metadata"].get("ownerReferences") or ()
        if owners and not item["metadata"].get("deletionTimestamp"):
            self._follow_owners(hand, key, name, item)
        if item["metadata"].get("deletionTimestamp"):
            self._finish(hand, key, name, item)

    def _follow_owners(self, hand: Hand, key: str, name: Name, item: Manifest) -> None:
        living: list[dict[str, str]] = []
        ending: list[dict[str, str]] = []
        for owner in item["metadata"]["ownerReferences"]:
            found = self._owner(owner["uid"])
            if found is None:
                continue
            is_ending = FOREGROUND in (found["metadata"].get("finalizers") or ()) and found["metadata"].get(
                "deletionTimestamp"
            )
            (ending if is_ending else living).append(owner)
        if living and len(living) < len(item["metadata"]["ownerReferences"]):
            hand.modify(key, *name, lambda manifest: manifest["metadata"].update(ownerReferences=living))
        elif not living:
            blocks = any(owner.get("blockOwnerDeletion") for owner in ending)
            hand.delete(key, *name, propagation="Foreground" if blocks else "Background")

    def _owner(self, uid: str) -> Manifest | None:
        place = self._uids.get(uid)
        return None if place is None else self._api.store.get(place[0], place[1])

    def _finish(self, hand: Hand, key: str, name: Name, item: Manifest) -> None:
        finalizers = item["metadata"].get("finalizers") or ()
        dependents = list(self._dependents.get(item["metadata"]["uid"], ()))
        if ORPHAN in finalizers:
            uid = item["metadata"]["uid"]
            for place in dependents:
                hand.modify(place[0], *place[1], lambda manifest: _drop_owner(manifest, uid))
            hand.modify(key, *name, lambda manifest: drop_finalizer(manifest, ORPHAN))
        elif FOREGROUND in finalizers and not any(self._blocks(place, item) for place in dependents):
            hand.modify(key, *name, lambda manifest: drop_finalizer(manifest, FOREGROUND))

    def _blocks(self, place: Object, owner: Manifest) -> bool:
        item = self._api.store.get(place[0], place[1])
        references = (item or {"metadata": {}})["metadata"].get("ownerReferences") or ()
        uid = owner["metadata"]["uid"]
        return any(entry["uid"] == uid and entry.get("blockOwnerDeletion") for entry in references)


def drop_finalizer(manifest: Manifest, name: str) -> None:
    """Remove one finalizer, in place."""
    kept = [item for item in manifest["metadata"].get("finalizers") or () if item != name]
    manifest["metadata"]["finalizers"] = kept


def _drop_owner(manifest: Manifest, uid: str) -> None:
    kept = [item for item in manifest["metadata"].get("ownerReferences") or () if item["uid"] != uid]
    manifest["metadata"]["ownerReferences"] = kept


def _name(manifest: Manifest) -> Name:
    return manifest["metadata"].get("namespace", ""), manifest["metadata"]["name"]
