"""Has 60 helpers."""

import os
import time

for _ in range(60):
    if os.fork() == 0:
        time.sleep(20)
        os._exit(0)
time.sleep(10)
