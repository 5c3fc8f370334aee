"""Results and events to text: live on a terminal, plain in CI logs, JSON lines, tables, diffs.

May import events, plan and release types; the only package besides cli that may import rich.
"""
