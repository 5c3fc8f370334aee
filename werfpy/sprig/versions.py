"""Sprig's two functions for semantic versions; the work is done in :mod:`werfpy.gostd.semver`."""

from werfpy.gostd.semver import parse_version, semver_compare

__all__ = ["parse_version", "semver_compare"]
