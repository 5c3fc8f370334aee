"""What Helm checks of a chart and a release name before it renders.

Source: helm ``pkg/cmd/install.go`` (runInstall), ``pkg/chart/v2/util/validate_name.go``.
"""

from __future__ import annotations

import re
from typing import Final

from werfpy.chart.dependencies import missing_dependencies
from werfpy.chart.model import Chart
from werfpy.chart.notices import notice
from werfpy.errors import ChartError, UsageError

NAME_PATTERN: Final = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"
MAX_NAME: Final = 53

_NAME: Final = re.compile(NAME_PATTERN.removesuffix("$") + r"\Z")


def check_installable(chart: Chart, compat: int = 4) -> None:
    """Check that *chart* can be rendered as a release, and warn where it is deprecated.

    Raises:
        ChartError: It is a library, or ``charts/`` lacks a dependency of Chart.yaml.
    """
    if chart.metadata.type not in ("", "application"):
        raise ChartError(
            f"{chart.metadata.type} charts are not installable",
            hint="render a chart that depends on this one",
        )
    if chart.metadata.deprecated:
        notice("WARN", "this chart is deprecated")
    missing = missing_dependencies(chart)
    if missing:
        quoted = "`helm dependency build`" if compat == 3 else "'helm dependency build'"
        raise ChartError(
            f"{'An' if compat == 3 else 'an'} error occurred while checking for chart dependencies. "
            f"You may need to run {quoted} to fetch missing dependencies: "
            f"found in Chart.yaml, but missing in charts/ directory: {', '.join(missing)}"
        )


def check_release_name(name: str) -> None:
    """Check the name of a release.

    Raises:
        UsageError: It is empty, too long (53 characters), or has characters that Kubernetes names may not have.
    """
    if not name:
        raise UsageError('release name check failed: release name "": no name provided')
    if len(name.encode()) > MAX_NAME or not _NAME.match(name):
        raise UsageError(
            f'release name check failed: release name "{name}": invalid release name, must match regex '
            f"{NAME_PATTERN} and the length must not be longer than {MAX_NAME}"
        )
