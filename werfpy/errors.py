"""All errors that a user can meet, as one tree.

    WerfpyError
    ├── UsageError                       the command line cannot be understood
    ├── ChartError                       the chart on disk is not a chart
    │   ├── ValuesError                  values files and --set
    │   └── SchemaError                  values.schema.json says no
    ├── TemplateError
    │   ├── TemplateSyntaxError          found while parsing
    │   └── TemplateExecError            found while rendering
    ├── ResourceError                    a rendered document is not a usable object
    │   └── ResourceMismatch             three documents that do not name one object
    ├── MergeError                       the three states cannot be merged
    ├── PlanError                        found before the first write
    │   ├── NotOwned                     the object belongs to nobody or to another release
    │   ├── ImmutableField               the API would refuse the change
    │   └── Problems                     several of these at once
    ├── KubeError                        the API server said no, or nothing
    │   ├── NotFound · AlreadyExists · Conflict · Forbidden · Unauthorized · Invalid · Gone · TooManyRequests
    │   ├── Unreachable                  no answer
    │   └── WriteRefused                 a read-only run tried to write
    ├── ReleaseError
    │   ├── ReleaseNotFound · ReleaseNameInUse · ReleasePending
    │   ├── RecordCorrupt                a stored revision cannot be decoded
    │   └── RecordTooLarge               a revision would not fit into its Secret
    ├── LeaseError
    │   ├── LeaseHeld                    another run holds it
    │   └── LeaseLost                    ours was taken or ran out
    ├── TrackError
    │   ├── ResourceFailed               it will not become ready
    │   └── TrackTimeout                 it did not become ready in time
    ├── DeployFailed                     some operations failed; the release says so
    ├── Interrupted                      the user or the system asked us to stop
    └── SandboxError                     the embedded API server

The first line of an error is what Helm prints; the labelled lines below it (at, because, hint) are for the person
who must act. A secret's value never goes into any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar


class WerfpyError(Exception):
    """An error with everything its reader needs.

    Args:
        summary: What was being done, to which object, and what is wrong: one line, as Helm would print it.
        at: Where: a file, line and source excerpt, or a field path and its two values.
        because: The cause, as the API server or the operating system told it.
        hint: What to do next.
    """

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 1

    def __init__(self, summary: str, *, at: str = "", because: str = "", hint: str = "") -> None:
        super().__init__(summary)
        self.summary = summary
        self.at = at
        self.because = because
        self.hint = hint

    def __str__(self) -> str:
        return self.summary


class UsageError(WerfpyError):
    """The command line, or an environment variable that stands for a flag, cannot be understood."""

    code = "usage"


class ChartError(WerfpyError):
    """The chart cannot be loaded or is not valid."""

    code = "chart"


class ValuesError(ChartError):
    """A values file or a --set expression cannot be used."""

    code = "values"


class SchemaError(ChartError):
    """The values do not meet the chart's values.schema.json."""

    code = "values-schema"


class TemplateError(WerfpyError):
    """A template cannot be parsed or executed."""

    code = "template"


class TemplateSyntaxError(TemplateError):
    """A template does not parse."""

    code = "template-syntax"


class TemplateExecError(TemplateError):
    """A template failed while it was executed."""

    code = "template-exec"


class ResourceError(WerfpyError):
    """A rendered document is not an object that can be deployed."""

    code = "resource"


class ResourceMismatch(ResourceError):
    """The documents given do not name one object."""

    code = "resource-mismatch"


class MergeError(WerfpyError):
    """The three states cannot be merged; for example, a list item lacks its merge key."""

    code = "merge"


class PlanError(WerfpyError):
    """Something that stands in the way of the deploy, found before the first write."""

    code = "plan"


class NotOwned(PlanError):
    """The live object belongs to no release, or to another one."""

    code = "not-owned"


class ImmutableField(PlanError):
    """The API server will not change a field that the chart changes."""

    code = "immutable-field"


