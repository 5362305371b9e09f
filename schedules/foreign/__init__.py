"""Schedules in the formats of other programs: one module a format, and one that tells them apart.

docs/foreign-files.md has the layouts. Import the module you need; :mod:`schedules.foreign.reading`
reads any of them.
"""
