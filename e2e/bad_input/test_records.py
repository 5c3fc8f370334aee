"""Release records that somebody, or something, has broken."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Callable

import pytest

from e2e.bad_input.conftest import Refusing
from e2e.driver import ChartFolder, Live, Werfpy, config_map

pytestmark = pytest.mark.cluster


def _b64(data: bytes) -> bytes:
    return base64.b64encode(data)


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "base64": lambda record: b"!!! " + record[4:],
    "gzip": lambda record: _b64(base64.b64decode(record)[:40] + b"\0" * 20),
    "json": lambda record: _b64(gzip.compress(gzip.decompress(base64.b64decode(record))[:-30])),
    "not an object": lambda record: _b64(gzip.compress(b"[1, 2]")),
    "empty": lambda record: b"",
}


@pytest.mark.parametrize("breaking", BROKEN.values(), ids=BROKEN)
def test_corrupt_record(
    refused: Refusing, werfpy: Werfpy, live: Live, chart: ChartFolder, breaking: Callable[[bytes], bytes]
) -> None:
    chart.write(all=config_map("a", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart))
    secret = live.revisions("app")[1]
    broken = breaking(base64.b64decode(secret["data"]["release"]))
    live.patch("Secret", secret["metadata"]["name"], {"data": {"release": _b64(broken).decode()}})
    chart.write(all=config_map("a", {"a": "2"}))
    told = refused.deploy()
    assert "sh.helm.release.v1.app.v1" in told
    assert "\n  hint " in told
    assert live.get("ConfigMap", "a")["data"] == {"a": "1"}


def test_recorded_manifest_that_is_no_yaml(refused: Refusing, werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=config_map("a", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart))
    secret = live.revisions("app")[1]
    record = gzip.decompress(base64.b64decode(base64.b64decode(secret["data"]["release"])))
    wrong = record.replace(b'"manifest":"---', b'"manifest":"--- {{{', 1)
    assert wrong != record
    stored = _b64(_b64(gzip.compress(wrong))).decode()
    live.patch("Secret", secret["metadata"]["name"], {"data": {"release": stored}})
    told = refused.deploy()
    assert "YAML" in told
    assert "revision 1" in told
