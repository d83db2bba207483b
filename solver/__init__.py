"""What can be reached: search, bounds, results, and the check of a line."""
