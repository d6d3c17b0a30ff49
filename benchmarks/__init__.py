"""Measurements of the generator; ``python -m benchmarks`` runs them all."""
