"""The Python package that course agents import, for agents of every course year. The rules live in ``dueldoku``."""
