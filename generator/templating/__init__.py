"""Templates: the words in them, and the Python that makes pages."""
