"""The translators' tools: bring the English in, check, tell how far each language is."""
