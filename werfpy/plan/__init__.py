"""Pure: what will be done, before anything is. Operations, adoption classes, immutable fields."""
