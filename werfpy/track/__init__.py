"""Waits until what was sent is ready, by watch, and says why it is not."""
