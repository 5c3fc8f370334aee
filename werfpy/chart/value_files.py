"""Values as YAML text: several documents in one file are merged, later over earlier.

Source: helm ``pkg/chart/v2/loader/load.go`` (LoadValues, MergeMaps), apimachinery ``YAMLReader``.
"""

from __future__ import annotations

from collections.abc import Iterator

from werfpy.chart.model import Values
from werfpy.gostd import yaml
from werfpy.gostd.kinds import GoError


def read_values(text: str, compat: int = 4) -> Values:
    """All documents of *text*, merged; with *compat* 3 only the first, as Helm 3 reads it.

    Raises:
        GoError: Bad YAML, or a document that is no mapping; the text is Helm's.
    """
    if compat == 3:
        return yaml.load_map(text)
    values: Values = {}
    for document in documents(text):
        try:
            table = yaml.load_map(document)
        except GoError as error:
            raise GoError(f"cannot unmarshal yaml document: {error}") from error
        values = merge_maps(values, table) if values else table
    return values


def documents(text: str) -> Iterator[str]:
    """Split *text* at the lines that start with ``---``.

    Raises:
        GoError: Something other than a comment stands behind the separator.
    """
    pending: list[str] = []
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    for line in lines:
        line = line.removesuffix("\r")
        if line.startswith("---"):
            rest = line[3:].strip()
            if rest and not rest.startswith("#"):
                raise GoError(f"error reading yaml document: invalid Yaml document separator: {rest}")
            if pending:
                yield "\n".join(pending) + "\n"
                pending = []
                continue
        pending.append(line)
    if pending:
        yield "\n".join(pending) + "\n"


def merge_maps(lower: Values, upper: Values) -> Values:
    """*upper* over *lower*: mappings are merged key by key, everything else is replaced. Neither is changed."""
    result = dict(lower)
    for key, value in upper.items():
        below = result.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            result[key] = merge_maps(below, value)
        else:
            result[key] = value
    return result
