"""Job and CronJob.

Source: kstatus ``jobConditions``, but a Job is ready when it is Complete, not when it has begun: what a chart's Job
does (a migration) is what others wait for. Helm's ``--wait-for-jobs`` means the same.
"""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.status.fields import condition, number, read
from werfpy.status.words import Status, StatusContext, current, failed, in_progress


def job(manifest: Manifest, _context: StatusContext) -> Status:
    """Complete is ready; Failed, and the decision to fail it, is failed; suspended by its own spec is ready."""
    for type_ in ("Failed", "FailureTarget"):
        bad = condition(manifest, type_)
        if bad is not None and bad.status == "True":
            return failed(_with_reason(bad.reason, bad.message or "the Job failed"), bad.reason or "JobFailed")
    done = condition(manifest, "Complete")
    if done is not None and done.status == "True":
        return current("completed", "JobComplete")
    if read(manifest, "spec", "suspend") is True:
        return current("suspended", "JobSuspended")
    return in_progress(_counts(manifest), "JobInProgress")


def _counts(manifest: Manifest) -> str:
    if read(manifest, "status", "startTime") is None:
        return "not started"
    wanted = number(manifest, "spec", "completions", default=1)
    parts = [f"{number(manifest, 'status', 'succeeded')} of {wanted} completed"]
    for name in ("active", "failed"):
        if count := number(manifest, "status", name):
            parts.append(f"{count} {name}")
    return ", ".join(parts)


def _with_reason(reason: str, message: str) -> str:
    return f"{reason}: {message}" if reason and reason not in message else message


def always_current(_manifest: Manifest, _context: StatusContext) -> Status:
    """A kind that is complete as soon as it is stored (CronJob, ConfigMap, Role…)."""
    return current()
