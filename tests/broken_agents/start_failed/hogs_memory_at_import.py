"""Wants more than there is for one agent."""

TABLE = bytearray(3 << 30)
