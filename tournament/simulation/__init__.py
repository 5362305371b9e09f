"""Made-up games, seasons and tournaments, many at once: what rules and formats do.

:mod:`tournament.simulate` is the front door.
"""
