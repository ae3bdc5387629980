"""Text to objects and back: one file per format, ``read_x`` and ``write_x``; ``detect`` picks.

>>> from dueldoku.formats import read, write
>>> print(write(read("1.3. .... .... 4..2"), "course"))
2 2
   1   .   3   .
   .   .   .   .
   .   .   .   .
   4   .   .   2
<BLANKLINE>
"""

from dueldoku.duel.position import Position
from dueldoku.duel.record import GameRecord, read_records
from dueldoku.formats.detect import FORMATS, Format, detect, read, read_grid, write

__all__ = [
    "FORMATS",
    "Format",
    "GameRecord",
    "Position",
    "detect",
    "read",
    "read_grid",
    "read_records",
    "write",
]
