"""Is an object ready, and if not, why? Pure kstatus rules with reasons."""
