"""Expressions that Go's Sprig itself was run on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from werfpy.gotemplate.errors import TemplateExecFault
from werfpy.gotemplate.template import TemplateSet
from werfpy.sprig.registry import FUNCTIONS

EXECUTED = json.loads((Path(__file__).parent / "executed" / "expressions.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", EXECUTED["cases"], ids=lambda case: case["e"][:60])
def test_expression(case: dict[str, str], monkeypatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    templates = TemplateSet(FUNCTIONS)
    templates.parse("t", "{{ " + case["e"] + " }}")
    data: Any = json.loads(json.dumps(EXECUTED["values"]), parse_int=float)
    if "out" in case:
        assert templates.execute("t", data) == case["out"]
        return
    with pytest.raises(TemplateExecFault) as caught:
        templates.execute("t", data)
    assert caught.value.go_text == "template: t:" + case["err"]
