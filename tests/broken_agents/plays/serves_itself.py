"""Takes its turns without our code, and says nothing true about them."""

import os
import socket
import time

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import slot, zygote


def take_turn(think, request, line_number, slot_number):
    line, numbers = socket.socket(fileno=line_number), slot.view(slot_number)
    line.send(b"ready")
    line.send(b"ready")
    line.recv(8)
    numbers[1], numbers[2] = 2**64 - 1, slot.RETURNED
    line.send(b"\x1b[2J" * 1000)
    numbers[0] = slot.encode(next(think.args[2].legal_moves()))
    os.fork() or time.sleep(20)
    os._exit(137)


zygote._take_turn = take_turn


class Agent(Base):
    def think(self, game, task):
        pass
