"""Has 200 threads."""

import threading
import time

for _ in range(200):
    threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
time.sleep(10)
