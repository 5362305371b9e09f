"""An event from the first draw to the last prize (comes with its own issue)."""
