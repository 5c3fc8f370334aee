"""Helm's tables."""

from datetime import UTC, datetime

import pytest

from werfpy.release.record import HookRecord, HookRun, Info, Release, Status
from werfpy.report.status_text import LiveResources, StatusView, status_text
from werfpy.report.tables import (
    HistoryRow,
    ListRow,
    ansic,
    display_width,
    history_table,
    kubectl_table,
    list_table,
    padded_table,
)

ROW = ListRow("shop", "prod", 3, "2026-01-02 03:04:05 +0000 UTC", "deployed", "shop-1.0.0", "2.0")


def test_list_pads_every_column() -> None:
    assert list_table([ROW]) == (
        "NAME\tNAMESPACE\tREVISION\tUPDATED                      \tSTATUS  \tCHART     \tAPP VERSION\n"
        "shop\tprod     \t3       \t2026-01-02 03:04:05 +0000 UTC\tdeployed\tshop-1.0.0\t2.0        \n"
    )


def test_list_without_headers() -> None:
    assert list_table([ROW], has_headers=False).splitlines()[0].startswith("shop\tprod\t3\t")


def test_empty_list_has_only_a_head() -> None:
    assert list_table([]) == "NAME\tNAMESPACE\tREVISION\tUPDATED\tSTATUS\tCHART\tAPP VERSION\n"


def test_history() -> None:
    row = HistoryRow(1, "Wed Mar  4 05:06:07 2026", "superseded", "a-1", "", "Install complete")
    assert history_table([row]) == (
        "REVISION\tUPDATED                 \tSTATUS    \tCHART\tAPP VERSION\tDESCRIPTION     \n"
        "1       \tWed Mar  4 05:06:07 2026\tsuperseded\ta-1  \t           \tInstall complete\n"
    )


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("", 0), ("日本", 4), ("e\u0301", 1), ("é", 1), ("\u200b", 0), ("a\x1b", 1)]
)
def test_display_width(text: str, width: int) -> None:
    assert display_width(text) == width


def test_wide_characters_are_padded_by_what_they_take() -> None:
    assert padded_table([("日本", "x"), ("abcdef", "y")]) == "日本  \tx\nabcdef\ty\n"


def test_kubectl_keeps_the_last_column_as_it_is() -> None:
    assert kubectl_table([("NAME", "DATA", "AGE"), ("config", "1", "3s")]) == (
        "NAME     DATA   AGE\nconfig   1      3s\n"
    )


def test_ansic() -> None:
    assert ansic(datetime(2026, 11, 21, 3, 4, 5, tzinfo=UTC)) == "Sat Nov 21 03:04:05 2026"


RELEASE = Release(
    "shop",
    "prod",
    2,
    Info(
        Status.DEPLOYED, last_deployed="2026-03-04T05:06:07.123456789Z", description="Upgrade complete", notes="\nhi\n"
    ),
    chart={"metadata": {"name": "web", "version": "1.0.0"}},
)


def test_status() -> None:
    assert status_text(RELEASE) == (
        "NAME: shop\nLAST DEPLOYED: Wed Mar  4 05:06:07 2026\nNAMESPACE: prod\nSTATUS: deployed\nREVISION: 2\n"
        "DESCRIPTION: Upgrade complete\nTEST SUITE: None\nNOTES:\nhi\n"
    )


def test_status_with_resources_and_chart() -> None:
    view = StatusView(
        resources=[LiveResources("v1/ConfigMap", [("NAME", "AGE"), ("c", "3s")])],
        has_chart=True,
        has_description=False,
        hides_notes=True,
    )
    assert status_text(RELEASE, view) == (
        "NAME: shop\nLAST DEPLOYED: Wed Mar  4 05:06:07 2026\nNAMESPACE: prod\nSTATUS: deployed\nREVISION: 2\n"
        "CHART: web\nVERSION: 1.0.0\nAPP_VERSION: \n"
        "RESOURCES:\n==> v1/ConfigMap\nNAME   AGE\nc      3s\n\n\nTEST SUITE: None\n"
    )


def test_status_tells_the_tests_that_ran() -> None:
    run = HookRun("2026-03-04T05:06:07Z", "2026-03-04T05:06:08Z", "Succeeded")
    hooks = (HookRecord("t", "Pod", "", "", ("test",), last_run=run), HookRecord("u", "Pod", "", "", ("test",)))
    release = Release("a", "b", 1, Info(), hooks=hooks)
    assert status_text(release).splitlines()[5:] == [
        "TEST SUITE:     t",
        "Last Started:   Wed Mar  4 05:06:07 2026",
        "Last Completed: Wed Mar  4 05:06:08 2026",
        "Phase:          Succeeded",
    ]
