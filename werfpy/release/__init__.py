"""The release record, its codec, its history and the stores that keep it (Secret, ConfigMap, memory, Helm 2).

Source of truth: what helm 3 and 4 write and read.
"""
