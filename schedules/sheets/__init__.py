"""Sheets for people: HTML, workbook and CSV of a schedule. Import the module you need."""
