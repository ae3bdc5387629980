"""Has five helpers, each of which keeps 100 MB."""

import os
import time

for _ in range(5):
    if os.fork() == 0:
        kept = bytearray(100 << 20)
        time.sleep(20)
        os._exit(0)
time.sleep(10)
