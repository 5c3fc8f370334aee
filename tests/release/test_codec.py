"""Records survive their way through storage, and broken ones are named."""

from __future__ import annotations

import base64
import gzip
import json
import random

import pytest
from hypothesis import given

from tests.release.records import release, releases
from werfpy.errors import RecordCorrupt, RecordTooLarge
from werfpy.release.codec import HEADROOM_BYTES, MAX_BYTES, check_size, decode, encode
from werfpy.release.record import HookRecord, Release, Status


@given(releases)
def test_decode_undoes_encode(record: Release) -> None:
    assert repr(decode(encode(record), "x")) == repr(record)


def test_the_payload_is_helms() -> None:
    data = base64.b64decode(encode(release(hooks=(HookRecord("h", "Job", "p", "m"),), config={})))
    assert data[:7].hex() == "1f8b0800000000"
    document = json.loads(gzip.decompress(data))
    assert set(document) == {"name", "info", "chart", "manifest", "hooks", "version", "namespace"}
    assert set(document["info"]) == {"first_deployed", "last_deployed", "description", "status"}
    assert document["hooks"] == [{"name": "h", "kind": "Job", "path": "p", "manifest": "m", "last_run": {"phase": ""}}]


HELM3 = {
    "name": "web",
    "info": {"first_deployed": "2026-11-21T02:51:04.3Z", "deleted": "", "status": "deployed", "description": "d"},
    "chart": {"metadata": {"name": "c"}, "lock": None},
    "manifest": "m",
    "hooks": [{"name": "h", "last_run": {"started_at": "", "completed_at": "", "phase": ""}, "weight": 2}],
    "version": 3,
    "namespace": "shop",
}


def test_a_record_of_helm_3_is_read_with_its_empty_times() -> None:
    record = decode(base64.b64encode(json.dumps(HELM3).encode()), "x")
    assert (record.revision, record.status, record.info.deleted, record.apply_method) == (3, Status.DEPLOYED, "", "")
    assert record.hooks[0].weight == 2


def test_what_we_do_not_know_is_written_back() -> None:
    document = {**HELM3, "info": {**HELM3["info"], "resources": {"v1/Pod": []}}, "future": {"a": [1]}}  # type: ignore[dict-item]
    record = decode(base64.b64encode(json.dumps(document).encode()), "x")
    again = json.loads(gzip.decompress(base64.b64decode(encode(record))))
    assert again["future"] == {"a": [1]}
    assert again["info"]["resources"] == {"v1/Pod": []}


def test_an_unknown_status_is_no_reason_to_fail() -> None:
    document = {**HELM3, "info": {"status": "sleeping"}}
    assert decode(base64.b64encode(json.dumps(document).encode()), "x").status is Status.UNKNOWN


GOOD = encode(release())
BROKEN = {
    "empty": b"",
    "not base64": b"%%%",
    "cut gzip": base64.b64encode(base64.b64decode(GOOD)[:40]),
    "gzip of nothing": base64.b64encode(gzip.compress(b"")),
    "a list": base64.b64encode(b"[]"),
    "no name": base64.b64encode(b'{"version": 1}'),
    "no version": base64.b64encode(b'{"name": "web"}'),
    "info of a wrong type": base64.b64encode(b'{"name": "web", "version": 1, "info": 7}'),
    "hooks of a wrong type": base64.b64encode(b'{"name": "web", "version": 1, "hooks": ["x"]}'),
    "flipped bytes": base64.b64encode(base64.b64decode(GOOD)[:20] + b"\xff\xff" + base64.b64decode(GOOD)[22:]),
}


@pytest.mark.parametrize("payload", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_record_is_named(payload: bytes) -> None:
    with pytest.raises(RecordCorrupt) as caught:
        decode(payload, "Secret shop/sh.helm.release.v1.web.v1")
    assert "Secret shop/sh.helm.release.v1.web.v1" in caught.value.summary
    assert caught.value.because


@pytest.mark.parametrize(("size", "headroom", "fits"), [
    (MAX_BYTES, 0, True),
    (MAX_BYTES + 1, 0, False),
    (MAX_BYTES, HEADROOM_BYTES, False),
    (MAX_BYTES - HEADROOM_BYTES, HEADROOM_BYTES, True),
])  # fmt: skip
def test_the_limit_is_the_apis_less_what_the_final_state_needs(size: int, headroom: int, fits: bool) -> None:
    if fits:
        check_size(release(), "x" * size, headroom_bytes=headroom)
        return
    with pytest.raises(RecordTooLarge):
        check_size(release(), "x" * size, headroom_bytes=headroom)


def test_a_record_that_is_too_large_says_what_makes_it_so() -> None:
    noise = base64.b64encode(random.Random(1).randbytes(1_200_000)).decode()
    record = release(chart={"files": [{"name": "big.bin", "data": noise}]})
    with pytest.raises(RecordTooLarge) as caught:
        check_size(record, encode(record))
    assert caught.value.because.startswith("compressed: the chart's files 1183 KiB")
    assert ".helmignore" in caught.value.hint
