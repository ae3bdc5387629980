"""Needs a little of all that is counted per user."""

import asyncio
import os
import threading

from dueldoku.agents.base import Agent as Base

os.close(os.pipe()[0])
if os.fork() == 0:
    os._exit(0)
os.wait()


class Agent(Base):
    def think(self, game, task):
        thread = threading.Thread(target=os.pipe)
        thread.start()
        thread.join()
        asyncio.run(asyncio.sleep(0.001))
        task.propose(next(game.legal_moves()))
