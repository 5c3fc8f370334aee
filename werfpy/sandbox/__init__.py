"""The embedded API server: a small Kubernetes for trying things out and for fast tests.

It speaks the API's HTTP on loopback, keeps its state on disk and plays what controllers and kubelets do. Where it
and a kube-apiserver differ, it is wrong (``tests/contract`` holds both to the same suite). It does no server-side
apply, no admission webhooks and no authorisation, and says so when asked.

May import: ``merge``, ``errors``, ``json_types``. Source of truth: Kubernetes' API conventions and the
kube-apiserver's own behaviour.
"""
