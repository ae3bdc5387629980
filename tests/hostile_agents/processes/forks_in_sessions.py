"""Has 60 helpers, each in a session of its own and busy."""

import os
import time

for _ in range(60):
    if os.fork() == 0:
        os.setsid()
        end = time.monotonic() + 10
        while time.monotonic() < end:
            pass
        os._exit(0)
time.sleep(10)
