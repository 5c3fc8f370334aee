"""From flags and kubeconfig files to a transport that speaks for us.

Precedence is Helm's: an explicit flag, then the kubeconfig's context, then the service account of the pod that we run
in. Environment variables that stand for flags (KUBECONFIG, HELM_KUBE*, WERF_KUBE*) are the command line's business.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from werfpy.errors import Unreachable
from werfpy.kube.auth import OfficialCredentials, credentials_of, impersonation_of
from werfpy.kube.decorators import RateLimitedTransport, RetryingTransport
from werfpy.kube.kubeconfig import Choice, Kubeconfig, choose, find_files, merge_text, read_files
from werfpy.kube.proxies import proxy_for
from werfpy.kube.tls import tls_context
from werfpy.kube.transport import Transport

_SERVICE_ACCOUNT = Path("/var/run/secrets/kubernetes.io/serviceaccount")


@dataclass(frozen=True, slots=True)
class KubeOptions:
    """What the command line can say about the cluster; empty means not said.

    ``kubeconfig`` is one path or a list in the form of KUBECONFIG; ``kubeconfig_data`` is a kubeconfig's text and wins
    over it. ``qps`` is requests a second after the first ``burst``; 0 does not limit.
    """

    kubeconfig: str = ""
    kubeconfig_data: bytes = b""
    context: str = ""
    namespace: str = ""
    server: str = ""
    token: str = ""
    ca_file: str = ""
    insecure: bool = False
    tls_server_name: str = ""
    as_user: str = ""
    as_groups: tuple[str, ...] = ()
    qps: float = 0.0
    burst: int = 100


@dataclass(frozen=True, slots=True)
class Connection:
    """A cluster that can be asked. ``namespace`` is the one to use where nothing else is said.

    ``origin`` tells for messages where the settings were found. Nothing has been sent yet.
    """

    server: str
    namespace: str
    context: str
    transport: Transport
    origin: str


def load(
    options: KubeOptions,
    environ: Mapping[str, str] | None = None,
    *,
    service_account: Path = _SERVICE_ACCOUNT,
) -> Connection:
    """Find the cluster and the credentials, and make the transport. Sends nothing.

    Args:
        options: The flags.
        environ: Where HOME, proxies and KUBERNETES_SERVICE_HOST stand; the process's own by default.
        service_account: The folder in which a pod finds its token.

    Raises:
        Unreachable: No configuration, a malformed one, unusable certificates.
        Unauthorized: A token file cannot be read, or an exec plugin or auth provider fails.
        UsageError: Groups to impersonate, but no user.
    """
    environ = os.environ if environ is None else environ
    config = _read(options, environ)
    choice = choose(config, options.context)
    origin = config.origin + (f", context {choice.context}" if choice.context else "")
    if not choice.cluster.get("server") and not options.server and not options.context:
        choice, origin = _in_cluster(environ, service_account, choice), f"service account in {service_account}"
    choice = _with_flags(choice, options)
    server = str(choice.cluster.get("server") or "").rstrip("/")
    if not server:
        raise _no_cluster(config)
    transport = _transport(choice, options, environ, origin, config)
    namespace = options.namespace or choice.namespace or "default"
    return Connection(server, namespace, choice.context, transport, origin)


def _read(options: KubeOptions, environ: Mapping[str, str]) -> Kubeconfig:
    if options.kubeconfig_data:
        config = Kubeconfig()
        merge_text(config, options.kubeconfig_data, Path.cwd(), "given as data")
        return config
    return read_files(find_files(options.kubeconfig, environ))


def _in_cluster(environ: Mapping[str, str], folder: Path, choice: Choice) -> Choice:
    """The pod's service account, else *choice*. Source: client-go ``rest.InClusterConfig``."""
    host, port = environ.get("KUBERNETES_SERVICE_HOST", ""), environ.get("KUBERNETES_SERVICE_PORT", "")
    token = folder / "token"
    if not host or not port or not token.exists():
        return choice
    address = f"[{host}]" if ":" in host else host
    namespace = folder / "namespace"
    return Choice(
        context="",
        namespace=namespace.read_text().strip() if namespace.exists() else "",
        cluster={"server": f"https://{address}:{port}", "certificate-authority": str(folder / "ca.crt")},
        user={"tokenFile": str(token)},
    )


