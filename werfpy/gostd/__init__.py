"""The Go behaviour that charts rely on: fmt, strconv, time layouts, RE2, YAML, JSON. Pure."""
