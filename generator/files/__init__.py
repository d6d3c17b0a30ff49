"""Text from disk and back: what may be read, strict YAML, the places of values, what a machine may refuse."""
