"""In which order a merged list comes out.

Source: apimachinery ``strategicpatch`` and its design note "preserve order in strategic merge patch": the order of the
writer is kept, the order of what only the server has is kept, and where both can hold, the live order decides.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def merged_order(
    items: Sequence[Item],
    wanted: Sequence[Hashable],
    live: Sequence[Hashable],
    key_of: Callable[[Item], Hashable],
) -> list[Item]:
    """Sort *items* so that those in *wanted* follow its order and the others the order of *live*.

    Args:
        items: All items of the merged list, in any order.
        wanted: Keys in the order that the writer asks for.
        live: Keys in the order that the live list has.
        key_of: The key of an item, comparable with those of the two lists.

    Returns:
        The same items. An item that is not in *wanted* stands before the first wanted item that it preceded in the
        live list, as far as both orders allow.
    """
    wanted_rank, live_rank = _ranks(wanted), _ranks(live)
    writers = sorted((item for item in items if key_of(item) in wanted_rank), key=lambda i: wanted_rank[key_of(i)])
    others = [item for item in items if key_of(item) not in wanted_rank]
    others.sort(key=lambda item: live_rank.get(key_of(item), len(live_rank)))
    return _interleave(
        others, writers, [live_rank.get(key_of(i)) for i in others], [live_rank.get(key_of(i)) for i in writers]
    )


def _ranks(keys: Sequence[Hashable]) -> dict[Hashable, int]:
    ranks: dict[Hashable, int] = {}
    for index, key in enumerate(keys):
        ranks.setdefault(key, index)
    return ranks


def _interleave(
    others: list[Item], writers: list[Item], other_ranks: list[int | None], writer_ranks: list[int | None]
) -> list[Item]:
    merged: list[Item] = []
    start = 0
    for writer, rank in zip(writers, writer_ranks, strict=True):
        while start < len(others):
            other_rank = other_ranks[start]
            if rank is None or other_rank is None or other_rank >= rank:
                break
            merged.append(others[start])
            start += 1
        merged.append(writer)
    return merged + others[start:]
