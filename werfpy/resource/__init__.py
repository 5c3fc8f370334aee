"""One Kubernetes object: its identity, annotations, ownership, order and policies. Pure."""
