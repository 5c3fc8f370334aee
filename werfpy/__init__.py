"""werfpy deploys Helm charts to Kubernetes with a three-way merge."""

__version__ = "0.1.0"
