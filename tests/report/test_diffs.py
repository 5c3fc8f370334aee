"""Changes of fields as text."""

from typing import Any

import pytest

from werfpy.merge.diff_types import ABSENT, FieldChange
from werfpy.report.diffs import DiffStyle, ObjectDiff, render_changes, render_diffs
from werfpy.resource.refs import GVK, ObjectRef

WEB = ObjectRef(GVK("apps", "v1", "Deployment"), "shop", "web")


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (1, 2, "  ~ spec.x: 1 -> 2"),
        ("1", 1, '  ~ spec.x: "1" -> 1'),
        (1, True, "  ~ spec.x: 1 -> true"),
        (ABSENT, None, "  + spec.x: null"),
        (None, ABSENT, "  - spec.x: null"),
        (ABSENT, {"b": [1], "a": "é"}, '  + spec.x: {"a":"é","b":[1]}'),
        ("one line\n", "", '  ~ spec.x: "one line\\n" -> ""'),
    ],
)
def test_one_line_a_field(before: Any, after: Any, line: str) -> None:
    assert list(render_changes([FieldChange("spec.x", before, after)])) == [line]


def test_long_values_are_shortened() -> None:
    (line,) = render_changes([FieldChange("x", ABSENT, "a" * 300)], DiffStyle(max_value=10))
    assert line == '  + x: "aaaaaaaaa… (302 characters)'


def test_texts_are_compared_line_by_line() -> None:
    before = "".join(f"line {number}\n" for number in range(10))
    change = FieldChange("data.conf", before, before.replace("line 5", "LINE 5"))
    assert list(render_changes([change])) == [
        "  ~ data.conf:",
        "      @@ -3,7 +3,7 @@",
        "       line 2",
        "       line 3",
        "       line 4",
        "      -line 5",
        "      +LINE 5",
        "       line 6",
        "       line 7",
        "       line 8",
    ]


def test_a_new_text_is_shown_whole() -> None:
    assert list(render_changes([FieldChange("data.a", ABSENT, "x\ny\n")])) == ["  + data.a:", "      +x", "      +y"]


def test_long_texts_are_cut() -> None:
    text = "".join(f"{number}\n" for number in range(100))
    lines = list(render_changes([FieldChange("a", ABSENT, text)], DiffStyle(max_lines=5)))
    assert lines[-1] == "      … 95 more lines"
    assert len(lines) == 7


def test_many_fields_are_cut_when_asked_for() -> None:
    changes = [FieldChange(f"f{number}", 1, 2) for number in range(5)]
    assert list(render_changes(changes, DiffStyle(max_changes=4)))[-1] == "  … 1 more field"


def test_objects_have_headers() -> None:
    config = ObjectRef(GVK("", "v1", "ConfigMap"), "shop", "c")
    text = render_diffs(
        [
            ObjectDiff(WEB, "update", (FieldChange("spec.replicas", 1, 2),), "the live object differs"),
            ObjectDiff(config, "create"),
            ObjectDiff(config, "delete", reason="not in the chart any more"),
        ]
    )
    assert text == (
        "update Deployment shop/web (the live object differs)\n"
        "  ~ spec.replicas: 1 -> 2\n"
        "\n"
        "create ConfigMap shop/c\n"
        "delete ConfigMap shop/c (not in the chart any more)\n"
    )


def test_nothing_is_nothing() -> None:
    assert render_diffs([]) == ""


def test_colours_mark_the_sign() -> None:
    text = render_diffs([ObjectDiff(WEB, "create", (FieldChange("a", ABSENT, 1),))], DiffStyle(is_colored=True))
    assert text == "\x1b[32mcreate\x1b[0m Deployment shop/web\n  \x1b[32m+ a: 1\x1b[0m\n"
