"""What people touch: the command line ``seating`` and, later, the judges' pages."""
