from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.gotemplate.sample import FUNCTIONS, data, template_set
from werfpy.gotemplate import cache as cache_module
from werfpy.gotemplate import program
from werfpy.gotemplate.cache import CodeCache
from werfpy.gotemplate.errors import TemplateExecFault
from werfpy.gotemplate.functions import GoFunction
from werfpy.gotemplate.template import TemplateSet

SOURCE = '{{ define "x" }}<{{ upper .Values.str }}>{{ end }}\n{{ template "x" . }}'


@pytest.fixture
def store(tmp_path: Path) -> CodeCache:
    return CodeCache(tmp_path / "templates")


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the sources that were compiled, not loaded."""
    names: list[str] = []
    real = program.parse

    def counting(name: str, *args: object) -> object:
        names.append(name)
        return real(name, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(program, "parse", counting)
    return names


def run(store: CodeCache, name: str = "f") -> str:
    templates = template_set(store)
    templates.parse(name, SOURCE)
    return templates.execute(name, data())


def entry(store: CodeCache) -> Path:
    (path,) = store.directory.iterdir()
    return path


def test_the_second_run_compiles_nothing(store: CodeCache, compiled: list[str]) -> None:
    assert run(store) == run(store) == "\n<ABC>"
    assert compiled == ["f"]


def test_one_entry_serves_all_names(store: CodeCache, compiled: list[str]) -> None:
    assert run(store, "one") == run(store, "two")
    assert compiled == ["one"]


def test_a_loaded_template_explains_its_errors(store: CodeCache) -> None:
    for _ in range(2):
        templates = template_set(store)
        templates.parse("f", "\n {{ upper .Values.num }}")
        with pytest.raises(TemplateExecFault) as caught:
            templates.execute("f", data())
        assert caught.value.frames[0].location == "f:2:17"


def test_other_signatures_make_another_entry(store: CodeCache) -> None:
    run(store)
    templates = TemplateSet(FUNCTIONS | {"upper": GoFunction(str, ("any",))}, cache=store)
    templates.parse("f", SOURCE)
    assert templates.execute("f", {"Values": {"str": 5}}) == "\n<5>"
    assert len(list(store.directory.iterdir())) == 2


def test_directory_and_files_are_private(store: CodeCache) -> None:
    run(store)
    assert store.directory.stat().st_mode & 0o777 == 0o700
    assert entry(store).stat().st_mode & 0o077 == 0


DAMAGE = {
    "cut": lambda data: data[:-10],
    "flipped": lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:],
    "empty": lambda data: b"",
    "no code": lambda data: hashlib.sha256(b"x").digest() + b"x",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_entry_is_compiled_anew(store: CodeCache, compiled: list[str], damage: object) -> None:
    run(store)
    path = entry(store)
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    assert run(store) == "\n<ABC>"
    assert compiled == ["f", "f"]


@pytest.mark.parametrize("target", ["directory", "file"])
def test_what_others_can_write_is_not_trusted(store: CodeCache, compiled: list[str], target: str) -> None:
    run(store)
    (store.directory if target == "directory" else entry(store)).chmod(0o777)
    assert run(CodeCache(store.directory)) == "\n<ABC>"
    assert compiled == ["f", "f"]


def test_no_directory_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert run(CodeCache(tmp_path / "file" / "templates")) == "\n<ABC>"


def test_default_directories(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.delenv("WERFPY_CACHE_DIR", raising=False)
    assert CodeCache().directory == tmp_path / "xdg" / "werfpy" / "templates"
    monkeypatch.setenv("WERFPY_CACHE_DIR", str(tmp_path / "own"))
    assert CodeCache().directory == tmp_path / "own" / "templates"


def test_the_key_depends_on_engine_and_text(monkeypatch: pytest.MonkeyPatch) -> None:
    key = cache_module.cache_key("a", b"s")
    assert key != cache_module.cache_key("b", b"s")
    assert key != cache_module.cache_key("a", b"t")
    monkeypatch.setattr(cache_module, "engine_identity", lambda: b"other")
    assert key != cache_module.cache_key("a", b"s")
