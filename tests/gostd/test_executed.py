"""Cases that Go itself was run on; each file of ``executed/`` says by which library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from werfpy.gostd import toml, yaml
from werfpy.gostd.kinds import GoError
from werfpy.gostd.regexp import Regexp, must_compile
from werfpy.gostd.timefmt import parse


def executed(name: str) -> list[dict[str, Any]]:
    text = (Path(__file__).parent / "executed" / name).read_text(encoding="utf-8")
    cases: list[dict[str, Any]] = json.loads(text)["cases"]
    return cases


def floats(text: str) -> Any:
    return json.loads(text, parse_int=float)


def numbered(name: str) -> Any:
    return pytest.mark.parametrize("case", executed(name), ids=lambda case: str(next(iter(case.values())))[:30])


@numbered("yaml-load.json")
def test_yaml_load(case: dict[str, Any]) -> None:
    if "err" in case:
        with pytest.raises(GoError) as caught:
            yaml.load(case["text"])
        assert str(caught.value) == case["err"]
    else:
        assert json.dumps(yaml.load(case["text"]), sort_keys=True) == json.dumps(floats(case["json"]), sort_keys=True)


@numbered("yaml-dump.json")
def test_yaml_dump(case: dict[str, Any]) -> None:
    value = floats(json.dumps(case["value"]))
    try:
        written = yaml.dump(value)
    except GoError:
        written = ""
    assert written == case["toYaml"]
    assert yaml.dump_pretty(value) == case["toYamlPretty"]


@numbered("regexp.json")
def test_regexp_on_both_engines(case: dict[str, Any]) -> None:
    if "err" in case:
        with pytest.raises(GoError) as caught:
            must_compile(case["pattern"])
        assert str(caught.value) == case["err"]
        return
    for safe_length in (1 << 30, -1):
        pattern = Regexp(case["pattern"])
        pattern._safe_length = safe_length
        assert pattern.find_all(case["text"], -1) == case["all"]
        assert pattern.replace_all(case["text"], "<$1-${0}>") == case["replaced"]
        assert pattern.split(case["text"], -1) == case["split"]
        assert pattern.split(case["text"], 2) == case["split2"]


@numbered("time-parse.json")
def test_time_parse(case: dict[str, Any]) -> None:
    if "err" in case:
        with pytest.raises(GoError) as caught:
            parse(case["layout"], case["value"])
        assert str(caught.value) == case["err"]
    else:
        shown = parse(case["layout"], case["value"]).format("2006-01-02T15:04:05.999999999Z07:00 MST")
        assert shown == case["time"]


@numbered("toml.json")
def test_toml_dumps(case: dict[str, Any]) -> None:
    value = floats(json.dumps(case["value"]))
    if "err" in case:
        with pytest.raises(GoError) as caught:
            toml.dumps(value)
        assert str(caught.value) == case["err"]
    else:
        assert toml.dumps(value) == case["toml"]
