"""Print the shell commands of README.md below a marker: ``main``, ``tests``, ``notebooks``."""

import re
import sys
from pathlib import Path


def command(name: str) -> str:
    """Return the code block that follows ``<!-- command: NAME -->`` in README.md."""
    readme = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"<!-- command: {name} -->\s*```bash\n(.*?)```", readme, re.DOTALL)
    if found is None:
        sys.exit(f"README.md has no block marked <!-- command: {name} -->")
    return found.group(1)


if __name__ == "__main__":
    print(command(sys.argv[1]), end="")
