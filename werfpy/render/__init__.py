"""Chart and values to manifests: Helm's template order, include, tpl, lookup, notes, hooks.

Source of truth: helm 4.2 and 3.22, compared byte by byte.
"""
