"""`python -m engine`: the command line, for where there is no Qt at all."""

import sys

from engine.command_line import main

if __name__ == "__main__":
    sys.exit(main())
