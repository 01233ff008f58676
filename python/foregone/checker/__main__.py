"""The program of the checker."""

import importlib
import os
import sys

if not __package__:  # The folder was run as it is, without the package around it.
    sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    __package__ = importlib.import_module("checker").__name__

from .verdict import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
