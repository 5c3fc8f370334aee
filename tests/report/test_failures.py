"""Errors as text."""

import pytest

from werfpy.errors import Conflict, DeployFailed, NotOwned, Problems, ResourceFailed, TemplateExecError, UsageError
from werfpy.report.failures import render_failure

CONFLICT = Conflict(
    "Deployment shop/web: the live object changed while we patched it",
    at="metadata.resourceVersion 48121 (planned) != 48177 (live)",
    because="409 Conflict from PATCH, after 4 tries",
    hint="deploy again",
)


def test_labels_are_aligned_and_in_order() -> None:
    assert render_failure(CONFLICT, prefix="UPGRADE FAILED: ") == (
        "Error: UPGRADE FAILED: Deployment shop/web: the live object changed while we patched it\n"
        "  at       metadata.resourceVersion 48121 (planned) != 48177 (live)\n"
        "  because  409 Conflict from PATCH, after 4 tries\n"
        "  hint     deploy again\n"
        "  code     kube-conflict\n"
    )


def test_what_is_empty_is_left_out() -> None:
    assert render_failure(UsageError("bad flag")) == "Error: bad flag\n  code     usage\n"


def test_the_caret_stands_under_the_source() -> None:
    error = TemplateExecError("a.yaml:14:32\n  executing", at='image: "web:{{ .x }}"\n            ^~~~~~~~')
    assert render_failure(error) == (
        "Error: a.yaml:14:32\n"
        "  executing\n"
        '  at       image: "web:{{ .x }}"\n'
        "                       ^~~~~~~~\n"
        "  code     template-exec\n"
    )


def test_problems_list_their_parts_in_order() -> None:
    problems = Problems("2 problems", [NotOwned("a", hint="one\ntwo"), NotOwned("b\nb2")])
    assert render_failure(problems) == (
        "Error: 2 problems\n"
        "  1. a\n"
        "     hint     one\n"
        "              two\n"
        "     code     not-owned\n"
        "  2. b\n"
        "     b2\n"
        "     code     not-owned\n"
        "  code     problems\n"
    )


def test_parts_may_have_parts() -> None:
    error = DeployFailed("failed", [Problems("inner", [NotOwned("x"), NotOwned("y")]), NotOwned("z")], hint="h")
    assert render_failure(error).splitlines() == [
        "Error: failed",
        "  1. inner",
        "     1. x",
        "        code     not-owned",
        "     2. y",
        "        code     not-owned",
        "     code     problems",
        "  2. z",
        "     code     not-owned",
        "  hint     h",
        "  code     deploy-failed",
    ]


@pytest.mark.parametrize(
    ("summary", "line"),
    [("UPGRADE FAILED", "UPGRADE FAILED: web failed"), ("", "web failed"), ("so web failed", "so web failed")],
)
def test_a_list_of_one_is_no_list(summary: str, line: str) -> None:
    error = DeployFailed(summary, [ResourceFailed("web failed", at="Pod x", hint="h")])
    assert render_failure(error) == f"Error: {line}\n  at       Pod x\n  hint     h\n  code     resource-failed\n"


def test_exception_groups() -> None:
    group = ExceptionGroup("two", [ResourceFailed("a failed"), ValueError("odd")])
    assert render_failure(group).splitlines() == [
        "Error: two",
        "  1. a failed",
        "     code     resource-failed",
        "  2. ValueError: odd",
    ]


@pytest.mark.parametrize(("error", "line"), [(KeyError(), "Error: KeyError\n"), (OSError("x"), "Error: OSError: x\n")])
def test_other_exceptions(error: Exception, line: str) -> None:
    assert render_failure(error) == line


def test_colours_only_when_asked_for() -> None:
    assert "\x1b" not in render_failure(CONFLICT)
    assert render_failure(CONFLICT, is_colored=True).startswith("\x1b[1;31mError:\x1b[0m Deployment")


def test_what_a_cluster_says_cannot_steer_the_terminal() -> None:
    text = render_failure(UsageError("a\x1b]0;title\x07", because="b\x9b31m\r\nc"), is_colored=False)
    assert "\x1b" not in text
    assert "\\x1b]0;title\\x07" in text
    assert "b\\x9b31m\n           c" in text
