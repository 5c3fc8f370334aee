"""Groups of flags that many commands share, each declared once as a dataclass.

A command function takes the group as one parameter; ``grouped`` shows Typer the group's fields as single options.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_type_hints

import typer


def grouped(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let *function* take dataclasses of options: each of their fields becomes an option of the command.

    Fields carry Typer's declarations as ``Annotated`` types, and their defaults.
    """
    hints = get_type_hints(function, include_extras=True)
    signature = inspect.signature(function)
    groups: dict[str, type[Any]] = {}
    parameters: list[inspect.Parameter] = []
    for name, parameter in signature.parameters.items():
        hint = hints[name]
        if dataclasses.is_dataclass(hint) and isinstance(hint, type):
            groups[name] = hint
            parameters.extend(_options(hint))
        else:
            parameters.append(parameter.replace(annotation=hint, kind=inspect.Parameter.KEYWORD_ONLY))

    @functools.wraps(function)
    def command(**given: Any) -> Any:
        arguments: dict[str, Any] = {}
        for name, group in groups.items():
            fields = [item.name for item in dataclasses.fields(group)]
            arguments[name] = group(**{item: given.pop(item) for item in fields})
        return function(**given, **arguments)

    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # read by inspect
    return command


def _options(group: type[Any]) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            item.name, inspect.Parameter.KEYWORD_ONLY, default=_default(item), annotation=hints[item.name]
        )
        for item in dataclasses.fields(group)
    ]


def _default(item: dataclasses.Field[Any]) -> Any:
    return item.default_factory() if item.default_factory is not dataclasses.MISSING else item.default


@dataclasses.dataclass(frozen=True, slots=True)
class ClusterFlags:
    """Which cluster, as whom, and in which namespace."""

    namespace: Annotated[
        str,
        typer.Option("--namespace", "-n", envvar=["WERF_NAMESPACE", "HELM_NAMESPACE"], help="namespace of the release"),
    ] = ""
    kubeconfig: Annotated[
        str,
        typer.Option(
            "--kubeconfig", "--kube-config", envvar=["WERF_KUBE_CONFIG", "KUBECONFIG"], help="path of the kubeconfig"
        ),
    ] = ""
    kubeconfig_base64: Annotated[
        str,
        typer.Option("--kube-config-base64", envvar="WERF_KUBE_CONFIG_BASE64", help="the kubeconfig itself, in base64"),
    ] = ""
    kube_context: Annotated[
        str,
        typer.Option("--kube-context", envvar=["WERF_KUBE_CONTEXT", "HELM_KUBECONTEXT"], help="kubeconfig context"),
    ] = ""
    kube_apiserver: Annotated[
        str, typer.Option("--kube-apiserver", envvar="HELM_KUBEAPISERVER", help="address of the API server")
    ] = ""
    kube_token: Annotated[str, typer.Option("--kube-token", envvar="HELM_KUBETOKEN", help="bearer token")] = ""
    kube_ca_file: Annotated[
        str, typer.Option("--kube-ca-file", envvar="HELM_KUBECAFILE", help="CA of the API server")
    ] = ""
    kube_insecure_skip_tls_verify: Annotated[
        bool,
        typer.Option(
            "--kube-insecure-skip-tls-verify",
            envvar="HELM_KUBEINSECURE_SKIP_TLS_VERIFY",
            help="do not check the API server's certificate",
        ),
    ] = False
    kube_tls_server_name: Annotated[
        str,
        typer.Option(
            "--kube-tls-server-name", envvar="HELM_KUBETLS_SERVER_NAME", help="name in the API server's certificate"
        ),
    ] = ""
    kube_as_user: Annotated[
        str, typer.Option("--kube-as-user", envvar="HELM_KUBEASUSER", help="user to impersonate")
    ] = ""
    kube_as_group: Annotated[
        list[str], typer.Option("--kube-as-group", help="group to impersonate; may be repeated")
    ] = dataclasses.field(default_factory=list)
    qps: Annotated[float, typer.Option("--qps", envvar="HELM_QPS", help="requests a second; 0 does not limit")] = 0.0
    burst_limit: Annotated[
        int, typer.Option("--burst-limit", envvar="HELM_BURST_LIMIT", help="requests before --qps limits")
    ] = 100
    debug: Annotated[bool, typer.Option("--debug", envvar="HELM_DEBUG", help="log every request to stderr")] = False


@dataclasses.dataclass(frozen=True, slots=True)
class ValuesFlags:
    """The values that the chart is rendered with. Environment variables are read before the flags."""

    values: Annotated[
        list[str], typer.Option("--values", "-f", help="values file, URL or - for stdin; also WERF_VALUES_*")
    ] = dataclasses.field(default_factory=list)
    set_: Annotated[list[str], typer.Option("--set", help="key=value; also WERF_SET_*")] = dataclasses.field(
        default_factory=list
    )
    set_string: Annotated[
        list[str], typer.Option("--set-string", help="key=value, always text; also WERF_SET_STRING_*")
    ] = dataclasses.field(default_factory=list)
    set_json: Annotated[list[str], typer.Option("--set-json", help="key=JSON")] = dataclasses.field(
        default_factory=list
    )
    set_file: Annotated[list[str], typer.Option("--set-file", help="key=path of a file")] = dataclasses.field(
        default_factory=list
    )
    set_literal: Annotated[list[str], typer.Option("--set-literal", help="key=text as it is")] = dataclasses.field(
        default_factory=list
    )
