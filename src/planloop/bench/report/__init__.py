"""The run report: one self-contained HTML file, and a short table for the terminal."""
