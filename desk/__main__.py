"""``python -m desk`` is the command ``seating``."""

import sys

from desk.cli import main

sys.exit(main())
