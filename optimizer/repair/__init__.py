"""Repair on the day: somebody leaves, comes late, swaps, a table closes, a wish comes up."""

from optimizer.repair.asks import Asks
from optimizer.repair.changes import Change, Move, changes_between, moves_between, replay
from optimizer.repair.engine import Outlook, Repair, repair, repair_asked

__all__ = [
    "Asks",
    "Change",
    "Move",
    "Outlook",
    "Repair",
    "changes_between",
    "moves_between",
    "repair",
    "repair_asked",
    "replay",
]
