"""The shape of the project: imports go one way, and every package is built into the wheel."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("engine", "solver", "analysis", "seeds", "casecracker")
"""From the ground up: a layer imports itself and those before it."""


def _sources(layer: str) -> list[Path]:
    """Python files of a layer. The links in `casecracker/` to other layers are not followed."""
    return [
        path
        for path in sorted((ROOT / layer).rglob("*.py"))
        if not any(parent.is_symlink() for parent in path.parents)
    ]


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports name their whole path"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _layer_of(module: str) -> str | None:
    """The layer that a module belongs to; None for one that is not ours."""
    parts = module.split(".")
    if parts[0] != "casecracker" or module == "casecracker.__version__":
        return None
    return parts[1] if len(parts) > 1 and parts[1] in LAYERS else "casecracker"


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_go_one_way(layer: str) -> None:
    allowed = LAYERS[: LAYERS.index(layer) + 1]
    for path in _sources(layer):
        for module in _imports(path):
            assert _layer_of(module) in (None, *allowed), f"{path} imports {module}"


@pytest.mark.parametrize("layer", [*LAYERS, "tests"])
def test_layers_are_imported_as_parts_of_the_package(layer: str) -> None:
    """`import engine` would make a second copy of every class."""
    for path in _sources(layer):
        for module in _imports(path):
            assert module.split(".")[0] not in LAYERS[:-1], f"{path} imports {module}"


def test_every_package_is_built_into_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    setup = project["tool"]["setuptools"]
    folders = {
        path.parent.relative_to(ROOT).as_posix()
        for layer in LAYERS
        for path in _sources(layer)
        if path.name == "__init__.py"
    }
    assert sorted(setup["package-dir"].values()) == sorted(folders)
    assert sorted(setup["package-dir"]) == sorted(setup["packages"])


def test_each_layer_is_linked_into_the_package() -> None:
    """Tools and uninstalled runs find `casecracker.engine` by these links."""
    for layer in LAYERS[:-1]:
        if (ROOT / layer).exists():
            assert (ROOT / "casecracker" / layer).resolve() == ROOT / layer
