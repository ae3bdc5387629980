"""The game for those who study learning: thousands of games at once (``batch.py``)."""

from dueldoku.envs.batch import Batch as Batch
from dueldoku.envs.batch import Step as Step
