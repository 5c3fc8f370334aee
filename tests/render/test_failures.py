"""Errors about rendered documents that are no YAML."""

from __future__ import annotations

import pytest

from werfpy.render.failures import bad_document

MAPPING = "error converting YAML to JSON: yaml: line 3: mapping values are not allowed in this context"


def test_the_line_is_shown() -> None:
    error = bad_document("app/templates/a.yaml", "kind: ConfigMap\ndata:\n  a: b: c\n", MAPPING)
    assert error.summary == f"YAML parse error on app/templates/a.yaml: {MAPPING}"
    assert error.at == "rendered app/templates/a.yaml, line 3 of the document\n  a: b: c"


@pytest.mark.parametrize("kind", ["kind: Secret", 'kind: "Secret"', '"kind": "Secret"', "kind:  'Secret'"])
def test_a_line_of_a_secret_is_not_shown(kind: str) -> None:
    error = bad_document("app/templates/a.yaml", f"{kind}\nstringData:\n  password: hunter2: x\n", MAPPING)
    assert error.at == "rendered app/templates/a.yaml, line 3 of the document"


def test_what_the_parser_quotes_of_a_secret_is_hidden() -> None:
    problem = "error converting YAML to JSON: yaml: unknown anchor 'hunter2' referenced"
    error = bad_document("app/templates/a.yaml", "kind: Secret\nstringData:\n  password: *hunter2\n", problem)
    assert "hunter2" not in error.summary + error.at
    assert "unknown anchor ***** referenced" in error.summary
