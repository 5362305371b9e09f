"""An event from the first draw to the last prize. Empty so far."""
