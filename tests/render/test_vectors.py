"""Executed cases of both Helms: expressions, values, splitting, YAML."""

from __future__ import annotations

import functools
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.chart.files import chart_of
from tests.render.rendering import printed
from werfpy.chart.value_sources import ValueSources
from werfpy.errors import WerfpyError
from werfpy.render.capabilities import default_capabilities
from werfpy.render.chart import render_chart
from werfpy.render.scope import ReleaseScope

SHARED = Path(os.environ.get("WERFPY_SHARED", Path(__file__).resolve().parents[2].parent / "shared"))
GROUPS = ("set", "split", "tpl", "toyaml-doc", "toyaml-str", "yaml-doc", "yaml-scalar")
CHART_YAML = "apiVersion: v2\nname: c\nversion: 0.1.0\nappVersion: '1.0'\n"
DEBUG_NOTE = "\n\nUse --debug flag to render out invalid YAML"

DEVIATIONS = {
    "toyaml-doc-353/h4": "go-yaml does not order ab1c, ab2c and ab10c: Helm's own output changes from run to run",
}
"""Case and profile → why we differ. An entry that agrees again fails."""


@functools.cache
def cases() -> list[dict[str, Any]]:
    file = SHARED / "vectors" / "helm-expressions.json"
    if not file.exists():
        pytest.skip("no executed vectors here")
    return list(json.loads(file.read_text(encoding="utf-8")))


def outcome(case: dict[str, Any], compat: int) -> tuple[int, str, str]:
    """Exit code, output, and the error without what Helm's command line adds."""
    chosen: dict[str, list[str]] = {}
    for flag, value in zip(case["args"][::2], case["args"][1::2], strict=True):
        chosen.setdefault(flag.removeprefix("--").replace("-", "_"), []).append(value)
    if "set" in chosen:
        chosen["set_"] = chosen.pop("set")
    try:
        values = ValueSources(**chosen).read(compat=compat)
        chart = chart_of(
            {
                "Chart.yaml": CHART_YAML,
                "values.yaml": case["values"],
                "templates/x.yaml": case["template"],
                **case["files"],
            },
            compat,
        )
        capabilities = default_capabilities(compat)
        result = render_chart(chart, values, ReleaseScope("r", "default"), capabilities, compat=compat)
    except WerfpyError as error:
        return 1, "", error.summary
    return 0, printed(result), ""


def expected(case: dict[str, Any], compat: int) -> tuple[int, str, str]:
    golden = case[f"h{compat}"]
    error = golden["stderr"].rpartition("Error: ")[2].rstrip("\n").removesuffix(DEBUG_NOTE)
    return golden["rc"], golden["stdout"], error if golden["rc"] else ""


@pytest.mark.parametrize("compat", [4, 3])
@pytest.mark.parametrize("group", GROUPS)
def test_group(group: str, compat: int) -> None:
    chosen = [case for case in cases() if case["group"] == group]
    different = {
        f"{case['id']}/h{compat}": (outcome(case, compat), expected(case, compat))
        for case in chosen
        if outcome(case, compat) != expected(case, compat)
    }
    assert chosen
    unexpected = {name: pair for name, pair in different.items() if name not in DEVIATIONS}
    assert unexpected == {}
    listed = {name for name in DEVIATIONS if name.endswith(f"/h{compat}") and name.startswith(f"{group}-")}
    assert listed == set(different)
