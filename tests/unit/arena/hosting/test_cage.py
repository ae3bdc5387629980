"""What the cage lets an agent see of this machine."""

from __future__ import annotations

from pathlib import Path

import dueldoku.kernels
from dueldoku.arena.hosting.cage import compiled_kernels


def test_whatever_is_compiled_is_lent_from_every_folder_of_kernels() -> None:
    lent = {folder for folder, _ in compiled_kernels()}
    (root,) = dueldoku.kernels.__path__
    for file in Path(root).rglob("*.py"):
        assert file.name == "__init__.py" or str(file.parent / "__pycache__") in lent
