"""One run at a time for each release, and what to do with revisions that a dead run has left open.

Source of truth: the Lease of coordination.k8s.io/v1 and how client-go's leader election uses it.
"""
