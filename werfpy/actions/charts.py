"""The chart that a request names, loaded and fit to be deployed."""

from __future__ import annotations

from werfpy.actions.request import DeployRequest
from werfpy.chart.installable import check_installable
from werfpy.chart.loader import load_chart
from werfpy.chart.model import Chart


def chart_of(request: DeployRequest) -> Chart:
    """Load the chart.

    Raises:
        ChartError: There is none, it is malformed, it is a library, or charts that it depends on are missing.
    """
    chart = load_chart(request.chart, compat=request.compat)
    check_installable(chart, request.compat)
    return chart
