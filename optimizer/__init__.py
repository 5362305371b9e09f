"""The combinatorial core: bounds, constructions, search, CP-SAT, certificates."""
