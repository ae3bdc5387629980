"""Loads Numba without the settings that it looks for in the current folder (``.numba_config.yaml``).

They would tell it where compiled code is kept, and it runs what it finds there: a file of whoever wrote that folder.
What the user has set in the environment (``NUMBA_...``) goes on to count.
"""

import os
import sys
import warnings

if "numba" not in sys.modules:  # else somebody else has loaded it, with the settings that they wanted
    hidden = os.path.isfile(".numba_config.yaml")
    yaml = sys.modules.get("yaml")
    with warnings.catch_warnings():
        if hidden:
            warnings.filterwarnings("ignore", "A Numba config file is found")
            sys.modules["yaml"] = None  # type: ignore[assignment]  # it cannot be read without
        try:
            from numba.core import config
        finally:
            if hidden:
                del sys.modules["yaml"]
                sys.modules.update({"yaml": yaml} if yaml else {})
    config._config_fname = os.devnull  # which is no file: Numba looks again whenever it compiles
