"""How the tests run the command ``seating`` as a process."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT.parent / "shared" / "cases"
FAKE = Path(__file__).with_name("fake_seating.py")


def environment(**extra: str) -> dict[str, str]:
    keep = {k: v for k, v in os.environ.items() if k not in ("SEATING_DEBUG", "FORCE_COLOR")}
    return {**keep, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTHONUTF8": "1", **extra}


def command(*, fake: bool = True) -> list[str]:
    """Return the command; ``fake`` leaves the real search out."""
    return [sys.executable, str(FAKE)] if fake else [sys.executable, "-m", "desk"]


def leftovers(folder: Path) -> list[str]:
    """Return half-written files."""
    return [path.name for path in folder.iterdir() if path.name.endswith(".part")]
