"""Reading kubeconfig files: merging several, choosing a context, paths relative to the file that names them.

Source: client-go ``tools/clientcmd`` (ClientConfigLoadingRules): the first file that sets a name wins, files of a list
that do not exist are passed over.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from werfpy.errors import Unreachable

Entry: TypeAlias = dict[str, Any]

_PATH_KEYS = ("certificate-authority", "client-certificate", "client-key", "tokenFile")
_SECTIONS = {"clusters": "cluster", "users": "user", "contexts": "context"}


@dataclass(slots=True)
class Kubeconfig:
    """Several files as one; each section maps a name to its entry, with absolute paths."""

    paths: tuple[Path, ...] = ()
    current_context: str = ""
    clusters: dict[str, Entry] = field(default_factory=dict)
    users: dict[str, Entry] = field(default_factory=dict)
    contexts: dict[str, Entry] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        """The files, for messages."""
        if self.paths:
            return "kubeconfig " + os.pathsep.join(map(str, self.paths))
        return "kubeconfig given as data" if self.clusters else "command line"


@dataclass(frozen=True, slots=True)
class Choice:
    """One context of a kubeconfig with what it names; empty entries where it names nothing."""

    context: str = ""
    namespace: str = ""
    cluster: Mapping[str, Any] = field(default_factory=dict)
    user: Mapping[str, Any] = field(default_factory=dict)


def find_files(given: str, environ: Mapping[str, str]) -> tuple[Path, ...]:
    """The kubeconfig files to read.

    Args:
        given: One path or a list as in KUBECONFIG; ``""`` means ``~/.kube/config``, if that exists.
        environ: Where HOME stands.

    Raises:
        Unreachable: *given* names no file that exists.
    """
    if not given:
        home = environ.get("HOME", "")
        default = Path(home) / ".kube" / "config"
        return (default,) if home and default.is_file() else ()
    named = [Path(path).expanduser() for path in given.split(os.pathsep) if path]
    found = tuple(path for path in named if path.exists())
    if not found:
        raise Unreachable(
            f"the kubeconfig {given} does not exist",
            reason="Config",
            hint="check --kubeconfig, KUBECONFIG and WERF_KUBE_CONFIG",
        )
    return found


def read_files(paths: Sequence[Path]) -> Kubeconfig:
    """Read and merge *paths*, first come first served; raises `Unreachable` for a file that is no kubeconfig."""
    merged = Kubeconfig(paths=tuple(paths))
    for path in paths:
        try:
            text = path.read_bytes()
        except OSError as error:
            raise Unreachable(
                f"the kubeconfig {path} cannot be read", reason="Config", because=error.strerror or str(error)
            ) from error
        merge_text(merged, text, path.absolute().parent, str(path))
    return merged


def merge_text(into: Kubeconfig, text: bytes, folder: Path, name: str) -> None:
    """Add the kubeconfig in *text*, whose relative paths start at *folder*, to *into*."""
    document = _parse(text, name)
    into.current_context = into.current_context or str(document.get("current-context") or "")
    for section, key in _SECTIONS.items():
        entries: dict[str, Entry] = getattr(into, section)
        for item in document.get(section) or []:
            if not isinstance(item, dict) or "name" not in item:
                raise _malformed(name, f"an entry of {section} has no name")
            entry = item.get(key) or {}
            if not isinstance(entry, dict):
                raise _malformed(name, f"{section} {item['name']!r}: {key} is not a mapping")
            entries.setdefault(str(item["name"]), _with_absolute_paths(entry, folder))


def choose(config: Kubeconfig, context: str = "") -> Choice:
    """The context *context*, or the current one; an empty choice where there is none at all.

    Raises:
        Unreachable: The context, or the cluster or user that it names, does not exist.
    """
    wanted = context or config.current_context
    if not wanted and not config.contexts:
        return Choice()
    if wanted not in config.contexts:
        raise Unreachable(
            f'the context "{wanted}" does not exist' if wanted else "no context is chosen",
            reason="Config",
            at=config.origin,
            because="it has the contexts " + (", ".join(sorted(config.contexts)) or "(none)"),
            hint="name one by --kube-context, or set current-context in the kubeconfig",
        )
    entry = config.contexts[wanted]
    return Choice(
        context=wanted,
        namespace=str(entry.get("namespace") or ""),
        cluster=_named(config, config.clusters, "cluster", entry, wanted),
        user=_named(config, config.users, "user", entry, wanted),
    )


def _named(config: Kubeconfig, entries: Mapping[str, Entry], kind: str, context: Entry, name: str) -> Entry:
    wanted = str(context.get(kind) or "")
    if not wanted:
        return {}
    if wanted not in entries:
        raise Unreachable(
            f'the {kind} "{wanted}" of the context "{name}" does not exist', reason="Config", at=config.origin
        )
    return entries[wanted]


def _parse(text: bytes, name: str) -> dict[str, Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        document = yaml.load(text, Loader=loader)  # noqa: S506 (a safe loader, in C)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        # The excerpt in a YAML error could show a token: only the place and the problem are told.
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}: " if mark else ""
        raise _malformed(name, f"{place}{getattr(error, 'problem', None) or 'it is not YAML'}") from None
    if document is None:
        return {}
    if not isinstance(document, dict):
        raise _malformed(name, "it is not a mapping")
    return document


def _with_absolute_paths(entry: Entry, folder: Path) -> Entry:
    paths = {key: str(folder / Path(str(entry[key])).expanduser()) for key in _PATH_KEYS if entry.get(key)}
    return {**entry, **paths}


def _malformed(name: str, problem: str) -> Unreachable:
    return Unreachable(f"the kubeconfig {name} is malformed", reason="Config", because=problem)
