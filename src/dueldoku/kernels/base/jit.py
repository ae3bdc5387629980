"""How kernels are compiled. No other file names Numba's decorator, so this is the one to change.

There are four kinds:

    kernel   what Python calls; its machine code is kept on disk
    part     what only compiled functions call; it is kept as a piece of each kernel that it is in
    inlined  a single expression: its text takes the place of each call before anything is compiled
    lean     either of them, where small functions hand tuples of arrays to each other again and again
"""

from __future__ import annotations

from numba import njit

kernel = njit(nogil=True, cache=True)

# No way in from Python or C: that would have to be compiled too.
part = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)

inlined = njit(nogil=True, inline="always")

# Numba counts the references to every array of a tuple whenever one function calls another, which made searches thirty
# times as slow. Without its runtime (``_nrt``) it does not, and such a function cannot make arrays: it is given them.
# And a call hands over seven numbers for each array, so small functions are faster where they are called from.
lean = njit(nogil=True, cache=True, _nrt=False, forceinline=True)
