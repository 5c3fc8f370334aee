"""The embedded API server: for trying werfpy out and for fast tests.

It is held to the same contract tests as the real kube-apiserver; where the two differ, this one is wrong.
Nobody but cli and tests imports it.
"""
