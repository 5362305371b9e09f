"""``python -m desk`` is the command ``seating``, and this is where ``seating`` begins too."""

import sys


def main() -> int:
    """Run the command; a Ctrl-C while it is being loaded ends it without a word."""
    try:
        from desk.cli import main as run
    except KeyboardInterrupt:
        return 130
    return run()


if __name__ == "__main__":
    sys.exit(main())
