"""Slash-separated paths, as Go's package path has them."""

from __future__ import annotations


def clean(path: str) -> str:
    """Return the shortest path that means the same: no ``.``, no inner ``..``, no double slash."""
    if not path:
        return "."
    rooted = path[0] == "/"
    kept: list[str] = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part != "..":
            kept.append(part)
        elif kept and kept[-1] != "..":
            kept.pop()
        elif not rooted:
            kept.append("..")
    cleaned = "/".join(kept)
    return "/" + cleaned if rooted else cleaned or "."


def base(path: str) -> str:
    """Return the last element: ``.`` of an empty path, ``/`` of slashes only."""
    if not path:
        return "."
    return path.rstrip("/").rpartition("/")[2] or "/"


def directory(path: str) -> str:
    """Return all but the last element, cleaned."""
    return clean(path[: path.rfind("/") + 1])


def extension(path: str) -> str:
    """Return the last element's suffix with its dot, or an empty string."""
    name = path[path.rfind("/") + 1 :]
    dot = name.rfind(".")
    return name[dot:] if dot >= 0 else ""


def is_abs(path: str) -> bool:
    """Say whether the path begins with a slash."""
    return path.startswith("/")
