"""The parts that have rules of their own."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from werfpy.errors import SandboxError
from werfpy.sandbox import watching
from werfpy.sandbox.api import Api
from werfpy.sandbox.call import Call, Target
from werfpy.sandbox.custom_schemas import fill_defaults, pruned, validate
from werfpy.sandbox.journal import Journal
from werfpy.sandbox.play import kubelet
from werfpy.sandbox.play.hand import Hand
from werfpy.sandbox.quantities import canonical
from werfpy.sandbox.refusals import Findings, Refused
from werfpy.sandbox.store import Store
from werfpy.sandbox.tables import age, json_path


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0", "0"), ("1", "1"), ("0.5", "500m"), ("1000m", "1"), ("1500m", "1500m"), ("1k", "1k"), ("1000", "1k"),
        ("1024", "1024"), ("1Ki", "1Ki"), ("1024Ki", "1Mi"), ("1.5Gi", "1536Mi"), ("0.5Ki", "512"), ("1e3", "1e3"),
        ("1E", "1E"), ("100u", "100u"), ("-1", "-1"), ("+2", "2"),
    ],
)  # fmt: skip
def test_quantities(text: str, found: str) -> None:
    assert canonical(text) == found


@pytest.mark.parametrize("text", ["", "1x", "Gi", "1 Gi", "--1"])
def test_no_quantities(text: str) -> None:
    with pytest.raises(ValueError, match="quantities must match"):
        canonical(text)


def _manifest(name: str, **more: str) -> dict:
    return {"metadata": {"name": name}, "data": more}


def test_store_looks_back() -> None:
    store = Store()
    store.put("/things", ("", "a"), _manifest("a", x="1"))
    then = store.revision
    store.put("/things", ("", "a"), _manifest("a", x="2"))
    store.put("/things", ("", "b"), _manifest("b"))
    store.remove("/things", ("", "a"))
    assert [item["data"] for item in store.at(then, "/things")] == [{"x": "1"}]
    assert [item["metadata"]["name"] for item in store.objects("/things")] == ["b"]


def test_store_forgets() -> None:
    store = Store(history=2)
    for number in range(4):
        store.put("/things", ("", "a"), _manifest("a", x=str(number)))
    assert len(store.at(2, "/things")) == 1
    with pytest.raises(Refused) as caught:
        store.at(1, "/things")
    assert (caught.value.code, caught.value.reason) == (410, "Expired")


def test_journal_survives_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "state"
    store = Store(Journal(path))
    store.put("/things", ("n", "a"), _manifest("a"))
    store.put("/things", ("n", "b"), _manifest("b"))
    store.close()
    path.write_bytes(path.read_bytes()[:-5])
    again = Store(Journal(path))
    assert [item["metadata"]["name"] for item in again.objects("/things")] == ["a"]
    again.close()


def test_journal_refuses_rubbish(tmp_path: Path) -> None:
    path = tmp_path / "state"
    path.write_text('[1, "/things"]\n')
    with pytest.raises(SandboxError, match="damaged"):
        Store(Journal(path))


SCHEMA = {
    "type": "object",
    "properties": {
        "list": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "integer", "default": 1}}}},
        "map": {"type": "object", "additionalProperties": {"type": "object", "properties": {"b": {"default": 2}}}},
        "open": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
        "either": {"x-kubernetes-int-or-string": True},
        "maybe": {"type": "string", "nullable": True},
        "unique": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
    },
}


def test_pruning_and_defaults_reach_into_lists_and_maps() -> None:
    value, unknown = pruned({"list": [{"z": 1}], "map": {"k": {"y": 1}}, "open": {"x": {"w": 1}}, "v": 1}, SCHEMA)
    fill_defaults(value, SCHEMA)
    assert value == {"list": [{"a": 1}], "map": {"k": {"b": 2}}, "open": {"x": {"w": 1}}}
    assert unknown == ["list[0].z", "map.k.y", "v"]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({"either": 1.5}, "either"),
        ({"list": {}}, "list"),
        ({"list": [{"a": True}]}, "list[0].a"),
        ({"unique": ["a", "a"]}, "unique[1]"),
        ({"map": {"k": "text"}}, "map.k"),
    ],
)
def test_violations(value: dict, field: str) -> None:
    findings = Findings()
    validate(value, SCHEMA, findings)
    assert [cause.field for cause in findings.causes] == [field]


def test_no_violations() -> None:
    findings = Findings()
    validate({"either": "50%", "maybe": None, "unique": ["a", "b"], "list": [{"a": 2}]}, SCHEMA, findings)
    assert findings.causes == []


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0s"), (119, "119s"), (190, "3m10s"), (700, "11m"), (7200, "120m"), (10800, "3h"), (200000, "2d")],
)
def test_ages(seconds: int, text: str) -> None:
    now = datetime.datetime(2026, 1, 10, tzinfo=datetime.UTC)
    then = (now - datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert age(then, now) == text


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (".spec.size", 3),
        ('.status.conditions[?(@.type=="Ready")].status', "True"),
        (".items[1]", "b"),
        (".metadata.annotations['x.y/z']", "1"),
        (".absent.field", None),
    ],
)
def test_printer_columns(path: str, found: object) -> None:
    document = {
        "spec": {"size": 3},
        "status": {"conditions": [{"type": "Other", "status": "False"}, {"type": "Ready", "status": "True"}]},
        "items": ["a", "b"],
        "metadata": {"annotations": {"x.y/z": "1"}},
    }
    assert json_path(document, path) == found


def test_watch_sends_bookmarks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(watching, "_BOOKMARK_EVERY_S", 0.0)
    api = Api(Store())
    secrets = api.registry.find("", "v1", "secrets")
    assert secrets is not None
    call = Call.of("GET", "/api/v1/secrets?watch=1&resourceVersion=5&allowWatchBookmarks=true", {}, b"")
    api.store.revision = 5
    events = watching.watch_events(api, Target(secrets, "", "", ""), call, lambda: False)
    kind, bookmark = next(events)
    assert (kind, bookmark["kind"], bookmark["metadata"]["resourceVersion"]) == ("BOOKMARK", "Secret", "5")


def test_pods_take_their_time(tmp_path: Path) -> None:
    api = Api(Store(), ready_after_s=60)
    hand = Hand(api)
    hand.create("/namespaces", "", {"metadata": {"name": "n"}})
    hand.create("/pods", "n", {"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i:1"}]}})
    steps = [kubelet.reconcile_pod(hand, "n", "p") for _ in range(3)]
    assert steps[0] is None and 50 < steps[1] <= 60 and 50 < steps[2] <= 60
    assert hand.get("/pods", "n", "p")["status"]["phase"] == "Pending"
    api.ready_after_s = 0
    kubelet.reconcile_pod(hand, "n", "p")
    assert hand.get("/pods", "n", "p")["status"]["phase"] == "Running"
