"""Its exception is 97 kB long, and would paint the terminal red."""

from dueldoku.agents.base import Agent as Base



class Agent(Base):
    def think(self, game, task):
        raise ValueError("\x1b[31m" + "very " * 20_000 + "wrong\x1b]0;title\x07 [/red] \u202e")
