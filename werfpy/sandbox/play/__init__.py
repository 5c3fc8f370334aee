"""Plays what controllers, scheduler and kubelet do in a cluster, so that rollouts become ready and deletions end.

One thread reconciles object after object; each controller is a function from an object's name to writes.
"""
