"""Figures: the arithmetic of fits, the market, columns and cells, facts, and what two GPUs say of each other."""
