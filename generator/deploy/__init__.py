"""Publishing by push: hooks, builds with limits, releases, rollback. Run as ``python -m generator.deploy``."""
