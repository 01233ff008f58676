"""The program `foregone`."""

from __future__ import annotations

import sys

from ._foregone import run_program


def main() -> int:
    """Runs the program with the arguments of the command line."""
    return run_program(["foregone", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
