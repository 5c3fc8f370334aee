"""Rendering small charts in one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.chart.files import chart_of
from werfpy.actions.template import TemplateOutput, printed_text
from werfpy.render.capabilities import default_capabilities
from werfpy.render.chart import render_chart
from werfpy.render.rendered import Rendered
from werfpy.render.scope import ReleaseScope


def rendered(
    files: Mapping[str, str], values: dict[str, Any] | None = None, compat: int = 4, **options: Any
) -> Rendered:
    return render_chart(
        chart_of(files, compat),
        values or {},
        options.pop("release", ReleaseScope("r", "ns")),
        options.pop("capabilities", default_capabilities(compat)),
        compat=compat,
        **options,
    )


def text_of(template: str, values: dict[str, Any] | None = None, compat: int = 4, **files: str) -> str:
    """What one template renders to, as a comment line: ``# ...``."""
    result = rendered({"templates/x.yaml": f"# {template}\n", **files}, values, compat)
    return result.manifests[0].text.removeprefix("# ").rstrip("\n")


def printed(result: Rendered) -> str:
    return printed_text(result, TemplateOutput())
