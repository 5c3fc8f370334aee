"""Charts that cannot be deployed are refused before the cluster is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from werfpy.actions.charts import chart_of
from werfpy.actions.request import DeployRequest
from werfpy.errors import ChartError
from werfpy.resource.ownership import ReleaseId


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        pytest.param("type: library", "library", id="a library"),
        pytest.param(
            'dependencies: [{name: a, version: 1.x, repository: ""}]', "missing in charts/", id="a part missing"
        ),
    ],
)
def test_is_refused(tmp_path: Path, lines: str, told: str) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "Chart.yaml").write_text(f"apiVersion: v2\nname: app\nversion: 0.1.0\n{lines}\n")
    with pytest.raises(ChartError) as caught:
        chart_of(DeployRequest(ReleaseId("app", "shop"), str(tmp_path)))
    assert told in str(caught.value) + caught.value.because
