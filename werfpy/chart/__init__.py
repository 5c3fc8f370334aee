"""Charts and values: loading, coalescing, --set, dependencies, schema. Source of truth: Helm."""
