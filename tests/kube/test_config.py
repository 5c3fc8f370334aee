"""Flags, kubeconfig files and service accounts become one connection, or an error that says what is missing."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

import pytest

from werfpy.errors import Unauthorized, Unreachable, UsageError
from werfpy.kube.auth import StaticCredentials, TokenFileCredentials, impersonation_of
from werfpy.kube.config import KubeOptions, load
from werfpy.kube.kubeconfig import choose, find_files, read_files
from werfpy.kube.proxies import proxy_for

ONE = """
apiVersion: v1
kind: Config
current-context: dev
clusters: [{name: c1, cluster: {server: "https://one:6443/", certificate-authority: ca.crt}}]
users: [{name: u1, user: {token: t1}}]
contexts:
- {name: dev, context: {cluster: c1, user: u1, namespace: shop}}
- {name: broken, context: {cluster: nowhere, user: u1}}
"""
TWO = """
current-context: ignored
clusters:
- {name: c1, cluster: {server: "https://shadowed"}}
- {name: c2, cluster: {server: "http://two:8080"}}
contexts: [{name: other, context: {cluster: c2, user: u1}}]
"""


@pytest.fixture
def files(tmp_path: Path) -> str:
    (tmp_path / "one").write_text(ONE)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "two").write_text(TWO)
    return f"{tmp_path / 'one'}:{tmp_path / 'missing'}:{tmp_path / 'sub' / 'two'}"


def test_the_first_file_that_names_something_wins(files: str, tmp_path: Path) -> None:
    config = read_files(find_files(files, {}))
    assert config.current_context == "dev"
    assert choose(config).cluster["server"] == "https://one:6443/"
    assert choose(config, "other").user["token"] == "t1"


def test_paths_are_relative_to_their_file(files: str, tmp_path: Path) -> None:
    config = read_files(find_files(files, {}))
    assert config.clusters["c1"]["certificate-authority"] == str(tmp_path / "ca.crt")


def test_the_context_tells_server_and_namespace(files: str) -> None:
    connection = load(KubeOptions(kubeconfig=files, context="other"), {})
    assert (connection.server, connection.namespace, connection.context) == ("http://two:8080", "default", "other")


def test_flags_win_over_the_context(files: str) -> None:
    options = KubeOptions(kubeconfig=files, server="http://three:1", namespace="mine", context="other")
    connection = load(options, {})
    assert (connection.server, connection.namespace) == ("http://three:1", "mine")


def test_a_kubeconfig_can_be_given_as_text() -> None:
    connection = load(
        KubeOptions(kubeconfig_data=TWO.replace("ignored", "other").replace("user: u1", "user: ''").encode()), {}
    )
    assert connection.server == "http://two:8080"
    assert connection.origin == "kubeconfig given as data, context other"


def test_a_server_and_a_token_need_no_kubeconfig() -> None:
    assert load(KubeOptions(server="127.0.0.1:6443", token="t"), {}).server == "https://127.0.0.1:6443"


def test_a_pod_uses_its_service_account(tmp_path: Path, ca_file: Path) -> None:
    (tmp_path / "token").write_text("sa")
    (tmp_path / "namespace").write_text("team\n")
    (tmp_path / "ca.crt").write_bytes(ca_file.read_bytes())
    environ = {"KUBERNETES_SERVICE_HOST": "fd00::1", "KUBERNETES_SERVICE_PORT": "443"}
    connection = load(KubeOptions(), environ, service_account=tmp_path)
    assert (connection.server, connection.namespace) == ("https://[fd00::1]:443", "team")


@pytest.fixture
def ca_file(tmp_path: Path) -> Path:
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "ca")])
    now = datetime.now(UTC)
    built = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
    path = tmp_path / "made.crt"
    path.write_bytes(built.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    form = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (tmp_path / "made.key").write_bytes(key.private_bytes(serialization.Encoding.PEM, *form))
    return path


def test_client_certificates_are_read_from_data(tmp_path: Path, ca_file: Path) -> None:
    cert = base64.b64encode(ca_file.read_bytes()).decode()
    key = base64.b64encode((tmp_path / "made.key").read_bytes()).decode()
    text = f"""
