"""Prices from the market into the snapshot: reading, judging, keeping."""
