"""Keeps releases at what was released: observe, decide, act, wait, again."""
