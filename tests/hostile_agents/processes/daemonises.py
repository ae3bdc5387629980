"""Has 60 helpers that nobody is the parent of."""

import os
import time

for _ in range(60):
    if os.fork() == 0:
        if os.fork() == 0:
            time.sleep(20)
        os._exit(0)
    os.wait()
time.sleep(10)
