"""Speed and quality measurements, each a command that prints a table."""
