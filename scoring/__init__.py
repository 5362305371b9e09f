"""Game protocols, rule sets as data, points and standings (comes with its own issue)."""
