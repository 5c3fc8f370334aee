"""Jobs: their pods run and succeed. CronJobs are stored and never start anything."""

from __future__ import annotations

from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.play.hand import Hand, condition, is_ready
from werfpy.sandbox.play.sets import PODS, pod_of, random_suffix

JOBS: Final = "batch/jobs"


def reconcile_job(hand: Hand, namespace: str, name: str) -> float | None:
    """Start pods until enough have succeeded or too many have failed, tell the status."""
    job = hand.get(JOBS, namespace, name)
    if job is None or job["metadata"].get("deletionTimestamp"):
        return None
    if _is_finished(job):
        return _expire(hand, job)
    spec = job["spec"]
    pods = hand.owned(PODS, job)
    phases = [(pod.get("status") or {}).get("phase") for pod in pods]
    succeeded, failed = phases.count("Succeeded"), phases.count("Failed")
    wanted = spec.get("completions") or spec["parallelism"]
    has_failed = failed > spec["backoffLimit"]
    active = len(pods) - succeeded - failed
    if not spec.get("suspend") and not has_failed:
        missing = min(wanted - succeeded - active, spec["parallelism"] - active)
        for _ in range(max(missing, 0)):
            hand.create(PODS, namespace, pod_of(job, spec["template"], f"{name[:57]}-{random_suffix()}"))
    pods = hand.owned(PODS, job)
    active = len(pods) - succeeded - failed
    _tell(
        hand, job, {"active": active, "succeeded": succeeded, "failed": failed}, pods, wanted if not has_failed else -1
    )
    return None


def _is_finished(job: Manifest) -> bool:
    conditions = (job.get("status") or {}).get("conditions") or ()
    return any(item["type"] in ("Complete", "Failed") and item["status"] == "True" for item in conditions)


def _expire(hand: Hand, job: Manifest) -> float | None:
    lives_s = job["spec"].get("ttlSecondsAfterFinished")
    if lives_s is None:
        return None
    finished = next(item for item in job["status"]["conditions"] if item["type"] in ("Complete", "Failed"))
    import datetime

    since = datetime.datetime.strptime(finished["lastTransitionTime"], "%Y-%m-%dT%H:%M:%SZ").replace(
        tzinfo=datetime.UTC
    )
    left_s = float(lives_s) - (hand.api.clock() - since).total_seconds()
    if left_s > 0:
        return left_s
    hand.delete(JOBS, job["metadata"]["namespace"], job["metadata"]["name"])
    return None


def _tell(hand: Hand, job: Manifest, counts: dict[str, int], pods: list[Manifest], wanted: int) -> None:
    before, now, spec = job.get("status") or {}, hand.api.now(), job["spec"]
    running = counts["active"] and not spec.get("suspend")
    status: dict[str, Any] = {key: value for key, value in counts.items() if value}
    status |= {"terminating": 0, "ready": sum(is_ready(pod) for pod in pods), "uncountedTerminatedPods": {}}
    if not spec.get("suspend"):
        status["startTime"] = before.get("startTime", now)
    if wanted < 0:
        told = {"reason": "BackoffLimitExceeded", "message": "Job has reached the specified backoff limit"}
        kinds = ["FailureTarget", "Failed"]
    elif counts["succeeded"] >= wanted and not running:
        told = {"reason": "CompletionsReached", "message": "Reached expected number of succeeded pods"}
        kinds = ["SuccessCriteriaMet", "Complete"]
        status["completionTime"] = now
    else:
        kinds, told = [], {}
    if kinds:
        status["conditions"] = [condition(now, before, kind, "True", lastProbeTime=now, **told) for kind in kinds]
    metadata = job["metadata"]
    hand.set_status(JOBS, metadata["namespace"], metadata["name"], status)
