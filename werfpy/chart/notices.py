"""Warnings that Helm prints on stderr while it loads a chart and merges values, in the text form of Go's slog.

They go to the logger ``werfpy.chart``; without any handler Python prints their text alone on stderr, as Helm does.
"""

from __future__ import annotations


def notice(level: str, message: str, **fields: str) -> None:
    """Tell the user *message*; *level* is INFO, WARN or ERROR as Helm calls it.

    Source: ``log/slog`` TextHandler as helm 4 sets it up: ``level=WARN msg="..." key=value``, no time.
    """
    import logging

    parts = [f"level={level}", f"msg={_quoted(message)}"]
    parts += [f"{key.replace('_', '-')}={_quoted(value)}" for key, value in fields.items()]
    logging.getLogger("werfpy.chart").warning("%s", " ".join(parts))


def _quoted(text: str) -> str:
    if text and text.isprintable() and not any(mark in text for mark in ' "=\\'):
        return text
    from werfpy.gostd.quote import quote

    return quote(text)
