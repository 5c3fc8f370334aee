"""Deletion lifecycle hooks and drains."""
