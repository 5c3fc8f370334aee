"""Heads, hooks and the order of manifests."""

from __future__ import annotations

import pytest

from werfpy.errors import ResourceError
from werfpy.render.manifests import sort_manifests


def document(kind: str, name: str = "x", annotations: str = "") -> str:
    return f"apiVersion: v1\nkind: {kind}\nmetadata:\n  name: {name}\n" + (
        f"  annotations: {{{annotations}}}\n" if annotations else ""
    )


def test_known_kinds_come_in_install_order_and_others_by_name() -> None:
    text = "---\n".join(document(kind) for kind in ("Zoo", "Deployment", "Abc", "Namespace", "Service"))
    manifests, hooks = sort_manifests({"c/templates/a.yaml": text})
    assert [manifest.kind for manifest in manifests] == ["Namespace", "Service", "Deployment", "Abc", "Zoo"]
    assert hooks == ()


def test_within_a_kind_the_path_decides_then_the_place() -> None:
    files = {
        "c/templates/b.yaml": document("Pod", "b1") + "---\n" + document("Pod", "b2"),
        "c/templates/a.yaml": document("Pod", "a1"),
        "c/charts/z/templates/z.yaml": document("Pod", "z1"),
    }
    assert [manifest.name for manifest in sort_manifests(files)[0]] == ["z1", "a1", "b1", "b2"]


@pytest.mark.parametrize(
    ("compat", "kinds"), [(4, ["MutatingWebhookConfiguration", "Aaa"]), (3, ["Aaa", "MutatingWebhookConfiguration"])]
)
def test_helm_3_does_not_know_webhook_configurations(compat: int, kinds: list[str]) -> None:
    text = document("MutatingWebhookConfiguration") + "---\n" + document("Aaa")
    assert [manifest.kind for manifest in sort_manifests({"t": text}, compat)[0]] == kinds


def test_hooks_are_taken_out() -> None:
    annotations = (
        '"helm.sh/hook": "Pre-Install, test-success", "helm.sh/hook-weight": "-5", '
        '"helm.sh/hook-delete-policy": "Hook-Succeeded,before-hook-creation", '
        '"helm.sh/hook-output-log-policy": hook-failed'
    )
    manifests, hooks = sort_manifests({"t": document("Job", "j", annotations)})
    assert manifests == ()
    assert (hooks[0].name, hooks[0].events, hooks[0].weight) == ("j", ("pre-install", "test"), -5)
    assert hooks[0].delete_policies == ("hook-succeeded", "before-hook-creation")
    assert hooks[0].output_log_policies == ("hook-failed",)


@pytest.mark.parametrize("weight", ["heavy", "1.5", ""])
def test_a_weight_that_is_no_integer_is_zero(weight: str) -> None:
    annotations = f'"helm.sh/hook": test, "helm.sh/hook-weight": "{weight}"'
    assert sort_manifests({"t": document("Pod", "p", annotations)})[1][0].weight == 0


def test_numbers_in_annotations_count_as_text() -> None:
    manifests, hooks = sort_manifests({"t": document("Pod", "p", '"helm.sh/hook": test, "helm.sh/hook-weight": 7')})
    assert hooks[0].weight == 7
    assert manifests == ()


def test_a_document_with_an_unknown_event_is_dropped() -> None:
    assert sort_manifests({"t": document("Job", "j", '"helm.sh/hook": "pre-install,crd-install"')}) == ((), ())


def test_comments_alone_are_kept_and_partials_are_not() -> None:
    manifests, _ = sort_manifests({"c/templates/a.yaml": "# note\n", "c/templates/_b.yaml": "kind: A\n", "e": " \n"})
    assert [(manifest.kind, manifest.text) for manifest in manifests] == [("", "# note\n")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind: [a]\n", "json: cannot unmarshal array into Go struct field SimpleHead.kind of type string"),
        ("just text\n", "json: cannot unmarshal string into Go value of type util.SimpleHead"),
        (
            "kind: A\nmetadata: {annotations: {a: {}}}\n",
            "json: cannot unmarshal object into Go struct field .metadata.annotations of type string",
        ),
    ],
)
def test_heads_of_the_wrong_shape(text: str, message: str) -> None:
    with pytest.raises(ResourceError) as caught:
        sort_manifests({"c/templates/a.yaml": text})
    assert caught.value.summary == (
        f"YAML parse error on c/templates/a.yaml: error unmarshaling JSON: while decoding JSON: {message}"
    )


def test_bad_yaml_shows_the_rendered_line() -> None:
    with pytest.raises(ResourceError) as caught:
        sort_manifests({"c/templates/a.yaml": "a: 1\nb: c: d\n"})
    assert caught.value.summary.endswith("yaml: line 2: mapping values are not allowed in this context")
    assert caught.value.at.endswith("\nb: c: d")
