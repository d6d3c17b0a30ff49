"""From pages to a release: rendering, links, search, staging, swapping, joining."""
