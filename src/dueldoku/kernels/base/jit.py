"""How functions that work on tuples of arrays are compiled."""

from __future__ import annotations

from numba import njit

# Numba counts the references to every array of a tuple whenever one function calls another, which made searches thirty
# times as slow. Without its runtime (``_nrt``) it does not, and such a function cannot make arrays: it is given them.
# And a call hands over seven numbers for each array, so small functions are faster where they are called from.
lean = njit(nogil=True, cache=True, _nrt=False, forceinline=True)
