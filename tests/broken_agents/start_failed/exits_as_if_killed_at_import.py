"""Ends at once with the code that a shell gives for SIGKILL."""

import os



os._exit(137)
