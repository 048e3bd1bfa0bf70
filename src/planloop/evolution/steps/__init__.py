"""The steps of a round, one noun each."""