def _with_flags(choice: Choice, options: KubeOptions) -> Choice:
    cluster, user = dict(choice.cluster), dict(choice.user)
    if options.server:
        cluster["server"] = options.server if "://" in options.server else f"https://{options.server}"
    if options.ca_file:
        cluster.pop("certificate-authority-data", None)
        cluster["certificate-authority"] = options.ca_file
    if options.insecure:
        cluster["insecure-skip-tls-verify"] = True
    if options.tls_server_name:
        cluster["tls-server-name"] = options.tls_server_name
    if options.token:
        user = {key: value for key, value in user.items() if key not in ("tokenFile", "exec", "auth-provider")}
        user["token"] = options.token
    if options.as_user:
        user["as"] = options.as_user
    if options.as_groups:
        user["as-groups"] = list(options.as_groups)
    return replace(choice, cluster=cluster, user=user)


def _transport(
    choice: Choice, options: KubeOptions, environ: Mapping[str, str], origin: str, config: Kubeconfig
) -> Transport:
    from werfpy.kube.pool import Endpoint, PooledTransport

    cluster, user = choice.cluster, choice.user
    server = str(cluster["server"]).rstrip("/")
    credentials = credentials_of(user, impersonation_of(user), lambda: _official(config, choice))
    if isinstance(credentials, OfficialCredentials):
        user = {**user, **credentials.client_certificate}
    endpoint = Endpoint(
        server=server,
        tls=tls_context(cluster, user) if server.startswith("https") else None,
        tls_server_name=str(cluster.get("tls-server-name") or ""),
        proxy=str(cluster.get("proxy-url") or "") or proxy_for(server, environ),
        compress=not cluster.get("disable-compression"),
        origin=origin,
    )
    transport: Transport = RetryingTransport(PooledTransport(endpoint, credentials))
    return RateLimitedTransport(transport, options.qps, options.burst) if options.qps > 0 else transport


def _official(config: Kubeconfig, choice: Choice) -> Any:
    """The official client's configuration of *choice*; it keeps refreshed tokens in the files, as kubectl does."""
    from kubernetes.client import Configuration
    from kubernetes.config import ConfigException
    from kubernetes.config.kube_config import load_kube_config, load_kube_config_from_dict

    configuration = Configuration()
    try:
        if config.paths:
            files = os.pathsep.join(map(str, config.paths))
            load_kube_config(files, context=choice.context, client_configuration=configuration)  # type: ignore[no-untyped-call]
        else:
            load_kube_config_from_dict(_document(choice), client_configuration=configuration)  # type: ignore[no-untyped-call]
    except ConfigException as error:
        raise Unreachable("the kubeconfig cannot be used", reason="Config", because=str(error)) from error
    return configuration


def _document(choice: Choice) -> dict[str, Any]:
    """A kubeconfig of nothing but *choice*."""
    context = {"cluster": "c", "user": "u"}
    return {
        "current-context": "x",
        "contexts": [{"name": "x", "context": context}],
        "clusters": [{"name": "c", "cluster": dict(choice.cluster)}],
        "users": [{"name": "u", "user": dict(choice.user)}],
    }


def _no_cluster(config: Kubeconfig) -> Unreachable:
    found = config.origin + " names no server" if config.paths else "there is no kubeconfig, and this is not a pod"
    return Unreachable(
        "Kubernetes cluster unreachable: no cluster is configured",
        reason="Config",
        because=found,
        hint="name a kubeconfig by --kubeconfig or KUBECONFIG, or a server by --kube-apiserver and --kube-token",
    )
