"""Walks a Plan: bounded concurrency, 409 means re-read and re-merge, then what failed is told."""
