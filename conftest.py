"""Loads the fixtures that all tests share."""

pytest_plugins = ["e2e.cluster.fixtures"]
