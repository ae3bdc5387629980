"""The lab: every table and figure of the reports as an experiment that anybody can repeat."""
