"""The reference of errors names each code."""

import re
from collections.abc import Iterator
from pathlib import Path

from werfpy.errors import WerfpyError

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "reference" / "errors.md"


def kinds(base: type[WerfpyError]) -> Iterator[type[WerfpyError]]:
    for kind in base.__subclasses__():
        if kind.__module__ == "werfpy.errors":
            yield kind
            yield from kinds(kind)


def test_each_code_is_documented_once() -> None:
    section = DOCUMENT.read_text().partition("## Codes")[2]
    documented = re.findall(r"^\| `([\w-]+)` \|", section, flags=re.MULTILINE)
    assert sorted(documented) == sorted({kind.code for kind in kinds(WerfpyError)})


def test_no_two_kinds_share_a_code() -> None:
    codes = [kind.code for kind in kinds(WerfpyError)]
    assert len(codes) == len(set(codes))
