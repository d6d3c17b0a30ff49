#!/usr/bin/env python3
"""Build the GPU catalogue: the command line, and the pipeline that reads as its table of contents."""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the message is for people whose Python is older
    sys.exit("build.py needs Python 3.11 or newer; this is " + sys.version.split()[0])

from generator.commands.cli import main

if __name__ == "__main__":
    main()
