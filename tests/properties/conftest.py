"""How many examples a law is tried on: 500, or 10,000 with HYPOTHESIS_PROFILE=ci (the default where CI is set)."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_RELAXED = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}

settings.register_profile("werfpy", max_examples=500, **_RELAXED)
settings.register_profile("ci", max_examples=10_000, derandomize=True, **_RELAXED)
settings.register_profile("soak", max_examples=50_000, **_RELAXED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "werfpy"))
