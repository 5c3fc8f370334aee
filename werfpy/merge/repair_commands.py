"""Ways to apply a repair patch by hand: a kubectl command, a shell script, a JSON patch with its inverse."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from werfpy.json_types import Manifest
from werfpy.merge.json_patch import inverse_json_patch, json_patch
from werfpy.merge.repair import Repair, repair_json


@dataclass(frozen=True, slots=True)
class RepairTarget:
    """Which object a repair is for. ``namespace`` is ``""`` for cluster-scoped kinds."""

    release: str
    release_namespace: str
    manifest: Manifest
    namespace: str

    @property
    def is_secret(self) -> bool:
        """Its values must not appear in a command."""
        return self.manifest.get("kind") == "Secret"


def repair_command(target: RepairTarget, repair: Repair) -> str:
    """One line for a POSIX shell that applies the patch.

    For a Secret, whose patch would put values on the screen and into the shell's history, the command has werfpy
    compute and apply it instead.
    """
    if target.is_secret:
        return shlex.join(["werfpy", "repair", target.release, "--namespace", target.release_namespace, "--apply"])
    where = ["-n", target.namespace] if target.namespace else []
    name = str((target.manifest.get("metadata") or {}).get("name", ""))
    argv = ["kubectl", *where, "patch", _resource_word(target.manifest), name]
    return shlex.join([*argv, f"--type={repair.patch.type.value}", "-p", repair_json(repair.patch)])


def repair_script(repairs: Iterable[tuple[RepairTarget, Repair]]) -> str:
    """A shell script that applies all patches and stops at the first failure. Objects in sync are left out."""
    lines = ["#!/bin/sh", "set -eu"]
    seen: set[str] = set()
    for target, repair in repairs:
        command = repair_command(target, repair)
        if not repair.is_in_sync and command not in seen:
            seen.add(command)
            lines.append(command)
    return "\n".join(lines) + "\n"


def repair_json_patches(repair: Repair) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The repair as a JSON patch with ``test`` operations, and the patch that undoes it.

    Its values are the object's own: for a Secret write it to a file that only its owner can read.
    """
    return json_patch(repair.before, repair.after), inverse_json_patch(repair.before, repair.after)


def _resource_word(manifest: Manifest) -> str:
    """``deployment.v1.apps``: exact even where two API groups have a kind of the same name."""
    group, slash, version = str(manifest.get("apiVersion", "")).partition("/")
    kind = str(manifest.get("kind", "")).lower()
    return f"{kind}.{version}.{group}" if slash else kind
