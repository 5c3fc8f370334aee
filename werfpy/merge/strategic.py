"""Strategic merge patches, the patches that built-in kinds take: the three operations in one place.

For deploying use ``three_way``, which also evens out the server's spellings and checks every patch before it is sent.
"""

from werfpy.json_types import Manifest
from werfpy.merge.desired import desired_state
from werfpy.merge.merge_schema import MergeSchema
from werfpy.merge.strategic_apply import apply_strategic
from werfpy.merge.strategic_diff import strategic_two_way

__all__ = ["apply_strategic", "strategic_three_way", "strategic_two_way"]


def strategic_three_way(
    original: Manifest, modified: Manifest, current: Manifest, schema: MergeSchema | None
) -> Manifest:
    """The strategic patch that brings *current* to *modified* and drops only what *original* had set.

    Where a list has a merge key twice the patch can be refused or not be exact; ``three_way.patch_between`` finds out.
    """
    return strategic_two_way(current, desired_state(original, modified, current, schema), schema)
