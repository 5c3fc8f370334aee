"""Names that no cluster could take."""

from __future__ import annotations

import pytest

from werfpy.actions.naming import check_release
from werfpy.errors import UsageError
from werfpy.resource.ownership import ReleaseId


@pytest.mark.parametrize("name", ["a", "web-1", "web.shop", "0", "a" * 53])
def test_good_names(name: str) -> None:
    check_release(ReleaseId(name, "shop"))


@pytest.mark.parametrize("name", ["", "Web", "a_b", "-a", "a-", "a..b", ".a", "a" * 54, "a\n"])
def test_bad_release_names(name: str) -> None:
    with pytest.raises(UsageError, match="invalid release name"):
        check_release(ReleaseId(name, "shop"))


@pytest.mark.parametrize("namespace", ["", "Shop", "a.b", "a/b", "-a", "a" * 64])
def test_bad_namespaces(namespace: str) -> None:
    with pytest.raises(UsageError, match="invalid namespace"):
        check_release(ReleaseId("web", namespace))
