"""Three-way, strategic and JSON merge, JSON patch, repair, diff. Pure.

Source of truth: k8s.io/apimachinery, compared by executed vectors.
"""
