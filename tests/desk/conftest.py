import subprocess
from pathlib import Path

import pytest
from desk_runs import CASES, command, environment


class Done:
    """One run of the command: status, stdout and stderr."""

    def __init__(self, process: subprocess.CompletedProcess) -> None:
        self.status = process.returncode
        self.out = process.stdout
        self.err = process.stderr

    def __repr__(self) -> str:
        return f"status {self.status}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


@pytest.fixture
def seating(tmp_path):
    """Run ``seating`` as a process in an empty folder; ``fake`` leaves the real search out."""

    def run(*args: object, fake: bool = True, **extra: str) -> Done:
        process = subprocess.run(
            [*command(fake=fake), *map(str, args)],
            cwd=tmp_path,
            env=environment(**extra),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=100,
            check=False,
        )
        assert "Traceback" not in process.stderr
        return Done(process)

    return run


@pytest.fixture
def tkemali() -> Path:
    path = CASES / "matrices" / "tkemali_seated.json"
    if not path.exists():
        pytest.skip("the cases are not beside the project, in shared/cases")
    return path


@pytest.fixture
def small(tmp_path) -> Path:
    """8 players, 2 tables of 4, 3 rounds; valid."""
    path = tmp_path / "small.json"
    path.write_text(
        '{"format": "seating-schedule/1", "name": "Small", "rounds": ['
        "[[1,2,3,4],[5,6,7,8]], [[2,1,5,6],[4,3,8,7]], [[8,5,1,3],[7,4,6,2]]]}",
        encoding="utf-8",
    )
    return path
