"""Deployments, ReplicaSets, StatefulSets, DaemonSets, Jobs, CronJobs, autoscalers, disruption budgets."""

from __future__ import annotations

import re
from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import Findings
from werfpy.sandbox.validation.metadata import check_label, validate_labels
from werfpy.sandbox.validation.pods import validate_pod_spec

_STRATEGIES: Final = ("Recreate", "RollingUpdate")
_SET_STRATEGIES: Final = ("OnDelete", "RollingUpdate")
_CONCURRENCY: Final = ("Allow", "Forbid", "Replace")
_NOT_NEGATIVE: Final = "must be greater than or equal to 0"
_SELECTOR_MISMATCH: Final = "`selector` does not match template `labels`"


def selects(selector: dict[str, Any] | None, labels: dict[str, str]) -> bool:
    """Whether a LabelSelector matches labels."""
    selector = selector or {}
    if any(labels.get(key) != value for key, value in (selector.get("matchLabels") or {}).items()):
        return False
    return all(_meets(item, labels) for item in selector.get("matchExpressions") or ())


def _meets(expression: dict[str, Any], labels: dict[str, str]) -> bool:
    key, values = expression.get("key", ""), expression.get("values") or ()
    tests = {
        "In": labels.get(key) in values and key in labels,
        "NotIn": labels.get(key) not in values,
        "Exists": key in labels,
        "DoesNotExist": key not in labels,
    }
    return tests.get(expression.get("operator", ""), False)


def _validate_selector_and_template(spec: dict[str, Any], findings: Findings) -> None:
    selector = spec.get("selector")
    template = spec.get("template") or {}
    labels = (template.get("metadata") or {}).get("labels") or {}
    validate_labels(labels, "spec.template.labels", findings)
    if selector is None:
        findings.required("spec.selector")
    if not selector:
        if selector is not None:
            findings.invalid("spec.selector", selector, "empty selector is invalid for this resource")
        findings.invalid("spec.template.metadata.labels", labels, _SELECTOR_MISMATCH)
    elif not selects(selector, labels):
        findings.invalid("spec.template.metadata.labels", labels, _SELECTOR_MISMATCH)
    claims = frozenset(item["metadata"].get("name", "") for item in spec.get("volumeClaimTemplates") or ())
    validate_pod_spec(template.get("spec") or {}, "spec.template.spec", findings, claims)


def _must_restart(spec: dict[str, Any], findings: Findings) -> None:
    policy = ((spec.get("template") or {}).get("spec") or {}).get("restartPolicy")
    if policy in ("Never", "OnFailure"):
        findings.unsupported("spec.template.spec.restartPolicy", policy, ["Always"])


def _not_negative(spec: dict[str, Any], names: tuple[str, ...], findings: Findings, path: str = "spec") -> None:
    for name in names:
        if (spec.get(name) or 0) < 0:
            findings.invalid(f"{path}.{name}", spec[name], _NOT_NEGATIVE)


def validate_deployment(manifest: Manifest, findings: Findings) -> None:
    """A Deployment."""
    spec = manifest["spec"]
    _not_negative(spec, ("replicas", "minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds"), findings)
    _validate_selector_and_template(spec, findings)
    _must_restart(spec, findings)
    strategy = spec["strategy"]
    if strategy.get("type") not in _STRATEGIES:
        findings.unsupported("spec.strategy", strategy, _STRATEGIES)
    if strategy.get("type") == "Recreate" and strategy.get("rollingUpdate") is not None:
        why = "may not be specified when strategy `type` is 'Recreate'"
        findings.forbidden("spec.strategy.rollingUpdate", why)


def validate_replica_set(manifest: Manifest, findings: Findings) -> None:
    """A ReplicaSet."""
    _not_negative(manifest["spec"], ("replicas", "minReadySeconds"), findings)
    _validate_selector_and_template(manifest["spec"], findings)
    _must_restart(manifest["spec"], findings)


