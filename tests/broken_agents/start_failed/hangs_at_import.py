"""Thinks before it is asked."""

import time

time.sleep(60)
