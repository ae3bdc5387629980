"""The textbook methods, written to be read and measured against."""