def validate_stateful_set(manifest: Manifest, findings: Findings) -> None:
    """A StatefulSet."""
    spec = manifest["spec"]
    _not_negative(spec, ("replicas", "minReadySeconds"), findings)
    _validate_selector_and_template(spec, findings)
    _must_restart(spec, findings)
    if spec.get("serviceName"):
        check_label(spec["serviceName"], "spec.serviceName", findings)
    if spec["updateStrategy"].get("type") not in _SET_STRATEGIES:
        findings.invalid("spec.updateStrategy", spec["updateStrategy"], "must be 'RollingUpdate' or 'OnDelete'")


def validate_daemon_set(manifest: Manifest, findings: Findings) -> None:
    """A DaemonSet."""
    spec = manifest["spec"]
    _validate_selector_and_template(spec, findings)
    _must_restart(spec, findings)
    kind = spec["updateStrategy"].get("type")
    if kind not in _SET_STRATEGIES:
        findings.unsupported("spec.updateStrategy", kind, _SET_STRATEGIES)


def validate_job(manifest: Manifest, findings: Findings) -> None:
    """A Job."""
    spec = manifest["spec"]
    _not_negative(spec, ("parallelism", "completions", "backoffLimit", "activeDeadlineSeconds"), findings)
    _validate_job_template(spec, "spec", findings)


def _validate_job_template(spec: dict[str, Any], path: str, findings: Findings) -> None:
    pod = ((spec.get("template") or {}).get("spec")) or {}
    validate_pod_spec(pod, f"{path}.template.spec", findings)
    if pod.get("restartPolicy") == "Always":
        message = 'valid values: "OnFailure", "Never"'
        findings.required(f"{path}.template.spec.restartPolicy", message)


_CRON_FIELD: Final = re.compile(r"[\d*/,\-?A-Za-z#]+")


def validate_cron_job(manifest: Manifest, findings: Findings) -> None:
    """A CronJob."""
    spec = manifest["spec"]
    schedule = str(spec.get("schedule") or "")
    if not schedule:
        findings.required("spec.schedule")
    elif not _is_schedule(schedule):
        count = len(schedule.split())
        findings.invalid("spec.schedule", schedule, f"expected exactly 5 fields, found {count}: {schedule.split()}")
    if spec.get("concurrencyPolicy") not in _CONCURRENCY:
        findings.unsupported("spec.concurrencyPolicy", spec.get("concurrencyPolicy"), _CONCURRENCY)
    _validate_job_template((spec.get("jobTemplate") or {}).get("spec") or {}, "spec.jobTemplate.spec", findings)


def _is_schedule(text: str) -> bool:
    if text.startswith("@"):
        return re.fullmatch(r"@(yearly|annually|monthly|weekly|daily|midnight|hourly|every \S+)", text) is not None
    fields = text.split()
    return len(fields) == 5 and all(_CRON_FIELD.fullmatch(field) for field in fields)


def validate_autoscaler(manifest: Manifest, findings: Findings) -> None:
    """A HorizontalPodAutoscaler (v2, which v1 is converted to)."""
    spec = manifest["spec"]
    least, most = spec.get("minReplicas", 1), spec.get("maxReplicas", 0)
    if least < 1:
        findings.invalid("spec.minReplicas", least, "must be greater than or equal to 1")
    if most < 1:
        findings.required("spec.maxReplicas", "must be set and greater than 0")
    elif most < least:
        findings.invalid("spec.maxReplicas", most, "must be greater than or equal to `minReplicas`")
    target = spec.get("scaleTargetRef") or {}
    for key in ("kind", "name"):
        if not target.get(key):
            findings.required(f"spec.scaleTargetRef.{key}")


def validate_disruption_budget(manifest: Manifest, findings: Findings) -> None:
    """A PodDisruptionBudget."""
    spec = manifest["spec"]
    if "minAvailable" in spec and "maxUnavailable" in spec:
        names = ("minAvailable", "selector", "maxUnavailable", "unhealthyPodEvictionPolicy")
        shown = {name[0].upper() + name[1:]: spec.get(name) for name in names}
        findings.invalid("spec", shown, "minAvailable and maxUnavailable cannot be both set")
