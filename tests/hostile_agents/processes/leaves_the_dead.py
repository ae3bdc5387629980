"""Has 60 children that are dead and not collected."""

import os
import time

for _ in range(60):
    if os.fork() == 0:
        os._exit(0)
time.sleep(10)
