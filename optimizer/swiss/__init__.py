"""Swiss seating for tables of many players, by the rule of ``docs/swiss.md``.

:func:`next_round` seats one round; the modules are named by the criteria that they hold.
"""

from optimizer.swiss.engine import SwissRound, next_round
from optimizer.swiss.modes import Mode
from optimizer.swiss.problem import Lock, SwissProblem, table_sizes

__all__ = ["Lock", "Mode", "SwissProblem", "SwissRound", "next_round", "table_sizes"]
