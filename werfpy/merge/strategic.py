"""Strategic merge patches, the patches that built-in kinds take."""

from werfpy.merge.strategic_apply import apply_strategic

__all__ = ["apply_strategic"]
