"""Speed and quality against proved bounds, a stored reference and a peer, in one run."""