class Problems(PlanError):
    """Several problems found before the first write; all are told at once."""

    code = "problems"

    def __init__(self, summary: str, problems: Sequence[WerfpyError]) -> None:
        super().__init__(summary)
        self.problems = tuple(problems)


class KubeError(WerfpyError):
    """The API server refused a request, or could not be asked.

    ``status`` is the HTTP status code, 0 where there was no answer; ``reason`` is the API's own word.
    """

    code = "kube"

    def __init__(
        self, summary: str, *, status: int = 0, reason: str = "", at: str = "", because: str = "", hint: str = ""
    ) -> None:
        super().__init__(summary, at=at, because=because, hint=hint)
        self.status = status
        self.reason = reason


class NotFound(KubeError):
    """404: the object, or its kind, is not there."""

    code = "kube-not-found"


class AlreadyExists(KubeError):
    """409 with reason AlreadyExists."""

    code = "kube-already-exists"


class Conflict(KubeError):
    """409: the object changed since it was read."""

    code = "kube-conflict"


class Forbidden(KubeError):
    """403: the user may not do this."""

    code = "kube-forbidden"


class Unauthorized(KubeError):
    """401: the credentials are missing, wrong or expired."""

    code = "kube-unauthorized"


class Invalid(KubeError):
    """422 or 400: the API server does not accept the object."""

    code = "kube-invalid"


class Gone(KubeError):
    """410: the resourceVersion to watch from is too old."""

    code = "kube-gone"


class TooManyRequests(KubeError):
    """429 after all retries."""

    code = "kube-too-many-requests"


class Unreachable(KubeError):
    """No answer: refused connection, TLS failure, timeout, or no configuration at all."""

    code = "kube-unreachable"


class WriteRefused(KubeError):
    """A read-only run tried to write: a fault of werfpy, stopped before it reached the server."""

    code = "kube-write-refused"


class ReleaseError(WerfpyError):
    """Something is wrong with a release or its stored history."""

    code = "release"


class ReleaseNotFound(ReleaseError):
    """There is no such release, or no such revision of it."""

    code = "release-not-found"


class ReleaseNameInUse(ReleaseError):
    """An install was asked for a name that is taken."""

    code = "release-name-in-use"


class ReleasePending(ReleaseError):
    """The last revision is pending and its run still lives."""

    code = "release-pending"


class RecordCorrupt(ReleaseError):
    """A stored revision cannot be decoded."""

    code = "release-record-corrupt"


class RecordTooLarge(ReleaseError):
    """A revision would not fit into one Secret or ConfigMap."""

    code = "release-record-too-large"


class LeaseError(WerfpyError):
    """The run lock could not be taken or kept."""

    code = "lease"


class LeaseHeld(LeaseError):
    """Another run holds the lock and did not let go in time."""

    code = "lease-held"


class LeaseLost(LeaseError):
    """The lock was taken by another run, or could not be renewed in time."""

    code = "lease-lost"


class TrackError(WerfpyError):
    """A resource is not ready."""

    code = "track"


class ResourceFailed(TrackError):
    """A resource will not become ready."""

    code = "resource-failed"


class TrackTimeout(TrackError):
    """A resource did not become ready in time."""

    code = "track-timeout"


class DeployFailed(WerfpyError):
    """Some operations of a deploy failed; ``problems`` says which, and the release is recorded as failed."""

    code = "deploy-failed"

    def __init__(self, summary: str, problems: Sequence[WerfpyError] = (), *, hint: str = "") -> None:
        super().__init__(summary, hint=hint)
        self.problems = tuple(problems)


class Interrupted(WerfpyError):
    """SIGINT or SIGTERM arrived; what was begun has been recorded."""

    code = "interrupted"
    exit_code = 130


class SandboxError(WerfpyError):
    """The embedded API server cannot be started, stopped or reached."""

    code = "sandbox"
