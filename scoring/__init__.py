"""Game protocols, rule sets as data, points and standings. Empty so far."""
