"""Chart repositories, OCI registries, provenance."""
