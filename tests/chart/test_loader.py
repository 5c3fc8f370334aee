"""Charts from folders and archives."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chart.files import archive_of, chart_of, subchart
from werfpy.chart import archive
from werfpy.chart.loader import load_chart
from werfpy.errors import ChartError

CHART = "apiVersion: v2\nname: web\nversion: 1.0.0\n"


def folder(path: Path, **files: str) -> Path:
    for name, text in {"Chart.yaml": CHART, **files}.items():
        target = path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return path


def test_files_go_to_their_places(tmp_path: Path) -> None:
    chart = load_chart(
        folder(
            tmp_path,
            **{
                "templates/a.yaml": "a",
                "templates/b/c.txt": "c",
                "values.yaml": "x: 1",
                "values.schema.json": "{}",
                "crds/c.yaml": "crd",
                "README.md": "read",
                "Chart.lock": "digest: sha256:1\ngenerated: '2020-01-02T03:04:05Z'\n",
            },
        )
    )
    assert [file.name for file in chart.templates] == ["templates/a.yaml", "templates/b/c.txt"]
    assert [file.name for file in chart.files] == ["README.md", "crds/c.yaml"]
    assert chart.values == {"x": 1.0}
    assert chart.schema == b"{}"
    assert chart.lock is not None
    assert chart.lock.digest == "sha256:1"
    assert [(file.name, file.path) for file in chart.crds()] == [("crds/c.yaml", "web/crds/c.yaml")]
    assert chart.modtime_ns == (tmp_path / "Chart.yaml").stat().st_mtime_ns


def test_a_byte_order_mark_and_carriage_returns_do_no_harm(tmp_path: Path) -> None:
    folder(tmp_path)
    (tmp_path / "Chart.yaml").write_bytes(b"\xef\xbb\xbf" + CHART.replace("\n", "\r\n").encode())
    (tmp_path / "values.yaml").write_bytes(b"\xef\xbb\xbfa: 1\r\n---\r\nb: 2\r\n")
    chart = load_chart(tmp_path)
    assert (chart.name, chart.values) == ("web", {"a": 1.0, "b": 2.0})


def test_helm_3_reads_the_first_document_of_values(tmp_path: Path) -> None:
    folder(tmp_path, **{"values.yaml": "a: 1\n---\nb: 2\n"})
    assert load_chart(tmp_path, compat=3).values == {"a": 1.0}


def test_helmignore_leaves_files_out(tmp_path: Path) -> None:
    folder(tmp_path, **{".helmignore": "*.bak\nprivate/\n", "a.bak": "", "private/x": "", "b.txt": ""})
    assert [file.name for file in load_chart(tmp_path).files] == [".helmignore", "b.txt"]


def test_symbolic_links_are_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "t.yaml").write_text("linked", encoding="utf-8")
    chart = folder(tmp_path / "chart")
    (chart / "templates").symlink_to(outside)
    assert [file.data for file in load_chart(chart).templates] == [b"linked"]


def test_a_link_that_leads_back_is_an_error(tmp_path: Path) -> None:
    folder(tmp_path)
    (tmp_path / "loop").symlink_to(tmp_path)
    with pytest.raises(ChartError, match="leads back"):
        load_chart(tmp_path)


def test_an_archive_is_read_like_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "web-1.0.0.tgz"
    file.write_bytes(archive_of({"web/Chart.yaml": CHART.encode(), "web/templates/a.yaml": b"a"}))
    assert [template.name for template in load_chart(file).templates] == ["templates/a.yaml"]


def test_subcharts_may_be_archives() -> None:
    inner = archive_of({"db/Chart.yaml": b"apiVersion: v1\nname: db\nversion: 2.0.0\n"})
    chart = chart_of({**subchart("cache")})
    from werfpy.chart.loader import build_chart
    from werfpy.chart.model import ChartFile

    built = build_chart([*chart.raw, ChartFile("charts/db-2.0.0.tgz", inner), ChartFile("charts/_off/x", b"")])
    assert [child.name for child in built.dependencies] == ["cache", "db"]
    assert [child.full_path for child in built.dependencies] == ["web/charts/cache", "web/charts/db"]


def test_requirements_of_version_1_are_dependencies() -> None:
    chart = chart_of(
        {
            "Chart.yaml": "name: web\nversion: 1.0.0\n",
            "requirements.yaml": "dependencies:\n- {name: db, version: 1.x.x, repository: ''}\n",
        }
    )
    assert chart.metadata.api_version == "v1"
    assert chart.metadata.dependencies is not None
    assert chart.metadata.dependencies[0].name == "db"
    assert [file.name for file in chart.files] == ["requirements.yaml"]


@pytest.mark.parametrize(
    ("chart_yaml", "message"),
    [
        ("apiVersion: v2\nversion: 1.0.0\n", "validation: chart.metadata.name is required"),
        ("apiVersion: v2\nname: a/b\nversion: 1.0.0\n", 'validation: chart.metadata.name "a/b" is invalid'),
        ("apiVersion: v2\nname: web\n", "validation: chart.metadata.version is required"),
        ("apiVersion: v2\nname: web\nversion: x\n", 'validation: chart.metadata.version "x" is invalid'),
        (CHART + "type: other\n", "validation: chart.metadata.type must be application or library"),
        (CHART + "dependencies: [null]\n", "validation: dependencies must not contain empty or null nodes"),
        (
            CHART + "dependencies: [{name: a}, {name: a}]\n",
            'validation: more than one dependency with name or alias "a"',
        ),
        (
            CHART + "dependencies: [{name: a, alias: 'x y'}]\n",
            'validation: dependency "a" has disallowed characters in the alias',
        ),
        (
            CHART + "keywords: text\n",
            "cannot load Chart.yaml: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal string "
            "into Go struct field Metadata.keywords of type []string",
        ),
        (
            "a: [",
            "cannot load Chart.yaml: error converting YAML to JSON: yaml: line 1: did not find expected node content",
        ),
    ],
)
def test_a_bad_chart_yaml_is_told_in_helms_words(chart_yaml: str, message: str) -> None:
    with pytest.raises(ChartError) as caught:
        chart_of({"Chart.yaml": chart_yaml})
    assert caught.value.summary == message


def test_numbers_become_text() -> None:
    chart = chart_of(
        {"Chart.yaml": "apiVersion: v2\nname: web\nversion: 1\nappVersion: 1.10\nannotations: {a: true}\n"}
    )
    assert (chart.metadata.version, chart.metadata.app_version) == ("1", "1.1")
    assert chart.metadata.annotations == {"a": "true"}


def test_a_folder_without_chart_yaml(tmp_path: Path) -> None:
    with pytest.raises(ChartError, match=r"unable to detect chart at .*Chart\.yaml: open"):
        load_chart(tmp_path)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.yaml", b"a: 1", "seems to be a YAML file, but expected a gzipped archive"),
        ("x.tgz", b"text", "does not appear to be a gzipped archive; got 'text/plain; charset=utf-8'"),
        ("x.tgz", b"\x1f\x8b\x08broken", "unable to load chart archive|invalid header"),
        ("x.tgz", archive_of({}), "no files in chart archive"),
        ("x.tgz", archive_of({"web/values.yaml": b""}), "no Chart.yaml found"),
        ("x.tgz", archive_of({"web//etc/passwd": b""}), "illegally contains absolute paths"),
        ("x.tgz", archive_of({"web/../../x": b""}), "illegally references parent directory"),
        ("x.tgz", archive_of({"loose": b""}), "content outside the base directory"),
        ("x.tgz", archive_of({"web/c:/x": b""}), "illegally named files"),
    ],
)
def test_a_bad_archive_is_refused(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    with pytest.raises(ChartError, match=message):
        load_chart(file)


def test_archives_have_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_FILE_BYTES", 1000)
    with pytest.raises(ChartError, match='chart file "web/big" is larger than the maximum file size 1000'):
        archive.read_archive(archive_of({"web/big": b"x" * 1001}))
    monkeypatch.setattr(archive, "MAX_CHART_BYTES", 1500)
    with pytest.raises(ChartError, match="decompressed chart is larger than the maximum size 1500"):
        archive.read_archive(archive_of({"web/a": b"x" * 900, "web/b": b"x" * 900}))
