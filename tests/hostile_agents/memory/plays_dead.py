"""The first threads of its helpers end, and others take 240 MB together."""

import ctypes
import os
import platform
import threading
import time


def take():
    time.sleep(0.1)
    kept = b"x" * (80 << 20)
    time.sleep(20)
    os._exit(len(kept) & 1)


for _ in range(3):
    if os.fork() == 0:
        threading.Thread(target=take).start()
        ctypes.CDLL(None).syscall(60 if platform.machine() == "x86_64" else 93, 0)
time.sleep(10)
