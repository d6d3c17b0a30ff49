"""Rules across files: names that must exist, figures that cannot be."""
