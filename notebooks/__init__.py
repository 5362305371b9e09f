"""Analyses in notebooks, and the program that runs them."""
