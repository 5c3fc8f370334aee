{{- define "shop.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end -}}

{{- define "shop.image" -}}
{{ .root.Values.registry }}/{{ .image }}:{{ .root.Chart.AppVersion }}
{{- end -}}
