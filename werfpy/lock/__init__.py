"""The run lock of a release: a coordination.k8s.io/Lease, renewed while the run lives."""
