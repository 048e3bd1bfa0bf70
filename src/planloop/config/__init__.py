"""planloop.yaml: its sections, how it is read, and how a new project is written."""
