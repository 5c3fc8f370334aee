"""What deploy and plan share: from flags to a request and an open cluster."""

from __future__ import annotations

import base64
import binascii
import logging
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from werfpy.actions.naming import check_release
from werfpy.actions.opening import KubeOptions, Opening
from werfpy.actions.request import DeployRequest, Extras, Permissions, Waiting, merge_mode
from werfpy.cli.durations import seconds
from werfpy.cli.environment import from_environment, name_value_pairs, with_environment
from werfpy.cli.flags import ClusterFlags, ValuesFlags
from werfpy.cli.slices import split_csv
from werfpy.errors import UsageError
from werfpy.resource.ownership import ReleaseId

if TYPE_CHECKING:
    from werfpy.cli.deploy import OutputFlags, ReleaseFlags, WaitFlags


def run_deploy(
    cluster: ClusterFlags,
    values: ValuesFlags,
    flags: ReleaseFlags,
    waiting: WaitFlags,
    output: OutputFlags,
    arguments: Sequence[str],
) -> int:
    """Run one deploy and tell it."""
    from werfpy.actions.deploy import deploy
    from werfpy.actions.opening import open_services
    from werfpy.cli.signals import stop_on_signals
    from werfpy.cli.telling import reported

    request = deploy_request(values, flags, waiting, arguments)
    with reported(output.output) as report, stop_on_signals() as stop:
        services, connection = open_services(opening(cluster, flags), report, stop)
        request = in_namespace(request, cluster.namespace or connection.namespace)
        result = deploy(request, services)
    if result.notes.strip() and not output.hide_notes and output.output == "text":
        sys.stdout.write(f"\nNOTES:\n{result.notes.strip()}\n")
    return 0


def deploy_request(
    values: ValuesFlags, flags: ReleaseFlags, waiting: WaitFlags, arguments: Sequence[str]
) -> DeployRequest:
    """Everything that can be known without the cluster; its namespace is still empty.

    Raises:
        UsageError: Flags that cannot be understood, too many arguments, no name for the release.
        ValuesError: Values files or expressions that cannot be read.
        ChartError: No chart where one should be.
    """
    mode = merge_mode(flags.three_way_merge_mode)
    name, chart = release_and_chart(arguments, flags)
    return DeployRequest(
        release=ReleaseId(name, ""),
        chart=chart,
        values=user_values(values, flags.env, compat(flags.helm_compat)),
        mode=mode,
        extras=Extras(
            name_value_pairs(with_environment("WERF_ADD_ANNOTATION_", flags.add_annotation), "--add-annotation"),
            name_value_pairs(with_environment("WERF_ADD_LABEL_", flags.add_label), "--add-label"),
        ),
        permissions=Permissions(flags.create_namespace, flags.take_ownership, waiting.cleanup_on_fail),
        waiting=waiting_of(waiting),
        history_max=history_max(flags.history_max),
        description=flags.description,
        runs_hooks=not flags.no_hooks,
        installs_crds=not flags.skip_crds,
        enable_dns=flags.enable_dns,
        compat=compat(flags.helm_compat),
        skip_schema=flags.skip_schema_validation,
    )


def waiting_of(flags: WaitFlags) -> Waiting:
    """What the run waits for."""
    return Waiting(
        is_on=waits(flags.wait),
        timeout_s=seconds(flags.timeout, "--timeout"),
        lock_timeout_s=seconds(flags.lock_timeout, "--lock-timeout"),
        locks=not flags.no_lock,
    )


def check_output(output: str) -> None:
    """Refuse an ``--output`` that a run does not have."""
    if output not in ("text", "json"):
        raise UsageError(f"bad --output {output!r}: must be text or json")


def check_format(output: str) -> None:
    """Refuse an ``--output`` that a query does not have; the text is Helm's."""
    if output not in ("table", "json", "yaml"):
        raise UsageError("invalid format type", hint="--output is table, json or yaml")


def in_namespace(request: DeployRequest, namespace: str) -> DeployRequest:
    """The request, now that the namespace is known.

    Raises:
        UsageError: Its name, or the release's, is not valid.
    """
    release = ReleaseId(request.release.name, namespace)
    check_release(release)
    return replace(request, release=release)


