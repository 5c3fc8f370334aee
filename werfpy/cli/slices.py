"""pflag's string slices: flags of which one use may give several values."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator


def split_csv(entries: Iterable[str]) -> Iterator[str]:
    """The values of all *entries*; each is a line of CSV, as ``-f a.yaml,b.yaml`` and ``-a x/v1,y/v1`` are in Helm.

    >>> list(split_csv(["a,b", "c", '"d,e"']))
    ['a', 'b', 'c', 'd,e']
    """
    for entry in entries:
        yield from next(csv.reader([entry]), [])
