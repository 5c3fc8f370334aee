"""Cases that the real Helm ran, as far as they need no more than text/template's own functions."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from werfpy.gotemplate.builtins import BUILTINS
from werfpy.gotemplate.errors import TemplateExecFault, TemplateSyntaxFault
from werfpy.gotemplate.parser import parse
from werfpy.gotemplate.template import TemplateSet

SHARED = Path(os.environ.get("WERFPY_SHARED") or Path(__file__).resolve().parents[2].parent / "shared")
VECTORS = SHARED / "vectors" / "helm-expressions.json"
NAME = "c/templates/x.yaml"


class _Everything(frozenset[str]):
    def __contains__(self, name: object) -> bool:
        return True


def _only_builtins(template: str) -> bool:
    try:
        parsed = parse(NAME, template, _Everything())
    except TemplateSyntaxFault:
        return True
    names = {getattr(node, "name", None) for node in parsed.nodes if type(node).__name__ == "IdentifierNode"}
    return names <= set(BUILTINS) - {"slice"} and not re.search(r"\.(Chart|Files|Capabilities|Release)\b", template)


def _cases() -> list[Any]:
    if not VECTORS.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"no {VECTORS}"))]
    cases = json.loads(VECTORS.read_text())
    return [
        pytest.param(case, id=case["id"])
        for case in cases
        if case["group"] == "tpl" and not case["args"] and not case["files"] and _only_builtins(case["template"])
    ]


def _floats(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _floats(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_floats(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _render(case: dict[str, Any]) -> str:
    """Return what Helm 4 prints for the case, or its error."""
    templates = TemplateSet({})
    try:
        templates.parse(NAME, case["template"])
        text = templates.execute(NAME, {"Values": _floats(yaml.safe_load(case["values"]) or {})})
    except TemplateSyntaxFault as fault:
        return f"Error: parse error at ({NAME}:{fault.line}): {fault.message.rsplit(': ', 1)[-1]}"
    except TemplateExecFault as fault:
        if not fault.traced:
            return f"Error: {fault.go_text}"
        (frame,) = fault.frames
        return f'Error: {frame.location}\n  executing "{frame.context}" at <{frame.expr}>:\n    {frame.message}'
    return f"---\n# Source: {NAME}\n{text.replace('<no value>', '')}"


@pytest.mark.parametrize("case", _cases())
def test_same_as_helm(case: dict[str, Any]) -> None:
    expected = case["h4"]["stdout"] or case["h4"]["stderr"].split("\n\nUse --debug")[0]
    # The recorder of the vectors dropped spaces at the ends of lines.
    assert re.sub(r" +\n", "\n", _render(case)) == expected
