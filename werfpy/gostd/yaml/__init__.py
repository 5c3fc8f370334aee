"""YAML as Helm reads and writes it: go-yaml v2 under sigs.k8s.io/yaml, go-yaml v3 for ``toYamlPretty``.

The grammar is libyaml's (PyYAML's C parser); the resolver, the conversion to JSON and the emitter are ours, because
no Python library resolves scalars or folds lines as go-yaml does.

============================  ========================================================================
:func:`load`                  first document; every number a float, as encoding/json decodes it
:func:`load_map`              the same, where Go decodes into ``map[string]interface{}``
:func:`load_list`             the same, where Go decodes into ``[]interface{}``
:func:`load_typed`            first document; integers stay ``int`` (for structs such as Chart.yaml)
:func:`load_manifest`         first document; the numbers that the API server would read
:func:`load_all_documents`    all documents of a stream, as manifests, with their lines
:func:`dump`                  ``sigs.k8s.io/yaml`` Marshal: what toYaml prints (plus the final newline)
:func:`dump_pretty`           go-yaml v3 with indent 2: what toYamlPretty prints
============================  ========================================================================
"""

from werfpy.gostd.yaml.emitter import dump, dump_pretty
from werfpy.gostd.yaml.loader import (
    YAMLDocument,
    load,
    load_all_documents,
    load_list,
    load_manifest,
    load_map,
    load_typed,
    stringify,
)

__all__ = [
    "YAMLDocument",
    "dump",
    "dump_pretty",
    "load",
    "load_all_documents",
    "load_list",
    "load_manifest",
    "load_map",
    "load_typed",
    "stringify",
]
