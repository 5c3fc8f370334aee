"""A chart of N Deployments, N Services and N ConfigMaps."""

from __future__ import annotations

from pathlib import Path

TEMPLATE = """\
{{- range $i := until (int .Values.count) }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-{{ $i }}
  labels: {app: app-{{ $i }}, version: {{ $.Values.version | quote }}}
spec:
  replicas: 1
  selector:
    matchLabels: {app: app-{{ $i }}}
  template:
    metadata:
      labels: {app: app-{{ $i }}}
    spec:
      containers:
        - name: main
          image: example/app:1
          ports: [{containerPort: 8080, name: http}]
          env:
            - {name: INDEX, value: {{ $i | quote }}}
          resources:
            requests: {cpu: 1m, memory: 1Mi}
---
apiVersion: v1
kind: Service
metadata:
  name: app-{{ $i }}
spec:
  selector: {app: app-{{ $i }}}
  ports: [{port: 80, targetPort: http, name: http}]
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: app-{{ $i }}
data:
  index: {{ $i | quote }}
  version: {{ $.Values.version | quote }}
  text: {{ repeat 8 "some configuration that is long enough to matter; " | quote }}
{{- end }}
"""


def write_chart(folder: Path, count: int) -> Path:
    """Write the chart: 3 × *count* objects; value ``version`` changes two thirds of them."""
    (folder / "templates").mkdir(parents=True, exist_ok=True)
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: many\nversion: 0.1.0\n")
    (folder / "values.yaml").write_text(f'count: {count}\nversion: "1"\n')
    (folder / "templates" / "all.yaml").write_text(TEMPLATE)
    return folder
