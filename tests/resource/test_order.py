"""Helm's order of kinds."""

from __future__ import annotations

import pytest

from werfpy.resource.order import INSTALL_ORDER, UNINSTALL_ORDER, install_rank, uninstall_rank


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Namespace", "ConfigMap"),
        ("CustomResourceDefinition", "Deployment"),
        ("ServiceAccount", "Deployment"),
        ("Service", "Deployment"),
        ("Deployment", "Ingress"),
        ("ValidatingWebhookConfiguration", "Anything"),
        ("Alpha", "Beta"),
    ],
    ids=lambda kind: str(kind),
)
def test_is_installed_before(first: str, then: str) -> None:
    assert install_rank(first) < install_rank(then)


@pytest.mark.parametrize(
    ("first", "then"),
    [("Ingress", "Deployment"), ("Deployment", "Secret"), ("ConfigMap", "Namespace"), ("PriorityClass", "Anything"),
     ("Alpha", "Beta")],
    ids=lambda kind: str(kind),
)  # fmt: skip
def test_is_deleted_before(first: str, then: str) -> None:
    assert uninstall_rank(first) < uninstall_rank(then)


def test_both_tables_hold_the_same_kinds_once() -> None:
    assert len(set(INSTALL_ORDER)) == len(INSTALL_ORDER) == len(UNINSTALL_ORDER)
    assert set(INSTALL_ORDER) == set(UNINSTALL_ORDER)
