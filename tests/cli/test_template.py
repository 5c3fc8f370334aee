"""``werfpy template`` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from werfpy.cli.main import main
from werfpy.cli.slices import split_csv


@pytest.fixture
def chart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("WERFPY_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "none"))
    for name in ("HELM_NAMESPACE", "WERF_NAMESPACE", "WERF_KUBE_CONFIG", "WERFPY_HELM_COMPAT"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "web" / "templates").mkdir(parents=True)
    (tmp_path / "web" / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 1.0.0\n", encoding="utf-8")
    (tmp_path / "web" / "templates" / "x.yaml").write_text(
        '# {{ .Release.Name }} {{ .Release.Namespace }} {{ .Values.a }} {{ .Capabilities.APIVersions.Has "x/v1" }}\n',
        encoding="utf-8",
    )
    return str(tmp_path / "web")


def rendered(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["template", *arguments]) == 0
    return capfd.readouterr().out.splitlines()[2].removeprefix("# ")


def test_arguments_and_flags(chart: str, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    values = tmp_path / "v.yaml"
    values.write_text("a: 1", encoding="utf-8")
    assert rendered(capfd, chart) == "release-name default  false"
    assert rendered(capfd, "r", chart, "-n", "ns", "-f", str(values)) == "r ns 1 false"
    assert rendered(capfd, chart, "-f", f"{values},{values}", "--set", "a=2", "-a", "y/v1,x/v1") == (
        "release-name default 2 true"
    )
    assert rendered(capfd, chart, "--name-template", "n-{{ 1 }}", "--namespace=ns") == "n-1 ns  false"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], '"werfpy template" requires at least 1 argument'),
        (["a", "b", "c"], "expected at most two arguments, unexpected arguments: c"),
        (["a", "b", "--name-template", "x"], "cannot set --name-template and also specify a name"),
        (["a", "b", "-g"], "cannot set --generate-name and also specify a name"),
        (["a", "--nonsense"], "unknown flag: --nonsense"),
        (["a", "--helm-compat", "2"], "bad --helm-compat 2: must be 3 or 4"),
        (["a", "--validate"], "template does not ask a cluster"),
        (["a", "--dependency-update"], "dependencies are not fetched"),
    ],
)
def test_usage_errors(arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["template", *arguments]) == 1
    assert message in capfd.readouterr().err.splitlines()[0]


def test_a_failing_template_shows_its_line(chart: str, capfd: pytest.CaptureFixture[str]) -> None:
    (Path(chart) / "templates" / "x.yaml").write_text("a: {{ .Values.x.y }}\n", encoding="utf-8")
    assert main(["template", chart]) == 1
    lines = capfd.readouterr().err.splitlines()
    assert lines[0] == "Error: web/templates/x.yaml:1:13"
    assert "  at       web/templates/x.yaml:1:13" in lines
    assert any("^~~" in line for line in lines)


@pytest.mark.parametrize(
    ("entries", "expected"), [([], []), (["a,b", "c"], ["a", "b", "c"]), (['"a,b",c'], ["a,b", "c"])]
)
def test_string_slices(entries: list[str], expected: list[str]) -> None:
    assert list(split_csv(entries)) == expected
