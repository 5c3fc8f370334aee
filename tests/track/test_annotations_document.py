"""The reference of readiness names each annotation that is read."""

import inspect
import re
from pathlib import Path

from werfpy.track import options

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "reference" / "readiness.md"


def test_each_annotation_is_documented() -> None:
    read = set(re.findall(r'read\.\w+\("([a-z-]+?)-?"', inspect.getsource(options)))
    documented = set(re.findall(r"`werf\.io/([a-z-]+?)(?:-CONTAINER)?`", DOCUMENT.read_text()))
    assert read == documented
