"""Text to objects and back: one file per format, ``read_x`` and ``write_x``; ``detect`` picks.

>>> from dueldoku.formats.detect import read, write
>>> print(write(read("1.3. .... .... 4..2"), "course"))
2 2
   1   .   3   .
   .   .   .   .
   .   .   .   .
   4   .   .   2
<BLANKLINE>
"""