def release_and_chart(arguments: Sequence[str], flags: ReleaseFlags) -> tuple[str, str]:
    """Who is who among the arguments.

    Two arguments are the release and the chart. One is the chart where the release is known from ``--release`` or
    WERF_RELEASE, else it is the release.
    """
    if len(arguments) > 2:
        raise UsageError(f"deploy takes a release and a chart, but was given {len(arguments)} arguments")
    if len(arguments) == 2:
        return arguments[0], arguments[1]
    if flags.release:
        return flags.release, arguments[0] if arguments else default_chart()
    if arguments:
        return arguments[0], default_chart()
    return default_release(default_chart(), flags.env), default_chart()


def default_chart() -> str:
    """The folder .helm, as werf has it, else the current folder."""
    return ".helm" if Path(".helm").is_dir() else "."


def default_release(chart: str, env: str) -> str:
    """The chart's name, with the environment behind it where there is one."""
    from werfpy.chart.loader import load_chart

    name = load_chart(chart).metadata.name
    return f"{name}-{env}" if env else name


def user_values(flags: ValuesFlags, env: str, helm_compat: int = 4) -> dict[str, Any]:
    """Values from the environment and the flags, merged in Helm's order of precedence.

    Raises:
        ValuesError: A file or an expression cannot be read.
    """
    from werfpy.chart.value_sources import ValueSources

    values = ValueSources(
        [*from_environment("WERF_VALUES_"), *split_csv(flags.values)],
        with_environment("WERF_SET_", flags.set_),
        with_environment("WERF_SET_STRING_", flags.set_string),
        flags.set_json,
        flags.set_file,
        flags.set_literal,
    ).read(compat=helm_compat)
    if env:
        known = values.get("global")
        values["global"] = {"env": env, **(known if isinstance(known, dict) else {})}
    return values


def waits(text: str) -> bool:
    """``--wait`` takes true, false, or the names of Helm 4's strategies."""
    if text in ("true", "watcher", "legacy", "1", "t"):
        return True
    if text in ("false", "hookOnly", "0", "f"):
        return False
    raise UsageError(f"bad --wait {text!r}: must be true, false, watcher, legacy or hookOnly")


def history_max(number: int) -> int:
    """``--history-max`` takes 0, which keeps all revisions, or how many to keep."""
    if number < 0:
        raise UsageError(f"bad --history-max {number}: must be 0 or more")
    return number


def compat(number: int) -> int:
    """``--helm-compat`` takes 3 or 4."""
    if number not in (3, 4):
        raise UsageError(f"bad --helm-compat {number}: must be 3 or 4")
    return number


def opening(
    cluster: ClusterFlags,
    flags: ReleaseFlags | None = None,
    *,
    is_read_only: bool = False,
    all_namespaces: bool = False,
) -> Opening:
    """How to reach the cluster that the flags name. With ``--debug`` every request is logged from here on."""
    if cluster.debug:
        logging.basicConfig(level=logging.DEBUG, stream=sys.stderr, format="%(asctime)s %(name)s %(message)s")
        logging.getLogger("urllib3").setLevel(logging.INFO)
    validation = flags.field_validation.lower() if flags else ""
    if validation not in ("", "strict", "warn", "ignore"):
        raise UsageError(f"bad --field-validation {validation!r}: must be strict, warn or ignore")
    options = KubeOptions(
        kubeconfig=cluster.kubeconfig,
        kubeconfig_data=_decoded(cluster.kubeconfig_base64),
        context=cluster.kube_context,
        namespace=cluster.namespace,
        server=cluster.kube_apiserver,
        token=cluster.kube_token,
        ca_file=cluster.kube_ca_file,
        insecure=cluster.kube_insecure_skip_tls_verify,
        tls_server_name=cluster.kube_tls_server_name,
        as_user=cluster.kube_as_user,
        as_groups=tuple(cluster.kube_as_group),
        qps=cluster.qps,
        burst=cluster.burst_limit,
    )
    return Opening(
        options,
        cluster.namespace,
        is_read_only=is_read_only,
        field_validation=validation.capitalize(),
        all_namespaces=all_namespaces,
        tiller_namespace=flags.helm2_storage_namespace if flags else "",
        tiller_storage=flags.helm2_storage_type if flags else "configmap",
    )


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise UsageError("--kube-config-base64 is not base64", because=str(error)) from error
