"""The Swiss checker: a second program that recounts every round from the event file alone.

It follows ``docs/swiss.md`` and shares no code with the program that seats; a test forbids it to
import that room.
"""
