"""The judges' pages: ``seating event serve`` (docs/judges-pages.md).

A page is a function that gets an :class:`~desk.web.asking.Ask` and returns an
:class:`~desk.web.asking.Answer`; only :mod:`.app` knows the web framework. The pages decide
nothing about the tournament: they call the steps of :mod:`tournament.flow`.
"""
