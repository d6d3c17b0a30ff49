"""What the project is built, tested and checked with; nothing here is needed to build a site."""
