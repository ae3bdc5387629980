"""Is a script, not a module."""

import sys

sys.exit(0)
