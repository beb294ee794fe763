"""`python -m lab_utils.cli` is the `bakeoff` command."""

import sys

from lab_utils.cli import main

if __name__ == "__main__":
    sys.exit(main())
