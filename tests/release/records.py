"""Releases to test with."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from werfpy.release.record import HookRecord, HookRun, Info, Release, Status

CHART: dict[str, Any] = {
    "metadata": {"name": "web", "version": "0.1.0", "apiVersion": "v2", "appVersion": "1.0"},
    "lock": None,
    "templates": [{"name": "templates/cm.yaml", "data": "YTogYgo="}],
    "values": {"a": 1},
    "schema": None,
    "files": None,
}


def release(revision: int = 1, status: Status = Status.DEPLOYED, **fields: Any) -> Release:
    """A revision of `web` in `shop`."""
    made = f"2026-01-01T00:00:{revision:02}.123456789Z"
    info = Info(status, "2026-01-01T00:00:01Z", made, description="Install complete")
    return Release("web", "shop", revision, info, **{"chart": CHART, "manifest": "---\na: b\n", **fields})


_text = st.text(max_size=8)
_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_text, inner, max_size=3),
    max_leaves=8,
)
_mapping = st.dictionaries(_text, _json, max_size=3)
_extra = st.dictionaries(st.sampled_from(["x-new", "applied_by", "sequencing"]), _json, max_size=2)
_times = st.sampled_from(["", "2026-11-21T02:51:04.62157688Z", "2026-11-21T02:51:04+02:00"])
_names = st.lists(st.sampled_from(["pre-install", "post-upgrade", "hook-failed"]), max_size=2).map(tuple)

hooks = st.builds(
    HookRecord, _text, _text, _text, _text, _names, st.integers(-9, 9), _names, _names,
    st.builds(HookRun, _times, _times, _text), _extra,
)  # fmt: skip
releases = st.builds(
    Release,
    name=st.from_regex(r"[a-z]{1,9}", fullmatch=True),
    namespace=_text,
    revision=st.integers(1, 99),
    info=st.builds(Info, st.sampled_from(Status), _times, _times, _times, _text, _text, _extra),
    chart=_mapping,
    config=_mapping,
    manifest=_text,
    hooks=st.lists(hooks, max_size=3).map(tuple),
    apply_method=st.sampled_from(["", "ssa", "csa"]),
    extra=_extra,
)
