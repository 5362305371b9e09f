"""CP-SAT: the model of every hard rule and criterion, and what is done with it."""
