"""All executed expressions that need no chart around them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from werfpy.gostd import json, toml, yaml
from werfpy.gostd.kinds import GoError
from werfpy.gotemplate.functions import GoFunction
from werfpy.gotemplate.template import TemplateSet
from werfpy.sprig.registry import FUNCTIONS

# Helm's own functions and objects: tested where they live.
OF_HELM = re.compile(r"\b(include|tpl|required|lookup|env)\b|\.(Files|Capabilities|Chart|Template)\b")

VALUES = yaml.load_map('{x: hello, a: {b: 1}, list: [1, a, 2.5], f: 1.5, i: 1000000, big: 12345678901, empty: ""}')


def with_error(read: Callable[[str], Any], wrap: Callable[[str], Any]) -> GoFunction:
    def call(text: str) -> Any:
        try:
            return read(text)
        except GoError as error:
            return wrap(str(error))

    return GoFunction(call, ("string",))


WITH_CODECS = {
    **FUNCTIONS,
    "toYaml": GoFunction(lambda value: yaml.dump(value).removesuffix("\n"), ("any",)),
    "toYamlPretty": GoFunction(lambda value: yaml.dump_pretty(value).removesuffix("\n"), ("any",)),
    "toToml": GoFunction(toml.dumps, ("any",)),
    "fromYaml": with_error(yaml.load_map, lambda message: {"Error": message}),
    "fromJson": with_error(json.unmarshal, lambda message: {"Error": message}),
    "fromJsonArray": with_error(json.unmarshal, lambda message: [message]),
    "fromToml": with_error(toml.loads, lambda message: {"Error": message}),
}


def evaluate(expression: str, data: Any = None) -> str:
    templates = TemplateSet(WITH_CODECS)
    templates.parse("t", "{{ " + expression + " }}")
    return templates.execute("t", data)


def outcome(expression: str) -> tuple[str, str]:
    """Return the output, and the last part of the error's text."""
    try:
        return evaluate(expression, {"Values": VALUES}).replace("<no value>", ""), ""
    except Exception as error:  # noqa: BLE001 - whatever it is, the comparison shows it
        return "", str(getattr(error, "go_text", error)).rpartition(": ")[2]


def test_expressions_equal_helms(vectors, monkeypatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    wrong = []
    cases = [case for case in vectors("sprig-expressions.json")["cases"] if not OF_HELM.search(case["e"])]
    for case in cases:
        out, error = outcome(case["e"])
        fits = out == case["out"] and not error if "out" in case else bool(error) and error in case["err"]
        if not fits:
            wrong.append((case, out, error))
    assert wrong == []
    assert len(cases) > 150


def test_yaml_of_values_equals_helms(vectors) -> None:
    """The groups that go through toYaml, toYamlPretty, toJson and %v of values read from YAML."""
    groups = ("yaml-scalar", "toyaml-str", "toyaml-doc", "yaml-doc")
    wrong = []
    for case in vectors("helm-expressions.json"):
        # Helm 3 reads the first document only; merging several is the chart's work.
        if case["group"] not in groups or case["args"] or case["files"] or case["h3"]["rc"]:
            continue
        templates = TemplateSet(WITH_CODECS)
        templates.parse("t", case["template"])
        got = templates.execute("t", {"Values": yaml.load_map(case["values"])}).replace("<no value>", "")
        if case["h3"]["stdout"] != f"---\n# Source: c/templates/x.yaml\n{got}":
            wrong.append((case["id"], case["values"], case["h3"]["stdout"], got))
    assert wrong == []


def test_yaml_errors_equal_helms(vectors) -> None:
    wrong = []
    for case in vectors("helm-expressions.json"):
        if case["group"] not in ("yaml-scalar", "yaml-doc") or "converting YAML" not in case["h3"]["stderr"]:
            continue
        try:
            wrong.append((case["id"], yaml.load_map(case["values"])))
        except GoError as error:
            if str(error) not in case["h3"]["stderr"]:
                wrong.append((case["id"], case["h3"]["stderr"], str(error)))
    assert wrong == []


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("upper (add 1)", "wrong type for value; expected string; got int64"),
        ("trunc 1.5 `x`", "expected integer; found 1.5"),
        ("first nil", "runtime error: invalid memory address or nil pointer dereference"),
        ("append 5 1", "Cannot push on type int"),
        ("slice `abc`", "list should be type of slice or array but string"),
        ("dig `a` `b` `d` `x`", "interface conversion: interface {} is string, not map[string]interface {}"),
        ("dig `a` 1", "dig needs at least three arguments"),
        ("regexFind `(` `x`", "regexp: Compile(`(`): error parsing regexp: missing closing ): `(`"),
        ("mustRegexFind `(` `x`", "error parsing regexp: missing closing ): `(`"),
        ("repeat -1 `x`", "strings: negative Repeat count"),
        ("substr 5 9 `abc`", "runtime error: slice bounds out of range [5:3]"),
        ("concat (list) 5", "Cannot concat type int as list"),
        ("mustToDate `2006` `x`", 'parsing time "x" as "2006": cannot parse "x" as "2006"'),
        ("semver `x`", "invalid semantic version"),
        ("urlParse `:`", 'unable to parse url: parse ":": missing protocol scheme'),
        ("divf 1 0", "decimal division by 0"),
        ("randInt 5 5", "invalid argument to Intn"),
        ("decryptAES `k` `AAAA`", "runtime error: slice bounds out of range [:16] with capacity 3"),
        ("fail `no`", "no"),
    ],
)
def test_errors_have_gos_text(expression: str, message: str) -> None:
    with pytest.raises(Exception) as caught:
        evaluate(expression)
    assert str(getattr(caught.value, "go_text", caught.value)).endswith(message)
