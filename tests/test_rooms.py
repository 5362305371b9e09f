"""The rule of the house: an arrow between rooms only points downward."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BELOW = {
    "schedules": set(),
    "scoring": set(),
    "optimizer": {"schedules"},
    "tournament": {"schedules", "scoring", "optimizer"},
    "desk": {"schedules", "scoring", "optimizer", "tournament"},
}
NEVER = {"schedules": {"ortools", "sqlalchemy", "fastapi"}}
OUTSIDE = {"benchmarks", "notebooks", "tests"}
HEAVY = ("matplotlib", "pandas", "jinja2", "xlsxwriter", "ortools", "numba", "networkx", "openpyxl")


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, Path]:
    return {module_of(path): path for room in BELOW for path in (ROOT / room).rglob("*.py")}


def imports(source: str, module: str, *, package: bool = False) -> set[str]:
    """Return every module that a source imports, at its top or inside functions."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = module.split(".")[: None if package else -1]
                up = up[: len(up) - node.level + 1]
                base = ".".join([*up, base] if base else up)
            # what is imported may itself be a module
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return found


def imports_of(module: str, path: Path) -> set[str]:
    return imports(path.read_text("utf-8"), module, package=path.name == "__init__.py")


def rooms(found: set[str]) -> set[str]:
    return {name.split(".")[0] for name in found}


def reach(start: str) -> set[str]:
    """Return the modules of ours that importing one of them leads to, step by step."""
    ours, seen, left = modules(), set(), [start]
    while left:
        module = left.pop()
        if module in seen or module not in ours:
            continue
        seen.add(module)
        left += imports_of(module, ours[module])
        left += [module.rpartition(".")[0]] if "." in module else []
    return seen


def test_the_walk_sees_every_form_of_import():
    source = (
        "import a.b\ndef f():\n    from . import c\n    from ..d import e\n    from .g import h"
    )
    assert imports(source, "room.sub.file") == {
        "a.b",
        "room.sub",
        "room.sub.c",
        "room.d",
        "room.d.e",
        "room.sub.g",
        "room.sub.g.h",
    }
    assert imports("from . import c", "room", package=True) == {"room", "room.c"}
    assert imports("from .. import c", "room.sub", package=True) == {"room", "room.c"}


@pytest.mark.parametrize("room", BELOW)
def test_arrows_point_downward(room):
    wrong = {
        module: sorted(above)
        for module, path in modules().items()
        if module.split(".")[0] == room
        and (
            above := rooms(imports_of(module, path))
            & ((set(BELOW) | OUTSIDE | NEVER.get(room, set())) - BELOW[room] - {room})
        )
    }
    assert wrong == {}


def test_ortools_is_used_in_its_own_folder_only():
    inside = "optimizer.cpsat"
    wrong = [
        module
        for module, path in modules().items()
        if not f"{module}.".startswith(f"{inside}.")
        and "ortools" in rooms(imports_of(module, path))
    ]
    assert wrong == []


def test_only_solve_uses_the_solver():
    def uses(path: Path) -> bool:
        return any(
            (isinstance(node, ast.Attribute) and node.attr == "CpSolver")
            or (isinstance(node, ast.Name) and node.id == "CpSolver")
            or (isinstance(node, ast.alias) and node.name == "CpSolver")
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
        )

    users = {module for module, path in modules().items() if uses(path)}
    assert users <= {"optimizer.cpsat.solve"}


def test_the_verifier_stands_alone():
    led_to = reach("schedules.verify")
    assert rooms(led_to) == {"schedules"}
    direct = imports_of("schedules.verify", ROOT / "schedules" / "verify.py")
    assert not {name for name in direct if name.startswith("schedules.measures")}


def test_the_swiss_checker_does_not_lead_to_the_optimizer():
    if "tournament.swiss_check" not in modules():
        pytest.skip("tournament/swiss_check.py is not written yet")
    assert "optimizer" not in rooms(reach("tournament.swiss_check"))


@pytest.mark.parametrize("module", ["schedules", "scoring", "desk.cli"])
def test_heavy_libraries_wait_until_they_are_needed(module):
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not written yet")
    code = f"import sys, {module}; print(*sorted(set({HEAVY!r}) & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
