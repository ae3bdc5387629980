"""Building a wheel with compiled kernels: for this Python, this system, and processors from the baseline on.

``make wheel`` runs this file, which compiles everything into ``build/compiled``, and then builds the wheel. Without
that folder the wheel is pure Python, and its users compile.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

COMPILED = Path("build", "compiled")
_LINUX = "manylinux_2_28"  # as Numba's own wheels: the package index takes no others


class CompiledKernels(BuildHookInterface):  # type: ignore[misc]
    """Puts the compiled kernels into the wheel, and says for whom they are."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Add the folder and the tag of a platform."""
        folder = Path(self.root, COMPILED)
        if self.target_name == "wheel" and _version == "standard" and folder.is_dir():
            python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
            system = sysconfig.get_platform().replace("linux", _LINUX)
            system = system.replace("universal2", platform.machine())  # Python is for both, what we compile is not
            build_data["tag"] = f"{python}-{python}-{system.replace('-', '_').replace('.', '_')}"
            build_data["force_include"][str(folder)] = "dueldoku/kernels/compiled"


class Dependencies(MetadataHookInterface):  # type: ignore[misc]
    """What Dueldoku needs. Compiled kernels work with the version of Numba that compiled them, and no other."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Name them."""
        metadata["dependencies"] = [
            f"numba=={version('numba')}" if name.startswith("numba") and Path(self.root, COMPILED).is_dir() else name
            for name in self.config["needs"]
        ]


def main() -> None:
    """Compile everything for the baseline, into the folder for the wheel."""
    from dueldoku.cache import VARIABLE, marks
    from dueldoku.kernels.base.store import baseline

    least = baseline()
    if least is None:
        sys.exit("no compiled code is shipped for processors like this one")
    cache = COMPILED.with_name("cache").resolve() / marks().own.name  # of this state of all sources, and nothing else
    target = {"NUMBA_CPU_NAME": least.name, "NUMBA_CPU_FEATURES": least.features, VARIABLE: str(cache)}
    command = [sys.executable, "-P", "-m", "dueldoku", "warm"]
    code = subprocess.run(command, env={**os.environ, **target}, check=False).returncode
    if code:
        sys.exit(code)
    shutil.rmtree(COMPILED, ignore_errors=True)
    shutil.copytree(cache / "kernels", COMPILED)


if __name__ == "__main__":
    main()
