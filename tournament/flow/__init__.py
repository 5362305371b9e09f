"""The flow of an event: every step of the day as a function on its store.

Each step reads the event as it stands, refuses what that does not allow with the reason and the
next possible step, and makes one logged change.
"""
