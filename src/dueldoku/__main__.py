"""``python -m dueldoku`` is the program ``dueldoku``."""

from dueldoku.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
