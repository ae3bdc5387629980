"""The program ``dueldoku``: one file per verb."""
