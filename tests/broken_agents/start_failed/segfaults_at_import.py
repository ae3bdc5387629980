"""Falls over its own feet."""

import ctypes

ctypes.string_at(0)