current-context: x
clusters: [{{name: c, cluster: {{server: "https://h", certificate-authority-data: {cert}}}}}]
users: [{{name: u, user: {{client-certificate-data: {cert}, client-key-data: {key}}}}}]
contexts: [{{name: x, context: {{cluster: c, user: u}}}}]
"""
    assert load(KubeOptions(kubeconfig_data=text.encode()), {}).server == "https://h"


ERRORS = {
    "nothing at all": (KubeOptions(), "no cluster is configured"),
    "a file that is not there": (KubeOptions(kubeconfig="/nonexistent/config"), "does not exist"),
    "not YAML": (KubeOptions(kubeconfig_data=b"token: 'hunter2"), "is malformed"),
    "a list": (KubeOptions(kubeconfig_data=b"- hunter2"), "is malformed"),
    "an unknown context": (KubeOptions(kubeconfig_data=ONE.encode(), context="nope"), 'context "nope" does not exist'),
    "an unknown cluster": (KubeOptions(kubeconfig_data=ONE.encode(), context="broken"), 'cluster "nowhere" of'),
    "no context chosen": (KubeOptions(kubeconfig_data=ONE.replace("current-context: dev", "").encode()), "no context"),
    "a CA that is not there": (KubeOptions(server="https://x", ca_file="/nonexistent/ca"), "certificate-authority"),
    "an address that is none": (KubeOptions(server="ftp://x"), "not a usable address"),
}


@pytest.mark.parametrize(("options", "told"), ERRORS.values(), ids=ERRORS.keys())
def test_what_is_missing_is_said(options: KubeOptions, told: str) -> None:
    with pytest.raises(Unreachable) as caught:
        load(options, {})
    assert told in caught.value.summary
    assert "hunter2" not in f"{caught.value.summary}{caught.value.because}{caught.value.at}"


def test_impersonation_becomes_headers() -> None:
    user = {"as": "joe", "as-uid": "7", "as-groups": ["a", "b"], "as-user-extra": {"scope": ["x"]}}
    assert impersonation_of(user) == (
        ("Impersonate-User", "joe"),
        ("Impersonate-Uid", "7"),
        ("Impersonate-Group", "a"),
        ("Impersonate-Group", "b"),
        ("Impersonate-Extra-scope", "x"),
    )


def test_a_group_alone_cannot_be_impersonated() -> None:
    with pytest.raises(UsageError):
        impersonation_of({"as-groups": ["a"]})


def test_a_token_file_is_read_again_after_a_minute_and_after_a_refusal(tmp_path: Path) -> None:
    now, path = [0.0], tmp_path / "token"
    path.write_text("one\n")
    credentials = TokenFileCredentials(path, clock=lambda: now[0])
    assert credentials.headers() == (("Authorization", "Bearer one"),)
    path.write_text("two")
    assert credentials.headers() == (("Authorization", "Bearer one"),)
    now[0] = 61.0
    assert credentials.headers() == (("Authorization", "Bearer two"),)
    assert credentials.renew() is False
    path.write_text("three")
    assert credentials.renew() is True


def test_a_token_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(Unauthorized, match="token file"):
        TokenFileCredentials(tmp_path / "absent").headers()


def test_static_credentials_have_nothing_newer() -> None:
    assert StaticCredentials("Bearer x").renew() is False


PLUGIN = """
current-context: x
clusters: [{{name: c, cluster: {{server: "http://h"}}}}]
users:
- name: u
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      interactiveMode: Never
      command: {command}
      args: ["-c", {script}]
contexts: [{{name: x, context: {{cluster: c, user: u}}}}]
"""


def test_an_exec_plugin_is_run_by_the_official_client(tmp_path: Path) -> None:
    from werfpy.kube.auth import OfficialCredentials, credentials_of
    from werfpy.kube.config import _official

    answer = {
        "apiVersion": "client.authentication.k8s.io/v1",
        "kind": "ExecCredential",
        "status": {"token": "from-plugin"},
    }
    script = f"print({json.dumps(json.dumps(answer))})"
    path = tmp_path / "config"
    path.write_text(PLUGIN.format(command=sys.executable, script=json.dumps(script)))
    config = read_files([path])
    choice = choose(config)
    credentials = credentials_of(choice.user, (), lambda: _official(config, choice))
    assert isinstance(credentials, OfficialCredentials)
    assert credentials.headers() == (("Authorization", "Bearer from-plugin"),)
    assert credentials.renew() is True


def test_a_failing_exec_plugin_is_named(tmp_path: Path) -> None:
    path = tmp_path / "config"
    path.write_text(PLUGIN.format(command=sys.executable, script=json.dumps("import sys; sys.exit(3)")))
    with pytest.raises(Unauthorized) as caught:
        load(KubeOptions(kubeconfig=str(path)), {})
    assert sys.executable in caught.value.summary
    assert caught.value.because


PROXY = {"HTTPS_PROXY": "http://proxy:3128", "NO_PROXY": "10.0.0.0/8,.corp.example,host:6443,*.star.example"}


@pytest.mark.parametrize(
    ("server", "proxy"),
    [
        ("https://k8s.example", "http://proxy:3128"),
        ("http://k8s.example", ""),
        ("https://127.0.0.1:6443", ""),
        ("https://localhost", ""),
        ("https://10.1.2.3", ""),
        ("https://11.1.2.3", "http://proxy:3128"),
        ("https://a.corp.example", ""),
        ("https://acorp.example", "http://proxy:3128"),
        ("https://host:6443", ""),
        ("https://host:443", "http://proxy:3128"),
        ("https://b.star.example", ""),
    ],
)
def test_the_proxy_is_the_one_go_would_take(server: str, proxy: str) -> None:
    assert proxy_for(server, PROXY) == proxy
