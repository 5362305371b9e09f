"""Protocols in files: our own CSV, JSON and XLSX, and the files of others, found out by content."""

from scoring.files.csv_form import to_csv
from scoring.files.reading import SOURCES, read_protocols, write_protocols

__all__ = ["SOURCES", "read_protocols", "to_csv", "write_protocols"]
