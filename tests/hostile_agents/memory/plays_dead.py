"""Its helper's first thread ends, and another one takes 600 MB."""

import ctypes
import mmap
import os
import platform
import threading
import time


def take():
    time.sleep(0.1)
    kept = []
    for _ in range(6):
        kept.append(mmap.mmap(-1, 100 << 20))
        kept[-1].write(b"x" * (100 << 20))
    time.sleep(20)
    os._exit(0)


if os.fork() == 0:
    threading.Thread(target=take).start()
    ctypes.CDLL(None).syscall(60 if platform.machine() == "x86_64" else 93, 0)
time.sleep(10)
