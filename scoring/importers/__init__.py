"""Protocols of other programs and sites; each module reads one kind of file.

A module offers ``matches(content)`` and ``protocols(source, content)``;
:func:`scoring.files.read_protocols` finds out which one a file is for. A game that cannot count is
put down in ``left_out`` with its reason, and the others go on.
"""
